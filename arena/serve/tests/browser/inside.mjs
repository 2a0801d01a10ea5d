// The tree of a search: stepped, folded, jumped through, asked about; small and large.

import { readFileSync } from 'node:fs';
import { Server, accessible, browser, expect, finish, more, open, reachable, sound, test, until } from './house.mjs';

const server = await new Server().start();
const chromium = await browser();
const at = (path) => server.address + path;

/** Has a player search, by the form: the film is at its first moment. */
async function begin(page, game, player) {
  await page.goto(at(`/inside?game=${encodeURIComponent(game)}&player=${encodeURIComponent(player)}`));
  await page.click('button.main');
  await page.waitForURL(/inside\/[0-9a-f]{32}/);
  await settled(page);
  await more(page);
}

/** The same, at the end of the film. */
async function grow(page, game, player) {
  await begin(page, game, player);
  await ended(page);
}

/** Goes to the end of a film that has begun. */
async function ended(page) {
  await settled(page);
  await page.click('[data-step="last"]');
  await settled(page);
}

/** Waits until the moment that was asked for is shown. */
const settled = (page) => page.waitForSelector('[role="tree"][aria-busy="false"]');

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

const sentence = (page) => page.textContent('#sentence');

/** Steps on, and waits until it is told. */
async function step(page, name) {
  const before = await page.textContent('#where');
  await page.click(`[data-step="${name}"]`);
  await page.waitForFunction((text) => document.querySelector('#where').textContent !== text, before);
  await settled(page);
}

await test('a textbook tree is stepped through as it ran, forward and back', async () => {
  const context = await chromium.newContext({ viewport: { width: 1200, height: 900 } });
  const page = await open(context, at('/'));
  await grow(page, 'tree([[3,12,8],[2,4,6],[14,5,2]])', 'alpha-beta');
  await step(page, 'first');
  expect((await sentence(page)).startsWith('At the root seat 1 is to act'), await sentence(page));
  expect(await page.locator('.tree .later').count() > 0, 'what comes later is told');
  const told = [];
  for (let moments = 0; moments < 14; moments += 1) { await step(page, 'on'); told.push(await sentence(page)); }
  expect(told[13] === 'At the root the value is 3.', told[13]);
  expect(told.some((text) => text.includes('cut: 2 ≤ α = 3')), told.join('\n'));
  await step(page, 'back');
  expect((await sentence(page)) === told[12], 'back is another way');
  await step(page, 'previous-cut');
  expect((await sentence(page)).includes('2, 3 are not looked at'), await sentence(page));
  sound(page);
  await context.close();
});

await test('one click on a card of the gallery opens the stage, with scripts and without', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, javaScriptEnabled });
    const page = await open(context, at('/inside'));
    expect(await page.isHidden('#game') && await page.isHidden('#player'), 'fields are in the way');
    const count = await page.locator('.card').count();
    expect(count >= 30, `${count} cards`);
    await page.locator('.card', { hasText: 'tree · alpha-beta' }).click();
    await page.waitForURL(/inside\/[0-9a-f]{32}/);
    expect(await page.isVisible('#stage'), 'no stage');
    if (javaScriptEnabled) {
      await settled(page);
      // It begins at the first moment, and what is to come is pale.
      expect((await page.textContent('#where')) === 'Moment 1 of 15', await page.textContent('#where'));
      const seen = (own) => page.evaluate((name) => document.querySelectorAll(name).length, own);
      expect(await seen('#stage .node') === 11 && await seen('#stage .node.later') === 10, `${await seen('#stage .node.later')} are to come`);
    }
    // The fields are one click away.
    await page.goto(at('/inside'));
    await page.click('.another > summary');
    await page.fill('#game', 'nim');
    await page.fill('#player', 'minimax');
    await page.press('#player', 'Enter');
    await page.waitForURL(/inside\/[0-9a-f]{32}/);
    sound(page);
    await context.close();
  }
});

await test('the algorithms are tabs over one tree, each with what it looks at, with scripts and without', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, javaScriptEnabled });
    const page = await open(context, at('/inside'));
    await page.locator('.card', { hasText: 'tree · alpha-beta' }).click();
    await page.waitForURL(/inside\/[0-9a-f]{32}/);
    const told = (name) => page.locator('#tabs li', { hasText: name }).first().textContent();
    expect((await told('alpha-beta')).includes('11 of 13 nodes, 15 % saved'), await told('alpha-beta'));
    expect((await told('minimax')).includes('13 of 13 nodes, 0 % saved'), await told('minimax'));
    const names = () => page.locator('#tabs .name').allTextContents();
    const before = await names();
    for (const name of ['minimax', 'averaging', 'alpha-beta']) {
      const address = page.url();
      await page.locator('#tabs', { hasText: name }).getByText(name, { exact: true }).click();
      await page.waitForURL((url) => url.href !== address);
      expect((await page.locator('#tabs [aria-current] .name').textContent()) === name, `${name} is not the present one`);
      expect((await names()).join() === before.join(), `the row changes: ${await names()}`);
      if (javaScriptEnabled) {
        await settled(page);
        // The same figure stands under the picture of the tree.
        const nodes = (await told(name)).match(/\d+ of 13/)[0];
        const picture = await (await context.request.get(at(`/api/v1/trees/${page.url().match(/[0-9a-f]{32}/)[0]}/picture.svg`))).text();
        expect(picture.includes(`${nodes} nodes`), `${nodes} is not in the picture`);
      }
    }
    if (javaScriptEnabled) {
      // What was saved would tell what is cut.
      await page.click('#quiz');
      expect(await page.isHidden('#tabs'), 'the tabs tell what a quiz asks for');
    }
    sound(page);
    await context.close();
  }
});

await test('no label of a stage lies on another, on any card, at three widths', async () => {
  /** Pairs of labels that lie on each other, and how many labels there are. */
  const labels = () => {
    const frame = document.getElementById('stage').getBoundingClientRect();
    const texts = [...document.querySelectorAll('#stage svg.film text')].filter((one) => one.textContent.trim() && !one.closest('svg.agon, .later'));
    // Above and below its letters a line of text has room.
    const boxes = texts.map((one) => [one.textContent, one.getBoundingClientRect()])
      .map(([text, { left, right, top, bottom, height }]) => ({ text, left, right, top: top + 0.2 * height, bottom: bottom - 0.2 * height }))
      .filter((box) => box.right > frame.left && box.left < frame.right && box.bottom > frame.top && box.top < frame.bottom);
    const isOn = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1.5
      && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1.5;
    const pairs = boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) => isOn(one, other)).map((other) => `${one.text} on ${other.text}`));
    return { count: boxes.length, pairs };
  };
  let count = 0;
  for (const width of [390, 768, 1280]) {
    const context = await chromium.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const page = await open(context, at('/inside'));
    const cards = await page.locator('.card').count();
    for (let card = 0; card < cards; card += 1) {
      const name = await page.locator('.card .name').nth(card).textContent();
      await page.locator('.card').nth(card).click();
      await page.waitForURL(/inside\/[0-9a-f]{32}/);
      await settled(page);
      const last = Number(await page.getAttribute('#slider', 'max'));
      for (const moment of [Math.ceil(last / 2), last]) {
        await page.fill('#slider', String(moment));
        await settled(page);
        const found = await page.evaluate(labels);
        expect(found.pairs.length === 0, `${width}, ${name}, moment ${moment}: ${found.pairs.slice(0, 5).join(', ')}`);
        count += found.count;
      }
      await page.goto(at('/inside'));
    }
    sound(page);
    await context.close();
  }
  expect(count > 3000, `${count} labels`);
  // Where two lie on each other they are found.
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/'));
  await grow(page, 'tree([[3,12,8],[2,4,6],[14,5,2]])', 'minimax');
  await page.evaluate(() => {
    const [one, other] = document.querySelectorAll('#stage .value');
    const matrix = one.parentNode.getCTM().inverse().multiply(other.parentNode.getCTM());
    one.setAttribute('transform', `translate(${matrix.e} ${matrix.f})`);
  });
  expect((await page.evaluate(labels)).pairs.length > 0, 'nothing is found where two labels lie on each other');
  await context.close();
});

