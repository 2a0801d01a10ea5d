// The first page: every game by one click or one key, cards that can be read.

import { Server, accessible, browser, expect, finish, open, reachable, sound, test } from './house.mjs';

const server = await new Server().start();
const chromium = await browser();
const at = (path) => server.address + path;

/** All of a page is laid out, also what is not seen. */
const laidOut = (page) => page.evaluate(() => {
  for (const one of document.querySelectorAll('.games li')) one.style.contentVisibility = 'visible';
});

await test('the games stand in groups, each once, under names of the language', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  for (const [language, groups, first] of [
    ['en', 'Board games, Races, dice and luck, Cards and secrets, Small games and puzzles, Rules of your own', 'Chess, Connect Four'],
    ['hu', 'Táblajátékok, Versenyek, kockák, szerencse, Kártyák és titkok, Kis játékok és feladványok, Saját szabályok', 'Sakk, Négyet egy sorba'],
    ['sl', 'Igre na deski, Tekme, kocke in sreča, Karte in skrivnosti, Majhne igre in uganke, Lastna pravila', 'Šah, Štiri v vrsto'],
  ]) {
    const page = await open(context, at(`/language/${language}?back=/`));
    const told = await page.locator('.group > h3').allTextContents();
    expect(told.join(', ') === groups, told.join(', '));
    const names = await page.locator('.games .name').allTextContents();
    expect(names.slice(0, 2).join(', ') === first, names.slice(0, 2).join(', '));
    expect(new Set(names).size === names.length, 'two games have one name');
    const known = await page.evaluate(async () => (await (await fetch('/api/v1/games')).json()).games.map(({ name }) => name));
    const shown = await page.locator('.face').evaluateAll((all) => all.map(({ value }) => value));
    expect(shown.toSorted().join() === known.toSorted().join(), `${shown}`);
    sound(page);
    await page.close();
  }
  await context.close();
});

await test('the board begins the game and the name leads to its page, by mouse and by keys, without scripts too', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, javaScriptEnabled });
    const page = await open(context, at('/'));
    await page.click('.face[value="othello"]');
    await page.waitForURL(/tables\/[0-9a-f]{32}/);
    await page.goto(at('/'));
    await page.focus('.face[value="othello"]');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/games\/othello/);
    expect(await page.textContent('h1') === 'Othello', await page.textContent('h1'));
    await page.goBack();
    await page.focus('.games a[href="/games/othello"]');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/tables\/[0-9a-f]{32}/);
    sound(page);
    await context.close();
  }
});

for (const [width, height] of [[360, 740], [390, 844], [768, 1024], [1280, 800], [1920, 1080]]) {
  for (const colorScheme of ['light', 'dark']) {
    await test(`the first page at ${width} by ${height}, ${colorScheme}: cards of one shape, nothing too small`, async () => {
      const context = await chromium.newContext({ viewport: { width, height }, colorScheme });
      for (const language of ['en', 'hu', 'sl']) {
        const page = await open(context, at(`/language/${language}?back=/`));
        await laidOut(page);
        await accessible(page, `/ in ${language}`);
        const shapes = await page.locator('.face').evaluateAll((all) => all.map((own) => {
          const [box, svg] = [own.getBoundingClientRect(), own.querySelector('svg').getBoundingClientRect()];
          return { name: own.value, ratio: box.width / box.height, width: svg.width / box.width, height: svg.height / box.height };
        }));
        for (const { name, ratio, ...filled } of shapes) {
          expect(Math.abs(ratio - 4 / 3) < 0.02, `${name} is ${ratio.toFixed(2)} as wide as high`);
          expect(filled.width > 0.9 && filled.height > 0.85, `${name} is drawn small: ${JSON.stringify(filled)}`);
        }
        const letters = await page.locator('.face text').evaluateAll((all) => all.filter((own) => own.checkVisibility()).length);
        expect(letters > 20, `${letters} texts on the cards`);
        if (language === 'en') expect(await reachable(page, '/', 90) > 80, 'not everything is reached');
        if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/home-${language}-${width}-${colorScheme}.png` });
        sound(page);
        await page.close();
      }
      await context.close();
    });
  }
}

await finish(chromium, server);
