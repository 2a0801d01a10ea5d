// What is off until somebody wishes it: the bar that says how a game stands, and sounds.

import { Server, accessible, browser, expect, finish, open, sound, test, until } from './house.mjs';

const server = await new Server().start();
const chromium = await browser();
const at = (path) => server.address + path;

/** A page that notes what it would sound. */
async function listening(context) {
  await context.addInitScript(() => {
    window.heard = [];
    const part = () => ({ connect: (next) => next, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } });
    window.AudioContext = class {
      currentTime = 0;
      destination = {};
      createGain() { return part(); }
      createOscillator() {
        const frequency = {};
        return { ...part(), frequency, start() { window.heard.push(frequency.value); }, stop() {} };
      }
    };
  });
}

/** Begins a game for two at this screen. */
async function begin(page, game) {
  await page.goto(at(`/new?game=${game}`));
  await page.selectOption('#seat2', 'me');
  await page.click('button.main');
  await page.waitForURL(/tables/);
  // Without its script a page plays too, and says nothing.
  await page.waitForSelector('#extras:not([hidden])');
}

async function play(page, ...moves) {
  for (const move of moves) {
    const before = await page.locator('#moves li').count();
    if (await page.locator('details.legal[open]').count() === 0) await page.click('details.legal > summary');
    await page.fill('#typed', move);
    await page.press('#typed', 'Enter');
    await page.waitForFunction((count) => document.querySelectorAll('#moves li').length > count, before);
  }
}

/** What the bar says once it has been judged: the words, and how long it is. */
async function judged(page) {
  await page.waitForSelector('#bar:not([hidden])[aria-busy="false"]');
  return [await page.textContent('#bar .told'), await page.getAttribute('#bar [role="meter"]', 'aria-valuenow')];
}

await test('the bar is off until it is wished, says how the game stands, and stays wished', async () => {
  const context = await chromium.newContext({ viewport: { width: 1100, height: 900 } });
  const page = await open(context, at('/'));
  const asked = [];
  page.on('request', (request) => { if (request.url().endsWith('/value')) asked.push(request.url()); });
  await begin(page, 'tic-tac-toe');
  await play(page, 'a1', 'b1');
  expect(!(await page.isVisible('#bar')) && asked.length === 0, 'there is a bar that nobody wished');
  await page.click('#extras summary');
  await page.check('#bar-on');
  // The first seat wins from here: in the corner against an edge.
  expect((await judged(page)).join() === 'For seat 1: 1,100', (await judged(page)).join());
  await play(page, 'c3', 'b3', 'b2');
  await until(async () => (await judged(page)).join() === 'For seat 1: 1,100', 'the end is not judged');
  // An earlier position has its own value, and is asked for once.
  await page.click('#plies [data-ply="first"]');
  await until(async () => (await judged(page)).join() === 'For seat 1: 0,50', 'the beginning is not even');
  const before = asked.length;
  await page.click('#plies [data-ply="last"]');
  await until(async () => (await judged(page))[1] === '100', 'the end is not shown again');
  await page.click('#plies [data-ply="first"]');
  await until(async () => (await judged(page))[1] === '50', 'the beginning is not shown again');
  expect(asked.length === before, 'what is known is asked for again');
  await begin(page, 'connect-four');
  await judged(page);
  await accessible(page, 'with a bar');
  await page.click('#extras summary');
  await page.uncheck('#bar-on');
  await page.waitForSelector('#bar', { state: 'hidden' });
  // Where chance draws or something is hidden nothing is judged so.
  await begin(page, 'pig');
  expect(await page.locator('#bar-on').isHidden(), 'a game of chance has a bar');
  sound(page);
  await context.close();
});

await test('while another person plays no value is told', async () => {
  const context = await chromium.newContext();
  const page = await open(context, at('/new?game=connect-four'));
  await page.selectOption('#seat2', 'open');
  await page.click('button.main');
  await page.waitForURL(/tables/);
  expect(await page.locator('#bar-on').isHidden(), 'a bar helps against a person');
  const status = await page.evaluate(async (path) => (await fetch(path)).status, `/api/v1${new URL(page.url()).pathname}/plies/0/value`);
  expect(status === 409, `${status}`);
  sound(page);
  await context.close();
});

await test('moves, captures and the end are heard by whoever wishes it', async () => {
  const context = await chromium.newContext({ viewport: { width: 1100, height: 900 } });
  await listening(context);
  const page = await open(context, at('/'));
  await begin(page, 'chess');
  await play(page, 'e4');
  expect((await page.evaluate(() => window.heard)).length === 0, 'it sounds, and nobody wished it');
  await page.click('#extras summary');
  await page.check('#sounds-on');
  const heard = () => page.evaluate(() => window.heard.splice(0).length);
  expect(await heard() === 1, 'the switch is not heard');
  await play(page, 'd5');
  expect(await heard() === 1, 'a move is one tone');
  await play(page, 'exd5');
  expect(await heard() === 2, 'a capture is two');
  await begin(page, 'tic-tac-toe');
  await play(page, 'a1', 'b1', 'a2', 'b2', 'a3');
  expect(await heard() === 4 + 3, 'the end is three');
  await page.reload();
  expect(await heard() === 0, 'what was played before is heard again');
  sound(page);
  await context.close();
});

await finish(chromium, server);