await test('searches of the same tree race on one clock of positions', async () => {
  for (const [width, lanes] of [[1280, 2], [390, 1]]) {
    const context = await chromium.newContext({ viewport: { width, height: 900 } });
    const page = await open(context, at('/inside'));
    await page.locator('.card', { hasText: 'tree · alpha-beta' }).click();
    await page.waitForURL(/inside\/[0-9a-f]{32}/);
    await page.click('#tabs .race a');
    await page.waitForURL(/race/);
    const stands = async (where) => {
      await page.waitForFunction((told) => document.getElementById('where').textContent === told
        && document.getElementById('race').getAttribute('aria-busy') === 'false', where);
    };
    await stands('1 of 13 positions');
    const shown = () => page.evaluate(() => [...document.querySelectorAll('.lane')].map((lane) => [
      lane.querySelectorAll('.node:not(.later)').length,
      lane.querySelector('.found').hidden ? lane.querySelector('.now').textContent : lane.querySelector('.found').textContent,
    ].join(' ')));
    // Each has as many positions as the clock says, and tells what has happened.
    for (let count = 2; count <= 7; count += 1) {
      await page.press('body', 'ArrowRight');
      await stands(`${count} of 13 positions`);
      expect((await shown()).every((one) => one.startsWith(`${count} `)), `${count}: ${await shown()}`);
    }
    expect((await shown())[0].includes('cut: 2 ≤ α = 3'), `${await shown()}`);
    // The one that is done says what it plays, and waits.
    await page.fill('#slider', '12');
    await stands('12 of 13 positions');
    const [done, other] = await shown();
    expect(done === '11 1: 3 · 11 of 13 nodes, 15 % saved', done);
    expect(other.startsWith('12 After 3 2'), other);
    await page.click('[data-step="last"]');
    await stands('13 of 13 positions');
    expect((await shown())[1] === '13 1: 3 · 13 of 13 nodes, 0 % saved', `${await shown()}`);
    // Side by side where there is room, and never wider than the screen.
    const boxes = await page.evaluate(() => [...document.querySelectorAll('.lane')].map((lane) => lane.getBoundingClientRect().left));
    expect(new Set(boxes).size === lanes, `${boxes}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it is wider than the screen');
    // Its address leads to the moment.
    await page.press('body', 'ArrowLeft');
    await stands('12 of 13 positions');
    await page.click('#film-link');
    await page.reload();
    await stands('12 of 13 positions');
    await accessible(page);
    // Others are chosen without typing; of a large tree the best line is open at the end.
    await page.check('input[value="averaging(depth=2)"]');
    await page.click('form.settings:has(fieldset) > button');
    await stands('1 of 13 positions');
    expect(await page.locator('.lane').count() === 3, 'nobody came');
    await page.goto(at('/race?game=connect-four&moves=d+d+c+d&player=alpha-beta(depth%3D4)&player=minimax(depth%3D3)'));
    await page.waitForSelector('#race[aria-busy="false"]');
    await page.click('[data-step="last"]');
    await page.waitForSelector('.lane:first-child.over [aria-hidden] .node.best ~ .node.best ~ .node.best');
    sound(page);
    await context.close();
  }
});

await test('a textbook tree fits on a telephone, and the row of tabs says that there is more', async () => {
  const context = await chromium.newContext({ viewport: { width: 390, height: 844 } });
  const page = await open(context, at('/inside'));
  await page.locator('.card', { hasText: 'tree · alpha-beta' }).click();
  await page.waitForURL(/inside\/[0-9a-f]{32}/);
  await ended(page);
  const outside = () => page.evaluate(() => {
    const { left, right } = document.getElementById('stage').getBoundingClientRect();
    const boxes = [...document.querySelectorAll('#stage .node')].map((node) => node.getBoundingClientRect());
    return boxes.filter((box) => box.left < left || right < box.right).length;
  });
  expect(await page.locator('#stage .node').count() === 11, `${await page.locator('#stage .node').count()} nodes`);
  expect(await outside() === 0, `${await outside()} nodes are cut`);
  for (let moments = 0; moments < 8; moments += 1) {
    await step(page, 'back');
    expect(await outside() === 0, `${await outside()} nodes are cut, ${moments} moments before the end`);
  }
  const ends = () => page.evaluate(() => ['before', 'after'].map((name) => document.querySelector('#tabs ul').classList.contains(name)).join());
  await page.evaluate(() => document.querySelector('#tabs ul').scrollTo(0, 0));
  await until(async () => await ends() === 'false,true', 'nothing says that tabs follow');
  await page.evaluate(() => document.querySelector('#tabs ul').scrollTo(9999, 0));
  await until(async () => await ends() === 'true,false', 'nothing says that tabs stand before');
  await page.setViewportSize({ width: 1280, height: 900 });
  const wide = await page.evaluate(() => { const row = document.querySelector('#tabs ul'); return row.scrollWidth - row.clientWidth; });
  expect(wide <= 0, `the tabs are ${wide} px too wide`);
  sound(page);
  await context.close();
});

await test('seats have the same colours on the stage and on the board beside it', async () => {
  for (const [colorScheme, media] of [['light', 'screen'], ['dark', 'screen'], ['light', 'print'], ['dark', 'print']]) {
    const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, colorScheme });
    const page = await open(context, at('/'));
    await grow(page, 'tree([[3,12,8],[2,4,6],[14,5,2]])', 'alpha-beta');
    await page.emulateMedia({ media, colorScheme });
    const fills = await page.evaluate(() => ['#stage .max', '#board .choice0', '#stage .min', '#board .choice1'].map((one) => getComputedStyle(document.querySelector(one)).fill));
    expect(fills[0] === fills[1] && fills[2] === fills[3], `${colorScheme}, ${media}: ${fills.join(' | ')}`);
    expect(media === 'print' || fills[0] !== fills[2], `${colorScheme}: MAX as MIN`);
    await context.close();
  }
});

await test('"Why?" opens the stage for the last move, and for a move of the list that is looked at', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/new?game=tic-tac-toe&moves=b2 a1 c3 a3&seat2=me'));
  await page.click('button.main');
  await page.waitForURL(/tables/);
  const stage = async () => {
    await page.click('#do-why');
    await page.waitForURL(/inside\/[0-9a-f]{32}/);
    await settled(page);
    return page.textContent('#about');
  };
  const table = page.url();
  await page.waitForFunction(() => document.getElementById('do-why')?.textContent === 'Why a3?');
  expect((await stage()).includes('..X/.X./O..'), 'the last move was played elsewhere');
  // The first thing there is a sentence about it.
  const told = await page.textContent('#why');
  expect(/^alpha-beta plays \S+ .*: worth .* to seat 2\. .*looked at /.test(told), told);
  // The line that it tells stands on the board, at the end alone.
  const ahead = () => page.locator('#board .way text').allTextContents();
  expect((await ahead()).join('') === '1234', `on the board: ${await ahead()}`);
  await page.click('[data-step="first"]');
  await settled(page);
  expect((await ahead()).length === 0, `at the beginning: ${await ahead()}`);
  await page.goto(table);
  await page.click('#moves li[data-ply="2"]');
  await page.waitForFunction(() => document.getElementById('do-why').textContent === 'Why a1?');
  expect((await stage()).includes('.../.X./...'), 'another move is asked about');
  sound(page);
  await context.close();
});

await test('the tree is folded and walked by keys, and a place shows its board', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await grow(page, 'tic-tac-toe', 'alpha-beta(depth=3)');
  await page.locator('.tree [tabindex="0"]').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('.tree [aria-level="3"]');
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 2);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await page.locator('.tree [aria-level="3"]:visible').count() === 0, 'it is not folded');
  sound(page);
  await context.close();
});

await test('the quiz asks what comes back, and judges', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await grow(page, 'tree([[3,12,8],[2,4,6],[14,5,2]])', 'minimax');
  await page.click('#quiz');
  await settled(page);
  for (let moments = 0; !(await page.isVisible('#asked')); moments += 1) {
    expect(moments < 20, 'nothing is asked');
    await step(page, 'on');
  }
  expect(!(await page.textContent('.tree .at > .row')).includes('3'), 'the answer stands there');
  await page.fill('#guess', '3');
  await page.keyboard.press('Enter');
  expect((await sentence(page)) === 'Right (1 of 1).', await sentence(page));
  expect((await page.textContent('#asks')).startsWith('Which moves are not looked at'), await page.textContent('#asks'));
  await page.fill('#guess', 'none');
  await page.keyboard.press('Enter');
  expect((await sentence(page)).startsWith('Right (2 of 2). After 1'), await sentence(page));
  for (let moments = 0; !(await page.isVisible('#asked')); moments += 1) await step(page, 'on');
  await page.fill('#guess', '6');
  await page.keyboard.press('Enter');
  expect((await sentence(page)) === 'Not yet: it is the smallest of the values below. Try again for half a point.', await sentence(page));
  await page.fill('#guess', '7');
  await page.keyboard.press('Enter');
  expect((await sentence(page)).startsWith('It is 2 (2 / 3).'), await sentence(page));
  // The second guess is half a point.
  await page.fill('#guess', '1');
  await page.keyboard.press('Enter');
  await page.fill('#guess', 'none');
  await page.keyboard.press('Enter');
  expect((await sentence(page)).startsWith('Right (2.5 of 4).'), await sentence(page));
  sound(page);
  await context.close();
});

await test('the quiz gives nothing away, asks what is cut, and counts each question once', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await grow(page, 'tree([[3,12,8],[2,4,6],[14,5,2]])', 'alpha-beta');
  await page.click('#quiz');
  await settled(page);
  const answers = ['3', 'none', '3 inf', '2', '2, 3', '3; ∞', '2', 'none', '3', 'none'];
  for (let question = 0; question < answers.length; question += 1) {
    for (let moments = 0; !(await page.isVisible('#asked')); moments += 1) {
      expect(moments < 20, 'nothing is asked');
      await step(page, 'on');
    }
    const seen = await page.evaluate(() => {
      const rows = [...document.querySelectorAll('.tree .row')].filter((row) => row.checkVisibility());
      return { told: rows.map((row) => row.textContent), later: rows.filter((row) => row.parentElement.classList.contains('later')).length,
        others: [...document.querySelectorAll('main details, main img, main [lang="en"]')].filter((one) => one.checkVisibility() && one.textContent.trim() !== '' && !['sentence', 'about', 'more'].includes(one.id)).length };
    });
    expect(seen.later === 0 && seen.others === 0, `before answer ${question + 1}: ${JSON.stringify(seen)}`);
    const asked = await page.textContent('.tree .at > .row');
    expect(asked.endsWith(': …'), `the answer stands there: ${asked}`);
    await page.fill('#guess', answers[question]);
    await page.keyboard.press('Enter');
    expect((await sentence(page)).startsWith(`Right (${question + 1} of ${question + 1})`), `${answers[question]}: ${await sentence(page)}`);
  }
  expect((await sentence(page)).includes('End of the quiz: 10 of 10 points.'), await sentence(page));
  await page.click('[data-step="on"]');
  await settled(page);
  expect(!(await page.isVisible('#asked')), 'the last question comes again');
  await step(page, 'back');
  await step(page, 'on');
  expect(!(await page.isVisible('#asked')), 'a question comes again');
  await page.click('#quiz');
  await settled(page);
  expect(await page.locator('details[data-tells]:visible').count() === 2, 'the picture does not come back');
  sound(page);
  await context.close();
});

await test('windows, signs and figures say what is so', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  for (const [game, player, root] of [
    ['tree([[3,12,8],[2,4,6],[14,5,2]])', 'alpha-beta', '▲'],
    ['tree([[3,12,8],[2,4,6],[14,5,2]])', 'mtd', '▲'],
    ['tree([[1,0,0],[0,0,1]])', 'pns', '▲'],
    ['tree([4,[5.5,7],[3,9]])', 'averaging(m=2, n=1)', '●'],
    ['tree([[3,12,8],[2,4,6]])', 'expectimax(opponent=random)', '▲'],
    ['tic-tac-toe', 'mcts(iterations=50)', '◆'],
  ]) {
    await grow(page, game, player);
    expect((await page.textContent('.tree .row .sign')) === root, `${player}: ${await page.textContent('.tree .row')}`);
    const signs = await page.locator('.tree [aria-level="2"] .sign').allTextContents();
    if (player.startsWith('expectimax')) expect(signs.every((sign) => sign === '●'), signs.join());
    await page.locator('.tree .row').first().focus();
    for (const key of Array.from({ length: 16 }, () => ['ArrowRight', 'ArrowDown']).flat()) {
      await page.keyboard.press(key);
      // What a key unfolds is fetched.
      await page.waitForFunction(() => document.activeElement.matches(':not([aria-expanded="true"]), :has(+ [role="group"] .row)'));
      const told = `${await page.evaluate(() => document.activeElement.textContent)} | ${await page.textContent('#about')}`;
      expect(!/\d\.\d{5}|\de-\d|Infinity|NaN|∞ … /.test(told), `${player}: ${told}`);
      expect(!/[(]∞|−∞/.test(told), `${player}: ${told}`);
    }
  }
  sound(page);
  await context.close();
});

await test('a number that is being typed is not written over by a moment that is shown meanwhile', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await grow(page, 'tree([[3,12,8],[2,4,6],[14,5,2]])', 'alpha-beta');
  await page.fill('#moment', '3');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#where').textContent === 'Moment 3 of 15');
  await settled(page);
  // The answer comes when it is let through.
  let pass;
  const passed = new Promise((resolve) => { pass = resolve; });
  await page.route('**/moments/**', async (route) => { await passed; await route.continue(); });
  await page.fill('#moment', '9');
  await page.keyboard.press('Enter');
  await page.fill('#moment', '12');
  pass();
  await page.waitForFunction(() => document.querySelector('#where').textContent === 'Moment 9 of 15');
  await settled(page);
  expect((await page.inputValue('#moment')) === '12', `typed, and gone: ${await page.inputValue('#moment')}`);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#where').textContent === 'Moment 12 of 15');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  sound(page);
  await context.close();
});

await test('a moment is gone to by a slider and by its number, with α and β as they are there', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await grow(page, 'tree([[3,12,8],[2,4,6],[14,5,2]])', 'alpha-beta');
  await page.fill('#moment', '3');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#where').textContent === 'Moment 3 of 15');
  await settled(page);
  const rows = () => page.locator('.tree .row').allTextContents();
  expect((await rows())[0].includes('α = -∞, β = ∞'), (await rows()).join('\n'));
  await page.locator('#slider').focus();
  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('#where').textContent === 'Moment 6 of 15');
  await settled(page);
  expect((await rows())[0].includes('α = 3, β = ∞'), (await rows()).join('\n'));
  expect((await page.inputValue('#moment')) === '6', 'the number stays behind');
  await page.fill('#moment', '8');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#where').textContent === 'Moment 8 of 15');
  await settled(page);
  await page.locator('.tree .row[aria-level="2"]').nth(1).click();
  expect((await page.textContent('#about')).includes('(3, ∞)'), await page.textContent('#about'));
  sound(page);
  await context.close();
});

await test('keys lead to what the tree has more, and the focus is not the selection', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await grow(page, 'go(size=17)', 'alpha-beta(depth=1)');
  const before = await page.locator('.tree [aria-level="2"]').count();
  expect(before === 201, `${before} rows, with that for more`);
  await page.locator('.tree [tabindex="0"]').first().focus();
  await page.keyboard.press('End');
  await until(() => page.evaluate(() => document.activeElement.classList.contains('more')), 'no key leads there');
  await page.keyboard.press('Enter');
  await until(async () => await page.locator('.tree [aria-level="2"]').count() > before, 'it does not go on');
  await until(() => page.evaluate(() => document.activeElement.matches('[role="treeitem"][aria-selected="true"]')), 'the focus is lost');
  const look = () => page.evaluate(() => { const style = getComputedStyle(document.querySelector('.tree [aria-selected="true"]')); return [style.outlineStyle, style.outlineColor, style.outlineWidth].join(); });
  const focused = await look();
  await page.locator('#slider').focus();
  expect(focused.startsWith('solid') && focused !== await look(), `focused ${focused}, chosen ${await look()}`);
  sound(page);
  await context.close();
});

await test('a hundred thousand positions stay usable', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  for (const [player, least] of [['alpha-beta(depth=10)', 50000], ['mcts(iterations=100000)', 400000]]) {
    await grow(page, 'connect-four', player);
    const of = Number((await page.textContent('#where')).replaceAll(',', '').match(/of (\d+)/)[1]);
    expect(of >= least, `${of} moments`);
    const times = [];
    const timed = async (name) => {
      const begun = Date.now();
      await step(page, name);
      times.push(Date.now() - begun);
    };
    // Plays cut nothing.
    const [before, after] = player.startsWith('mcts') ? ['back', 'on'] : ['previous-cut', 'next-cut'];
    for (let jumps = 0; jumps < 40; jumps += 1) await timed(before);
    for (const name of ['first', 'last', 'first', after, after, after, 'on', 'on', 'back', 'last', 'back', 'back']) await timed(name);
    const rows = await page.locator('.tree .row').count();
    const slowest = Math.max(...times);
    console.log(`       ${player}: ${of} moments, the slowest of ${times.length} steps ${slowest} ms, the first ten ${sum(times.slice(0, 10)) / 10} ms, the last ten ${sum(times.slice(-10)) / 10} ms, ${rows} rows`);
    expect(slowest < 2000, `${slowest} ms`);
    expect(rows < 3000, `${rows} rows`);
    // What the search has left is folded again; to fold more would hide where it is.
    const open = await page.evaluate(() => [...document.querySelectorAll('.tree .row')].filter((row) => row.offsetParent !== null).length);
    expect(open > 20 && open < 300, `${open} rows are unfolded`);
    expect(await page.locator('.tree .at > .row').isVisible(), 'the row of the moment is not seen');
    // Folded at its root, which is pressed twice, and unfolded it draws no more than before.
    await step(page, 'last');
    await page.click('#film-whole');
    const [nodes, root] = [page.locator('#stage .node'), page.locator('#stage [data-node="0"] > .form')];
    for (let presses = 0; presses < 2; presses += 1) await root.click();
    await until(async () => await nodes.count() === 1, 'the root is not folded');
    await root.click();
    await until(async () => await nodes.count() > 1, 'the root is not unfolded');
    const drawn = await nodes.count();
    expect(drawn < 120, `${drawn} nodes are drawn`);
  }
  sound(page);
  await context.close();
});

await test('what a search dealt stands beside its tree, and is seen on the board', async () => {
  for (const [language, drawn] of [['en', 'Redeals drawn by the search: 100'], ['hu', 'ennyi újraosztást húzott: 100'], ['sl', 'izžrebalo preiskovanje: 100']]) {
    const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await open(context, at(`/language/${language}?back=${encodeURIComponent('/inside?game=kuhn&moves=2 3 p b&player=ismcts(iterations=100)')}`));
    await page.click('button.main');
    await page.waitForURL(/inside\/[0-9a-f]{32}/);
    await settled(page);
    expect((await page.textContent('#redeals caption')).includes(drawn), await page.textContent('#redeals caption'));
    const rows = await page.locator('#redeals tbody tr').allTextContents();
    expect(rows.length === 2 && rows.every((row) => /2[13]\/pb/.test(row)), rows.join(' | '));
    const bars = await page.locator('#redeals meter').evaluateAll((all) => all.map((bar) => bar.value));
    expect(Math.abs(sum(bars) - 1) < 1e-9 && bars[0] >= bars[1], bars.join(' '));
    for (const position of ['21/pb', '23/pb']) {
      await page.click(`#redeals [data-position="${position}"]`);
      await page.waitForFunction((text) => document.querySelector('#about dd').textContent === text, position);
      const isDrawn = await page.evaluate(async (text) => {
        const answer = await fetch(`/api/v1/position?${new URLSearchParams({ game: 'kuhn', position: text })}`);
        const place = document.createElement('div');
        place.innerHTML = (await answer.json()).svg;
        return place.innerHTML === document.getElementById('board').innerHTML;
      }, position);
      expect(isDrawn, `${position} is not on the board`);
    }
    await accessible(page, 'redeals');
    sound(page);
    await context.close();
  }
});

