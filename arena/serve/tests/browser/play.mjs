// Games by mouse and by keyboard, by two people, in three languages, over a reload and a kill.

import { Server, accessible, browser, expect, finish, open, reachable, sound, test, until } from './house.mjs';

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

/** Waits until the page shows the game as it stands now on the server, and says how that is. */
async function shown(page) {
  const now = await state(page);
  await page.waitForFunction((version) => Number(document.querySelector('[data-table]').dataset.version) >= version, now.version);
  return now;
}

/** What this page asks of its table from now on, each as `deed` or `deed move`: it is there before anything that the page asks later is answered. */
function asked(page) {
  const all = [];
  page.on('request', (request) => {
    const deed = /\/api\/v1\/tables\/[^/]+\/(\w+)$/.exec(request.url())?.[1];
    if (deed && request.method() === 'POST') all.push([deed, request.postDataJSON()?.move].filter(Boolean).join(' '));
  });
  return all;
}

/** Begins a game by the form, of a seed that the test chooses where nobody else may sit down. */
async function begin(page, query, seats, seed = 7) {
  const isOpen = Object.values(seats).includes('open');
  await page.goto(at(`/new?game=${query}${isOpen ? '' : `&seed=${seed}`}`));
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
  // Without its script a page plays too, and tells nothing of what others do.
  await page.waitForSelector('#extras:not([hidden])');
}

/** Opens what is folded, unless it is open. */
async function unfold(page, name) {
  if (await page.locator(`details.${name}[open]`).count() === 0) await page.click(`details.${name} > summary`);
}

