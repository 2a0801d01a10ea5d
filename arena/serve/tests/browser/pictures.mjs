// The pictures of docs, taken anew: tests/browser.sh pictures, with PICTURES=docs/pictures.

import { Server, browser, enter, expect, finish, open, sound, test } from './house.mjs';

const server = await new Server().start();
const chromium = await browser();
const at = (path) => server.address + path;
const folder = process.env.PICTURES ?? '.';

/** Goes to a moment of the textbook tree. */
const moment = (number) => async (page) => {
  await page.locator('.card', { hasText: 'tree · alpha-beta' }).click();
  await page.waitForURL(/inside\/[0-9a-f]{32}/);
  await page.waitForFunction(() => document.querySelector('#board svg'));
  await page.goto(`${page.url()}#moment=${number}`);
  await page.reload();
  await page.waitForFunction((text) => document.getElementById('where').textContent.includes(text) && document.getElementById('tree').getAttribute('aria-busy') === 'false', `${number} of`);
};

/** Begins a game. */
const play = async (page) => {
  await page.click('button.main');
  await page.waitForURL(/tables/);
  await page.waitForSelector('#moves li');
};

/** Pages as they are in the picture: how wide, in which colours, what is done there first. */
const PICTURES = [
  ['design-home', '/', [1000, 640], 'light', async () => {}],
  ['design-play', '/new?game=connect-four&moves=d d e c c c b&seat2=me', [900, 520], 'dark', play],
  ['design-states', '/games/hex', [900, 520], 'light', async (page) => {
    await page.focus('.try button');
  }],
  ['design-stage', '/inside', [900, 640], 'light', moment(9)],
  ['design-phone', '/players/alpha-beta', [390, 600], 'dark', async () => {}],
  ['serve-play', '/new?game=connect-four&moves=d d c e e b&seat2=me', [1000, 640], 'light', play],
  ['serve-inside', '/inside', [1000, 640], 'light', moment(9)],
  ['serve-tournament', '/tournaments', [1000, 640], 'light', async (page) => {
    await enter(page, { name: 'three players', players: 'random\nalpha-beta(depth=2)\nmcts(iterations=100)', games: 'connect-four', openings: '40' });
    await page.click('button.main');
    await page.waitForSelector('#stage[data-stage="over"]', { timeout: 60000 });
    await page.evaluate(() => window.scrollTo(0, 0));
  }],
];

for (const [name, path, [width, height], colorScheme, work] of PICTURES) {
  await test(`a picture of ${name}`, async () => {
    const context = await chromium.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
    const page = await open(context, at(path));
    await work(page);
    expect((await page.screenshot({ path: `${folder}/${name}.png` })).length < 150_000, 'the picture is too large');
    sound(page);
    await context.close();
  });
}

await finish(chromium, server);
