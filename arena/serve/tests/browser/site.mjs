// The pages in a folder of files: a plain host, and everything else cut off.

import { createServer } from 'node:http';
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

import { Server, accessible, browser, expect, finish, open, sound, test, until } from './house.mjs';

const { SITE: folder } = process.env;
const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };
let isUp = true;
const host = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, 'http://host').pathname).replace(/^\/some\/where\//, '');
  if (!isUp) { request.socket.destroy(); return; }
  const { pathname, searchParams } = new URL(request.url, 'http://host');
  if (pathname === '/slide') {
    response.writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>A slide</title><iframe width="900" height="700" src="${searchParams.get('of').replaceAll('&', '&amp;')}"></iframe>`);
    return;
  }
  try {
    const bytes = readFileSync(join(folder, path));
    response.writeHead(200, { 'content-type': KINDS[extname(path)] ?? 'text/plain' }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => host.listen(0, '127.0.0.1', done));
const at = (path) => `http://127.0.0.1:${host.address().port}/some/where/${path}`;
const server = await new Server().start();
const chromium = await browser();
const fresh = (more = {}) => chromium.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...more });

/** Opens a page of the folder that is searched, and waits until it stands. */
async function searched(context, path) {
  const page = await open(context, at(path));
  await page.waitForSelector('#tree .row', { timeout: 60_000 });
  return page;
}

/** The program, asked without a browser. */
const { instance: { exports: program } } = await WebAssembly.instantiate(readFileSync(join(folder, 'assets/agon.wasm')), {});
function answered(method, address, body = '', language = 'en') {
  const asked = new TextEncoder().encode(JSON.stringify([method, address, body, language, '']));
  const place = program.room(asked.length);
  new Uint8Array(program.memory.buffer, place, asked.length).set(asked);
  const length = program.ask();
  const told = JSON.parse(new TextDecoder().decode(new Uint8Array(program.memory.buffer, program.told(), length)));
  return { status: told[0], to: told[2], text: told[3] };
}

await test('the program tells of every game and player what the server tells', async () => {
  for (const path of ['games', 'players']) {
    const theirs = await (await fetch(`${server.address}/api/v1/${path}`)).text();
    const { text } = answered('GET', `/api/v1/${path}`);
    // Modules are games that need an interpreter, which the program does without.
    const plain = (list) => JSON.stringify(JSON.parse(list)[path].filter((one) => one.name !== 'module'));
    expect(plain(text) === plain(theirs), `${path}: ${plain(text).slice(0, 300)}\n${plain(theirs).slice(0, 300)}`);
  }
});

await test('a tournament is played where it is described, stops, goes on, and is had as a journal', async () => {
  const context = await fresh({ acceptDownloads: true });
  const page = await open(context, at('en/tournaments.html'));
  await page.fill('#openings', '800');
  await page.click('#main button.main');
  await page.waitForSelector('#stage', { timeout: 60_000 });
  await page.click('#do-stop');
  await until(async () => page.isEnabled('#do-resume'));
  const stopped = await page.textContent('#stage');
  expect(/^in progress · [\d]+ of 9600 games$/.test(stopped), stopped);
  await page.waitForTimeout(600);
  expect(await page.textContent('#stage') === stopped, 'it goes on');
  await page.click('#do-resume');
  await page.waitForSelector('#stage[data-stage=over]', { timeout: 120_000 });
  expect((await page.$$('#event table.heat')).length === 2, 'no crosstables');
  await page.waitForSelector('#event img[src^="data:image/svg"]');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('a[download="tournament.journal"]')]);
  const journal = readFileSync(await download.path());
  const { search } = new URL(page.url());
  const { status } = answered('GET', `/api/v1/tournaments/0/games${search}&at-once=10000`);
  const own = answered('GET', '/api/v1/tournaments/0/files/tournament.journal');
  expect(status === 200 && Buffer.from(own.text, 'latin1').equals(journal), `${status}: another journal of ${journal.length} bytes`);
  await accessible(page);
  const wrong = await open(context, at('hu/tournament.html?player=random&player=minimaks&game=nim&openings=2'));
  await until(async () => (await wrong.textContent('#main')).includes('minimax'));
  expect(await wrong.inputValue('#openings') === '2', 'the form is lost');
  await context.close();
});

