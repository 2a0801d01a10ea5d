// Tournaments: begun by a form and by a file, watched to their end, stopped and gone on with, looked into.

import { Server, accessible, browser, enter, expect, finish, open, reachable, sound, test, until } from './house.mjs';
import { spawn, execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const server = await new Server().start();
const chromium = await browser();
const at = (path) => server.address + path;

/** Begins one by the form. */
async function begin(page, fields) {
  await page.goto(at('/tournaments'));
  await enter(page, fields);
  await page.click('button.main');
  await page.waitForURL(/tournaments\/[0-9a-f]{32}/);
}

/** The address of a tournament that is over, which is begun if none is. */
let over = null;
async function finished(page) {
  if (over === null) {
    await begin(page, { name: 'three', players: 'random\ngreedy\nalpha-beta(depth=2)', games: 'tic-tac-toe', openings: '6' });
    await stage(page, 'over');
    over = page.url();
  }
  return over;
}

const stage = (page, word) => page.waitForSelector(`#stage[data-stage="${word}"]`, { timeout: 60000 });

await test('a tournament is begun by the form and watched live to its end', async () => {
  const context = await chromium.newContext({ viewport: { width: 1200, height: 900 } });
  const page = await open(context, at('/'));
  await begin(page, { name: 'three', players: 'random\nalpha-beta(depth=2)\nmcts(iterations=60)', games: 'tic-tac-toe\nconnect-four', openings: '60' });
  let seen = 0;
  const began = Date.now();
  while (await page.getAttribute('#stage', 'data-stage') !== 'over') {
    expect(Date.now() - began < 90000, 'it does not end');
    seen = Math.max(seen, Number(await page.getAttribute('progress', 'value')));
    await page.waitForTimeout(100);
  }
  expect(await page.getAttribute('progress', 'value') === '720', 'not all games');
  expect(!(await page.textContent('#stage')).includes('left'), 'it is over, and still goes on');
  expect(/By its share of the points the first seat is worth [+−-]?[\d.,]+ Elo \(95 %/.test(await page.textContent('#event')), 'what the first seat is worth is not told');
  const rows = await page.locator('table:not(.heat) tbody tr').count();
  expect(rows === 6, `${rows} places`);
  expect((await page.textContent('table:not(.heat)')).includes('±'), 'no error bars');
  expect(await page.locator('table.heat td[class^="h"]').count() === 12, 'no heat map');
  for (const table of await page.locator('#event section:has(table.heat)').all()) {
    const places = await table.locator('table.standings tbody th').allTextContents();
    const rows = (await table.locator('table.heat tbody th').allTextContents()).map((name) => name.replace(/^\d+ /, ''));
    expect(places.join('; ') === rows.join('; '), `places ${places.join('; ')}, but rows ${rows.join('; ')}`);
  }
  const own = await page.evaluate(async (path) => (await (await fetch(path)).json()).fingerprint, `${new URL(page.url()).pathname.replace('/tournaments', '/api/v1/tournaments')}/files/result.json`);
  expect(own && (await page.textContent('#event code')) === own, `the fingerprint is ${own}`);
  await page.waitForFunction(() => [...document.querySelectorAll('#event img')].every((image) => image.complete && image.naturalWidth > 100));
  // From a cell to its games, and to all.
  await page.locator('table.heat').first().locator('tbody tr').first().locator('td a').first().click();
  const pair = (await page.locator('table.standings tbody th').count()) === 0 && await page.textContent('main');
  expect(pair && pair.includes('Connect Four'), `the games of a pair: ${pair}`);
  for (const row of await page.locator('.rows li').allTextContents()) expect(row.includes('Connect Four'), row);
  await page.click('main a[href$="/games"]');
  await page.click('.rows a >> nth=3');
  await page.waitForSelector('#moves li');
  expect((await page.textContent('#moves')).match(/\d/), 'no thoughts');
  await page.click('#plies [data-ply="first"]');
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 0);
  await page.click('#plies [data-ply="on"]');
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 1);
  sound(page);
  await context.close();
});

await test('a tournament is begun by one click, and each of those offered can be played', async () => {
  const context = await chromium.newContext({ viewport: { width: 1200, height: 900 } });
  const page = await open(context, at('/tournaments'));
  const names = await page.locator('button.card .name').allTextContents();
  expect(names.length === 3, names.join());
  for (const name of names) {
    await page.goto(at('/tournaments'));
    await page.click(`button.card:has-text("${name}")`);
    await page.waitForURL(/tournaments\/[0-9a-f]+/);
    await page.waitForFunction(() => /[1-9]\d* of [\d,]+ games|over/.test(document.querySelector('main').textContent), null, { timeout: 60000 });
    expect((await page.textContent('h1')).includes(name), await page.textContent('h1'));
    // It may be over by now.
    await page.locator('#do-stop:enabled').click({ timeout: 2000 }).catch(() => {});
    await until(async () => /stopped|over/.test(await page.textContent('main')), 'it does not stop');
  }
  sound(page);
  await context.close();
});