const center = async (page, name) => {
  const box = await page.locator(`g[data-cell="${name}"] > .target`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** Points at the places of a move: clicks, or drags where it is a way from one place to another. */
async function point(page, legal, drag) {
  const paths = legal.aim.paths.filter((path) => path.length > 0);
  if (paths.length === 0) {
    await page.click(`.words button[value="${legal.move}"]`);
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
  const choice = page.locator(`#several button[data-move="${legal.move}"]`);
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

/** Positions of a game after so many moves of all kinds, as the page draws them. */
async function somewhere(page, game, after) {
  return page.evaluate(async ([name, plies]) => {
    const moves = [];
    const found = [];
    for (let ply = 0; ply <= plies[plies.length - 1]; ply += 1) {
      const query = new URLSearchParams({ game: name, moves: moves.join(', ') });
      const here = await (await fetch(`/api/v1/position?${query}`)).json();
      if (here.error) throw new Error(`${name}: ${here.error}`);
      const isOver = here.node === 'terminal';
      if (isOver || plies.includes(ply)) found.push({ here, moves: [...moves] });
      if (isOver) break;
      moves.push(here.legal[(ply * 7 + 3) % here.legal.length].move);
    }
    return found;
  }, [game, after]);
}

await test('every place of every game answers wherever it is drawn, whatever is marked there', async () => {
  const context = await chromium.newContext({ viewport: { width: 1100, height: 1000 } });
  const page = await open(context, at('/'));
  await begin(page, 'tic-tac-toe', { 1: 'me', 2: 'me' });
  const games = await page.evaluate(async () => (await (await fetch('/api/v1/games')).json()).games.map((game) => game.name));
  expect(games.length > 15, `${games.length} games`);
  let marks = 0;
  for (const game of games) {
    for (const { here, moves } of await somewhere(page, game, [0, 9, 24])) {
      const found = await page.evaluate(([svg, cells]) => {
        const board = document.getElementById('board');
        board.innerHTML = svg;
        board.scrollIntoView();
        const matrix = board.querySelector('svg').getScreenCTM();
        const wrong = [];
        let points = 0;
        for (const cell of cells) {
          const box = board.querySelector(`g[data-cell="${CSS.escape(cell.name)}"] > .target`).getBBox();
          const [x, y] = [cell.x * 48, cell.y * 48];
          // What is drawn of each kind, a little less.
          const inside = {
            square: (dx, dy) => Math.max(Math.abs(dx), Math.abs(dy)) < 23,
            slot: (dx, dy) => Math.max(Math.abs(dx), Math.abs(dy)) < 23,
            hexagon: (dx, dy) => Math.abs(dx) < 23 && Math.abs(dy) + Math.abs(dx) / Math.sqrt(3) < 26.5,
            hole: (dx, dy) => Math.hypot(dx, dy) < 17,
            crossing: (dx, dy) => Math.hypot(dx, dy) < 20,
            chance: (dx, dy) => Math.hypot(dx, dy) < 14,
            dot: (dx, dy) => Math.hypot(dx, dy) < 5,
          }[cell.shape] ?? ((dx, dy) => x + dx > box.x + 1 && x + dx < box.x + box.width - 1
            && y + dy > box.y + 1 && y + dy < box.y + box.height - 1);
          const [wide, high] = [Math.max(60, 2 * box.width), Math.max(60, 2 * box.height)];
          for (let dx = -wide; dx <= wide; dx += wide / 14) {
            for (let dy = -high; dy <= high; dy += high / 14) {
              if (!inside(dx, dy)) continue;
              const point = new DOMPoint(x + dx, y + dy).matrixTransform(matrix);
              const other = document.elementFromPoint(point.x, point.y)?.closest('g[data-cell]')?.dataset.cell;
              points += 1;
              if (other !== cell.name) wrong.push(`${cell.name} at ${dx}, ${dy}: ${other}`);
            }
          }
        }
        return { wrong, points, marks: board.querySelectorAll('.last path, .win').length };
      }, [here.svg, here.picture.cells]);
      marks += found.marks;
      expect(here.picture.cells.length === 0 || found.points > 3 * here.picture.cells.length, `${game}: ${found.points} points`);
      expect(found.wrong.length === 0, `${game} after ${moves.join(' ')}: ${found.wrong.length} of ${found.points}: ${found.wrong.slice(0, 3).join('; ')}`);
    }
  }
  expect(marks > 40, `${marks} marks`);
  await context.close();
});

/** What a finger does: down there, over these points, and up. */
async function finger(page, points) {
  const client = await page.context().newCDPSession(page);
  const [first, ...rest] = points.map(([x, y]) => ({ x, y }));
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [first] });
  for (const point of rest) {
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await client.detach();
}

const between = ([x, y], [u, v], steps = 8) =>
  Array.from({ length: steps + 1 }, (_, step) => [x + (u - x) * step / steps, y + (v - y) * step / steps]);

await test('a finger that scrolls plays nothing, one that taps does, one that carries puts down', async () => {
  const context = await chromium.newContext({ viewport: { width: 390, height: 500 }, hasTouch: true, isMobile: true });
  const page = await open(context, at('/'));
  const deeds = asked(page);
  for (const game of ['connect-four', 'hex&o.size=5', 'tic-tac-toe']) {
    deeds.length = 0;
    await begin(page, game, { 1: 'me', 2: 'me' });
    await page.evaluate(() => { window.scrollTo(0, 0); document.getElementById('record').style.minHeight = '1500px'; });
    const legal = (await state(page)).legal[4];
    const from = await center(page, legal.aim.paths[0][0]);
    // Once the finger is taken for one that scrolls, or is lifted, nothing of it is to come.
    await page.evaluate(() => {
      document.body.dataset.finger = 'down';
      for (const end of ['pointercancel', 'pointerup']) window.addEventListener(end, () => { document.body.dataset.finger = end; }, { once: true });
    });
    await finger(page, between(from, [from[0], from[1] - 120]));
    await until(() => page.evaluate(() => window.scrollY > 40), `${game}: the page does not scroll`);
    await page.waitForSelector('body:not([data-finger="down"])');
    expect((await state(page)).moves.length === 0 && deeds.length === 0, `${game}: played by scrolling: ${deeds}`);
    await page.evaluate(() => window.scrollTo(0, 0));
    await finger(page, [await center(page, legal.aim.paths[0][0])]);
    await until(async () => (await state(page)).moves.length === 1, `${game}: a tap plays nothing`);
    expect(deeds.join() === `moves ${legal.move}`, `${game}: ${deeds}`);
  }
  await begin(page, 'breakthrough&o.width=4&o.height=5', { 1: 'me', 2: 'me' });
  await page.evaluate(() => document.querySelector('g[data-cell="a1"]').scrollIntoView({ block: 'end' }));
  const [from, to] = (await state(page)).legal[0].aim.paths[0];
  await finger(page, between(await center(page, from), await center(page, to)));
  await until(async () => (await state(page)).moves.length === 1, 'nothing is carried');
  // By mouse: let go elsewhere, nothing is meant.
  await begin(page, 'tic-tac-toe', { 1: 'me', 2: 'me' });
  await page.evaluate(() => document.getElementById('board').scrollIntoView());
  const [x, y] = await center(page, 'a1');
  deeds.length = 0;
  await page.mouse.move(x, y);
  await page.mouse.down();
  const [u, v] = await center(page, 'c3');
  await page.mouse.move(u, v, { steps: 4 });
  await page.mouse.up();
  // What is clicked next is played, and is all that was asked for.
  await page.mouse.click(...await center(page, 'b2'));
  await until(async () => (await state(page)).moves.length > 0, 'a click plays nothing');
  expect(deeds.join() === 'moves b2', `what was pressed was played, though let go elsewhere: ${deeds}`);
  sound(page);
  await context.close();
});

await test('2048 is slid by arrow keys and by swipes, at its own pace', async () => {
  const context = await chromium.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await open(context, at('/'));
  await begin(page, '2048', { 1: 'me' });
  let now = await turn(page, 0);
  const slides = (told) => told.moves.filter((m) => m.seat !== null).length;
  const KEYS = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' };
  const begun = Date.now();
  for (let count = 1; count <= 8; count += 1) {
    await page.keyboard.press(KEYS[now.legal[count % now.legal.length].move]);
    await until(async () => { now = await state(page); return slides(now) === count && now.your_turn; }, 'a key slides nothing');
    await page.waitForFunction((length) => document.querySelectorAll('#moves li').length === length, now.moves.length);
  }
  const each = (Date.now() - begun) / 8;
  expect(each < 600, `${each} ms for each slide`);
  const box = await page.locator('#board svg').boundingBox();
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  const ways = { up: [0, -80], down: [0, 80], left: [-80, 0], right: [80, 0] };
  const [dx, dy] = ways[now.legal[0].move];
  await finger(page, between(middle, [middle[0] + dx, middle[1] + dy]));
  await until(async () => slides(await state(page)) === 9, 'a swipe slides nothing');
  sound(page);
  await context.close();
});

await test('one click on a board begins a game, against whoever is chosen', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/'));
  const seats = async () => (await state(page)).seats.map((seat) => (seat.yours ? 'you' : seat.level ?? seat.kind)).join();
  for (const [game, against, expected] of [
    ['chess', 'level:medium', 'you,medium'], ['connect-four', 'me', 'you,you'], ['chinese-checkers', 'level:easy', null],
    ['2048', 'level:hard', 'you'], ['kuhn', 'me', 'you,open'], ['kuhn', 'level:medium', 'you,medium'],
  ]) {
    await page.goto(at('/'));
    await page.selectOption('#against', against);
    await page.click(`.face[value="${game}"]`);
    await page.waitForURL(/tables/);
    const sit = await seats();
    expect(expected === null ? sit.startsWith('you,easy') && !sit.includes('open') : sit === expected, `${game}: ${sit}`);
  }
  await page.goto(at('/'));
  await page.click('button[value="any"]');
  await page.waitForURL(/tables/);
  expect((await seats()) === 'you,medium', await seats());
  // The form begins with the same strength.
  await page.goto(at('/new?game=chess'));
  expect(await page.inputValue('#seat2') === 'level:medium', 'another strength than on the first page');
  // Older games are folded away, and a game is found by what is said of it.
  await page.goto(at('/'));
  expect(await page.locator('section[aria-labelledby="yours"] > ul > li').count() === 4, 'more games than are shown at once');
  await page.fill('#find', 'hex');
  expect((await page.locator('.games li:visible .name').allTextContents()).join() === 'Hex,Dark Hex', 'others are found');
  expect(await page.locator('.group:visible').count() === 2, 'groups without a game that is found are shown');
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).pathname === '/', 'to search begins a game');
  // By its identifier too.
  await page.fill('#find', 'amoba');
  expect((await page.locator('.games li:visible .name').allTextContents()).join() === 'Gomoku', 'it is not found by its identifier');
  sound(page);
  await context.close();
});

