// Lists that grow: found again, with an end, and what is in them deleted by whoever began it.

import { Server, accessible, browser, enter, expect, finish, open, sound, test, until } from './house.mjs';

const server = await new Server().start();
const chromium = await browser();
const at = (path) => server.address + path;

/** Begins games as a program does, with the page's own cookie. */
const begin = (page, games) => page.evaluate(async (all) => {
  const { token } = await (await fetch('/api/v1/token')).json();
  for (const game of all) {
    const headers = { 'X-Agon-Token': token, 'Content-Type': 'application/json' };
    await fetch('/api/v1/tables', { method: 'POST', headers, body: JSON.stringify({ game, seats: ['me', 'me'] }) });
  }
}, games);

/** Gives the game up: the first press asks whether that is meant, unless the page is told something new just then. */
async function resign(page) {
  await page.waitForSelector('#extras:not([hidden])');
  await until(async () => {
    if (await page.locator('#play-again').count()) return true;
    await page.click('#do-resign', { timeout: 1000 }).catch(() => {});
    return false;
  }, 'nobody resigns');
}

const rows = (page) => page.locator('ul.rows li').count();

await test('games are found by their name and state, fifty at a time, and deleted', async () => {
  const context = await chromium.newContext({ viewport: { width: 1100, height: 900 } });
  const page = await open(context, at('/'));
  await begin(page, [...Array(52).fill('nim'), 'hex(size=5)', 'tic-tac-toe', 'tic-tac-toe']);
  await page.goto(at('/'));
  expect(await rows(page) === 4, `${await rows(page)} games on the first page`);
  await page.click('a[href="/tables"]');
  expect(await rows(page) === 50, `${await rows(page)} games`);
  await page.click('text=Older');
  expect(await rows(page) === 5, `${await rows(page)} older games`);
  await page.click('text=Latest');
  await page.fill('#find-table', 'HEX');
  await page.click('form.inline button:has-text("Show")');
  expect(await rows(page) === 1 && (await page.textContent('ul.rows')).includes('Hex (size=5)'), await page.textContent('main'));
  // One is resigned, so it is over.
  await page.click('ul.rows a');
  await resign(page);
  await page.goto(at('/tables'));
  await page.selectOption('#state', 'over');
  await page.click('form.inline button:has-text("Show")');
  expect(await rows(page) === 1, `${await rows(page)} are over`);
  const gone = await page.getAttribute('ul.rows a', 'href');
  await accessible(page, 'your games');
  // Whoever looks at it is told that it is gone.
  const other = await open(context, at(gone));
  await page.click('ul.rows button');
  await page.waitForURL(/tables$/);
  await other.waitForFunction(() => document.getElementById('problem').textContent.includes('no game of that name'));
  expect((await page.goto(at(gone))).status() === 404, 'it is still there');
  await page.goto(at('/tables?find=tic'));
  expect(await rows(page) === 2, `${await rows(page)} of tic-tac-toe`);
  await page.click('ul.rows button >> nth=0');
  await page.goto(at('/tables?find=tic'));
  expect(await rows(page) === 1, 'another one is gone too');
  sound(page);
  sound(other);
  await context.close();
});

await test('all that is over is deleted at once, and nothing of others', async () => {
  const [mine, others] = [await chromium.newContext(), await chromium.newContext()];
  const [page, other] = [await open(mine, at('/')), await open(others, at('/'))];
  await begin(page, ['nim', 'nim', 'nim']);
  await begin(other, ['nim']);
  for (const own of [page, other]) {
    await own.goto(at('/tables'));
    await own.click('ul.rows a >> nth=0');
    await resign(own);
  }
  const id = new URL(other.url()).pathname.split('/')[2];
  const refused = await page.evaluate(async (path) => {
    const { token } = await (await fetch('/api/v1/token')).json();
    return [(await fetch(path, { method: 'POST', headers: { 'X-Agon-Token': token } })).status, (await fetch(path, { method: 'POST' })).status];
  }, `/api/v1/tables/${id}/delete`);
  expect(refused.join() === '403,403', `${refused}`);
  await page.goto(at('/tables'));
  await page.click('summary:has-text("Delete all")');
  await page.click('details button');
  expect(await rows(page) === 2, `${await rows(page)} are left`);
  await other.goto(at('/tables'));
  expect(await rows(other) === 1, 'those of others are gone');
  const deleted = await other.evaluate(async (path) => {
    const { token } = await (await fetch('/api/v1/token')).json();
    const headers = { 'X-Agon-Token': token };
    return [(await fetch(path, { method: 'POST', headers })).status, (await fetch(path, { method: 'POST', headers })).status];
  }, `/api/v1/tables/${id}/delete`);
  expect(deleted.join() === '204,404', `${deleted}`);
  sound(page);
  await mine.close();
  await others.close();
});

