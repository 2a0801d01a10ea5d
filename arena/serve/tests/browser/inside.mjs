// The tree of a search: stepped, folded, jumped through, asked about; small and large.

import { Server, accessible, browser, expect, finish, open, reachable, sound, test, until } from './house.mjs';

const server = await new Server().start();
const chromium = await browser();
const at = (path) => server.address + path;

/** Has a player search, by the form. */
async function grow(page, game, player) {
  await page.goto(at(`/inside?game=${encodeURIComponent(game)}&player=${encodeURIComponent(player)}`));
  await page.click('button.main');
  await page.waitForURL(/inside\/[0-9a-f]{32}/);
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
  expect((await sentence(page)).startsWith('It is 2 (2 / 3).'), await sentence(page));
  sound(page);
  await context.close();
});

await test('the quiz gives nothing away, asks what is cut, and counts each question once', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await grow(page, 'tree([[3,12,8],[2,4,6],[14,5,2]])', 'alpha-beta');
  await page.click('#quiz');
  await settled(page);
  const answers = ['3', 'none', '2', '2, 3', '2', 'none', '3', 'none'];
  for (let question = 0; question < answers.length; question += 1) {
    for (let moments = 0; !(await page.isVisible('#asked')); moments += 1) {
      expect(moments < 20, 'nothing is asked');
      await step(page, 'on');
    }
    const seen = await page.evaluate(() => {
      const rows = [...document.querySelectorAll('.tree .row')].filter((row) => row.checkVisibility());
      return { told: rows.map((row) => row.textContent), later: rows.filter((row) => row.parentElement.classList.contains('later')).length,
        others: [...document.querySelectorAll('main details, main img, main [lang="en"]')].filter((one) => one.checkVisibility() && one.textContent.trim() !== '' && !['sentence', 'about'].includes(one.id)).length };
    });
    expect(seen.later === 0 && seen.others === 0, `before answer ${question + 1}: ${JSON.stringify(seen)}`);
    const asked = await page.textContent('.tree .at > .row');
    expect(asked.endsWith(': …'), `the answer stands there: ${asked}`);
    await page.fill('#guess', answers[question]);
    await page.keyboard.press('Enter');
    expect((await sentence(page)).startsWith(`Right (${question + 1} of ${question + 1})`), `${answers[question]}: ${await sentence(page)}`);
  }
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
      await page.waitForTimeout(30);
      const told = `${await page.evaluate(() => document.activeElement.textContent)} | ${await page.textContent('#about')}`;
      expect(!/\d\.\d{5}|\de-\d|Infinity|NaN|∞ … /.test(told), `${player}: ${told}`);
      expect(!/[(]∞|-∞/.test(told), `${player}: ${told}`);
    }
  }
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
  expect((await rows())[0].includes('α = −∞, β = ∞'), (await rows()).join('\n'));
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
  for (const [player, least] of [['alpha-beta(depth=10)', 50000], ['mcts(iterations=100000)', 100000]]) {
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
  }
  sound(page);
  await context.close();
});

await test('plays are shown one by one, as they ran', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  await grow(page, 'connect-four', 'mcts(iterations=40)');
  const last = await page.locator('.tree .row').allTextContents();
  const counts = async () => (await page.locator('.tree > div > .row, .tree > div > [role="group"] > div:not(.later) > .row').allTextContents())
    .map((text) => Number(text.match(/visits: (\d+)/)?.[1] ?? 0));
  for (const plays of [1, 2, 7, 8, 23]) {
    await page.fill('#moment', String(plays));
    await page.keyboard.press('Enter');
    await page.waitForFunction((text) => document.querySelector('#where').textContent === text, `Moment ${plays} of 40`);
    await settled(page);
    expect((await sentence(page)).startsWith(`Iteration ${plays}: `), await sentence(page));
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

await chromium.close();
await server.end();
server.clear();
finish();
