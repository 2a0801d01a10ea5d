// Games by mouse and by keyboard, by two people, in three languages, over a reload and a kill.

import { Server, accessible, browser, expect, finish, open, reachable, sound, test } from './house.mjs';

const server = await new Server().start();
const chromium = await browser();
const at = (path) => server.address + path;

/** What the page's game looks like to a program. */
async function state(page) {
  const id = new URL(page.url()).pathname.split('/')[2];
  return page.evaluate((path) => fetch(path).then((answer) => answer.json()), `/api/v1/tables/${id}`);
}

/** Waits until it is this page's move, or the game is over. */
async function turn(page, after) {
  for (let tries = 0; tries < 400; tries += 1) {
    const now = await state(page);
    if (now.moves.length > after && (now.your_turn || now.ended)) {
      await page.waitForFunction((count) => document.querySelectorAll('#moves li').length === count, now.moves.length);
      return now;
    }
    await page.waitForTimeout(50);
  }
  throw new Error(`nobody moved: ${JSON.stringify((await state(page)).thinking)}`);
}

/** Begins a game by the form. */
async function begin(page, query, seats) {
  await page.goto(at(`/new?game=${query}`));
  for (const [seat, who] of Object.entries(seats)) {
    if (who.includes(':') || who === 'me' || who === 'open') {
      await page.selectOption(`#seat${seat}`, who);
    } else {
      await page.selectOption(`#seat${seat}`, 'player');
      await page.fill(`#player${seat}`, who);
    }
  }
  await page.click('button.main');
  await page.waitForURL(/tables/);
}