// Whoever plays sees the board, how it stands and what can be done, and need not scroll for any of it.
for (const [width, height] of [[360, 640], [390, 844], [768, 1024], [1280, 800], [1920, 1080]]) {
  await test(`nothing scrolls while one plays on ${width} by ${height}`, async () => {
    const context = await chromium.newContext({ viewport: { width, height } });
    const page = await open(context, at('/'));
    for (const game of ['chess', '2048', 'backgammon', 'connect-four', 'hex', 'othello', 'pig', 'go&o.size=9']) {
      await begin(page, game, game === '2048' ? { 1: 'me' } : { 1: 'me', 2: 'me' });
      await turn(page, ['2048', 'backgammon'].includes(game) ? 0 : -1);
      const { boxes, wide } = await page.evaluate(() => {
        const parts = ['#board svg', '#status', '.seats', '#do-undo', '#do-hint', '#do-resign', '#plies', '.words'];
        const box = (part) => { const { left, top, right, bottom } = document.querySelector(part)?.getBoundingClientRect() ?? {}; return { part, left, top, right, bottom }; };
        const drawn = document.querySelector('#board svg').viewBox.baseVal;
        const room = document.querySelector('#board').getBoundingClientRect();
        return { boxes: parts.map(box).filter((one) => one.top !== undefined), wide: [drawn.width / drawn.height, room.width] };
      });
      for (const { part, left, top, right, bottom } of boxes) {
        expect(left >= 0 && top >= 0 && right <= width && bottom <= height, `${game}: ${part} lies at ${left}, ${top} to ${right}, ${bottom}`);
      }
      const [board] = boxes;
      const apart = boxes.slice(1).every((one) => one.top >= board.bottom - 1 || one.left >= board.right - 1);
      expect(apart, `${game}: something lies on the board: ${JSON.stringify(boxes)}`);
      // It is as large as the window lets it be.
      const high = Math.min(wide[1] / wide[0], 0.86 * height) - (board.bottom - board.top);
      expect(width < 896 ? high < 0.14 * height : high < 2, `${game}: the board could be ${high} px higher`);
      expect(await page.evaluate(() => window.scrollY) === 0, `${game}: it has scrolled`);
    }
    sound(page);
    await context.close();
  });
}

await test('a king in check is marked, in words as well', async () => {
  const context = await chromium.newContext({ viewport: { width: 1100, height: 900 } });
  const page = await open(context, at('/'));
  await begin(page, 'chess&moves=e4+f6+Qh5%2B', { 1: 'me', 2: 'me' });
  const marked = await page.locator('#board rect.attacked').count();
  const told = await page.getAttribute('g[data-cell="e8"]', 'aria-label');
  expect(marked === 1 && told === 'e8, in check: black king', `${marked}: ${told}`);
  sound(page);
  await context.close();
});

await test('dice that fall roll, and lie still for those who want nothing to move', async () => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const context = await chromium.newContext({ reducedMotion });
    const page = await open(context, at('/'));
    await begin(page, 'pig', { 1: 'me', 2: 'me' });
    await turn(page, -1);
    await page.evaluate(() => {
      window.rolls = 0;
      const { animate } = Element.prototype;
      Element.prototype.animate = function roll(...all) { window.rolls += this.closest('[data-tray]') ? 1 : 0; return animate.apply(this, all); };
    });
    await page.click('.words button[value="roll"]');
    await turn(page, 1);
    await page.waitForFunction(() => document.querySelector('#board [data-tray] .pip'));
    const rolls = await page.evaluate(() => window.rolls);
    expect(rolls === (reducedMotion === 'reduce' ? 0 : 1), `${reducedMotion}: ${rolls} dice roll`);
    sound(page);
    await context.close();
  }
});

await test('a board is quiet until a piece is lifted, and pieces slide to where they stand', async () => {
  const context = await chromium.newContext({ viewport: { width: 1100, height: 900 } });
  const page = await open(context, at('/'));
  await begin(page, 'chess', { 1: 'me', 2: 'me' });
  const strokes = () => page.evaluate(() => [...document.querySelectorAll('#board g.can > .target')]
    .map((one) => getComputedStyle(one)).filter((style) => style.strokeDasharray !== 'none' || Number(style.fillOpacity) === 0.28).length);
  await page.mouse.move(5, 5);
  expect(await strokes() === 0, 'what can be played is marked before anything is lifted');
  await page.click('g[data-cell="g1"] > .target', { force: true });
  await page.mouse.move(5, 5);
  expect(await strokes() === 2, `a knight goes to two places, not ${await strokes()}`);
  const flights = page.evaluate(() => new Promise((done) => {
    new MutationObserver((_, watch) => {
      const copies = document.querySelectorAll('#board .flight > .piece');
      if (copies.length === 0) return;
      watch.disconnect();
      done([...copies].map((copy) => copy.getAnimations()[0].effect.getKeyframes()[0].translate));
    }).observe(document.getElementById('board'), { childList: true, subtree: true });
  }));
  await page.click('g[data-cell="f3"] > .target', { force: true });
  expect((await flights).join() === '48px 96px', `${await flights}`);
  await page.waitForFunction(() => !document.querySelector('#board .flight, #board .flown'));
  expect(await page.locator('g[data-cell="f3"] > .piece').isVisible(), 'the piece does not arrive');
  // As people write it, where programs write g1f3.
  expect((await page.textContent('#moves li strong')) === 'Nf3', await page.textContent('#moves'));
  // Those who want nothing to move see it stand there.
  const still = await chromium.newContext({ viewport: { width: 1100, height: 900 }, reducedMotion: 'reduce' });
  const calm = await open(still, at('/'));
  await begin(calm, 'chess', { 1: 'me', 2: 'me' });
  await calm.evaluate(() => {
    window.flights = 0;
    new MutationObserver(() => { window.flights += document.querySelectorAll('#board .flight').length; })
      .observe(document.getElementById('board'), { childList: true, subtree: true });
  });
  await point(calm, (await state(calm)).legal.find((legal) => legal.move === 'g1f3'), false);
  await calm.waitForFunction(() => document.querySelectorAll('#moves li').length === 1);
  expect(await calm.evaluate(() => window.flights) === 0, 'something moves');
  sound(page);
  sound(calm);
  await still.close();
  await context.close();
});