await test('the regrets of an information set stand beside its moves, in three languages', async () => {
  for (const [language, regret] of [['en', 'regret '], ['hu', 'megbánás '], ['sl', 'obžalovanje ']]) {
    const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await open(context, at(`/language/${language}?back=${encodeURIComponent('/inside?game=kuhn&moves=2 3 p b&player=equilibrium(iterations=1000)')}`));
    await page.click('button.main');
    await page.waitForURL(/inside\/[0-9a-f]{32}/);
    await settled(page);
    const after = await page.locator('#regrets tbody th').allTextContents();
    expect(after.map((text) => text.replaceAll(/\D/g, '')).join(' ') === '1 10 100 1000', after.join(' '));
    const rows = await page.locator('#regrets tbody tr').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('meter')].map((bar) => bar.value)));
    expect(rows.every((shares) => shares.length === 2 && Math.abs(sum(shares) - 1) < 1e-9), rows.join(' | '));
    expect((await page.textContent('#regrets tbody')).includes(regret), await page.textContent('#regrets tbody'));
    expect(await page.locator('#redeals').count() === 0, 'it dealt nothing');
    await accessible(page, 'regrets');
    sound(page);
    await context.close();
  }
});

await test('a simulation is played on the board beside the tree, move by move, and told in words', async () => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion });
    const page = await open(context, at('/'));
    await grow(page, 'tic-tac-toe', 'mcts(iterations=40)');
    // Nothing moves before somebody steps.
    expect((await page.textContent('#simulated')) === '', await page.textContent('#simulated'));
    await step(page, 'first');
    for (const phase of ['expansion', 'simulation']) await step(page, phase);
    const moves = /Moves of the simulation: (.+)\.$/.exec(await sentence(page))[1].split(' ');
    expect(moves.length > 3, moves.join(' '));
    const pieces = () => page.locator('#board .piece').count();
    if (reducedMotion === 'reduce') {
      await step(page, 'next-iteration');
      expect((await page.textContent('#simulated')) === '' && await pieces() === 1, `${await pieces()} pieces`);
    } else {
      const all = `Simulation, move ${moves.length} of ${moves.length}: ${moves[moves.length - 1]}`;
      await page.waitForFunction((text) => document.getElementById('simulated').textContent === text, all);
      expect(await pieces() === moves.length + 1, `${await pieces()} pieces after ${moves.length} moves`);
      // Who goes on sees the next one.
      await step(page, 'next-iteration');
      await page.waitForFunction(() => document.getElementById('simulated').textContent.startsWith('Simulation, move '));
    }
    sound(page);
    await context.close();
  }
});

