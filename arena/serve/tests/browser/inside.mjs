// The tree of a search: stepped, folded, jumped through, asked about; small and large.

import { Server, accessible, browser, expect, finish, open, reachable, sound, test } from './house.mjs';

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
  expect((await sentence(page)).startsWith('Right (1 of 1).'), await sentence(page));
  for (let moments = 0; !(await page.isVisible('#asked')); moments += 1) await step(page, 'on');
  await page.fill('#guess', '6');
  await page.keyboard.press('Enter');
  expect((await sentence(page)).startsWith('It is 2 (1 / 2).'), await sentence(page));
  sound(page);
  await context.close();
});

await test('a hundred thousand positions stay usable', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/'));
  for (const [player, least] of [['alpha-beta(depth=10)', 50000], ['mcts(iterations=100000)', 100000]]) {
    await grow(page, 'connect-four', player);
    const of = Number((await page.textContent('#where')).match(/of (\d+)/)[1]);
    expect(of > least, `${of} moments`);
    const times = [];
    const timed = async (name) => {
      const begun = Date.now();
      await step(page, name);
      times.push(Date.now() - begun);
    };
    for (let jumps = 0; jumps < 40; jumps += 1) await timed('previous-cut');
    for (const name of ['first', 'last', 'first', 'next-cut', 'next-cut', 'next-cut', 'on', 'on', 'back', 'last', 'back', 'back']) await timed(name);
    const rows = await page.locator('.tree .row').count();
    const slowest = Math.max(...times);
    console.log(`       ${player}: ${of} moments, the slowest of ${times.length} steps ${slowest} ms, the first ten ${sum(times.slice(0, 10)) / 10} ms, the last ten ${sum(times.slice(-10)) / 10} ms, ${rows} rows`);
    expect(slowest < 2000, `${slowest} ms`);
    expect(rows < 3000, `${rows} rows`);
  }
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
