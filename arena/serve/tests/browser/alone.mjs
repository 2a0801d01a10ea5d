// A search as a page of its own: from a disk, without a server, the same as on the page of the server.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Server, accessible, browser, expect, finish, more, open, sound, test, until } from './house.mjs';

const server = await new Server().start();
const chromium = await browser();
const folder = mkdtempSync(join(tmpdir(), 'agon-alone-'));

/** What is seen at a moment: the stage, the list, the board, the words. */
const seen = (page) => page.evaluate(() => ({
  stage: [...document.querySelectorAll('#stage .node, #stage .link')].map((one) => `${one.getAttribute('class')}|${one.getAttribute('transform')}|${one.textContent}`).sort(),
  list: [...document.querySelectorAll('#tree .row')].map((row) => `${row.getAttribute('aria-level')} ${row.textContent}`),
  board: document.getElementById('board').innerHTML,
  about: document.getElementById('about').textContent,
  redeals: document.getElementById('redeals')?.textContent,
  sentence: document.getElementById('sentence').textContent,
  where: ['where', 'iteration'].map((name) => document.getElementById(name)?.textContent).join(),
  step: document.querySelector('#steps [aria-current="step"]')?.textContent,
  cuts: ['next-cut', 'previous-cut'].map((name) => document.querySelector(`[data-step="${name}"]`).disabled),
}));

/** Waits until this moment is shown. */
const shows = (page, number) => page.waitForFunction((now) => document.getElementById('moment').value === now
  && document.getElementById('tree').getAttribute('aria-busy') === 'false'
  && new RegExp(`^\\D*${now}\\D`).test(document.getElementById('where').textContent), String(number));

async function go(page, number) {
  await more(page);
  await page.fill('#moment', String(number));
  await page.press('#moment', 'Enter');
  await shows(page, number);
}

for (const [game, moves, player, language] of [
  ['tree([[3,12,8],[2,4,6],[14,5,2]])', '', 'alpha-beta', 'en'],
  ['tic-tac-toe', 'b2 a1', 'alpha-beta(depth=3)', 'hu'],
  ['connect-four', '', 'mcts(iterations=60)', 'en'],
  ['kuhn', '2 3 p b', 'ismcts(iterations=40)', 'sl'],
]) {
  await test(`${game} by ${player} is the same from a disk as from the server`, async () => {
    const file = join(folder, `${player.slice(0, 4)}-${game.slice(0, 4)}.html`);
    const args = ['tree', game, '-p', player, '--language', language, '-o', file];
    execFileSync(process.env.AGON, moves ? [...args, '--moves', moves] : args);
    const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, offline: false, reducedMotion: 'reduce' });
    const page = await open(context, `${server.address}/language/${language}?back=${encodeURIComponent('/inside')}`);
    await page.click('.another > summary');
    await page.fill('#game', game);
    await page.fill('#moves', moves);
    await page.fill('#player', player);
    await page.click('button.main');
    await page.waitForURL(/inside\/[0-9a-f]{32}/);
    const cut = await chromium.newContext({ viewport: { width: 1280, height: 900 }, offline: true, reducedMotion: 'reduce' });
    const alone = await open(cut, `file://${file}`);
    const last = Number(await page.getAttribute('#moment', 'max'));
    expect(Number(await alone.getAttribute('#moment', 'max')) === last, 'it has other moments');
    // A page shows its first moment before somebody goes elsewhere.
    for (const one of [page, alone]) await shows(one, 1);
    for (let number = 1; number <= last; number += Math.max(1, Math.floor(last / 12))) {
      for (const one of [page, alone]) {
        await go(one, number);
        await one.waitForFunction(() => document.querySelector('#board svg'));
      }
      // The board comes last.
      await until(async () => JSON.stringify(await seen(page)) === JSON.stringify(await seen(alone)),
        `moment ${number}: ${JSON.stringify(await seen(page))}\n${JSON.stringify(await seen(alone))}`);
    }
    sound(page);
    sound(alone);
    await context.close();
    await cut.close();
  });
}