await test('the program finds moves, values and trees as the server does', async () => {
  const token = await fetch(`${server.address}/api/v1/token`);
  const [cookie] = token.headers.getSetCookie();
  const headers = { 'content-type': 'application/json', 'x-agon-token': (await token.json()).token, cookie: cookie.split(';')[0] };
  const games = JSON.parse(answered('GET', '/api/v1/games').text).games.map((game) => game.name);
  let [same, refused] = [0, 0];
  for (const game of games) {
    for (const player of ['greedy', 'alpha-beta(depth=2)', 'minimax(depth=1)', 'expectimax(depth=1)', 'mcts(iterations=30)', 'ismcts(iterations=20)', 'maxn(depth=1)']) {
      const body = JSON.stringify({ game, player, seed: 7 });
      const theirs = await fetch(`${server.address}/api/v1/trees`, { method: 'POST', headers, body });
      const [text, own] = [await theirs.text(), answered('POST', '/api/v1/trees', body)];
      expect(own.status === theirs.status && own.text === text, `${game} ${player}: ${own.status} ${own.text.slice(0, 400)}\n${theirs.status} ${text.slice(0, 400)}`);
      if (own.status === 201) same += 1; else refused += 1;
    }
  }
  console.log(`         ${same} searches are the same, ${refused} are refused by both`);
  expect(same > 60, `only ${same} were searched`);
});

await test('every page in every language stands without a fault', async () => {
  const context = await fresh();
  for (const language of ['en', 'hu', 'sl']) {
    const pages = readdirSync(join(folder, language), { recursive: true }).filter((path) => path.endsWith('.html') && !['search.html', 'table.html'].includes(path));
    expect(pages.length > 60, `${pages.length} pages`);
    for (const path of pages) {
      const page = await open(context, at(`${language}/${path}`));
      await page.waitForLoadState('load');
      sound(page);
      await page.close();
    }
  }
  await context.close();
});

for (const [width, height] of [[390, 844], [1280, 900]]) {
  await test(`the first page, a game, the lab and a search at ${width} by ${height}: nothing in anybody's way`, async () => {
    const context = await fresh({ viewport: { width, height } });
    for (const path of ['en/index.html', 'hu/games/chess.html', 'sl/lab.html', 'en/new.html?game=chess']) {
      const page = await open(context, at(path));
      await page.waitForSelector('#main h1', { timeout: 60_000 });
      await accessible(page, path);
    }
    await accessible(await searched(context, 'en/search.html?game=tic-tac-toe&moves=b2+a1&player=alpha-beta(depth=3)'), 'search');
    await context.close();
  });
}

await test('a search is opened by a button, walked, and described by its address', async () => {
  const context = await fresh();
  const page = await open(context, at('index.html'));
  await page.waitForURL(/\/en\/index\.html$/);
  await page.click('#running');
  await page.waitForURL(/search\.html\?game=tic-tac-toe/);
  await page.waitForSelector('#tree .row');
  await page.click('[data-step="last"], [data-moment="last"], #last').catch(() => {});
  const [address, why] = [page.url(), await page.textContent('#why')];
  const again = await open(context, address);
  await again.waitForSelector('#tree .row');
  expect(await again.textContent('#why') === why, 'it is another search');
  await again.click('footer a[lang="hu"]');
  await again.waitForURL(/\/hu\/search\.html\?game=tic-tac-toe/);
  await again.waitForSelector('#tree .row');
  sound(page);
  sound(again);
  await context.close();
});

/** Opens a game, and waits until its page stands. */
async function seated(context, path) {
  const page = await open(context, at(path));
  await page.waitForSelector('#panel', { timeout: 60_000 });
  return page;
}

const plies = (page) => page.evaluate(() => document.querySelectorAll('#moves li').length);
const waits = (page, count) => page.waitForFunction((own) => document.querySelectorAll('#moves li').length === own, count, { timeout: 60_000 });
const place = (page, name) => page.locator(`#board [data-cell="${name}"]`);