await test('moves stand as on a score sheet, and the other seat is offered after the end', async () => {
  const context = await chromium.newContext({ viewport: { width: 1100, height: 900 } });
  const page = await open(context, at('/'));
  await begin(page, 'tic-tac-toe', { 1: 'me', 2: 'level:easy' });
  let now = await state(page);
  while (!now.ended) {
    const before = now.moves.length;
    await point(page, now.legal[0], false);
    now = await turn(page, before);
  }
  const [first, second] = await page.locator('#moves li').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => ({ x, y })));
  expect(first.y === second.y && first.x < second.x, 'the two moves of a turn do not stand beside each other');
  // What was thought of them is told to those who ask.
  expect(await page.isHidden('.thoughts ol'), 'thoughts stand among the moves');
  await unfold(page, 'thoughts');
  const thought = await page.locator('.thoughts li').first().evaluate((one) => [one.value, one.textContent]);
  expect(thought[0] === 2 && / \S/.test(thought[1].trim()), thought.join());
  const before = page.url();
  await page.click('#play-other');
  await page.waitForURL((url) => url.href !== before);
  const seats = (await state(page)).seats.map((seat) => (seat.yours ? 'you' : seat.level));
  expect(seats.join() === 'easy,you', seats.join());
  sound(page);
  await context.close();
});

await test('after the game the moves that gave most away are told, and shown', async () => {
  const context = await chromium.newContext({ viewport: { width: 1100, height: 900 } });
  const page = await open(context, at('/'));
  await begin(page, 'tic-tac-toe', { 1: 'me', 2: 'me' });
  for (const move of ['b2', 'a1', 'c1', 'b1', 'a3']) {
    const now = await state(page);
    expect(await page.isHidden('#review'), 'moves are judged while the game goes on');
    await point(page, now.legal.find((legal) => legal.move === move), false);
    await page.waitForFunction((count) => document.querySelectorAll('#moves li').length === count, now.moves.length + 1);
  }
  // At once, beside what begins the next game.
  await page.waitForSelector('#mistakes button');
  const [again, review] = await Promise.all(['#play-again', '#review'].map((part) => page.locator(part).boundingBox()));
  expect(review.x <= again.x && review.y - again.y < 250, `the moves stand at ${review.x}, ${review.y}, what begins the next game at ${again.x}, ${again.y}`);
  const told = await page.locator('#mistakes button').allTextContents();
  expect(told.length === 1 && told[0].startsWith('4. b1: better a3 (0 → -1)'), told.join('\n'));
  await page.click('#mistakes button');
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 3);
  // How the game went, as a curve that leads to every position, and marks the one that is shown.
  const mark = () => page.evaluate(() => [Number(document.querySelector('#curve .at').getAttribute('cx')), Number(document.querySelector('#curve .at').getAttribute('cy'))]);
  expect(await page.locator('#curve [data-ply]').count() === 6, 'the curve has other positions than the game');
  const [third, before] = await mark();
  await page.locator('#curve [data-ply]').nth(4).click({ force: true });
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 4);
  const [fourth, after] = await mark();
  expect(third < fourth && after < before, `the mark goes from ${third}, ${before} to ${fourth}, ${after}`);
  await accessible(page, 'a game that was judged');
  await page.reload();
  await page.click('#do-review');
  await page.waitForSelector('#mistakes button');
  // Where dice fall, or three play, nobody can say so much.
  await begin(page, 'pig', { 1: 'me', 2: 'me' });
  await page.click('#do-resign');
  await page.click('#do-resign');
  await until(async () => (await state(page)).ended, 'it is not over');
  await page.waitForSelector('#play-again');
  expect(await page.isHidden('#review'), 'moves are judged where dice fall');
  sound(page);
  await context.close();
});

await test('a move without a place has a button, and the list of moves stays as it was', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  for (const [query, word] of [['go&o.size=5', 'pass'], ['pig', 'roll'], ['othello&moves=d3+c3+c4+e3+f4', null]]) {
    await begin(page, query, { 1: 'me', 2: 'random' });
    await turn(page, -1);
    const { legal } = await state(page);
    const words = legal.filter((one) => one.aim.paths.length === 0).map((one) => one.move);
    const shown = await page.locator('.words button:visible').allTextContents();
    expect(words.join() === shown.join() && (word === null || words.includes(word)), `${query}: ${words} but ${shown}`);
  }
  await begin(page, 'go&o.size=5', { 1: 'me', 2: 'random' });
  await page.click('.words button[value="pass"]');
  await turn(page, 1);
  await page.click('details.legal summary');
  for (const at of [4, 5]) {
    const before = (await state(page)).moves.length;
    await page.locator('details.legal button').nth(at).click();
    await turn(page, before + 1);
    await page.locator('details.legal[open]').waitFor({ timeout: 5000 });
  }
  sound(page);
  await context.close();
});