await test('each iteration is four moments: a path is lit, a node appears, a play goes on from it, and the path counts', async () => {
  const names = {
    en: ['Selection', 'Expansion', 'Simulation', 'Back-up'],
    hu: ['Kiválasztás', 'Bővítés', 'Szimuláció', 'Visszaterjesztés'],
    sl: ['Izbira', 'Razširitev', 'Simulacija', 'Vračanje'],
  };
  for (const [width, language] of [[1280, 'en'], [390, 'hu'], [768, 'sl']]) {
    const context = await chromium.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce' });
    const page = await open(context, at(`/language/${language}?back=/inside`));
    await grow(page, 'connect-four', 'mcts(iterations=9)');
    /** What is told at a moment: by the bar, the sentence, the stage and the list. */
    const told = () => page.evaluate(() => {
      const [node, row] = ['#stage .node.at', '.tree .at > .row'].map((one) => document.querySelector(one));
      const counts = (all, texts, pattern) => Object.fromEntries(all.map((one) => [one.dataset.node, Number(texts(one).join('\n').match(pattern)?.[1] ?? 0)]));
      const seen = [...document.querySelectorAll('#stage .node:not(.later)')];
      const rows = [...document.querySelectorAll('.tree div:not(.later) > .row[data-node]')].filter((one) => seen.some(({ dataset }) => dataset.node === one.dataset.node));
      return {
        step: [...document.querySelectorAll('#steps [aria-current="step"]')].map((one) => one.textContent).join(),
        sentence: document.getElementById('sentence').textContent, moment: Number(document.getElementById('moment').value), slider: Number(document.getElementById('slider').value),
        at: node.dataset.node, row: row.dataset.node, way: document.querySelectorAll('#stage .node.way').length, seen: seen.length,
        counts: counts(seen, (one) => [...one.querySelectorAll('text')].map((text) => text.textContent), /^n = (\d+)$/m),
        rows: counts(rows, (one) => one.textContent.split(' · '), /^\D+: (\d+)$/m),
      };
    });
    await step(page, 'first');
    const film = [];
    for (let moment = 1; moment <= 36; moment += 1) {
      if (moment > 1) await step(page, 'on');
      const now = await told();
      film.push(now);
      const [iteration, phase] = [Math.ceil(moment / 4), (moment - 1) % 4];
      const what = `${language}, moment ${moment}: ${JSON.stringify(now)}`;
      expect(now.step === names[language][phase] && now.sentence.toLowerCase().includes(now.step.toLowerCase()), what);
      expect(now.moment === moment && now.slider === moment && now.at === now.row, what);
      // The root and a node for each iteration, once that is expanded.
      expect(now.seen === iteration + (phase > 0 ? 1 : 0), what);
      if (moment < 36) {
        expect(now.counts[0] === iteration - (phase === 3 ? 0 : 1) && (phase !== 3 || now.counts[now.at] > 0), what);
        expect(Object.entries(now.rows).every(([id, count]) => now.counts[id] === count), what);
      }
      if (phase === 1) expect(now.way === film[moment - 2].way + 1 && now.at !== film[moment - 2].at, what);
      if (phase > 1) expect(now.way === film[moment - 2].way && now.at === film[moment - 2].at, what);
    }
    // Back, from iteration to iteration, to a step by its name, by the slider and by an address it is the same.
    const same = async (moment) => expect(JSON.stringify(await told()) === JSON.stringify(film[moment - 1]), `${language}: not moment ${moment}: ${JSON.stringify(await told())}`);
    for (const [name, moment] of [['back', 35], ['previous-iteration', 31], ['selection', 29], ['back-up', 32], ['back', 31], ['next-iteration', 35], ['first', 1], ['next-iteration', 5]]) {
      await step(page, name);
      await same(moment);
    }
    const before = await page.textContent('#where');
    await page.locator('#slider').focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((text) => document.querySelector('#where').textContent !== text, before);
    await settled(page);
    await same(6);
    await accessible(page, `an expansion in ${language}`);
    await page.click('#film-link');
    await page.reload();
    await page.waitForFunction(() => document.getElementById('moment').value === '6');
    await settled(page);
    await same(6);
    sound(page);
    await context.close();
  }
});

await test('what iterations have told adds up, and at the end it is what the search found', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await grow(page, 'connect-four', 'mcts(iterations=40)');
  const last = await page.locator('.tree .row').allTextContents();
  const counts = async () => (await page.locator('.tree > div > .row, .tree > div > [role="group"] > div:not(.later) > .row').allTextContents())
    .map((text) => Number(text.match(/visits: (\d+)/)?.[1] ?? 0));
  for (const plays of [1, 2, 7, 8, 23]) {
    await page.fill('#moment', String(4 * plays));
    await page.keyboard.press('Enter');
    await page.waitForFunction((text) => document.querySelector('#where').textContent === text, `Moment ${4 * plays} of 160`);
    await settled(page);
    expect((await sentence(page)).startsWith(`Iteration ${plays}, back-up: `), await sentence(page));
    expect((await page.textContent('#iteration')) === `Iteration ${plays} of 40`, await page.textContent('#iteration'));
    const [root, ...below] = await counts();
    expect(root === plays && sum(below) === plays && below.length === Math.min(plays, 7), `after ${plays}: ${root} is not ${below}`);
  }
  expect((await page.textContent('.tree [aria-level="2"]')).match(/≈ .* · visits: \d+ · UCB [\d.]+ \+ [\d.]+ = [\d.]+/), await page.textContent('.tree [aria-level="2"]'));
  expect(await page.isDisabled('[data-step="previous-cut"]') && await page.isHidden('#quiz'), 'what is not looked at yet is no cut');
  await step(page, 'last');
  const again = await page.locator('.tree [aria-level="2"]').allTextContents();
  expect(again.every((row) => last.includes(row)), again.join('\n'));
  sound(page);
  await context.close();
});

await test('chance, several seats and samples are told', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  for (const [game, player, part] of [
    ['tree([{1/2:8, 1/3:24, 1/6:-12}, 5])', 'expectiminimax', '●'],
    ['tree([[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]])', 'max-n', '('],
    ['connect-four', 'mcts(iterations=200)', 'visits'],
  ]) {
    await grow(page, game, player);
    expect((await page.textContent('.tree')).includes(part), `${player}: no ${part}`);
    sound(page);
  }
  await context.close();
});

/** What stands on the stage: the texts of the positions that can be seen, and the moves that are crossed out. */
const staged = (page) => page.evaluate(() => {
  const texts = (selector) => [...document.querySelectorAll(`#stage ${selector}`)].map((one) => one.textContent);
  return {
    seen: document.querySelectorAll('#stage .node:not(.later)').length,
    values: texts('.node:not(.later) > .value').filter((text) => text !== '…'),
    windows: texts('.node > text.edges'),
    cut: texts('.stub > .move'),
    at: document.querySelector('#stage .at')?.dataset.node,
  };
});

await test('the tree grows on the stage as the search runs, with windows and cuts', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/'));
  await grow(page, 'tree([[3,12,8],[2,4,6],[14,5,2]])', 'alpha-beta');
  await step(page, 'first');
  expect(JSON.stringify(await staged(page)) === JSON.stringify({ seen: 1, values: [], windows: ['α = -∞, β = ∞'], cut: [], at: '0' }), JSON.stringify(await staged(page)));
  const films = [];
  for (let moments = 1; moments < 15; moments += 1) { await step(page, 'on'); films.push(await staged(page)); }
  const seen = films.map((film) => film.seen);
  expect(seen.every((count, moment) => moment === 0 || count >= seen[moment - 1]), `what was seen goes: ${seen}`);
  expect(films[6].windows.includes('α = 3, β = ∞'), JSON.stringify(films[6]));
  expect(films[7].cut.join() === '2,3', JSON.stringify(films[7]));
  const values = ['12', '14', '2', '2', '3', '3', '3', '5', '8', '≤ 2', '≤ 2'];
  expect(films[13].values.sort().join() === values.join(), JSON.stringify(films[13]));
  // Each position in the list says the value that stands on the stage.
  const stage = await page.locator('#stage [data-node="0"] > .value').textContent();
  expect((await page.textContent('.tree .row')).endsWith(`: ${stage}`), stage);
  sound(page);
  await context.close();
});

