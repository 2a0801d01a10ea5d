// What of a search is kept as a file: a moment in pixels and in LaTeX, and the film.

import { readFileSync } from 'node:fs';

import { Server, browser, expect, finish, more, open, sound, test } from './house.mjs';

const server = await new Server().start();
const chromium = await browser();
const at = (path) => server.address + path;

async function grow(page, game, player) {
  await page.goto(at('/inside'));
  await page.click('.another > summary');
  await page.fill('#game', game);
  await page.fill('#player', player);
  await page.click('main button.main');
  await page.waitForURL(/inside\/[0-9a-f]{32}/);
  await page.waitForFunction(() => document.querySelector('#board svg'));
  await more(page);
}

async function go(page, number) {
  await page.fill('#moment', String(number));
  await page.press('#moment', 'Enter');
  await page.waitForFunction((now) => document.getElementById('tree').getAttribute('aria-busy') === 'false'
    && new RegExp(`^\\D*${now}\\D`).test(document.getElementById('where').textContent), number);
}

async function kept(page, form) {
  await page.selectOption('#film-form', form);
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#film-keep')]);
  await page.waitForFunction(() => document.getElementById('film-said').textContent === 'Saved.');
  return [file.suggestedFilename(), readFileSync(await file.path())];
}

/** The texts that are seen of a drawing, sorted. */
const SEEN = (root) => [...root.querySelectorAll('text')].filter((text) => getComputedStyle(text).visibility === 'visible' && !text.closest('.later, .chip')).map((text) => text.textContent).sort();

const TREE = 'tree([[3,12,8],[2,4,6],[14,5,2]])';

await test('a moment is kept in pixels: twice as many as the drawing has, and all of it', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/'));
  await grow(page, TREE, 'alpha-beta');
  await go(page, 9);
  const [, svg] = await kept(page, 'svg');
  const [name, png] = await kept(page, 'png');
  expect(name === 'moment-9.png' && png.subarray(1, 4).toString() === 'PNG', name);
  const [, wide, tall] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg.toString());
  const found = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const paper = canvas.getContext('2d');
    paper.drawImage(image, 0, 0);
    const { data } = paper.getImageData(0, 0, image.width, image.height);
    let [left, right] = [Infinity, -Infinity];
    for (let pixel = 0; pixel < data.length / 4; pixel += 1) {
      if (data[4 * pixel] > 200 || data[4 * pixel + 3] < 255) continue;
      left = Math.min(left, pixel % image.width);
      right = Math.max(right, pixel % image.width);
    }
    return [image.width, image.height, left / image.width, right / image.width];
  }, `data:image/png;base64,${png.toString('base64')}`);
  expect(Math.abs(found[0] - 2 * wide) <= 2 && Math.abs(found[1] - 2 * tall) <= 2, `${found} of ${wide} by ${tall}`);
  expect(found[2] < 0.2 && found[3] > 0.6, `it is drawn from ${found[2]} to ${found[3]}`);
  sound(page);
  await context.close();
});

await test('a moment is kept for LaTeX: every form, line and text of the stage', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/'));
  for (const [game, player, number] of [[TREE, 'alpha-beta', 9], ['tree([{1/2:8, 1/3:24, 1/6:-12}, 5])', 'expectiminimax', 7], ['connect-four', 'mcts(iterations=30)', 20]]) {
    await grow(page, game, player);
    await go(page, number);
    const [name, bytes] = await kept(page, 'tikz');
    const text = bytes.toString();
    expect(name === `moment-${number}.tex` && text.startsWith('\\begin{tikzpicture}') && text.endsWith('\\end{tikzpicture}\n'), name);
    const drawn = await page.evaluate(() => ['text', 'line', ':is(.form, .pill)'].map((one) => document.querySelectorAll(`#stage :is(.node, .link):not(.later) ${one}`).length));
    const counts = [/\\node /g, / -- \([^)]*\);/g, /cycle;|rectangle|circle \[/g].map((one) => text.match(one)?.length ?? 0);
    // Crosses are two lines more.
    const crosses = await page.locator('#stage .cross').count();
    expect(counts[0] === drawn[0] && counts[1] === drawn[1] + 2 * crosses && counts[2] === drawn[2], `${counts} of ${drawn}\n${text}`);
    let depth = 0;
    for (const sign of text.replaceAll(/\\[{}]/g, '')) {
      depth += { '{': 1, '}': -1 }[sign] ?? 0;
      expect(depth >= 0, 'a brace too many');
    }
    expect(depth === 0 && !/[≤≥≈∞αβ−]|NaN|undefined/.test(text), text);
    if (game === TREE) expect(text.includes('{$\\alpha$ $=$ 3, $\\beta$ $=$ $\\infty$}') && text.includes('{$\\leq$ 2}'), text);
  }
  sound(page);
  await context.close();
});

await test('the film is kept as one drawing that shows at each time what the stage shows', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/'));
  await page.evaluate(`window.seen = ${SEEN}`);
  for (const [game, player] of [[TREE, 'alpha-beta'], ['nim(heaps=2+2)', 'mcts(iterations=12)']]) {
    await grow(page, game, player);
    await page.evaluate(`window.seen = ${SEEN}`);
    const last = Number(await page.getAttribute('#moment', 'max'));
    const shown = [];
    for (let number = 1; number <= last; number += 1) {
      await go(page, number);
      shown.push(await page.evaluate(() => window.seen(document.getElementById('stage'))));
    }
    await go(page, 3);
    const [name, bytes] = await kept(page, 'film');
    expect(name === 'film.svg' && bytes.length < 500_000, `${name}: ${bytes.length}`);
    await page.waitForFunction(() => document.getElementById('moment').value === '3');
    const other = await context.newPage();
    await other.setContent(`<body>${bytes.toString()}</body>`);
    await other.evaluate(`window.seen = ${SEEN}`);
    for (const [frame, texts] of shown.entries()) {
      const there = await other.evaluate(async (seconds) => {
        const film = document.querySelector('svg');
        film.pauseAnimations();
        film.setCurrentTime(seconds);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return window.seen(film);
      }, (frame + 0.5) * 0.9);
      expect(there.join('|') === texts.join('|'), `${player} at ${frame}: ${there.join('|')} is not ${texts.join('|')}`);
    }
    await other.close();
  }
  sound(page);
  await context.close();
});

await finish(chromium, server);