const center = async (page, name) => {
  const box = await page.locator(`g[data-cell="${name}"] > .target`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** Points at the places of a move: clicks, or drags where it is a way from one place to another. */
async function point(page, legal, drag) {
  const paths = legal.aim.paths.filter((path) => path.length > 0);
  if (paths.length === 0) {
    const details = page.locator('details.legal');
    if (await details.getAttribute('open') === null) await details.locator('summary').click();
    await page.click(`details.legal button[value="${legal.move}"]`);
    return;
  }
  const steps = paths.flat();
  if (drag && steps.length === 2) {
    const [x, y] = await center(page, steps[0]);
    const [u, v] = await center(page, steps[1]);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move((x + u) / 2, (y + v) / 2, { steps: 3 });
    await page.mouse.move(u, v, { steps: 3 });
    await page.mouse.up();
  } else {
    for (const step of steps) {
      if (await page.locator('#several button').count()) break;
      const [x, y] = await center(page, step);
      await page.mouse.click(x, y);
    }
  }
  const choice = page.locator('#several button', { hasText: legal.move }).first();
  if (await choice.count()) await choice.click();
}

/** Goes to a place by arrow keys, as far as they lead, and chooses it. */
async function walk(page, name) {
  for (let steps = 0; steps < 60; steps += 1) {
    const found = await page.evaluate((to) => {
      const own = document.activeElement?.dataset?.cell;
      if (own === undefined) return 'none';
      if (own === to) return 'here';
      const middle = (cell) => {
        const box = document.querySelector(`g[data-cell="${CSS.escape(cell)}"] > .target`).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      };
      const [x, y] = middle(own);
      const [u, v] = middle(to);
      // First to its row.
      return Math.abs(v - y) < 5 ? (u > x ? 'ArrowRight' : 'ArrowLeft') : (v > y ? 'ArrowDown' : 'ArrowUp');
    }, name);
    if (found === 'here') { await page.keyboard.press('Enter'); return; }
    if (found === 'none') { await page.locator('g[data-cell][tabindex="0"]').focus(); continue; }
    const before = await page.evaluate(() => document.activeElement.dataset.cell);
    await page.keyboard.press(found);
    const after = await page.evaluate(() => document.activeElement.dataset.cell);
    if (before === after) {
      const aside = found.endsWith('Left') || found.endsWith('Right') ? 'ArrowUp' : 'ArrowLeft';
      await page.keyboard.press(aside);
    }
  }
  throw new Error(`no arrow keys lead to ${name}`);
}

// Five kinds of boards: squares, slots, hexagons, lines between dots, heaps.
const BOARDS = [
  ['tic-tac-toe', {}], ['connect-four&o.width=5&o.height=4', {}], ['hex&o.size=4', {}],
  ['dots-and-boxes&o.width=2&o.height=2', {}], ['nim&o.heaps=2%2B3', {}], ['breakthrough&o.width=4&o.height=5', {}],
];

for (const [query] of BOARDS) {
  const name = query.split('&')[0];
  await test(`a game of ${name} by mouse, to its end`, async () => {
    const context = await chromium.newContext({ viewport: { width: 1100, height: 900 } });
    const page = await open(context, at('/'));
    await begin(page, query, { 1: 'me', 2: 'random' });
    let now = await state(page);
    for (let plies = 0; !now.ended; plies += 1) {
      expect(plies < 80, 'it does not end');
      const before = now.moves.length;
      await point(page, now.legal[(plies * 7) % now.legal.length], plies % 2 === 0);
      now = await turn(page, before);
    }
    expect((await page.textContent('#status')).includes('over'), 'the end is not told');
    sound(page);
    await context.close();
  });

  await test(`a game of ${name} by keyboard, to its end`, async () => {
    const context = await chromium.newContext({ viewport: { width: 1100, height: 900 } });
    const page = await open(context, at('/'));
    await begin(page, query, { 1: 'me', 2: 'random' });
    await page.locator('g[data-cell][tabindex="0"]').focus();
    let now = await state(page);
    for (let plies = 0; !now.ended; plies += 1) {
      expect(plies < 80, 'it does not end');
      const before = now.moves.length;
      const legal = now.legal[(plies * 5) % now.legal.length];
      for (const step of legal.aim.paths.flat()) {
        await walk(page, step);
        if (await page.locator('#several button').count()) { await page.keyboard.press('Enter'); break; }
      }
      now = await turn(page, before);
    }
    sound(page);
    await context.close();
  });
}

await test('dice fall, and a game of one seat and of three seats goes on', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await begin(page, 'pig', { 1: 'me', 2: 'level:easy' });
  await page.click('details.legal summary').catch(() => {});
  await turn(page, -1);
  await page.fill('#typed', 'roll');
  await page.keyboard.press('Enter');
  const rolled = await turn(page, 1);
  expect(rolled.moves.some((m) => m.seat === null), 'no die fell');
  await begin(page, '2048', { 1: 'me' });
  const one = await turn(page, 0);
  await page.fill('#typed', one.legal[0].move);
  await page.keyboard.press('Enter');
  await turn(page, one.moves.length);
  await begin(page, 'chinese-checkers&o.players=3', { 1: 'me', 2: 'random', 3: 'random' });
  const three = await state(page);
  await point(page, three.legal.find((legal) => legal.aim.paths[0]?.length === 2), true);
  const after = await turn(page, 0);
  expect(after.moves.length >= 3, 'the others did not move');
  sound(page);
  await context.close();
});

await test('taken back, played again, hinted, resigned', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await begin(page, 'tic-tac-toe', { 1: 'me', 2: 'minimax' });
  await point(page, (await state(page)).legal[4]);
  const two = await turn(page, 0);
  await page.keyboard.press('u');
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 0);
  await page.keyboard.press('r');
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 2);
  expect((await state(page)).line === two.line, 'another game came back');
  await page.click('#do-hint');
  await page.waitForSelector('.advice li');
  expect(await page.locator('g.advised').count() > 0, 'the hint is not on the board');
  await page.click('#plies [data-ply="first"]');
  await page.waitForFunction(() => document.querySelector('#chosen').textContent.includes('0'));
  await page.click('#plies [data-ply="last"]');
  await page.click('#do-resign');
  await page.waitForFunction(() => document.querySelector('#status').textContent.includes('resigned'));
  sound(page);
  await context.close();
});

