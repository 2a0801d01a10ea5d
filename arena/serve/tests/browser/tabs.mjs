// Many games in one browser, side by side and in pages that nobody sees: it has six connections to a server for all of them. And
// what pages do where the server is away, or has forgotten what they show.

import { Server, browser, expect, finish, open, sound, test, until } from './house.mjs';

const server = await new Server().start();
const chromium = await browser();
const at = (path) => server.address + path;

/** A browser of its own, which counts the streams of each page. */
async function visitor() {
  const context = await chromium.newContext();
  await context.addInitScript(() => {
    window.streams = new Set();
    window.EventSource = class extends EventSource {
      constructor(address) { super(address); window.streams.add(this); }

      close() { super.close(); window.streams.delete(this); }
    };
  });
  return context;
}

/** Begins a game by the program's interface, from a page of that browser. */
const begin = (page, seats, game = 'tic-tac-toe') => page.evaluate(async (new_) => {
  const headers = { 'Content-Type': 'application/json', 'X-Agon-Token': document.querySelector('meta[name="agon-token"]').content };
  const answer = await fetch('/api/v1/tables', { method: 'POST', headers, body: JSON.stringify(new_) });
  return `/tables/${(await answer.json()).id}`;
}, { game, seats });

const moves = (page) => page.evaluate(() => document.querySelectorAll('#moves li').length);
const listens = (page) => page.evaluate(() => window.streams.size);

/** As when somebody looks at another page of the browser, or back at this one. */
const see = (page, isSeen) => page.evaluate((isHidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
}, !isSeen);

for (const count of [8, 20]) {
  await test(`${count} open games of one browser load and take moves`, async () => {
    const context = await visitor();
    const first = await open(context, at('/'));
    const pages = [];
    for (let number = 0; number < count; number += 1) {
      const page = await open(context, at(await begin(first, ['me', 'level:easy'])));
      await page.waitForSelector('[data-version]');
      pages.push(page);
    }
    for (const round of [1, 2]) {
      for (const page of pages) {
        await page.click('#board g.can > .target');
        await until(async () => await moves(page) >= 2 * round, `no answer in round ${round} at ${page.url()}`);
      }
      const all = await Promise.all(pages.map(listens));
      expect(all.reduce((sum, own) => sum + own, 0) <= 6, `${all} streams`);
    }
    await first.goto(at('/players'));
    for (const page of pages) sound(page);
    await context.close();
  });
}

await test('a page that nobody sees holds no stream, and knows when it is seen again what was played', async () => {
  const [one, two] = [await visitor(), await visitor()];
  const first = await open(one, at('/'));
  const table = at(await begin(first, ['me', 'open'], 'connect-four'));
  const page = await open(one, table);
  await page.waitForSelector('[data-version]');
  const other = await open(two, table);
  await other.click('form[data-deed="sit"] button');
  await until(() => page.evaluate(() => !document.querySelector('form[data-deed="sit"]')), 'nobody has sat down');
  await page.click('#board g.can > .target');
  await until(async () => await moves(other) === 1, 'the other does not see the move');
  await page.click('#plies [data-ply="back"]');
  await see(page, false);
  await until(async () => await listens(page) === 0, 'a hidden page listens');
  await other.click('#board g.can > .target');
  await until(async () => await moves(other) === 2, 'no move is taken');
  await see(page, true);
  await until(async () => await moves(page) === 2, 'what was played meanwhile is not shown');
  expect(await listens(page) === 1, 'it does not listen again');
  for (const own of [page, other]) sound(own);
  await one.close();
  await two.close();
});

await test('an opponent goes on thinking for a page that nobody sees', async () => {
  const context = await visitor();
  const first = await open(context, at('/'));
  const page = await open(context, at(await begin(first, ['me', 'mcts(iterations=60000)'], 'othello')));
  await page.waitForSelector('[data-version]');
  await page.click('#board g.can > .target');
  await see(page, false);
  await until(async () => await moves(page) === 2, 'no answer has come');
  expect(await listens(page) === 0, 'it listens though nobody sees it');
  sound(page);
  await context.close();
});

await test('a page of a tournament that nobody sees holds no stream', async () => {
  const context = await visitor();
  const first = await open(context, at('/'));
  const id = await first.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Agon-Token': document.querySelector('meta[name="agon-token"]').content };
    const file = 'players = ["random", "greedy"]\ngames = ["nim"]\n';
    const answer = await fetch('/api/v1/tournaments', { method: 'POST', headers, body: JSON.stringify({ file }) });
    return (await answer.json()).id;
  });
  const page = await open(context, at(`/tournaments/${id}`));
  await until(async () => await listens(page) === 1, 'it does not listen');
  await see(page, false);
  expect(await listens(page) === 0, 'a hidden page listens');
  await see(page, true);
  expect(await listens(page) === 1, 'it does not listen again');
  await until(() => page.evaluate(() => document.querySelector('#stage').dataset.stage === 'over'), 'it does not end');
  sound(page);
  await context.close();
});

await test('a search that the server has no more is searched again unasked', async () => {
  const context = await visitor();
  const page = await open(context, at('/inside'));
  await page.click('.gallery button.card:has-text("alpha-beta")');
  await page.waitForSelector('#stage svg');
  await page.click('[data-step="first"]');
  await page.waitForTimeout(500);
  await server.end();
  for (let step = 0; step < 4; step += 1) await page.click('[data-step="next-cut"]');
  await until(() => page.isVisible('#problem'), 'nothing is said of a server that is away');
  expect((await page.textContent('#problem')).includes('does not answer'), await page.textContent('#problem'));
  // It is there again, and has nothing in memory.
  await server.start(server.port);
  await page.click('[data-step="last"]');
  const last = await page.textContent('#where');
  // There is one cut: once it is shown there is none before it.
  for (const step of ['previous-cut', 'back']) await page.click(`[data-step="${step}"]`);
  await until(async () => !await page.isVisible('#problem') && await page.textContent('#where') !== last, 'it is not searched again');
  // Also whoever opens the address later finds the search.
  await server.end();
  await server.start(server.port);
  await page.reload();
  await page.waitForSelector('#stage svg');
  await context.close();
});

await test('a move while the server is away is answered in words', async () => {
  const context = await visitor();
  const page = await open(context, at(await begin(await open(context, at('/')), ['me', 'level:easy'])));
  await page.waitForSelector('[data-version]');
  await server.end();
  await page.click('#board g.can > .target');
  await until(async () => (await page.textContent('#problem')).includes('does not answer'), 'it is not said');
  await server.start(server.port);
  await context.close();
});

await finish(chromium, server);