await test('from a file, stopped, gone on with after a restart, downloaded, compared', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/tournaments'));
  await page.click('main details:has(#file) summary');
  await page.fill('#file', 'seed = 3\nopenings = 50000\nrandom-plies = 3\nplayers = ["random", "mcts(iterations=150)"]\ngames = ["connect-four"]\n');
  await page.click('main details:has(#file) button');
  await page.waitForURL(/tournaments\/[0-9a-f]{32}/);
  const address = page.url();
  await stage(page, 'running');
  await page.waitForFunction(() => Number(document.querySelector('progress').value) > 5);
  const waiting = await open(context, at('/'));
  await begin(waiting, { name: 'later', players: 'random\nminimax', games: 'nim', openings: '2' });
  await stage(waiting, 'waiting');
  expect(await waiting.locator('#event img').count() === 0, 'a chart of nothing');
  expect(/Seed \d+/.test(await waiting.textContent('#event')), 'no seed');
  await waiting.close();
  await page.waitForFunction(() => /about [\d,]+ (s|min) left/.test(document.getElementById('stage').textContent));
  await page.click('#do-stop');
  await page.waitForURL(address);
  await stage(page, 'stopped');
  const played = Number(await page.getAttribute('progress', 'value'));
  expect(played > 5 && played < 100000, `${played} games`);
  await page.click('#do-resume');
  // It plays more games, and more again once it was killed in the middle of one.
  const plays = (more) => page.waitForFunction((games) => Number(document.querySelector('progress').value) > games, more, { timeout: 60000 });
  await plays(played);
  const then = Number(await page.getAttribute('progress', 'value'));
  await server.end('SIGKILL');
  await server.start(server.port);
  await page.goto(address);
  await plays(then);
  await page.click('#do-stop');
  await page.waitForURL(address);
  await stage(page, 'stopped');
  for (const form of ['result.json', 'games.jsonl', 'games.csv', 'tables.md', 'tables.tex', 'games.pgn', 'tournament.journal']) {
    const length = await page.evaluate(async (path) => {
      const answer = await fetch(path);
      return answer.ok ? (await answer.arrayBuffer()).byteLength : -answer.status;
    }, `${new URL(address).pathname.replace('/tournaments', '/api/v1/tournaments')}/files/${form}`);
    expect(length > 50, `${form}: ${length}`);
  }
  await begin(page, { name: 'again', players: 'random\nmcts(iterations=150)', games: 'connect-four', openings: '5' });
  await stage(page, 'over');
  await page.goto(at('/tournaments'));
  const last = await page.locator('#one option').count() - 1;
  await page.selectOption('#one', { index: last - 2 });
  await page.selectOption('#other', { index: last });
  await page.click('form[action="/compare"] button');
  await page.waitForSelector('table tbody tr');
  sound(page);
  await context.close();
});

await test('a match that may end early shows how sure it is', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  // It is the first that is asked to be stronger.
  for (const [one, other, answer] of [['random', 'mcts(iterations=100)', 'no: '], ['alpha-beta(depth=3)', 'random', 'yes: ']]) {
    await begin(page, { name: 'match', players: `${one}\n${other}`, games: 'connect-four', openings: '2000', stop: 'sprt(0, 40)' });
    await page.waitForSelector('meter', { timeout: 30000 });
    await stage(page, 'over');
    const asked = await page.locator('section:has(meter) h2').textContent();
    expect(asked === `Is ${one} stronger than ${other} by 40 Elo?`, asked);
    const answered = await page.locator('section:has(meter) strong').textContent();
    expect(answered.startsWith(answer), `${asked} ${answered}`);
    expect(Number(await page.getAttribute('progress', 'value')) < 4000, 'it did not end early');
  }
  sound(page);
  await context.close();
});

await test('a journal of the command line is watched while it is written', async () => {
  const other = new Server();
  const file = join(other.folder, 'league.toml');
  // So many that it cannot have ended before it is looked at, however fast the machine is.
  writeFileSync(file, 'seed = 5\nopenings = 1000000\nrandom-plies = 2\nplayers = ["random", "mcts(iterations=150)"]\ngames = ["connect-four"]\n');
  const run = spawn(process.env.AGON, ['run', file, '--jobs', '1', '--quiet'], { stdio: 'ignore' });
  const journal = join(other.folder, 'league.journal');
  for (let tries = 0; tries < 100; tries += 1) {
    try { execFileSync(process.env.AGON, ['report', 'progress', journal], { stdio: 'ignore' }); break; } catch { await new Promise((done) => setTimeout(done, 100)); }
  }
  other.more = [journal];
  await other.start();
  const context = await chromium.newContext();
  const page = await open(context, `${other.address}/tournaments/journal-1`);
  await stage(page, 'read');
  const first = Number(await page.getAttribute('progress', 'value'));
  await page.waitForFunction((games) => Number(document.querySelector('progress').value) > games, first, { timeout: 30000 });
  run.kill();
  expect(await page.locator('#do-stop').count() === 0, 'it could be stopped');
  sound(page);
  await context.close();
  await other.end();
  other.clear();
});