await test('a thought is seen, and stopped', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await begin(page, 'chess', { 1: 'me', 2: 'alpha-beta(depth=unlimited, nodes=100000000)' });
  await page.fill('#typed', 'e2e4');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /\/\d/.test(document.querySelector('#thinking').textContent));
  await page.click('#do-stop');
  const now = await turn(page, 1);
  expect(now.moves.length === 2, 'it did not answer');
  sound(page);
  await context.close();
});

await test('what the squares are worth is written on the board', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/new?game=amoba&moves=e6+f7+f6'));
  await page.selectOption('#seat2', 'me');
  await page.click('button.main');
  await page.waitForURL(/tables/);
  await page.click('#overlay');
  await page.waitForSelector('g.written text');
  sound(page);
  await context.close();
});

await test('a game in the address, saved, loaded, and of its own position', async () => {
  const context = await chromium.newContext({ acceptDownloads: true });
  const page = await open(context, at('/'));
  await begin(page, 'connect-four', { 1: 'me', 2: 'level:easy' });
  await point(page, (await state(page)).legal[3]);
  const now = await turn(page, 0);
  const address = await page.getAttribute('.links a', 'href');
  const text = await page.evaluate((path) => fetch(path).then((answer) => answer.text()), `/api/v1/tables/${now.id}/saved`);
  await page.goto(at(address));
  expect((await page.inputValue('#moves')) === now.line, 'the address does not hold the moves');
  await page.click('button.main');
  await page.waitForURL(/tables/);
  expect((await state(page)).line === now.line, 'another game');
  await page.goto(at('/'));
  await page.fill('#saved', text);
  await page.click('section[aria-labelledby="load"] button');
  await page.waitForURL(/tables/);
  expect((await state(page)).line === now.line, 'another game was loaded');
  sound(page);
  await context.close();
});

await test('two people at one game, and a third who only looks', async () => {
  const [one, two, third] = await Promise.all([1, 2, 3].map(() => chromium.newContext()));
  const first = await open(one, at('/'));
  await begin(first, 'tic-tac-toe', { 1: 'me', 2: 'open' });
  const second = await open(two, first.url());
  const looker = await open(third, first.url());
  await second.click('form[data-deed="sit"] button');
  await first.waitForFunction(() => !document.querySelector('form[data-deed="sit"]'));
  await looker.waitForFunction(() => !document.querySelector('form[data-deed="sit"]'));
  await point(first, (await state(first)).legal[4]);
  await second.waitForSelector('#typed');
  expect(!(await state(first)).your_turn && !(await state(looker)).your_turn, 'whose move is it?');
  await point(second, (await state(second)).legal[0]);
  await first.waitForSelector('#typed');
  await looker.waitForFunction(() => document.querySelectorAll('#moves li').length === 2);
  await first.click('#do-draw');
  await second.waitForFunction(() => document.querySelector('#panel').textContent.includes('offers a draw'));
  await second.click('#do-draw');
  await looker.waitForFunction(() => document.querySelector('#status').textContent.includes('draw'));
  [first, second, looker].forEach(sound);
  await Promise.all([one, two, third].map((context) => context.close()));
});

await test('two games at once do not disturb each other', async () => {
  const context = await chromium.newContext();
  const pages = [await open(context, at('/')), await open(context, at('/'))];
  for (const page of pages) await begin(page, 'nim', { 1: 'me', 2: 'random' });
  for (let round = 0; round < 2; round += 1) {
    for (const page of pages) {
      const now = await state(page);
      if (now.ended) continue;
      await point(page, now.legal[0]);
      await turn(page, now.moves.length);
    }
  }
  const [one, two] = await Promise.all(pages.map(state));
  expect(one.id !== two.id && one.seed !== two.seed, 'one game twice');
  pages.forEach(sound);
  await context.close();
});

