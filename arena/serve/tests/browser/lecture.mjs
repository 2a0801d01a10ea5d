// A search in a lecture: the whole screen, large sentences in its own language, Space goes on.

import { Server, accessible, browser, expect, finish, open, sound, test } from './house.mjs';

const server = await new Server().start();
const chromium = await browser();
const at = (path) => server.address + path;

async function moment(page, number) {
  await page.waitForFunction((now) => document.getElementById('tree').getAttribute('aria-busy') === 'false'
    && new RegExp(`^\\D*${now}\\D`).test(document.getElementById('where').textContent), number);
  return page.textContent('#sentence');
}

for (const [language, cut] of [
  ['en', 'After 2 the value is at most 2; cut: 2 ≤ α = 3, seat 1 already has 3 by 1. 2, 3 are not looked at.'],
  ['hu', '2 után az érték legfeljebb 2; levágva: 2 ≤ α = 3, 1. játékosnak már van 3 ezzel: 1. Nem vizsgált lépések: 2, 3.'],
  ['sl', 'Po 2 je vrednost največ 2; odrezano: 2 ≤ α = 3, igralec 1 ima že 3 s potezo 1. Nepregledane poteze: 2, 3.'],
]) {
  await test(`a lecture in ${language}: the whole screen, and Space goes on`, async () => {
    const context = await chromium.newContext({ viewport: { width: 1920, height: 1080 } });
    const page = await open(context, at(`/language/${language}?back=/inside`));
    await page.locator('form:has(> input[name="game"][value^="tree("]):has(> input[name="player"][value="alpha-beta"]) .card').click();
    await page.waitForURL(/inside\/[0-9a-f]{32}/);
    await page.waitForFunction(() => document.querySelector('#board svg'));
    await page.click('[data-step="first"]');
    await moment(page, 1);
    const small = await page.evaluate(() => parseFloat(getComputedStyle(document.getElementById('sentence')).fontSize));
    const play = await page.textContent('#film-play');
    await page.click('#film-screen');
    await page.waitForFunction(() => document.fullscreenElement?.id === 'theatre');
    const large = await page.evaluate(() => parseFloat(getComputedStyle(document.getElementById('sentence')).fontSize));
    expect(large >= 32 && large > 1.5 * small, `the sentence is ${large} px high, before ${small}`);
    for (let number = 2; number <= 9; number += 1) {
      await page.keyboard.press('Space');
      await moment(page, number);
    }
    expect(await page.textContent('#sentence') === cut, await page.textContent('#sentence'));
    expect(await page.textContent('#film-play') === play, 'it plays by itself');
    await page.keyboard.press('ArrowLeft');
    await moment(page, 8);
    expect(await page.evaluate(() => document.getElementById('theatre').scrollHeight <= innerHeight + 1), 'the lecture scrolls');
    await accessible(page, 'lecture');
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/lecture-${language}.png` });
    await page.click('#film-screen');
    await page.waitForFunction(() => !document.fullscreenElement);
    sound(page);
    await context.close();
  });
}

await finish(chromium, server);