await test('a hint is marked on the board, at both ends, and for nobody else', async () => {
  const [one, two] = await Promise.all([1, 2].map(() => chromium.newContext()));
  const page = await open(one, at('/'));
  for (const game of ['tic-tac-toe', 'chess', 'hex&o.size=4']) {
    await begin(page, game, { 1: 'me', 2: 'open' });
    const other = await open(two, page.url());
    await other.click('form[data-deed="sit"] button');
    await page.waitForFunction(() => !document.querySelector('#address'));
    await page.click('#do-hint');
    await page.waitForSelector('.advice li');
    const now = await state(page);
    const best = now.legal.find((legal) => legal.move === now.advice.moves[0].move);
    const marked = await page.evaluate((places) => {
      const look = (cell) => { const style = getComputedStyle(document.querySelector(`g[data-cell="${CSS.escape(cell)}"] > .target`)); return [style.stroke, style.strokeWidth, style.strokeDasharray].join(); };
      const hint = getComputedStyle(document.documentElement).getPropertyValue('--hint').trim();
      const probe = document.createElement('i');
      probe.style.color = hint;
      document.body.append(probe);
      const wanted = `${getComputedStyle(probe).color},5px,none`;
      probe.remove();
      return places.map((place) => [place, look(place) === wanted, look(place), wanted]);
    }, best.aim.paths.flat());
    expect(marked.length > 0 && marked.every((place) => place[1]), `${game}: ${JSON.stringify(marked)}`);
    expect((await shown(other)).advice === null, `${game}: the other is told`);
    expect(await other.locator('.advice, g.advised').count() === 0, `${game}: the other sees it`);
    sound(other);
    await other.close();
  }
  sound(page);
  await Promise.all([one, two].map((context) => context.close()));
});

await test('half of a move is seen where it will stand', async () => {
  const context = await chromium.newContext({ viewport: { width: 1100, height: 900 } });
  const page = await open(context, at('/'));
  await page.goto(at('/new?game=backgammon&moves=31'));
  await page.selectOption('#seat2', 'me');
  await page.click('button.main');
  await page.waitForURL(/tables/);
  const legal = (await state(page)).legal.find((one) => one.aim.paths.length === 2 && one.aim.paths[0][0] !== one.aim.paths[1][0]);
  const [from, to] = legal.aim.paths[0];
  for (const place of [from, to]) await page.mouse.click(...await center(page, place));
  const stood = await page.evaluate(([from, to]) => {
    const place = document.querySelector(`g[data-cell="${to}"] > .target`).getBoundingClientRect();
    const men = [...document.querySelectorAll('.stood .piece')].map((man) => man.getBoundingClientRect());
    const inside = men.filter((man) => Math.abs(man.x + man.width / 2 - place.x - place.width / 2) < 3 && man.bottom > place.top && man.top < place.bottom);
    const others = [...document.querySelectorAll(`g[data-cell="${to}"] > .piece`)].map((man) => man.getBoundingClientRect());
    const apart = others.every((other) => inside.every((man) => Math.hypot(man.x - other.x, man.y - other.y) > man.width / 2));
    return { men: men.length, inside: inside.length, apart, gone: document.querySelectorAll(`g[data-cell="${from}"] > .moved`).length };
  }, [from, to]);
  expect(stood.men === 1 && stood.inside === 1 && stood.apart && stood.gone === 1, `${legal.move}: ${JSON.stringify(stood)}`);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/half-move.png` });
  await page.keyboard.press('Escape');
  expect(await page.locator('.stood .piece, .moved').count() === 0, 'it stands there still');
  sound(page);
  await context.close();
});

await test('a pawn becomes a queen by Enter, and other pieces are drawn', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await page.goto(at(`/new?game=chess&position=${encodeURIComponent('8/P7/8/8/8/4k3/8/6K1 w - - 0 1')}`));
  await page.selectOption('#seat2', 'me');
  await page.click('button.main');
  await page.waitForURL(/tables/);
  for (const place of ['a7', 'a8']) await page.mouse.click(...await center(page, place));
  const choices = await page.locator('#several button').evaluateAll((all) => all.map((one) => [one.dataset.move, one.getAttribute('aria-label'), one.querySelectorAll('.piece').length]));
  expect(choices.length === 4 && choices.map((one) => one[0]).join().startsWith('a7a8q,a7a8r'), JSON.stringify(choices));
  expect(choices.every((one) => one[2] === 1) && choices[0][1].includes('queen'), JSON.stringify(choices));
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/promotion.png` });
  await accessible(page, 'promotion');
  await page.keyboard.press('Enter');
  await until(async () => (await state(page)).line === 'a7a8q', 'no queen');
  await until(() => page.evaluate(() => document.activeElement?.dataset?.cell !== undefined), 'the focus left the board');
  sound(page);
  await context.close();
});