await test('a game goes on after a reload, a restart, and a kill', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await begin(page, 'tic-tac-toe', { 1: 'me', 2: 'minimax' });
  await point(page, (await state(page)).legal[0]);
  const before = await turn(page, 0);
  await page.reload();
  expect((await state(page)).line === before.line, 'lost by a reload');
  for (const signal of ['SIGTERM', 'SIGKILL']) {
    await server.end(signal);
    await server.start(server.port);
    await page.waitForFunction(() => document.querySelector('#problem').hidden, null, { timeout: 20000 });
    expect((await state(page)).line === before.line, `lost by ${signal}`);
  }
  const legal = (await state(page)).legal[0];
  await point(page, legal);
  const after = await turn(page, before.moves.length);
  expect(after.moves.length > before.moves.length, 'it does not go on');
  await context.close();
});

for (const [code, word] of [['en', 'Your move'], ['hu', 'Az Ön lépése'], ['sl', 'Vaša poteza']]) {
  await test(`pages in ${code}, by the browser's wish and by the switch`, async () => {
    const wished = await chromium.newContext({ locale: code });
    const page = await open(wished, at('/new?game=tic-tac-toe'));
    expect((await page.getAttribute('html', 'lang')) === code, 'not in the wished language');
    expect((await page.locator('.prose[lang], .option [lang]').count()) === 0, 'rules or options are in English');
    const told = await page.evaluate(async () => (await (await fetch('/api/v1/games/nimm')).json()).error);
    expect(told.startsWith('unknown') === (code === 'en'), told);
    await page.click('button.main');
    await page.waitForSelector('#typed');
    expect((await page.textContent('form.typed label')) === word, 'not in the wished words');
    await wished.close();
    const other = await chromium.newContext({ locale: code === 'en' ? 'hu' : 'en' });
    const switched = await open(other, at('/players'));
    await switched.click(`footer a[hreflang="${code}"]`);
    expect((await switched.getAttribute('html', 'lang')) === code, 'the switch does not hold');
    expect(new URL(switched.url()).pathname === '/players', 'the way back is lost');
    await other.close();
  });
}

await test('without scripts a game is played by forms', async () => {
  const context = await chromium.newContext({ javaScriptEnabled: false });
  const page = await open(context, at('/new?game=tic-tac-toe'));
  await page.click('button.main');
  await page.waitForURL(/tables/);
  await page.click('details.legal summary');
  await page.click('details.legal button >> nth=4');
  await page.waitForTimeout(2500);
  await page.reload();
  expect((await page.locator('#moves li').count()) >= 2, 'nobody answered');
  await context.close();
});

const PAGES = ['/', '/players', '/players/alpha-beta', '/games/chess', '/new?game=chess', '/new?game=nope'];
for (const [width, height] of [[390, 844], [1280, 800], [1920, 1080]]) {
  for (const colorScheme of ['light', 'dark']) {
    await test(`pages of ${width} by ${height}, ${colorScheme}: nothing in anybody's way`, async () => {
      const context = await chromium.newContext({ viewport: { width, height }, colorScheme });
      const page = await open(context, at('/'));
      await begin(page, 'breakthrough', { 1: 'me', 2: 'random' });
      await point(page, (await state(page)).legal[0]);
      await turn(page, 0);
      const table = new URL(page.url()).pathname;
      for (const path of [table, ...PAGES]) {
        await page.goto(at(path));
        await accessible(page, path);
        expect(await reachable(page, path) > 3, `${path}: nothing is reached`);
        if (process.env.PICTURES) {
          const name = path === table ? 'table' : path.replace(/\W+/g, '-');
          await page.screenshot({ path: `${process.env.PICTURES}/${name}-${width}-${colorScheme}.png` });
        }
      }
      await context.close();
    });
  }
}

await chromium.close();
await server.end();
server.clear();
finish();