await test('the stage, the list, the sentence and what is kept of a moment write a fraction alike', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/'));
  const game = 'tree([[0.375,0.625],[-0.125,0.875],{1/3:1, 2/3:0}])';
  for (const language of ['en', 'hu', 'sl']) {
    await page.goto(at(`/language/${language}?back=/inside`));
    await grow(page, game, 'expectiminimax');
    const moments = Number(await page.getAttribute('#slider', 'max'));
    let fractions = 0;
    for (let moment = 1; moment <= moments; moment += 1) {
      if (moment > 1) await step(page, 'on'); else await step(page, 'first');
      const value = await page.textContent('#stage .at > .value');
      if (value === '…') continue;
      const told = (await sentence(page)).split(/[ ,;:]|[.] |[.]$/);
      expect(told.includes(value.replace(/^[≥≤] /, '')), `${language}, moment ${moment}: ${value} is not in: ${await sentence(page)}`);
      const row = await page.textContent('.tree .at > .row');
      expect(row.includes(`: ${value}`), `${language}, moment ${moment}: ${value} is not in: ${row}`);
      if (value.includes('/')) fractions += 1;
    }
    expect(fractions > 6, `${language}: ${fractions} fractions`);
    for (const [form, part] of [['svg', '>3/8<'], ['tikz', '{3/8}']]) {
      await page.selectOption('#film-form', form);
      const [kept] = await Promise.all([page.waitForEvent('download'), page.click('#film-keep')]);
      const drawing = readFileSync(await kept.path(), 'utf8');
      expect(drawing.includes(part) && !drawing.includes('0.375') && !drawing.includes('0,375'), drawing);
    }
  }
  sound(page);
  await context.close();
});

await test('what a search tells is in the language of the page, in the list and beside it', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/language/en?back=/inside'));
  const game = 'tree([[3,12,8],[2,4,6],[14,5,2]])';
  const told = async () => {
    await grow(page, game, 'alpha-beta');
    await page.locator('.tree .row[aria-level="2"]').nth(1).click();
    return page.evaluate(() => ['.tree', '#about', '#why', 'p[data-tells]:not(#why)', '#sentence'].map((part) => document.querySelector(part).textContent).join('\n'));
  };
  const english = ['cut: 2 ≤ α = 3', 'already has', 'to act in', 'worth 3', 'positions', 'the value is 3'];
  const found = await told();
  for (const part of english) expect(found.includes(part), `no longer told: ${part}: ${found}`);
  for (const [language, cut] of [['hu', 'levágva: 2 ≤ α = 3'], ['sl', 'odrezano: 2 ≤ α = 3']]) {
    await page.goto(at(`/language/${language}?back=/inside`));
    const other = await told();
    expect(other.includes(cut), other);
    for (const part of english) expect(!other.includes(part), `${language}: ${part}: ${other}`);
  }
  sound(page);
  await context.close();
});

await test('the film plays by itself, stops, and begins at the moment of the address', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/'));
  await grow(page, 'tree([[3,12,8],[2,4,6],[14,5,2]])', 'alpha-beta');
  await page.selectOption('#film-pace', 'fastest');
  await page.click('#film-play');
  await until(async () => (await page.textContent('#where')) !== 'Moment 15 of 15', 'it does not begin');
  await until(async () => (await page.textContent('#where')) === 'Moment 15 of 15', 'it does not end');
  await until(async () => (await page.textContent('#film-play')) === 'Play', 'it has not stopped');
  // By keys, where the stage has the focus.
  await page.focus('#stage');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('#where').textContent === 'Moment 1 of 15');
  for (let moment = 2; moment <= 9; moment += 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((text) => document.querySelector('#where').textContent === text, `Moment ${moment} of 15`);
  }
  await page.selectOption('#film-pace', 'slow');
  await page.focus('#stage');
  await page.keyboard.press(' ');
  expect((await page.textContent('#film-play')) === 'Pause', 'Space does not play');
  await page.keyboard.press(' ');
  expect((await page.textContent('#film-play')) === 'Play', 'Space does not stop');
  await page.click('#film-link');
  const other = await open(context, page.url());
  await settled(other);
  await other.waitForFunction(() => document.querySelector('#where').textContent === 'Moment 9 of 15');
  expect((await staged(other)).cut.join() === '2,3', 'another moment is shown');
  await more(other);
  const [kept] = await Promise.all([other.waitForEvent('download'), other.click('#film-keep')]);
  expect(kept.suggestedFilename() === 'moment-9.svg', kept.suggestedFilename());
  const drawing = readFileSync(await kept.path(), 'utf8');
  expect(drawing.includes('xmlns="http://www.w3.org/2000/svg"') && drawing.includes('α = 3, β = ∞') && !drawing.includes('class='), drawing);
  sound(page);
  sound(other);
  await context.close();
});

/** Whether all that is drawn is on the screen. */
const isWhole = (page) => page.evaluate(() => {
  const stage = document.getElementById('stage').getBoundingClientRect();
  return [...document.querySelectorAll('#stage .node')].map((node) => node.getBoundingClientRect())
    .every((box) => box.left >= stage.left && box.right <= stage.right && box.top >= stage.top && box.bottom <= stage.bottom);
});

await test('the stage is moved, made larger, and leads to the list', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/'));
  await grow(page, 'tic-tac-toe', 'alpha-beta(depth=4)');
  const box = () => page.getAttribute('#stage svg', 'viewBox').then((text) => text.split(' ').map(Number));
  const before = await box();
  await page.click('#film-larger');
  const larger = await box();
  expect(larger[2] < before[2], `${before} ${larger}`);
  await page.mouse.move(300, 600);
  await page.mouse.down();
  await page.mouse.move(360, 600, { steps: 4 });
  await page.mouse.up();
  const moved = await box();
  expect(moved[0] < larger[0] - 10 && Math.abs(moved[2] - larger[2]) < 1, `${larger} ${moved}`);
  await page.click('#film-whole');
  expect(await isWhole(page), 'all of it is not all');
  // Where the search is, is always in sight, however large the tree.
  for (const moment of [2, 50, 300, 661]) {
    await page.fill('#moment', String(moment));
    await page.keyboard.press('Enter');
    await page.waitForFunction((text) => document.querySelector('#where').textContent === text, `Moment ${moment} of 661`);
    await settled(page);
    const isSeen = await page.evaluate(() => {
      const [form, stage] = ['#stage .at > .form', '#stage'].map((one) => document.querySelector(one).getBoundingClientRect());
      return form.left >= stage.left && form.right <= stage.right && form.top >= stage.top && form.bottom <= stage.bottom;
    });
    expect(isSeen, `at moment ${moment} the search is out of sight`);
    expect(await page.locator('#stage .node').count() < 120, 'too much is drawn');
  }
  const last = page.locator('#stage .node.at');
  const id = await last.getAttribute('data-node');
  await last.locator('.form').click();
  await page.waitForSelector(`.tree .row[data-node="${id}"][aria-selected="true"]`);
  sound(page);
  await context.close();
});

await test('what is below a node is folded by a second press or by Enter, and the search unfolds it', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/'));
  const count = () => page.locator('#stage .node').count();
  const pill = (id) => page.locator(`#stage [data-node="${id}"].folded > .pill + text`);
  const press = (id) => page.locator(`#stage [data-node="${id}"] > .form`).click();
  const go = async (moment) => {
    await page.fill('#moment', String(moment));
    await page.keyboard.press('Enter');
    await page.waitForFunction((text) => document.querySelector('#where').textContent.startsWith(text), `Moment ${moment} of `);
    await settled(page);
  };
  await grow(page, 'tree([[3,12,8],[2,4,6],[14,5,2]])', 'alpha-beta');
  expect(await count() === 11, `${await count()} nodes`);
  const first = await page.locator('.tree .row[aria-level="2"]').first().getAttribute('data-node');
  await press(first);
  await page.waitForSelector(`#stage [data-node="${first}"].chosen`);
  await page.waitForSelector(`.tree .row[data-node="${first}"][aria-selected="true"]`);
  expect(await count() === 11, 'one press folds');
  await press(first);
  await pill(first).waitFor();
  expect(await count() === 8 && await pill(first).textContent() === '+3', `${await count()} nodes, ${await pill(first).textContent()}`);
  expect((await page.textContent('#fold-said')).includes('folded, nodes hidden: 3'), await page.textContent('#fold-said'));
  expect((await page.textContent(`#stage [data-node="${first}"] > title`)).includes('nodes hidden: 3'), 'the form does not say so');
  await accessible(page, 'a folded tree');
  // What is kept of it is what is seen.
  await page.selectOption('#film-form', 'svg');
  const [kept] = await Promise.all([page.waitForEvent('download'), page.click('#film-keep')]);
  expect(readFileSync(await kept.path(), 'utf8').includes('>+3<'), 'the fold is not kept');
  // Moves that are crossed out are folded with the rest.
  const second = await page.locator('.tree .row[aria-level="2"]').nth(1).getAttribute('data-node');
  expect(await page.locator('#stage .stub').count() === 2, 'nothing is crossed out');
  for (let presses = 0; presses < 2; presses += 1) await press(second);
  await pill(second).waitFor();
  expect(await count() === 7 && await page.locator('#stage .stub').count() === 0, `${await count()} nodes`);
  // By keys, from the root: all of it, and back as it was.
  await step(page, 'back');
  await step(page, 'on');
  await page.focus('#stage');
  await page.keyboard.press('Enter');
  await pill(0).waitFor();
  expect(await count() === 1 && await pill(0).textContent() === '+10', `${await count()} nodes, ${await pill(0).textContent()}`);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#stage [data-node="0"]:not(.folded)');
  expect(await count() === 7, `${await count()} nodes`);
  // A moment below it unfolds it, and nothing else.
  await go(4);
  expect(await page.locator(`#stage [data-node="${first}"].folded`).count() === 0 && await page.locator('#stage .at').count() === 1, 'the search is out of sight');
  await go(15);
  expect(await count() === 10 && await pill(second).count() === 1, `${await count()} nodes`);
  // A quiz is told nothing by it.
  for (let presses = 0; presses < 2; presses += 1) await press(first);
  await pill(first).waitFor();
  await page.click('#quiz');
  await settled(page);
  for (let moments = 0; moments < 2; moments += 1) await step(page, 'on');
  expect(await page.locator(`#stage [data-node="${first}"]:not(.folded)`).count() === 1, 'the search is out of sight in a quiz');
  expect((await page.locator('#stage .pill + text').allTextContents()).every((text) => text === '+'), 'the number is told');
  // Of a large tree what is pressed twice is fetched, and what is not seen is not drawn.
  await grow(page, 'tic-tac-toe', 'alpha-beta(depth=4)');
  await page.click('#film-whole');
  const before = await count();
  const all = Number((await pill(await page.locator('#stage .folded').first().getAttribute('data-node')).textContent()).slice(1));
  expect(all > 20, `${all} are hidden`);
  const other = await page.locator('#stage .folded').first().getAttribute('data-node');
  const ids = () => page.locator('#stage .node').evaluateAll((nodes) => nodes.map((node) => node.dataset.node));
  const known = await ids();
  for (let presses = 0; presses < 2; presses += 1) await press(other);
  await page.waitForSelector(`#stage [data-node="${other}"]:not(.folded)`);
  const below = (await ids()).filter((id) => !known.includes(id));
  expect(below.length > 2 && await count() < 60, `${before} nodes become ${await count()}, ${below}`);
  for (let presses = 0; presses < 2; presses += 1) await press(0);
  await pill(0).waitFor();
  expect(await count() === 1, `${await count()} nodes`);
  await go(300);
  expect(await page.locator('#stage .node.at').count() === 1 && await count() < 120, 'the search is out of sight');
  // In the middle of plays, what they have told stands beside what was unfolded.
  await grow(page, 'connect-four', 'mcts(iterations=300)');
  await go(800);
  await page.click('#film-whole');
  const closed = await page.locator('#stage .folded:not(.way)').first().getAttribute('data-node');
  for (let presses = 0; presses < 2; presses += 1) await press(closed);
  await page.waitForFunction((id) => {
    const rows = document.querySelectorAll('#stage .node:not(.later) > .value');
    return document.querySelector(`#stage [data-node="${id}"]:not(.folded)`) && [...rows].every((value) => value.textContent !== '…');
  }, closed);
  sound(page);
  await context.close();
});