/** A night of a class, as `agon class` would leave it. */
function night(folder, name, players) {
  const file = join(folder, `${name}.toml`);
  const games = players.length > 4 ? '"tic-tac-toe"' : '"tic-tac-toe", "connect-four"';
  writeFileSync(file, `seed = 5\nopenings = 3\nrandom-plies = 2\nplayers = [${players.map((player) => `'${player}'`)}]\ngames = [${games}]\n`);
  execFileSync(process.env.AGON, ['run', file, '--quiet', '--journal', join(folder, 'nights', `${name}.journal`)], { stdio: 'ignore' });
  writeFileSync(join(folder, 'nights', `${name}.left-out`), 'zita: there is no file `player`\n');
}

await test('a wall shows the last night of a class, and the next without a hand on it', async () => {
  const other = new Server();
  mkdirSync(join(other.folder, 'nights'));
  other.more = ['--class', other.folder];
  await other.start();
  for (const [width, height] of [[390, 844], [1280, 800], [1920, 1080]]) {
    const context = await chromium.newContext({ viewport: { width, height } });
    const page = await open(context, `${other.address}/wall`);
    if (width === 390) {
      await page.getByText('Nothing has been played yet.').waitFor();
      night(other.folder, '2026-01-30', ['random', 'alpha-beta(depth=2)', 'greedy']);
    }
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === '2026-01-30', null, { timeout: 20000 });
    await page.waitForFunction(() => document.querySelectorAll('.sheets tbody tr').length === 3);
    expect((await page.textContent('#wall')).includes('zita'), 'nobody is left out');
    await accessible(page, `the wall at ${width}`);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/wall-few-${width}.png` });
    sound(page);
    await context.close();
  }
  night(other.folder, '2026-01-31', Array.from({ length: 24 }, (_, number) => `epsilon(random, ${(number + 1) / 100})`));
  for (const [width, height] of [[390, 844], [1280, 800], [1920, 1080]]) {
    const context = await chromium.newContext({ viewport: { width, height }, colorScheme: 'dark' });
    const page = await open(context, `${other.address}/wall`);
    await page.waitForFunction(() => document.querySelectorAll('.sheets tbody tr').length === 24);
    const overflow = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    expect(width < 1000 || overflow <= 0, `at ${width} the table is ${overflow} px too high`);
    await accessible(page, `the full wall at ${width}`);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/wall-crowd-${width}.png` });
    await other.end('SIGKILL');
    await page.getByText('The server does not answer.').waitFor({ timeout: 20000 });
    await other.start(other.port);
    await page.waitForFunction(() => document.getElementById('offline').textContent === '', null, { timeout: 20000 });
    await context.close();
  }
  await other.end();
  other.clear();
});

await test('what must not be done is refused, and said', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/tournaments'));
  const refused = async (text, part) => {
    await page.goto(at('/tournaments'));
    await page.click('main details:has(#file) summary');
    await page.fill('#file', text);
    await page.click('main details:has(#file) button');
    const told = await page.textContent('.problem');
    expect(part !== '' && told.includes(part), told);
  };
  await refused('players = ["random", "random"]\ngames = ["nim"]\nopening-file = "/etc/passwd"\n', 'cannot make the server read a file');
  await refused('players = ["human", "random"]\ngames = ["nim"]\n', 'person');
  await refused('players = ["nobody", "random"]\ngames = ["nim"]\n', 'nobody');
  await refused('openings = 100000000\nplayers = ["random", "minimax"]\ngames = ["nim"]\n', '200000000 games are too many here; accepted: up to 200000');
  await refused('this is no file', 'line 1: key with no value');
  await context.close();
});

for (const [width, height] of [[390, 844], [1280, 800], [1920, 1080]]) {
  for (const colorScheme of ['light', 'dark']) {
    await test(`tournaments at ${width} by ${height}, ${colorScheme}: nothing in anybody's way`, async () => {
      const context = await chromium.newContext({ viewport: { width, height }, colorScheme });
      const page = await open(context, at('/'));
      const address = await finished(page);
      await page.goto(at('/tournaments'));
      await accessible(page, 'list');
      await page.goto(address);
      await page.waitForSelector('table');
      await page.waitForFunction(() => [...document.querySelectorAll('#event img')].every((image) => image.complete));
      await accessible(page, 'tournament');
      expect(await reachable(page, 'tournament') > 10, 'nothing is reached');
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/tournament-${width}-${colorScheme}.png`, fullPage: true });
      await page.goto(`${page.url()}/games`);
      await accessible(page, 'games');
      await page.click('.rows a');
      await page.waitForSelector('#moves li');
      await accessible(page, 'replay');
      await context.close();
    });
  }
}

await finish(chromium, server);
