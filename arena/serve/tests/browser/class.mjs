// A room for a class: students join by a code, see what the lecturer shows as it changes, and answer; the bars grow.

import { Server, accessible, browser, expect, finish, open, sound, test, until } from './house.mjs';

const server = await new Server().start();
const chromium = await browser();
const at = (path) => server.address + path;

/** Opens a room, and gives its page and its address. */
async function opened(context) {
  const page = await open(context, at('/'));
  await page.click('nav a[href="/class"]');
  await page.click('main button.main');
  await page.waitForURL(/class\/[A-Z]{4}$/);
  return [page, page.url()];
}

const framed = (page, path) => until(() => page.frames().some((frame) => frame.url() === at(path)), `nobody is shown ${path}`);

for (const javaScriptEnabled of [true, false]) {
  await test(`students see what the lecturer shows and answer what is asked, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
    const lecturer = await chromium.newContext({ viewport: { width: 1280, height: 900 }, javaScriptEnabled });
    const [own, address] = await opened(lecturer);
    const student = await chromium.newContext({ viewport: { width: 390, height: 800 }, javaScriptEnabled });
    const page = await open(student, at('/class'));
    if (javaScriptEnabled) await accessible(page, 'the page of rooms');
    await page.fill('#code', address.slice(-4).toLowerCase());
    await page.press('#code', 'Enter');
    await page.waitForURL(address);
    if (javaScriptEnabled) await own.waitForSelector('text=1 student is here');
    const again = async (one) => { if (!javaScriptEnabled) await one.reload(); };
    for (const path of ['/games/nim', '/games/nim#rules', '/inside']) {
      await own.fill('#address', at(path));
      await own.click('form[action$="/show"] button');
      await again(page);
      await framed(page, path);
    }
    // Within the page there is no second head, and what the student does there stays when something is asked.
    if (javaScriptEnabled) {
      const frame = page.frames().find((one) => one.url() === at('/inside'));
      await frame.waitForSelector('header.top', { state: 'hidden' });
      await frame.evaluate(() => { document.title = 'kept'; });
    }
    await own.fill('#text', 'Which comes first?');
    await own.fill('#choices', 'a\nb\nc');
    await own.click('form[action$="/ask"] button.main');
    await again(page);
    await page.waitForSelector('h2:has-text("Which comes first?")');
    if (javaScriptEnabled) {
      const frame = page.frames().find((one) => one.url() === at('/inside'));
      expect(await frame.title() === 'kept', 'what is shown was loaded again');
      await accessible(page, 'a question');
    }
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/class-student-${javaScriptEnabled}.png` });
    await page.click('.choose button:has-text("b")');
    await page.waitForSelector('.choose button[aria-pressed="true"]:has-text("b")');
    if (javaScriptEnabled) {
      const frame = page.frames().find((one) => one.url() === at('/inside'));
      expect(await frame.title() === 'kept', 'an answer loads what is shown again');
      expect(await page.evaluate(() => document.activeElement.textContent === 'b'), 'the focus is lost with an answer');
    }
    await again(own);
    await own.waitForSelector('.counted tr:has-text("b"):has-text("1 (100 %)")');
    if (javaScriptEnabled) await accessible(own, 'the page of the lecturer');
    if (process.env.PICTURES) await own.screenshot({ path: `${process.env.PICTURES}/class-lecturer-${javaScriptEnabled}.png`, fullPage: true });
    const csv = await (await lecturer.request.get(`${address}.csv`)).text();
    expect(csv.includes('1,Which comes first?,b,1'), csv);
    await own.fill('#address', 'https://evil.example/');
    await own.click('form[action$="/show"] button');
    await own.waitForSelector('[role="alert"]:has-text("only pages of this server")');
    sound(page);
    await lecturer.close();
    await student.close();
  });
}

await finish(chromium, server);