await test('a large tree begins at its root, and what is followed is seen with the position above it', async () => {
  /** Which of these forms are on the screen, and how large letters are there. */
  const seen = (page) => page.evaluate(() => {
    const stage = document.getElementById('stage').getBoundingClientRect();
    const isSeen = (one) => {
      const box = one.querySelector('.form').getBoundingClientRect();
      return box.left >= stage.left && box.right <= stage.right && box.top >= stage.top && box.bottom <= stage.bottom;
    };
    const way = [...document.querySelectorAll('#stage .node.way')];
    const deepest = way.map((one) => [Number(one.getAttribute('transform').match(/[-\d.]+/g)[1]), one]).sort(([a], [b]) => b - a).map(([, one]) => one);
    return {
      root: isSeen(document.querySelector('#stage [data-node="0"]')), at: isSeen(deepest[0]), above: deepest.length < 2 || isSeen(deepest[1]),
      letters: 13.5 * document.querySelector('#stage svg').getScreenCTM().a,
    };
  });
  for (const [width, height] of [[360, 740], [390, 844], [768, 1024], [1280, 800], [1920, 1080]]) {
    const context = await chromium.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
    const page = await open(context, at('/'));
    for (const [game, player, moments] of [
      ['tic-tac-toe', 'alpha-beta(depth=4)', [2, 5, 50, 300, 661]],
      ['connect-four', 'mcts(iterations=300)', [26, 160, 1167, 1200]],
      ['tree([[3,12,8],[2,4,6],[14,5,2]])', 'alpha-beta', [5, 10, 13]],
    ]) {
      await begin(page, game, player);
      const opening = await seen(page);
      expect(opening.root && opening.letters >= 10.99, `${width}, ${player}: it begins with ${JSON.stringify(opening)}`);
      for (const moment of moments) {
        await page.fill('#moment', String(moment));
        await page.keyboard.press('Enter');
        await page.waitForFunction((text) => document.querySelector('#where').textContent.startsWith(text), `Moment ${moment.toLocaleString('en')} of `);
        await settled(page);
        const now = await seen(page);
        expect(now.at && now.above && now.letters >= 10.99, `${width}, ${player}, moment ${moment}: ${JSON.stringify(now)}`);
      }
    }
    sound(page);
    await context.close();
  }
});

await test('small boards stand in the nodes of a small tree, and the large one beside or under it', async () => {
  for (const [width, height] of [[390, 844], [1280, 800]]) {
    const context = await chromium.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
    const page = await open(context, at('/'));
    const search = async (game, moves, player) => {
      await page.goto(at(`/inside?${new URLSearchParams({ game, moves, player })}`));
      await page.click('button.main');
      await page.waitForURL(/inside\/[0-9a-f]{32}/);
      await ended(page);
    };
    await search('tic-tac-toe', 'b2 a1 c3 a3 a2 c2', 'alpha-beta');
    const drawn = await page.evaluate(() => [...document.querySelectorAll('#stage .node')].map((node) => ({
      pieces: node.querySelectorAll('svg .piece').length, texts: node.querySelectorAll('svg.agon text').length,
      ply: Math.round((Number(node.getAttribute('transform').match(/[-\d.]+/g)[1])) / 127),
      isBelow: node.querySelector('svg').getBoundingClientRect().top >= node.querySelector('.form').getBoundingClientRect().bottom - 3,
    })));
    expect(drawn.length > 3 && drawn.every(({ pieces, texts, ply, isBelow }) => pieces === 6 + ply && texts === 0 && isBelow), JSON.stringify(drawn));
    // The large one follows the search, and is not far from the tree.
    for (const name of ['first', 'on', 'on']) await step(page, name);
    const large = await page.evaluate(() => {
      const [stage, board, list] = ['#stage', '#board svg', '#tree'].map((one) => document.querySelector(one).getBoundingClientRect());
      return { pieces: document.querySelectorAll('#board .piece').length, isBeside: board.left >= stage.right, isUnder: board.top >= stage.bottom && board.bottom <= list.top, width: board.width };
    });
    expect(large.pieces === 8 && large.width > 280 && (width < 896 ? large.isUnder : large.isBeside), `${width}: ${JSON.stringify(large)}`);
    await accessible(page, 'boards in nodes');
    await more(page);
    for (const [form, isDrawn] of [['svg', (text) => (text.match(/<svg/g) ?? []).length > 2 && !text.includes('class=')], ['tikz', (text) => !text.includes('NaN')]]) {
      await page.selectOption('#film-form', form);
      const [kept] = await Promise.all([page.waitForEvent('download'), page.click('#film-keep')]);
      const text = readFileSync(await kept.path(), 'utf8');
      expect(isDrawn(text), `${form}: ${text}`);
    }
    // A large tree, large boards and what has to be read stay without.
    for (const [game, player] of [['tic-tac-toe', 'alpha-beta(depth=4)'], ['connect-four', 'alpha-beta(depth=1)'], ['2048', 'expectimax(depth=1)']]) {
      await search(game, '', player);
      expect(await page.locator('#stage .node svg').count() === 0, `${game}: boards in nodes`);
    }
    sound(page);
    await context.close();
  }
});

await test('one bar plays and steps the film, Play first, and keys do where nothing has the focus', async () => {
  for (const [width, height, most] of [[390, 844, 160], [1280, 800, 70]]) {
    const context = await chromium.newContext({ viewport: { width, height } });
    const page = await open(context, at('/inside'));
    await page.locator('.card', { hasText: 'tree · alpha-beta' }).click();
    await page.waitForURL(/inside\/[0-9a-f]{32}/);
    await settled(page);
    const bar = await page.evaluate(() => ({
      first: document.querySelector('#steps button').id,
      height: document.getElementById('steps').getBoundingClientRect().height,
      elsewhere: [...document.querySelectorAll('#theatre :is(button, input, select)')].filter((one) => !one.closest('#steps, #asked, #board')).length,
      isAbove: document.getElementById('theatre').compareDocumentPosition(document.querySelector('p[data-tells]:not(#why)')) === Node.DOCUMENT_POSITION_FOLLOWING,
      head: document.querySelector('p[data-tells]:not(#why)').innerHTML,
    }));
    expect(bar.first === 'film-play' && bar.elsewhere === 0 && bar.isAbove && bar.height < most, JSON.stringify(bar));
    expect(bar.head.includes('<code>root</code>') && !bar.head.includes('`'), bar.head);
    const where = (number) => page.waitForFunction((text) => document.querySelector('#where').textContent === text, `Moment ${number} of 15`);
    const play = () => page.textContent('#film-play');
    await page.keyboard.press('ArrowRight');
    await where(2);
    await page.keyboard.press('ArrowLeft');
    await where(1);
    await page.keyboard.press('Space');
    expect(await play() === 'Pause', 'Space does not play');
    await page.keyboard.press('Space');
    expect(await play() === 'Play' && await page.evaluate(() => scrollY) === 0, 'Space does not pause, or the page scrolls');
    // What has the focus has its own keys, and no others.
    await page.click('[data-step="first"]');
    await where(1);
    await page.focus('[data-step="on"]');
    await page.keyboard.press('Space');
    await where(2);
    await page.focus('#slider');
    await page.keyboard.press('ArrowRight');
    await where(3);
    await settled(page);
    expect((await page.textContent('#where')) === 'Moment 3 of 15' && await play() === 'Play', 'a key does two things');
    await page.emulateMedia({ media: 'print' });
    for (const selector of ['#steps', '#slider', '#film-play', '#film-form']) expect(await page.isHidden(selector), `${selector} is printed`);
    sound(page);
    await context.close();
  }
});

await test('the bar takes one row, and two where it is narrow', async () => {
  for (const [width, most] of [[390, 2], [768, 2], [1280, 1], [1920, 1]]) {
    const context = await chromium.newContext({ viewport: { width, height: 900 } });
    const page = await open(context, at('/'));
    await grow(page, 'tree([[3,12,8],[2,4,6],[14,5,2]])', 'alpha-beta');
    await page.click('#more > summary');
    const rows = await page.evaluate(() => {
      const own = [...document.querySelectorAll('#steps > *')].map((one) => one.getBoundingClientRect()).filter((one) => one.width > 0);
      let [count, bottom] = [0, -Infinity];
      for (const one of own.sort((a, b) => a.top - b.top)) {
        if (one.top >= bottom) count += 1;
        bottom = Math.max(bottom, one.bottom);
      }
      return count;
    });
    expect(rows <= most, `${rows} rows at ${width}`);
    sound(page);
    await context.close();
  }
});

