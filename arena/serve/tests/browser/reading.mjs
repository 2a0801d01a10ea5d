// The pages of games and of players: what they say, and that a game begins by one click.

import { Server, accessible, browser, expect, finish, open, reachable, sound, test } from './house.mjs';

const server = await new Server().start();
const chromium = await browser();
const at = (path) => server.address + path;

const names = async (page, kind) => page.evaluate(async (what) => (await (await fetch(`/api/v1/${what}`)).json())[what].map(({ name }) => name), kind);

await test('every game has a page with a picture, rules, options, sources, and a game by one click', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/'));
  const games = await names(page, 'games');
  expect(games.length > 20, `${games.length} games`);
  for (const game of games) {
    await page.goto(at('/'));
    const name = await page.textContent(`li:has(> .face[value="${game}"]) > .name`);
    expect(/^[\p{Lu}\d]/u.test(name), `${game} is called ${name}`);
    await page.click(`.games a[href="/games/${game}"]`);
    expect(await page.textContent('h1') === name, await page.textContent('h1'));
    expect(await page.locator('.picture svg').count() === 1, `${game}: no picture`);
    expect((await page.textContent('.prose')).length > 60, `${game}: no rules`);
    const about = await page.evaluate(async (name) => (await fetch(`/api/v1/games/${name}`)).json(), game);
    const options = await page.locator('table.words th[scope="row"] code').allTextContents();
    expect(options.join() === about.options.map((option) => option.name).join(), `${game}: options ${options}`);
    const sources = await page.locator('ul.prose li').allTextContents();
    expect(/Sources?: /.test(about.help) === sources.length > 0, `${game}: sources ${sources}`);
    await page.click('.try button');
    await page.waitForURL(/tables/);
    expect((await page.textContent('h1')).startsWith(name), `${game}: ${await page.textContent('h1')} begins`);
  }
  sound(page);
  await context.close();
});

await test('every player has a page with its idea, and plays by one click', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/players'));
  const players = await names(page, 'players');
  expect(players.length > 15, `${players.length} players`);
  const mute = [];
  for (const player of players) {
    await page.goto(at('/players'));
    await page.click(`a.card[href="/players/${player}"]`);
    expect(await page.textContent('h1') === player, await page.textContent('h1'));
    if (await page.locator('figure img').count()) {
      await page.waitForFunction(() => { const image = document.querySelector('figure img'); return image.complete && image.naturalWidth > 100; });
    }
    // Who plays for another has to be told for whom.
    if (await page.locator('.try').count() === 0) { mute.push(player); continue; }
    await page.click('.try button');
    await page.waitForURL(/tables\/[0-9a-f]{32}/);
    const seats = await page.evaluate(async (path) => (await (await fetch(path)).json()).seats, `/api/v1${new URL(page.url()).pathname}`);
    expect(seats[1].player?.startsWith(player), `${player}: ${JSON.stringify(seats)}`);
  }
  expect(mute.length < 5, `nobody can try ${mute}`);
  await page.goto(at('/players/alpha-beta'));
  expect(await page.locator('figure img').count() === 1, 'a search that tells what it does is not drawn');
  expect((await page.textContent('main')).includes('The ladder'), 'no measured strength');
  await page.click('figcaption a');
  expect(await page.inputValue('#player') === 'alpha-beta', 'the search is not looked into');
  await page.goto(at('/players/random'));
  expect(await page.locator('figure img').count() === 0, 'there is nothing to be drawn');
  sound(page);
  await context.close();
});

await test('from the places of a tournament to its players and its games', async () => {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await open(context, at('/tournaments'));
  await page.click('details:has(#file) summary');
  await page.fill('#file', 'seed = 3\nopenings = 1\nplayers = ["random", { name = "deep", player = "alpha-beta(depth=2)" }]\ngames = ["connect-four(width=5)"]\n');
  await page.click('details:has(#file) button');
  await page.waitForURL(/tournaments\/[0-9a-f]{32}/);
  await page.waitForSelector('#stage[data-stage="over"]');
  await page.click('table.standings a:has-text("deep")');
  expect(await page.textContent('h1') === 'alpha-beta', await page.textContent('h1'));
  await page.goBack();
  await page.click('#event h2 a');
  expect(await page.textContent('h1') === 'Connect Four', await page.textContent('h1'));
  sound(page);
  await context.close();
});

for (const [width, height] of [[390, 844], [768, 1024], [1280, 800], [1920, 1080]]) {
  for (const colorScheme of ['light', 'dark']) {
    await test(`pages of games and players at ${width} by ${height}, ${colorScheme}: nothing in anybody's way`, async () => {
      const context = await chromium.newContext({ viewport: { width, height }, colorScheme });
      for (const [path, name] of [['/games/chess', 'game'], ['/games/tree', 'game-tree'], ['/players/alpha-beta', 'player'], ['/players/mcts', 'player-mcts']]) {
        for (const language of ['en', 'hu']) {
          const page = await open(context, at(`/language/${language}?back=${path}`));
          await accessible(page, `${path} in ${language}`);
          expect(await reachable(page, path) > 10, 'nothing is reached');
          if (process.env.PICTURES && language === 'en') await page.screenshot({ path: `${process.env.PICTURES}/${name}-${width}-${colorScheme}.png`, fullPage: true });
          sound(page);
          await page.close();
        }
      }
      await context.close();
    });
  }
}

await test('the page of a game has a card that opens a search of it, with scripts and without', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, javaScriptEnabled });
    for (const [game, name] of [['hex', 'Hex'], ['pig', 'Pig'], ['kuhn', 'Kuhn Poker'], ['chinese-checkers', 'Chinese Checkers']]) {
      const page = await open(context, at(`/games/${game}`));
      const card = page.locator('.gallery .card');
      expect(await card.count() === 1, `${game}: ${await card.count()} cards`);
      expect((await card.locator('.name').textContent()).startsWith(`${name} · `), await card.textContent());
      expect((await card.locator('.small svg').boundingBox()).height > 100, `${game}: no board`);
      await card.click();
      await page.waitForURL(/inside\/[0-9a-f]{32}/);
      expect(await page.isVisible('#stage'), `${game}: no stage`);
      if (javaScriptEnabled) {
        await page.waitForSelector('[role="tree"][aria-busy="false"]');
        expect(await page.locator('#stage .node').count() > 1, `${game}: nothing to see`);
      }
      sound(page);
      await page.close();
    }
    await context.close();
  }
});

await finish(chromium, server);
