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
    // A page goes to its end by itself, before somebody goes elsewhere.
    for (const one of [page, alone]) await shows(one, last);
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