await test('the board is seen from one\'s own side, and can be turned', async () => {
  const context = await chromium.newContext({ viewport: { width: 1100, height: 900 } });
  const page = await open(context, at('/'));
  const low = (name) => center(page, name).then(([, y]) => y);
  for (const game of ['chess', 'checkers', 'breakthrough&o.width=4&o.height=5']) {
    await begin(page, game, { 1: 'random', 2: 'me' });
    const now = await turn(page, 0);
    const isTurned = (await page.getAttribute('#turn', 'aria-pressed')) === 'true';
    expect(isTurned === now.seats[1].above && now.seats.some((seat) => seat.above), `${game}: ${isTurned}`);
    const mine = now.picture.cells.filter((cell) => cell.pieces.some((piece) => piece.seat === 2)).map((cell) => cell.name);
    const theirs = now.picture.cells.filter((cell) => cell.pieces.some((piece) => piece.seat === 1)).map((cell) => cell.name);
    const mean = async (names) => (await Promise.all(names.map(low))).reduce((one, two) => one + two, 0) / names.length;
    expect(await mean(mine) > await mean(theirs) + 50, `${game}: the own pieces stand above`);
    const upright = await page.evaluate(() => [...document.querySelectorAll('#board .piece')].every((piece) => piece.getScreenCTM().a > 0));
    expect(upright, `${game}: pieces stand on their heads`);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/turned-${game.split('&')[0]}.png` });
    // Played by drag and by keys, as ever.
    await point(page, now.legal.find((legal) => legal.aim.paths[0].length === 2), true);
    const next = await turn(page, now.moves.length);
    await page.locator('g[data-cell][tabindex="0"]').focus();
    for (const step of next.legal[0].aim.paths.flat()) await walk(page, step);
    const after = await turn(page, next.moves.length);
    await page.click('#turn');
    expect(await mean(after.picture.cells.filter((cell) => cell.pieces.some((piece) => piece.seat === 2)).map((cell) => cell.name)) < await mean(theirs), `${game}: it is not turned back`);
  }
  await begin(page, 'connect-four', { 1: 'random', 2: 'me' });
  await turn(page, 0);
  expect(await page.isHidden('#turn'), 'stones would fall upwards');
  sound(page);
  await context.close();
});

await test('letters are keys only on the game, and can be switched off', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await begin(page, 'tic-tac-toe', { 1: 'me', 2: 'minimax' });
  await point(page, (await state(page)).legal[4]);
  await turn(page, 1);
  const deeds = asked(page);
  const stays = async (what) => {
    await page.keyboard.press('u');
    // What the key has asked for is asked before this.
    expect((await state(page)).moves.length === 2 && deeds.length === 0, `taken back from ${what}`);
  };
  await page.evaluate(() => document.activeElement.blur());
  await stays('nowhere');
  await page.locator('nav a').first().focus();
  await stays('a link');
  await page.click('details:has(#letters) summary');
  await page.uncheck('#letters');
  await page.locator('g[data-cell][tabindex="0"]').focus();
  await stays('the board, where letters are off');
  await page.reload();
  await page.locator('g[data-cell][tabindex="0"]').focus();
  await stays('the board after a reload');
  await page.click('details:has(#letters) summary');
  await page.check('#letters');
  await page.locator('g[data-cell][tabindex="0"]').focus();
  await page.keyboard.press('u');
  await until(async () => (await state(page)).moves.length === 0, 'nothing is taken back on the board');
  expect(deeds.join() === 'undo', `${deeds}`);
  sound(page);
  await context.close();
});

await test('a screen reader gets the arrow keys, what the board answers, and every move', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await begin(page, 'chinese-checkers&o.seats=3', { 1: 'me', 2: 'random', 3: 'random' });
  expect(await page.locator('#board svg[role="application"][aria-roledescription]').count() === 1, 'browse mode keeps the arrow keys');
  expect(['status', 'log', 'alert'].includes(await page.getAttribute('#chosen', 'role')), 'what is chosen is silent');
  await page.evaluate(() => {
    window.told = [];
    new MutationObserver(() => window.told.push(document.getElementById('aloud').textContent)).observe(document.getElementById('aloud'), { childList: true, characterData: true, subtree: true });
  });
  for (let round = 0; round < 3; round += 1) {
    const now = await state(page);
    await point(page, now.legal.find((legal) => legal.aim.paths[0]?.length === 2), true);
    await turn(page, now.moves.length);
  }
  const { moves } = await state(page);
  const told = (await page.evaluate(() => window.told)).join('\n');
  for (const m of moves) expect(told.includes(`Seat ${m.seat} played ${m.move}.`), `${m.move} of seat ${m.seat} is not told:\n${told}`);
  // What came while nobody listened is told too.
  const text = await page.evaluate(async (path) => {
    const reader = (await fetch(path)).body.getReader();
    let read = '';
    while (!read.includes('\n\n')) read += new TextDecoder().decode((await reader.read()).value);
    await reader.cancel();
    return read;
  }, `${new URL(page.url()).pathname}/live?plies=${moves.length - 2}`);
  const said = JSON.parse([...text.matchAll(/^data: ?\+(.*)$/gm)].map(([, line]) => line).join('')).said;
  for (const m of moves.slice(-2)) expect(said.includes(`played ${m.move}.`), said);
  expect(!said.includes(`Seat ${moves[0].seat} played ${moves[0].move}.`), said);
  sound(page);
  await context.close();
});

await test('the focus stays where it was, whatever is renewed', async () => {
  const [one, two] = await Promise.all([1, 2].map(() => chromium.newContext()));
  const page = await open(one, at('/'));
  const focused = () => page.evaluate(() => document.activeElement?.closest('#panel, #board')?.id ?? document.activeElement?.tagName);
  await begin(page, 'go&o.size=5', { 1: 'me', 2: 'random' });
  await page.locator('.words button').focus();
  await page.keyboard.press('Enter');
  await turn(page, 1);
  expect(await page.evaluate(() => document.activeElement?.closest('form.words') !== null), `after a word: ${await focused()}`);
  await page.locator('details.legal summary').focus();
  await page.keyboard.press('Enter');
  // Past the field and its button.
  for (let tabs = 0; tabs < 3; tabs += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await turn(page, 3);
  expect(await page.evaluate(() => document.activeElement?.closest('details.legal form') !== null), `after a button of the list: ${await focused()}`);
  await page.locator('details.legal summary').focus();
  await page.keyboard.press('u');
  await until(async () => (await state(page)).moves.length === 2, 'nothing is taken back');
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 2);
  expect(await page.evaluate(() => document.activeElement?.localName === 'summary'), `in a summary: ${await focused()}`);
  await begin(page, 'tic-tac-toe', { 1: 'me', 2: 'open' });
  const other = await open(two, page.url());
  await other.locator('form[data-deed="sit"] button').focus();
  await other.keyboard.press('Enter');
  await other.waitForFunction(() => !document.querySelector('form[data-deed="sit"]'));
  expect(await other.evaluate(() => document.activeElement?.closest('#panel') !== null), 'after sitting down the focus is lost');
  [page, other].forEach(sound);
  await Promise.all([one, two].map((context) => context.close()));
});

await test('who looks at an earlier move goes on looking, and what squares are worth comes back', async () => {
  const [one, two] = await Promise.all([1, 2].map(() => chromium.newContext()));
  const page = await open(one, at('/'));
  await begin(page, 'amoba&moves=e6+f7+f6', { 1: 'me', 2: 'me' });
  const looker = await open(two, page.url());
  await looker.click('#plies [data-ply="first"]');
  await looker.waitForFunction(() => document.querySelectorAll('#board .piece').length === 0);
  await looker.click('#plies [data-ply="on"]');
  await looker.waitForFunction(() => document.querySelectorAll('#board .piece').length === 1);
  await point(page, (await state(page)).legal[40]);
  await looker.waitForFunction(() => document.querySelectorAll('#moves li').length === 4);
  expect(await looker.locator('#board .piece').count() === 1, 'thrown to the last move');
  expect((await looker.textContent('#chosen')) === 'Move 1 of 4', await looker.textContent('#chosen'));
  expect((await looker.getAttribute('#moves li.looked', 'data-ply')) === '1', 'what is looked at is not marked');
  await looker.click('#plies [data-ply="last"]');
  await looker.waitForFunction(() => document.querySelectorAll('#board .piece').length === 4);
  // Three times there and back, and the button still says what is so.
  for (const wanted of [true, false, true, false]) {
    await page.click('#overlay');
    for (const ply of ['first', 'last']) {
      await page.click(`#plies [data-ply="${ply}"]`);
      await page.waitForFunction((count) => document.querySelectorAll('#board g[data-cell] .piece').length === count, ply === 'first' ? 0 : 4);
    }
    expect((await page.getAttribute('#overlay', 'aria-pressed')) === String(wanted), 'the button says otherwise');
    await until(async () => (await page.locator('g.written text').count() > 0) === wanted, `the numbers are ${wanted ? 'gone' : 'there'}`);
  }
  [page, looker].forEach(sound);
  await Promise.all([one, two].map((context) => context.close()));
});