await test('a game is begun by a board, played, taken back, and found again', async () => {
  const context = await fresh();
  const page = await open(context, at('en/index.html'));
  await page.selectOption('#against', 'level:easy');
  await page.click('button.face[value="tic-tac-toe"]');
  await page.waitForURL(/table\.html\?table=[0-9a-f]{32}$/);
  await page.waitForSelector('#panel');
  await place(page, 'b2').click();
  await waits(page, 2);
  await page.click('#do-hint');
  await page.waitForSelector('.advice li');
  await page.reload();
  await page.waitForSelector('#panel');
  await waits(page, 2);
  await page.click('[data-ply="first"]');
  await page.waitForFunction(() => document.getElementById('chosen').textContent !== '');
  await page.click('#do-undo');
  await waits(page, 0);
  await page.click('#do-redo');
  await waits(page, 2);
  // Another page of the same game goes on where this one is.
  const other = await seated(context, `en/${page.url().split('/').pop()}`);
  await waits(other, 2);
  await other.click('footer a[lang="sl"]');
  await other.waitForURL(/\/sl\/table\.html\?table=/);
  await other.waitForSelector('#panel');
  await waits(other, 2);
  await page.click('#do-resign');
  await page.click('#do-resign');
  await page.waitForSelector('#play-again');
  await page.waitForSelector('#review-said:not(:empty)');
  for (const own of [page, other]) sound(own);
  await accessible(page, 'a game that is over');
  await page.click('#play-again');
  await page.waitForSelector('#do-resign:not([disabled])');
  expect(await plies(page) === 0, 'it is the same game');
  const list = await open(context, at('en/index.html'));
  await list.click('a[href="tables.html"]');
  await list.waitForSelector('.rows li');
  expect(await list.locator('.rows li').count() === 2, 'two games are kept');
  await accessible(list, 'the games that are kept');
  await list.locator('.rows li', { hasText: 'over' }).locator('button').click();
  await list.waitForURL(/delete=/);
  await list.waitForFunction(() => document.querySelectorAll('.rows li').length === 1);
  await list.click('.rows a');
  await list.waitForSelector('#panel');
  sound(list);
  await context.close();
});

await test('the program plays the moves that the server plays', async () => {
  const context = await fresh();
  const fields = 'game=connect-four&seat1=player&player1=mcts(iterations=60)&seat2=level%3Aeasy&seed=11';
  const page = await seated(context, `en/table.html?${fields}`);
  await page.waitForSelector('#play-again', { timeout: 120_000 });
  const own = await page.evaluate(() => Array.from(document.querySelectorAll('#moves li'), (item) => item.textContent));
  const theirs = await open(await chromium.newContext(), `${server.address}/new?${fields}`);
  await theirs.click('form.settings button.main');
  await theirs.waitForSelector('#play-again', { timeout: 120_000 });
  const moves = await theirs.evaluate(() => Array.from(document.querySelectorAll('#moves li'), (item) => item.textContent));
  expect(own.length > 6 && `${own}` === `${moves}`, `${own}\n${moves}`);
  await context.close();
});

await test('what is hidden is not on the page, and whoever takes a move back waits for nobody', async () => {
  const context = await fresh();
  const cards = await seated(context, 'en/table.html?game=leduc&seat1=me&seat2=level:easy');
  await cards.waitForSelector('.words button');
  const text = await cards.content();
  expect(text.includes('?') && !text.includes('"seed"'), 'the page tells too much');
  const slow = await seated(context, 'en/table.html?game=chess&seat1=me&seat2=player&player2=alpha-beta(depth=40)');
  await slow.waitForFunction(() => document.getElementById('do-undo'));
  await place(slow, 'e2').click();
  await place(slow, 'e4').click();
  await slow.waitForFunction(() => document.getElementById('thinking').textContent !== '');
  await slow.click('#do-undo');
  await waits(slow, 0);
  const wrong = await seated(context, 'en/table.html?game=nim&against=level:easy');
  await wrong.evaluate(() => { const form = document.querySelector('form.typed'); form.move.value = 'z9'; form.requestSubmit(); });
  await wrong.waitForSelector('#problem:not([hidden])');
  for (const page of [cards, slow, wrong]) sound(page);
  await context.close();
});