await test('a file plays the simulations of its first iterations on its board', async () => {
  const file = join(folder, 'simulated.html');
  execFileSync(process.env.AGON, ['tree', 'tic-tac-toe', '-p', 'mcts(iterations=20)', '-o', file]);
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, offline: true });
  const page = await open(context, `file://${file}`);
  await go(page, 3);
  await page.waitForFunction(() => /move (\d+) of \1: /.test(document.getElementById('simulated').textContent));
  expect(await page.locator('#board .piece').count() > 4, `${await page.locator('#board .piece').count()} pieces`);
  sound(page);
  await context.close();
});

/** A search in a file, where each value that goes up is noted: what it says, whether it is taken, for how long. */
async function rising(game, player, reducedMotion = 'no-preference') {
  const file = join(folder, 'rising.html');
  execFileSync(process.env.AGON, ['tree', game, '-p', player, '-o', file]);
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, offline: true, reducedMotion });
  await context.addInitScript(() => {
    window.risen = [];
    new MutationObserver((changes) => {
      for (const chip of changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((one) => one.classList?.contains('chip'))) {
        const [flight] = chip.getAnimations();
        const told = chip.textContent + (chip.classList.contains('worse') ? ' fades' : '');
        window.risen.push({ told, time: flight.effect.getTiming().duration, isHidden: chip.getAttribute('aria-hidden') === 'true' });
        if (window.isHeld) flight.pause();
      }
    }).observe(document, { childList: true, subtree: true });
  });
  const page = await open(context, `file://${file}#moment=1`);
  await shows(page, 1);
  const risen = () => page.evaluate(() => window.risen);
  const chips = () => page.locator('#stage .chip').count();
  /** Presses a button of the bar, and waits until that moment is shown and nothing is on its way. */
  const on = async (name, number) => {
    await page.click(`[data-step="${name}"]`);
    await shows(page, number);
    await page.waitForSelector('#stage .chip', { state: 'detached' });
  };
  return { context, page, risen, chips, on };
}

const TEXTBOOK = ['tree([[3,12,8],[2,4,6],[14,5,2]])', 'alpha-beta'];

await test('a value goes up to the node above: it is taken, or fades where something better is known', async () => {
  const { context, page, risen, on } = await rising(...TEXTBOOK);
  for (let number = 2; number <= 15; number += 1) await on('on', number);
  const told = (await risen()).map((one) => one.told);
  expect(told.join() === '3,12 fades,8 fades,3,2,≤ 2 fades,14,5,2,≤ 2 fades', told.join());
  expect((await risen()).every(({ isHidden, time }) => isHidden && time === 250), JSON.stringify(await risen()));
  // Back, and where moments are skipped, nothing goes up.
  await on('back', 14);
  await on('first', 1);
  await go(page, 6);
  await on('next-cut', 9);
  expect((await risen()).length === told.length, JSON.stringify(await risen()));
  sound(page);
  await context.close();
});