await test('who waits is told, a player answers a draw, and the game is played again', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await begin(page, 'tic-tac-toe', { 1: 'me', 2: 'open' });
  expect((await page.textContent('#panel')).includes('Waiting for another person'), 'nobody is said to be missing');
  expect((await page.inputValue('#address')) === page.url(), 'the address to send is not there');
  expect(await page.locator('form[data-deed="sit"]').count() === 0, 'who sits is asked to sit down');
  await begin(page, 'tic-tac-toe', { 1: 'me', 2: 'random' });
  await page.click('#do-draw');
  await page.waitForFunction(() => document.querySelector('#panel').textContent.includes('Seat 2 declines the draw.'));
  const first = page.url();
  let now = await state(page);
  while (!now.ended) {
    const before = now.moves.length;
    await point(page, now.legal[0]);
    now = await turn(page, before);
  }
  await page.click('#play-again');
  await page.waitForURL((url) => url.href !== first);
  const again = await state(page);
  expect(again.game === now.game && again.moves.length === 0 && again.seats[1].player === 'random' && again.seats[0].yours, JSON.stringify(again.seats));
  sound(page);
  await context.close();
});

await test('the table of every game is in nobody\'s way', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 1000 } });
  const page = await open(context, at('/'));
  const games = await page.evaluate(async () => (await (await fetch('/api/v1/games')).json()).games.map((game) => game.name));
  for (const game of games) {
    await page.goto(at(`/new?game=${game}`));
    await page.click('button.main');
    await page.waitForURL(/tables/);
    await accessible(page, game);
  }
  sound(page);
  await context.close();
});

await test('dice fall, and a game of one seat and of three seats goes on', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await begin(page, 'pig', { 1: 'me', 2: 'level:easy' });
  await turn(page, -1);
  await unfold(page, 'legal');
  await page.fill('#typed', 'roll');
  await page.keyboard.press('Enter');
  const rolled = await turn(page, 1);
  expect(rolled.moves.some((m) => m.seat === null), 'no die fell');
  await begin(page, '2048', { 1: 'me' });
  const one = await turn(page, 0);
  await unfold(page, 'legal');
  await page.fill('#typed', one.legal[0].move);
  await page.keyboard.press('Enter');
  await turn(page, one.moves.length);
  await begin(page, 'chinese-checkers&o.seats=3', { 1: 'me', 2: 'random', 3: 'random' });
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
  expect((await page.textContent('#do-resign')) === 'Really resign?', 'it does not ask');
  const deeds = asked(page);
  await Promise.all([page.waitForResponse((answer) => answer.url().endsWith('/hint')), page.click('#do-hint')]);
  expect((await shown(page)).ended === null && deeds.join() === 'hint', `one press was enough: ${deeds}`);
  await page.click('#do-resign');
  await page.click('#do-resign');
  await page.waitForFunction(() => document.querySelector('#status').textContent.includes('resigned'));
  sound(page);
  await context.close();
});

await test('a clock is chosen, runs beside its seat, and ends the game in words', async () => {
  const context = await chromium.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });
  const page = await open(context, at('/new?game=hex&o.size=4&seat2=me'));
  // Another time than the usual ones is typed; what is wrong with it stands beside it.
  await page.selectOption('#clock', 'own');
  await page.fill('#clock-own', '5|3');
  await page.click('button.main');
  await page.waitForSelector('#clock-own[aria-invalid="true"]');
  expect((await page.textContent('#wrong')).includes('did you mean `5+3`?'), await page.textContent('#wrong'));
  expect(await page.inputValue('#clock-own') === '5|3', 'what was typed is gone');
  await accessible(page, 'the form of a clock');
  await page.fill('#clock-own', '0:03/4:57');
  await page.click('button.main');
  await page.waitForURL(/tables/);
  const face = (seat) => page.locator(`[data-clock="${seat}"]`);
  expect(await face(2).textContent() === '4:57', await face(2).textContent());
  expect(await face(2).getAttribute('aria-label') === 'time left: 4 min 57 s', 'its words');
  expect(await page.locator('.clock.runs').count() === 0, 'a time runs before anybody has moved');
  await accessible(page, 'a game with a clock');
  for (const plies of [1, 2]) {
    await point(page, (await state(page)).legal[0], false);
    await turn(page, plies - 1);
  }
  // Nothing is done any more: the page is told that the time is over.
  await page.waitForSelector('#moves-end');
  expect((await page.textContent('#moves-end')) === 'Seat 1 ran out of time.', 'the end of the moves');
  expect((await page.textContent('#status')).startsWith('Seat 1 ran out of time.'), 'how it stands');
  expect((await page.textContent('#aloud')).includes('Seat 1 ran out of time.'), 'for screen readers');
  expect(await face(1).textContent() === '0:00' && await page.locator('.clock.low').count() === 1, 'what is left');
  await accessible(page, 'a game that was lost on time');
  // The same once more has the same clock, and so has the address.
  expect(decodeURIComponent(await page.getAttribute('.links a', 'href')).includes('&clock=0:03/4:57'), 'the address');
  await page.click('#play-again');
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 0);
  expect(await face(2).textContent() === '4:57', 'played again');
  sound(page);
  await context.close();
});

