// The pictures of docs/design.md, taken anew: tests/browser.sh pictures, with PICTURES=docs/pictures.

import { Server, browser, expect, finish, open, sound, test } from './house.mjs';

const server = await new Server().start();
const chromium = await browser();
const at = (path) => server.address + path;
const folder = process.env.PICTURES ?? '.';

/** Pages as they are in the picture: how wide, in which colours, what is done there first. */
const PICTURES = [
  ['home', '/', [900, 460], 'light', async () => {}],
  ['play', '/new?game=connect-four&moves=d d e c c c b&seat2=me', [900, 520], 'dark', async (page) => {
    await page.click('button.main');
    await page.waitForURL(/tables/);
    await page.waitForSelector('#moves li');
  }],
  ['states', '/games/hex', [900, 520], 'light', async (page) => {
    await page.focus('.try button');
  }],
  ['stage', '/inside', [900, 640], 'light', async (page) => {
    await page.locator('.card', { hasText: 'tree · alpha-beta' }).click();
    await page.waitForURL(/inside\/[0-9a-f]{32}/);
    await page.waitForFunction(() => document.querySelector('#board svg'));
    await page.goto(`${page.url()}#moment=9`);
    await page.reload();
    await page.waitForFunction(() => document.getElementById('where').textContent.includes('9') && document.getElementById('tree').getAttribute('aria-busy') === 'false');
  }],
  ['phone', '/players/alpha-beta', [390, 600], 'dark', async () => {}],
];

for (const [name, path, [width, height], colorScheme, work] of PICTURES) {
  await test(`a picture of ${name}`, async () => {
    const context = await chromium.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
    const page = await open(context, at(path));
    await work(page);
    expect((await page.screenshot({ path: `${folder}/design-${name}.png` })).length < 100_000, 'the picture is too large');
    sound(page);
    await context.close();
  });
}

await finish(chromium, server);