await test('the next step ends what is on its way, and what is stepped fast shows none of it', async () => {
  const { context, page, risen, chips } = await rising(...TEXTBOOK);
  await page.evaluate(() => { window.isHeld = true; });
  await page.focus('#stage');
  for (let number = 2; number <= 5; number += 1) {
    await page.keyboard.press('ArrowRight');
    await shows(page, number);
    expect(await chips() === (number === 2 ? 0 : 1), `${await chips()} values are on their way at moment ${number}`);
  }
  if (process.env.PICTURES) {
    await page.evaluate(() => { for (const one of document.querySelector('#stage .chip').getAnimations()) one.currentTime = 100; });
    await page.screenshot({ path: `${process.env.PICTURES}/rising.png` });
  }
  const before = (await risen()).length;
  // A key that is held repeats itself.
  await page.keyboard.press('ArrowLeft');
  await shows(page, 4);
  await page.keyboard.down('ArrowLeft');
  await shows(page, 3);
  await page.keyboard.up('ArrowLeft');
  await page.keyboard.press('Home');
  await shows(page, 1);
  await page.keyboard.down('ArrowRight');
  for (let number = 2; number <= 5; number += 1) {
    await shows(page, number);
    await page.keyboard.down('ArrowRight');
  }
  await shows(page, 6);
  await page.keyboard.up('ArrowRight');
  await page.focus('#slider');
  await page.keyboard.press('ArrowRight');
  await shows(page, 7);
  expect((await risen()).length === before && await chips() === 0, JSON.stringify(await risen()));
  // The film goes as fast as is wished.
  for (const [pace, isSeen] of [['fastest', false], ['fast', true]]) {
    await page.focus('#stage');
    await page.keyboard.press('Home');
    await shows(page, 1);
    await more(page);
    await page.selectOption('#film-pace', pace);
    await page.click('#film-play');
    await shows(page, 15);
    const played = (await risen()).slice(before);
    expect(isSeen ? played.length === 10 && played.every(({ time }) => time === 150) : played.length === 0, `${pace}: ${JSON.stringify(played)}`);
  }
  sound(page);
  await context.close();
});

await test('payoffs go up the path that is lit, and nothing goes up where no motion is wished', async () => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const { context, page, risen, on } = await rising(TEXTBOOK[0], 'mcts(iterations=20, proofs=false)', reducedMotion);
    const got = [];
    for (let number = 2; number <= 60; number += 1) {
      await on('on', number);
      if (number % 4 === 0) got.push(/seat 1 gets (\S+), counts/.exec(await page.textContent('#sentence'))[1]);
    }
    const told = (await risen()).map((one) => one.told);
    expect(told.join() === (reducedMotion === 'reduce' ? '' : got.join()), `${reducedMotion}: ${told.join()}, not ${got.join()}`);
    // Of several edges it takes longer.
    const times = new Set((await risen()).map((one) => one.time));
    expect([...times].sort().join() === (reducedMotion === 'reduce' ? '' : '250,500'), [...times].join());
    sound(page);
    await context.close();
  }
});

await test('it plays, is made larger, is stepped by keys, links to a moment, and is in nobody\'s way', async () => {
  const file = join(folder, 'film.html');
  execFileSync(process.env.AGON, ['tree', 'tree([[3,12,8],[2,4,6],[14,5,2]])', '-p', 'alpha-beta', '-o', file]);
  for (const [width, height] of [[390, 844], [1280, 800], [1920, 1080]]) {
    for (const colorScheme of ['light', 'dark']) {
      const context = await chromium.newContext({ viewport: { width, height }, colorScheme, offline: true });
      const page = await open(context, `file://${file}#moment=3`);
      await page.waitForFunction(() => document.getElementById('moment').value === '3');
      await accessible(page, `alone at ${width}`);
      await page.focus('#stage');
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction(() => document.getElementById('moment').value === '4');
      const box = () => page.getAttribute('#stage svg', 'viewBox');
      const before = await box();
      await page.keyboard.press('+');
      expect(await box() !== before, 'it is not made larger');
      await page.keyboard.press('Home');
      await more(page);
      await page.selectOption('#film-pace', 'fastest');
      await page.click('#film-play');
      await page.waitForFunction(() => document.getElementById('moment').value === document.getElementById('moment').max);
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/alone-${width}-${colorScheme}.png`, fullPage: true });
      sound(page);
      await context.close();
    }
  }
});

await test('a large search is a file that can be sent', async () => {
  const file = join(folder, 'large.html');
  execFileSync(process.env.AGON, ['tree', 'connect-four', '-p', 'alpha-beta(depth=6)', '-o', file]);
  const bytes = statSync(file).size;
  expect(bytes < 8e6, `${bytes} bytes`);
  const context = await chromium.newContext({ offline: true });
  const page = await open(context, `file://${file}`);
  await page.waitForSelector('#board svg');
  sound(page);
  await context.close();
});

rmSync(folder, { recursive: true });
await finish(chromium, server);