await test('tournaments are found by their name and stage, and deleted when they rest', async () => {
  const context = await chromium.newContext({ viewport: { width: 1100, height: 900 } });
  const page = await open(context, at('/tournaments'));
  for (const [name, openings] of [['short', '1'], ['long', '60000']]) {
    await page.goto(at('/tournaments'));
    await enter(page, { name, players: 'random\nmcts(iterations=200)', games: 'connect-four', openings });
    await page.click('button.main');
    await page.waitForURL(/tournaments\/[0-9a-f]{32}/);
    await page.waitForSelector(`#stage[data-stage="${name === 'short' ? 'over' : 'running'}"]`);
  }
  const running = page.url();
  await page.click('summary:has-text("Delete")');
  await page.waitForSelector('#do-delete:disabled');
  const status = await page.evaluate(async (path) => {
    const { token } = await (await fetch('/api/v1/token')).json();
    return (await fetch(path, { method: 'POST', headers: { 'X-Agon-Token': token } })).status;
  }, `/api/v1${new URL(running).pathname}/delete`);
  expect(status === 409, `${status}`);
  await page.goto(at('/tournaments'));
  expect((await page.locator('ul.rows a').allTextContents()).join() === 'long,short', 'the latest is not the first');
  await page.selectOption('#stage', 'over');
  await page.click('form.inline button:has-text("Show")');
  expect((await page.locator('ul.rows a').allTextContents()).join() === 'short', 'others are found');
  await page.fill('#find-event', 'LON');
  await page.selectOption('#stage', '');
  await page.click('form.inline button:has-text("Show")');
  expect((await page.locator('ul.rows a').allTextContents()).join() === 'long', 'it is not found');
  // A stranger has nothing to delete there.
  const strange = await chromium.newContext();
  const stranger = await open(strange, running);
  expect(await stranger.locator('#do-delete').count() === 0, 'anybody deletes it');
  // The boards of the games that are played just now.
  await page.goto(running);
  await page.waitForSelector('#boards li svg');
  await accessible(page, 'a tournament with boards');
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/boards.png`, fullPage: true });
  await page.click('#do-stop');
  await page.waitForSelector('#stage[data-stage="stopped"]');
  await page.waitForSelector('#playing', { state: 'hidden' });
  await page.click('summary:has-text("Delete")');
  await page.click('#do-delete:enabled');
  await page.waitForURL(/tournaments$/);
  expect((await page.goto(running)).status() === 404, 'it is still there');
  sound(page);
  await strange.close();
  await context.close();
});

await test('tournaments are deleted from their list, one or all that are over, with scripts and without', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await chromium.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled });
    const page = await open(context, at('/tournaments'));
    for (const name of ['first', 'second', 'third']) {
      await page.goto(at('/tournaments'));
      await enter(page, { name, players: 'random\nminimax', games: 'tic-tac-toe', openings: '1' });
      await page.click('form.settings button.main');
      await page.waitForURL(/tournaments\/[0-9a-f]{32}/);
      const path = `/api/v1${new URL(page.url()).pathname}`;
      await until(async () => (await (await context.request.get(at(path))).json()).stage === 'over', `${name} does not end`);
    }
    await page.goto(at('/tournaments'));
    const names = () => page.locator('ul.rows li:has(form) a').allTextContents();
    expect((await names()).join() === 'third,second,first', await names());
    if (javaScriptEnabled) await accessible(page, 'tournaments to delete');
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/tournaments-delete.png` });
    await page.getByRole('button', { name: 'Delete: second' }).click();
    await page.waitForURL(/tournaments$/);
    expect((await names()).join() === 'third,first', await names());
    await page.click('summary:has-text("Delete all")');
    await page.click('details[open] button:has-text("Delete")');
    await page.waitForURL(/tournaments$/);
    expect((await names()).length === 0 && await page.locator('summary:has-text("Delete all")').count() === 0, await names());
    sound(page);
    await context.close();
  }
});

await test('whoever runs the server sees what guests use, and ends it', async () => {
  const guest = await chromium.newContext();
  await begin(await open(guest, at('/')), ['nim', 'chess']);
  const own = await chromium.newContext({ viewport: { width: 1280, height: 700 } });
  await until(() => server.owner, 'no address was printed for the owner');
  const page = await open(own, server.owner);
  expect(page.url() === at('/guests'), page.url());
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 700 });
    await accessible(page, `guests at ${width}`);
  }
  const before = await page.locator('tbody tr').count();
  await page.click('tbody tr:has-text("2 ·") button:has-text("End")');
  await page.waitForURL(/guests$/);
  expect(await page.locator('tbody tr').count() < before, 'the guest has games in memory still');
  sound(page);
  const stranger = await open(guest, at('/guests'));
  expect((await stranger.textContent('main')).includes('only the owner'), 'everybody sees the page');
});

await finish(chromium, server);