await test('within another page there is no navigation, nor where the address says so', async () => {
  const context = await fresh();
  // The slide is of another host than the site.
  const slideOf = (path) => `http://localhost:${host.address().port}/slide?of=${encodeURIComponent(at(path))}`;
  await context.addInitScript(() => {
    if (window.top === window) return;
    // Some browsers keep nothing within the pages of others.
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { configurable: true, get() { throw new Error('denied'); } });
  });
  const slide = await open(context, slideOf('en/search.html?game=tic-tac-toe&moves=b2+a1&player=minimax(depth=2)'));
  const frame = slide.frameLocator('iframe');
  await frame.getByText('minimax(depth=2) plays').waitFor({ timeout: 20_000 });
  expect(!await frame.locator('header.top').isVisible() && !await frame.locator('footer').isVisible(), 'the frame has navigation');
  await slide.goto(slideOf('en/table.html?game=tic-tac-toe&against=level:easy'));
  await frame.locator('#board [data-cell="b2"]').click();
  await frame.locator('#moves li').nth(1).waitFor();
  await frame.locator('#do-undo').click();
  await frame.locator('#moves li').first().waitFor({ state: 'detached' });
  sound(slide);
  const alone = await seated(context, 'en/table.html?game=nim&against=level:easy&embed=yes');
  expect(alone.url().endsWith('&embed=yes') && !await alone.isVisible('header.top'), alone.url());
  const whole = await open(context, at('en/lab.html'));
  expect(await whole.isVisible('header.top') && await whole.isVisible('footer'), 'the page has no navigation');
  for (const page of [alone, whole]) sound(page);
  await context.close();
});

await test('what is wrong is a sentence beside its field, and mended there', async () => {
  const context = await fresh();
  const page = await open(context, at('en/search.html?game=nim&moves=&player=minimaks'));
  await page.waitForSelector('#wrong');
  expect((await page.textContent('#wrong')).includes('did you mean `minimax`'), await page.textContent('#wrong'));
  await page.fill('#player', 'minimax(depth=3)');
  await page.press('#player', 'Enter');
  await page.waitForSelector('#tree .row');
  const clock = await open(context, at('en/search.html?game=nim&moves=&player=mcts(time=1000)'));
  await clock.waitForSelector('#wrong');
  expect((await clock.textContent('#wrong')).includes('by the clock'), await clock.textContent('#wrong'));
  sound(page);
  await context.close();
});

await test('searches race, a tree is drawn by hand, a worksheet has its trees', async () => {
  const context = await fresh();
  const race = await open(context, at('en/race.html?game=tic-tac-toe&moves=b2+a1&player=minimax(depth=3)&player=alpha-beta(depth=3)'));
  await race.waitForFunction(() => document.querySelectorAll('.lane').length === 2);
  const sketch = await open(context, at('en/sketch.html?tree=[[3,12,8],[2,4,6],[14,5,2]]'));
  await sketch.waitForSelector('#drawn svg');
  const sheet = await open(context, at('en/worksheet.html?count=2&seed=4'));
  await until(() => sheet.evaluate(() => [...document.images].length > 0 && [...document.images].every((one) => one.complete && one.naturalWidth > 0)), 'the trees are not drawn');
  for (const page of [race, sketch, sheet]) sound(page);
  await context.close();
});

await test('colours are chosen and kept', async () => {
  const context = await fresh({ colorScheme: 'light' });
  const page = await open(context, at('en/lab.html'));
  await page.click('a[href="#theme-dark"]');
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  await page.goto(at('en/games/go.html'));
  expect(await page.evaluate(() => document.documentElement.dataset.theme) === 'dark', 'it is forgotten');
  await until(async () => await page.textContent('footer a[href^="#theme"][aria-current]') === 'Dark', 'it is not marked');
  sound(page);
  await context.close();
});

await test('a page goes on while it is searched, and leaving it ends the search', async () => {
  const context = await fresh();
  const page = await open(context, at('en/search.html?game=connect-four&moves=&player=alpha-beta(depth=14)'));
  await page.waitForSelector('[role="status"]');
  expect(await page.evaluate(() => new Promise((done) => { setTimeout(() => done(1 + 1), 0); })) === 2, 'it does not answer');
  await page.click('header .sign');
  await page.waitForURL(/index\.html$/);
  sound(page);
  await context.close();
});

await test('after the first visit it works without a network', async () => {
  const context = await fresh();
  const page = await open(context, at('en/index.html'));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const isKept = () => page.evaluate(async () => (await caches.match(new URL('worksheet.html', location.href))) !== undefined);
  await until(isKept, 'the pages are not kept');
  isUp = false;
  await page.click('a[href="games/chess.html"]:not([aria-hidden])');
  await page.waitForURL(/games\/chess\.html$/);
  const search = await searched(context, 'en/search.html?game=kuhn&moves=2+3&player=ismcts(iterations=20)');
  isUp = true;
  sound(page);
  sound(search);
  await context.close();
});

host.close();
await finish(chromium, server);
