// The first page: a game by one click, every game by mouse and by keys, cards that can be read, and a search that runs.

import { Server, accessible, browser, expect, finish, open, reachable, sound, test, until } from './house.mjs';

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

/** How far the search at the head has come: how many of its things are not there yet, and its sentence. */
const come = (page) => page.evaluate(() => ({
  later: document.querySelectorAll('#running .later').length,
  told: document.getElementById('running-sentence').textContent,
}));
const END = { en: 'At the root the value is 0.', hu: 'gyökér', sl: 'V korenu' };

await test('one click on the largest button begins Connect Four against whoever is chosen, also without scripts', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, javaScriptEnabled });
    const page = await open(context, at('/'));
    await page.selectOption('#against', 'level:easy');
    await page.click('.opening button.main');
    await page.waitForURL(/tables\/[0-9a-f]{32}/);
    const id = new URL(page.url()).pathname;
    const table = await (await context.request.get(at(`/api/v1${id}`))).json();
    expect(table.name === 'connect-four' && table.seats[1].level === 'easy', JSON.stringify(table.seats));
    await page.goto(at('/'));
    await page.click('.opening a[href="/inside"]');
    await page.waitForURL(/inside$/);
    await page.goBack();
    await page.click('.opening a[href^="/tournaments"]');
    expect(await page.locator('h2#new').count() === 1, 'no form for a tournament');
    sound(page);
    await context.close();
  }
});

await test('the search at the head goes through its steps again and again, and waits when it is told to or not seen', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await open(context, at('/'));
  await page.clock.install();
  await page.reload();
  const told = [];
  const run = async (steps) => {
    for (let step = 0; step < steps; step += 1) {
      await page.clock.runFor(1000);
      const now = await come(page);
      if (now.told !== told.at(-1)?.told) told.push(now);
    }
  };
  await until(async () => page.evaluate(() => !document.getElementById('running-stop').hidden), 'it has no button');
  await run(40);
  const end = told.findIndex(({ later }, step) => later === 0 && step > 0);
  expect(end > 0 && told.length > 12, `it does not begin again: ${JSON.stringify(told)}`);
  for (const [step, { later }] of told.slice(1, end + 1).entries()) expect(later <= told[step].later || step === 0, `step ${step} takes something away`);
  expect(told.filter(({ told: text }) => text.includes('is not looked at')).length >= 2, 'nothing is cut');
  expect(told.some(({ told: text, later }) => text === END.en && later === 0), 'it has no end');
  await page.click('#running-stop');
  const stopped = await come(page);
  await page.clock.runFor(20000);
  expect(JSON.stringify(await come(page)) === JSON.stringify(stopped), 'it goes on');
  await page.click('#running-stop');
  await page.clock.runFor(3500);
  expect(JSON.stringify(await come(page)) !== JSON.stringify(stopped), 'it does not go on');
  // Out of view.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForFunction(() => document.getElementById('running').getBoundingClientRect().bottom < 0);
  await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); setTimeout(done, 0); }));
  await until(async () => {
    const before = JSON.stringify(await come(page));
    await page.clock.runFor(8000);
    return JSON.stringify(await come(page)) === before;
  }, 'it goes on where nobody sees it');
  sound(page);
  await context.close();
});

await test('the search stands still, whole, where less motion is wished and without scripts; a click opens it', async () => {
  for (const [javaScriptEnabled, reducedMotion] of [[true, 'reduce'], [false, 'no-preference']]) {
    for (const language of ['en', 'hu', 'sl']) {
      const context = await chromium.newContext({ viewport: { width: 1280, height: 800 }, javaScriptEnabled, reducedMotion });
      const page = await open(context, at(`/language/${language}?back=/`));
      await page.waitForTimeout(javaScriptEnabled && language === 'en' ? 2500 : 0);
      const text = await page.textContent('#running-sentence');
      expect(text.toLowerCase().includes(END[language].toLowerCase()), text);
      expect(await page.locator('#running .later').count() === 0, 'something is not shown');
      expect(await page.locator('#running [data-node]').count() === 10, 'not the whole tree');
      expect(!await page.isVisible('#running-stop'), 'there is nothing to stop');
      await page.click('#running');
      await page.waitForURL(/inside\/[0-9a-f]{32}/);
      if (javaScriptEnabled) {
        await page.waitForFunction(() => document.querySelectorAll('#stage [data-node]').length >= 10);
      }
      sound(page);
      await context.close();
    }
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
        const top = await page.evaluate(() => { const own = document.querySelector('.top'); return own.scrollWidth - own.clientWidth; });
        expect(top <= 0, `the head scrolls by ${top} px in ${language}`);
        if (language === 'en') expect(await reachable(page, '/', 90) > 80, 'not everything is reached');
        if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/home-${language}-${width}-${colorScheme}.png` });
        sound(page);
        await page.close();
      }
      await context.close();
    });
  }
}

await test('the lab has a line for each thing to learn with, and each leads there', async () => {
  const context = await chromium.newContext({ viewport: { width: 390, height: 844 } });
  for (const language of ['en', 'hu', 'sl']) {
    const page = await open(context, at(`/language/${language}?back=/lab`));
    await accessible(page, `/lab in ${language}`);
    expect(await page.getAttribute('nav a[href="/lab"]', 'aria-current') === 'page', 'the lab is not where one is');
    const lines = await page.locator('main .card').allTextContents();
    expect(lines.length === 6 && lines.every((line) => line.length > 40), `${lines}`);
    sound(page);
    await page.close();
  }
  const page = await open(context, at('/language/en?back=/lab'));
  for (const [title, place, sign] of [
    ['Race', /\/race\?/, '.lane'],
    ['Draw a tree', /sketch$/, '#sketch:not([hidden])'], ['Searching by hand', /worksheet$/, '.exercises img'],
    ['Solve a small game', /inside\?.*solve=yes#solved$/, '#solved'], ['Another game', /inside\?player=/, 'details.another[open] #game'],
    ['Quiz', /inside\/[0-9a-f]{32}/, '#quiz:visible'],
  ]) {
    await page.goto(at('/lab'));
    await page.locator('main .card', { hasText: title }).first().click();
    await page.waitForURL(place);
    await page.waitForSelector(sign);
  }
  await page.click('#quiz');
  await until(async () => {
    if (await page.isVisible('#asked')) return true;
    await page.click('[data-step="on"]');
    return false;
  }, 'nothing is asked');
  sound(page);
  await context.close();
});

await finish(chromium, server);