await test('plays are seen below the root of their tree, larger on a screen before a class, and as many as there is room for', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/'));
  await grow(page, 'tic-tac-toe', 'mcts(iterations=60)');
  const seen = () => page.evaluate(() => {
    const stage = document.getElementById('stage').getBoundingClientRect();
    const isIn = (one) => one.left >= stage.left && one.right <= stage.right && one.top >= stage.top;
    const nodes = [...document.querySelectorAll('#stage .node:not(.later)')];
    const letters = document.querySelector('#stage svg').getScreenCTM().a * 13.5;
    return { root: isIn(nodes[0].querySelector('.form').getBoundingClientRect()), all: nodes.every((one) => isIn(one.getBoundingClientRect())), count: nodes.length, letters };
  });
  await page.fill('#moment', '41');
  await page.press('#moment', 'Enter');
  await page.waitForFunction(() => document.getElementById('where').textContent.includes('41'));
  await settled(page);
  const small = await seen();
  expect(small.root && small.all && small.count >= 5, JSON.stringify(small));
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.click('#film-screen');
  await page.waitForFunction(() => document.fullscreenElement?.id === 'theatre');
  await until(async () => (await seen()).count > small.count, 'there is no more to be seen');
  await until(async () => (await seen()).letters >= 15, 'letters are small');
  const large = await seen();
  expect(large.root, JSON.stringify(large));
  // What is drawn because there is more room is known as well.
  await until(async () => await page.evaluate(() => [...document.querySelectorAll('#stage .node:not(.later) .value')].every((one) => one.textContent !== '…')), 'something is not known');
  sound(page);
  await context.close();
});

await test('all of a tree is seen, no letters are crossed by what leads down from there, and two fingers make it larger', async () => {
  for (const [width, height] of [[390, 844], [1280, 800]]) {
    const context = await chromium.newContext({ viewport: { width, height }, hasTouch: true, reducedMotion: 'reduce' });
    const page = await open(context, at('/'));
    await grow(page, 'connect-four', 'mcts(iterations=300)');
    for (const moment of [1200, 1168, 160, 28]) {
      await page.fill('#moment', String(moment));
      await page.keyboard.press('Enter');
      await page.waitForFunction((text) => document.querySelector('#where').textContent === text, `Moment ${moment.toLocaleString('en')} of 1,200`);
      await settled(page);
      await page.click('#film-whole');
      expect(await isWhole(page), `at moment ${moment} something is cut off`);
      const struck = await page.evaluate(() => {
        const found = [];
        for (const node of document.querySelectorAll('#stage .node:not(.later)')) {
          const [x, y] = node.getAttribute('transform').match(/-?[\d.]+/g).map(Number);
          const own = [...document.querySelectorAll('#stage .link:not(.later) line')].map((line) => ['x1', 'y1', 'x2', 'y2'].map((name) => Number(line.getAttribute(name))))
            .filter(([fromX, fromY]) => Math.abs(fromX - x) < 0.01 && fromY > y && fromY < y + 40);
          for (const text of node.querySelectorAll('text.edges')) {
            const box = text.getBBox();
            const [left, top] = [x + box.x, y + box.y + 3];
            for (const [fromX, fromY, toX, toY] of own) for (let part = 0; part <= 1; part += 0.01) {
              const [u, v] = [fromX + (toX - fromX) * part, fromY + (toY - fromY) * part];
              if (u > left && u < left + box.width && v > top && v < top + box.height - 6) { found.push(text.textContent); part = 2; }
            }
          }
        }
        return found;
      });
      expect(struck.length === 0, `at moment ${moment}: ${struck}`);
    }
    const box = () => page.getAttribute('#stage svg', 'viewBox').then((text) => text.split(' ').map(Number));
    const before = await box();
    await page.locator('#stage').scrollIntoViewIfNeeded();
    const { x, y, width: wide, height: tall } = await page.locator('#stage').boundingBox();
    const fingers = (apart) => [-1, 1].map((side, id) => ({ x: x + wide / 2 + side * apart, y: y + tall / 2, id }));
    const screen = await context.newCDPSession(page);
    await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) });
    for (const apart of [40, 50, 60]) await screen.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
    await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await until(async () => Math.abs((await box())[2] * 2 / before[2] - 1) < 0.3, 'two fingers do not make it larger');
    sound(page);
    await context.close();
  }
});

await test('a quiz gives nothing away on the stage', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/'));
  await grow(page, 'tree([[3,12,8],[2,4,6],[14,5,2]])', 'alpha-beta');
  await page.click('#quiz');
  await settled(page);
  for (let moments = 0; !(await page.isVisible('#asked')); moments += 1) { expect(moments < 20, 'nothing is asked'); await step(page, 'on'); }
  const film = await staged(page);
  expect(film.windows.length === 0 && film.cut.length === 0, JSON.stringify(film));
  expect(await page.locator(`#stage [data-node="${film.at}"] > .value`).textContent() === '…', 'the answer stands there');
  expect(await page.locator('#stage .later').count() === 0, 'what is to come takes room');
  sound(page);
  await context.close();
});

await test('edges of chance have their weights, and what a mean leaves out is faint', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/'));
  await grow(page, 'tree([{1/2:4,1/2:8},5])', 'expectimax');
  await page.click('[data-step="last"]');
  await settled(page);
  const moves = await page.locator('#stage .link .move').allTextContents();
  expect(moves.filter((move) => move === '1/2').length === 2, moves.join(' | '));
  await grow(page, 'tree([[3,12,8],[2,4,6],[14,5,2]])', 'averaging(m=2, n=2)');
  await page.click('[data-step="last"]');
  await settled(page);
  expect(await page.locator('#stage .link.left-out').count() === 4, 'one of three is left out, four times');
  sound(page);
  await context.close();
});

await test('a tree is drawn by hand, and searches are compared on it', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/sketch'));
  const isDrawn = () => page.waitForSelector('#drawn[aria-busy="false"]', { state: 'attached' });
  const nodes = async () => { await isDrawn(); return page.locator('#drawn .node').count(); };
  const text = async () => { await isDrawn(); return page.inputValue('#text'); };
  const results = async () => {
    await isDrawn();
    await page.click('#run');
    // It cannot be pressed again before all have answered.
    await page.waitForSelector('#run:enabled');
    await page.waitForSelector('#results:not([hidden]) tbody tr');
    return page.locator('#results tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent).join(' | ')));
  };
  expect(await nodes() === 13, `${await nodes()} nodes`);
  const first = await results();
  expect(first.join('\n') === 'minimax | 1 | 3 | 13 of 13 | 0 % | on the stage\nalpha-beta | 1 | 3 | 11 of 13 | 15 % | on the stage', first.join('\n'));
  // A search that begins again says how often, and no share of the tree.
  await page.check('input[value="mtd"]');
  const [, , again] = await results();
  expect(again.startsWith('mtd | 1 | 3 | 14 in 2 searches |  |'), again);
  await page.uncheck('input[value="mtd"]');
  // By keys: the first leaf becomes 1, then a branch more for whoever chooses above it.
  await page.locator('#drawn .at').focus();
  for (const key of ['ArrowDown', 'ArrowDown', '1']) await page.keyboard.press(key);
  expect((await text()) === '[[1,12,8],[2,4,6],[14,5,2]]', await text());
  await page.locator('#drawn .at').focus();
  for (const key of ['ArrowUp', 'Insert', 'ArrowDown', 'Delete']) await page.keyboard.press(key);
  expect((await text()) === '[[12,8,0],[2,4,6],[14,5,2]]', await text());
  // Chance is even until somebody says otherwise; what was an end goes on.
  await page.selectOption('#sketch-kind', 'chance');
  await page.click('#sketch-add');
  expect((await text()).startsWith('[[{1/2:12,1/2:0},8,0],'), await text());
  await page.locator('#drawn .at').focus();
  await page.keyboard.press('ArrowDown');
  await page.fill('#sketch-share', '0.25');
  expect((await text()).startsWith('[[{0.25:12,1/2:0},8,0],'), await text());
  // What cannot be played is told in its row.
  expect((await results())[0].includes('add up to 3/4 instead of 1'), (await results())[0]);
  await page.check('input[value="expectiminimax"]');
  // Any tree of two seats that is typed is drawn, and written as it was.
  for (const tree of ['17', '[[10,10],[9,100]]', '{1/2:8,1/3:24,1/6:-12}', '[{1/2:8,1/3:24,1/6:-12},5]', '[[1,2]@1,[3,[4,5]]]@2', '[[1.5,-2],3]', '[{1/4:[3,4],3/4:[4,4]@1},7]@2']) {
    await page.fill('#text', tree);
    const typed = await nodes();
    await page.locator('#drawn .at').focus();
    await page.keyboard.press('Insert');
    const [drawn, grown] = [await nodes(), await text()];
    expect(drawn === typed + (typed === 1 ? 2 : 1), `${tree}: ${typed} nodes become ${drawn}`);
    const counted = (await results())[tree.includes('{') ? 2 : 0];
    expect(counted.includes(`${drawn} of ${drawn}`), `${grown}: ${counted}`);
    // What is removed leaves a tree that can be played, with the shares that it had.
    await page.focus('#drawn .at');
    for (const key of ['ArrowDown', ...drawn > 3 ? ['ArrowRight', 'ArrowRight', 'ArrowRight'] : [], 'Delete']) await page.keyboard.press(key);
    expect(tree === '17' || await nodes() === typed, `${grown}: ${await text()}`);
    if (tree === '{1/2:8,1/3:24,1/6:-12}') expect((await text()) === tree, await text());
  }
  for (const tree of ['[(1,6,6),3]', '[(1),(2)]', '[1,2]@3', '[(1,2,3),(1,2)]', 'I1:[1,-1]', '[1,2', '[1,,2]', '']) {
    await page.fill('#text', tree);
    await isDrawn();
    const told = await page.textContent('#sketch-said');
    expect(await page.isHidden('#drawn') && told.startsWith('This text') && told.includes('; accepted: `'), `${tree}: ${told}`);
  }
  // Several seats have values of their own.
  const several = '[[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]]';
  await page.fill('#text', several);
  await page.check('input[value="max-n"]');
  expect((await results()).some((row) => row.startsWith('max-n | 2 | 7 | 7')), (await results()).join('\n'));
  expect(await nodes() === 7 && (await page.inputValue('#sketch-seats')) === '3', `${await nodes()} nodes of ${await page.inputValue('#sketch-seats')} seats`);
  await page.locator('#drawn .at').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.keyboard.type('0, 2.5 -3');
  expect((await text()) === several.replace('(1,6,6)', '(0,2.5,-3)'), await text());
  await page.selectOption('#sketch-kind', '2');
  expect((await text()).startsWith('[[[(0,2.5,-3)]@2,'), await text());
  await page.click('#sketch-add');
  expect((await text()).startsWith('[[[(0,2.5,-3),(0,0,0)]@2,'), await text());
  await page.selectOption('#sketch-seats', '2');
  expect((await text()) === '[[[(0,2.5),(0,0)]@2,(7,1)],[(6,1),(7,2)]]', await text());
  await page.selectOption('#sketch-seats', '0');
  expect((await text()) === '[[[0,0]@2,7],[6,7]]', await text());
  // What is dragged past its neighbours takes its place among them, with all that is below it.
  await page.fill('#text', '[[3,12,8],[2,4,6],[14,5,2]]');
  await isDrawn();
  const middle = async (at) => {
    const box = await page.locator('#drawn .node[aria-label^="MIN"] > .form').nth(at).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...await middle(0));
  await page.mouse.down();
  const [right, height] = await middle(2);
  await page.mouse.move(right + 30, height, { steps: 12 });
  await page.mouse.up();
  expect((await text()) === '[[2,4,6],[14,5,2],[3,12,8]]', await text());
  expect((await page.locator('#drawn .at').getAttribute('aria-label')).startsWith('MIN'), 'another is chosen');
  // What is done before the server has answered is done in its order.
  await page.fill('#text', '[1,2]');
  await isDrawn();
  await page.route('**/api/v1/sketch?*', async (route) => { await new Promise((done) => { setTimeout(done, 200); }); await route.continue(); });
  await page.locator('#drawn .at').focus();
  for (const key of ['Insert', 'ArrowDown', 'ArrowRight', '4', '2']) await page.keyboard.press(key);
  expect((await text()) === '[1,42,0]', await text());
  await page.unroute('**/api/v1/sketch?*');
  // Its drawing is a file, in each form.
  for (const [form, begins] of [['svg', '<svg'], ['png', '\u0089PNG'], ['tex', '% \\usepackage{tikz}']]) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`[data-form="${form}"]`)]);
    const content = readFileSync(await download.path(), 'latin1');
    expect(download.suggestedFilename() === `tree.${form}` && content.startsWith(begins), `${form}: ${content.slice(0, 40)}`);
  }
  sound(page);
  await accessible(page, 'sketch');
  await context.close();
});