await test('a thought is seen, and stopped', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await begin(page, 'chess', { 1: 'me', 2: 'alpha-beta(depth=unlimited, nodes=100000000)' });
  await unfold(page, 'legal');
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
  await second.waitForSelector('#typed', { state: 'attached' });
  expect(!(await state(first)).your_turn && !(await state(looker)).your_turn, 'whose move is it?');
  await point(second, (await state(second)).legal[0]);
  await first.waitForSelector('#typed', { state: 'attached' });
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
  for (const page of pages) await begin(page, 'nim', { 1: 'me', 2: 'random' }, '');
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
    await page.waitForSelector('#typed', { state: 'attached' });
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

await test('cards: each of two people, and whoever looks on, see what they may until it is over', async () => {
  const contexts = await Promise.all([1, 2, 3].map(() => chromium.newContext()));
  const [one, two, three] = contexts;
  const page = await open(one, at('/'));
  await begin(page, 'kuhn', { 1: 'me', 2: 'open' });
  const other = await open(two, page.url());
  await other.click('form[data-deed="sit"] button');
  const looker = await open(three, page.url());
  const everybody = [page, other, looker];
  /** Waits until it is this page's turn, or with `over` until the game is over. */
  const wait = async (whose, over) => {
    for (let tries = 0; tries < 200; tries += 1) {
      const now = await state(whose);
      if (over ? now.ended : now.your_turn) return now;
      await whose.waitForTimeout(50);
    }
    throw new Error(`nothing comes: ${JSON.stringify(await state(whose))}`);
  };
  const pass = async (whose) => {
    const legal = (await wait(whose)).legal.find((one) => one.move === 'p');
    await whose.waitForFunction(() => document.querySelectorAll('.words button, g[data-cell].legal').length > 0);
    await point(whose, legal);
  };
  await pass(page);
  await wait(other);
  const [mine, theirs, seen] = await Promise.all(everybody.map(async (whose) => (await state(whose)).position));
  expect(/^[1-3]\?\/p$/.test(mine) && /^\?[1-3]\/p$/.test(theirs) && seen === '??/p', `${mine} ${theirs} ${seen}`);
  const both = `${mine[0]}${theirs[1]}/p`;
  for (const whose of everybody) {
    const told = await whose.content();
    // The rules of the game name `31/pb` as an example.
    const place = told.search(new RegExp(`${both}(?![a-z])`));
    expect(place < 0, `the page has what is hidden: ${told.slice(Math.max(0, place - 60), place + 20)}`);
    expect(await whose.locator('#moves li').count() === 0, 'moves are told while something is hidden');
  }
  await accessible(page, 'cards');
  await pass(other);
  for (const whose of everybody) {
    expect((await wait(whose, true)).position === `${both}p`, 'not all is shown in the end');
    await whose.waitForFunction(() => document.querySelectorAll('#moves li').length === 4);
    sound(whose);
  }
  await Promise.all(contexts.map((context) => context.close()));
});

await test('cards at one screen: what a seat sees comes when its button is pressed', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  const told = [];
  page.on('response', (answer) => answer.text().then((text) => told.push(text)).catch(() => {}));
  await page.goto(at('/new?game=kuhn'));
  for (const seat of [1, 2]) await page.selectOption(`#seat${seat}`, 'me');
  await page.click('button.main');
  await page.waitForURL(/tables/);
  const own = [];
  for (const seat of [1, 2]) {
    await page.waitForFunction((number) => document.querySelector('#do-uncover')?.textContent.includes(number), String(seat));
    expect((await page.textContent('#status')).includes(`seat ${seat}`), await page.textContent('#status'));
    const covered = await state(page);
    expect(/^\?\?\/p?$/.test(covered.position) && covered.legal.length === 0, covered.position);
    expect(await page.locator('.words button, g[data-cell].legal').count() === 0, 'a covered seat has moves');
    const before = `${await page.content()}${told.join('')}`;
    if (seat === 1) await accessible(page, 'a covered table');
    // By keyboard as well as by mouse.
    if (seat === 1) await page.click('#do-uncover');
    else await page.locator('#do-uncover').press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.words button').length === 2);
    const { position, legal } = await state(page);
    expect(position !== covered.position, position);
    expect(!before.includes(`>${position}<`) && !before.includes(`"${position}"`), `${position} was told before`);
    expect((await page.content()).includes(`>${position}<`), `${position} is not told`);
    own.push(position);
    await point(page, legal.find((one) => one.move === 'p'));
  }
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 4);
  const { position } = await state(page);
  expect(position === `${own[0][0]}${own[1][1]}/pp`, `${position} after ${own}`);
  sound(page);
  await context.close();
});

await test('without scripts a game is played by forms', async () => {
  const context = await chromium.newContext({ javaScriptEnabled: false });
  const page = await open(context, at('/new?game=tic-tac-toe'));
  await page.click('button.main');
  await page.waitForURL(/tables/);
  await page.click('details.legal summary');
  await page.click('details.legal button >> nth=4');
  const table = new URL(page.url()).pathname;
  const moves = async () => (await (await context.request.get(at(`/api/v1${table}`))).json()).moves.length;
  await until(async () => await moves() >= 2, 'nobody answered');
  await page.reload();
  expect(await page.locator('#moves li').count() >= 2, 'the answer is not on the page');
  await context.close();
});

const PAGES = ['/', '/lab', '/players', '/players/alpha-beta', '/games/chess', '/new?game=chess', '/new?game=nope'];
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

await finish(chromium, server);