await test('a tree is drawn by clicks: + beside the chosen node adds a child, also on a telephone, and by its name', async () => {
  for (const [width, height, hasTouch, language, name] of [[390, 844, true, 'en', 'Add a branch'], [1280, 800, false, 'hu', 'Új ág'], [360, 740, true, 'sl', 'Dodaj vejo']]) {
    const context = await chromium.newContext({ viewport: { width, height }, hasTouch });
    const page = await open(context, at(`/language/${language}?back=${encodeURIComponent('/sketch?tree=7')}`));
    const plus = page.getByRole('application').getByRole('button', { name, exact: true });
    const isDrawn = () => page.waitForSelector('#drawn[aria-busy="false"]');
    const text = async () => { await isDrawn(); return page.inputValue('#text'); };
    const press = async (one) => { if (hasTouch) await one.tap(); else await one.click(); };
    /** It is large enough for a finger, is seen whole, and covers nothing. */
    const fits = async (what) => {
      await isDrawn();
      const found = await page.evaluate(() => {
        const [own, paper] = ['#drawn .plus > .form', '#drawn svg'].map((one) => document.querySelector(one).getBoundingClientRect());
        const others = [...document.querySelectorAll('#drawn .node, #drawn text')].map((one) => one.getBoundingClientRect());
        return {
          size: Math.min(own.width, own.height), isIn: own.left >= paper.left && own.right <= paper.right && own.bottom <= paper.bottom,
          covered: others.filter((one) => one.left < own.right - 1 && one.right > own.left + 1 && one.top < own.bottom - 1 && one.bottom > own.top + 1).length,
        };
      });
      expect(found.size >= 24 && found.isIn && found.covered === 0, `${width}, ${what}: ${JSON.stringify(found)}`);
    };
    await fits('a leaf alone');
    for (const wanted of ['[7,0]', '[7,0,0]']) {
      await press(plus);
      expect(await text() === wanted, `${await text()}, not ${wanted}`);
      await fits(wanted);
    }
    await press(page.locator('#drawn .node').nth(1));
    await fits('a leaf');
    await press(plus);
    expect(await text() === '[[7,0],0,0]', await text());
    // By keys it keeps the focus, and can be pressed again.
    await page.locator('#drawn .at').focus();
    await page.keyboard.press('Tab');
    for (const key of ['Enter', 'Space']) await page.keyboard.press(key);
    expect(await text() === '[[7,0,0,0],0,0]' && await page.evaluate(() => document.activeElement.matches('.plus')), await text());
    // In a tree that is scrolled it is seen.
    await page.fill('#text', '[[[[1,2],3],4],5]');
    await isDrawn();
    await press(page.locator('#drawn .node').nth(4));
    const isSeen = await page.evaluate(() => {
      const [own, paper] = ['.plus', ''].map((one) => document.querySelector(`#drawn ${one}`).getBoundingClientRect());
      return own.top >= paper.top && own.bottom <= paper.bottom && own.right <= paper.right;
    });
    expect(isSeen, `${width}: it is out of sight`);
    // Wherever it stands, in trees that leave little room.
    for (const tree of ['[[1],[2],[3]]', '[[[1],2],[3,[4]]]', '[{1/2:8,1/3:24,1/6:-12},5]', '[[(1,6,6)],[(6,1,2)],(7,1,2)]', '[[3,12,8],[2,4,6],[14,5,2]]']) {
      await page.fill('#text', tree);
      await isDrawn();
      const nodes = await page.locator('#drawn .node').count();
      for (let at = 0; at < nodes; at += 1) {
        await press(page.locator('#drawn .node').nth(at));
        await fits(`${tree}, node ${at}`);
      }
    }
    await accessible(page, 'a sketch with +');
    sound(page);
    await context.close();
  }
});

await test('a worksheet is made, printed with its solutions, and found again by its address', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/lab'));
  await page.click('a[href="/worksheet"]');
  const games = () => page.locator('.exercises code').allTextContents();
  const isDrawn = () => page.waitForFunction(() => [...document.querySelectorAll('.exercises img')].every((image) => image.naturalWidth > 100));
  await isDrawn();
  expect((await games()).length === 12, `${(await games()).length} trees`);
  for (const search of await page.locator('#player option').allTextContents()) {
    await page.selectOption('#player', search);
    await page.selectOption('#difficulty', 'hard');
    await page.fill('#count', '3');
    await page.click('main button');
    await isDrawn();
    const [trees, address, seed] = [await games(), page.url(), await page.inputValue('#seed')];
    expect(trees.length === 3 && await page.locator('.exercises img').count() === 6, `${search}: ${trees.join('; ')}`);
    expect((await page.textContent('h1')).includes(search), `${search} is not named`);
    expect(/worth .*nodes, [\d.]+ % saved/.test(await page.textContent('.exercises >> nth=1')) || /expecti/.test(search), `${search}: no solution`);
    await page.click('button[name="others"]');
    await isDrawn();
    expect(trees.every((tree) => !page.url().includes(tree)) && (await games()).join() !== trees.join(), `${search}: the same trees`);
    expect((await page.textContent('.command')).includes(` --seed ${Number(seed) + 1} `), await page.textContent('.command'));
    await page.goto(address);
    expect((await games()).join() === trees.join(), `${search}: others at the same address`);
    await page.fill('#seed', '77');
    await page.click('main button.main');
    await isDrawn();
    await page.fill('#seed', seed);
    await page.click('main button.main');
    await isDrawn();
    expect((await games()).join() === trees.join(), `${search}: others of the same seed`);
  }
  await page.emulateMedia({ media: 'print' });
  for (const selector of ['header', 'footer', 'main form', '.noprint']) expect(await page.isHidden(selector), `${selector} is printed`);
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('.solutions')).breakBefore) === 'page', 'solutions stand on the sheet');
  await page.emulateMedia({ media: 'screen' });
  await accessible(page, 'worksheet');
  // What is no tree is no worksheet.
  expect((await context.request.get(at('/worksheet/tree.svg?game=nim'))).status() === 400, 'a worksheet of nim');
  sound(page);
  await context.close();
});

await test('a small game is solved and drawn', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/inside?game=grundy'));
  await page.click('button[name="solve"]');
  const image = page.locator('details[open] img');
  await image.waitFor();
  await page.waitForFunction(() => document.querySelector('details[open] img').naturalWidth > 200);
  sound(page);
  await context.close();
});

for (const [width, height] of [[390, 844], [1280, 800], [1920, 1080]]) {
  for (const colorScheme of ['light', 'dark']) {
    await test(`looking inside at ${width} by ${height}, ${colorScheme}: nothing in anybody's way`, async () => {
      const context = await chromium.newContext({ viewport: { width, height }, colorScheme });
      const page = await open(context, at('/inside?game=grundy&solve=yes'));
      await accessible(page, 'inside');
      await grow(page, 'tree([[3,12,8],[2,4,6],[14,5,2]])', 'alpha-beta');
      await accessible(page, 'tree');
      expect(await reachable(page, 'tree') > 10, 'nothing is reached');
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/tree-${width}-${colorScheme}.png` });
      await context.close();
    });
  }
}

await finish(chromium, server);
