// A server of its own for a test, a browser, and what tests say.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** A server in a folder, which can be killed and started again. */
export class Server {
  constructor(more = []) {
    this.folder = mkdtempSync(join(tmpdir(), 'agon-browser-'));
    this.more = more;
  }

  async start(port = 0) {
    const args = ['serve', '--port', String(port), '--folder', this.folder, ...this.more];
    this.process = spawn(process.env.AGON, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.process.stderr.on('data', (data) => {
      process.stderr.write(data);
      this.owner ??= String(data).match(/http\S+\/guests\?owner=\S+/)?.[0];
    });
    this.address = await new Promise((done, failed) => {
      let text = '';
      this.process.stdout.on('data', (data) => {
        text += data;
        const line = text.split('\n').find((one, at, all) => one.startsWith('http') && at < all.length - 1);
        if (line) done(line.trim().replace(/\/$/, ''));
      });
      this.process.on('exit', (code) => failed(new Error(`the server ended with ${code}`)));
    });
    this.port = Number(new URL(this.address).port);
    return this;
  }

  async end(signal = 'SIGTERM') {
    const gone = new Promise((done) => this.process.on('exit', (code) => done(code)));
    this.process.removeAllListeners('exit');
    this.process.on('exit', () => {});
    const left = new Promise((done) => this.process.once('exit', done));
    this.process.kill(signal);
    await Promise.race([gone, left]);
  }

  clear() { rmSync(this.folder, { recursive: true, force: true }); }
}

let count = 0;
const failures = [];

/** One promise of the pages. */
export async function test(name, work) {
  if (process.env.ONLY && !name.includes(process.env.ONLY)) return;
  count += 1;
  const begun = Date.now();
  try {
    await work();
    console.log(`ok     ${String(Date.now() - begun).padStart(6)} ms  ${name}`);
  } catch (error) {
    console.log(`FAILED ${String(Date.now() - begun).padStart(6)} ms  ${name}\n${error.stack ?? error}`);
    failures.push(name);
  }
}

/** Closes what the tests of a file shared, says how many held, and ends. */
export async function finish(chromium, server) {
  await chromium.close();
  await server.end();
  server.clear();
  console.log(`${count - failures.length} of ${count} hold`);
  process.exit(failures.length ? 1 : 0);
}

export function expect(is, what) {
  if (!is) throw new Error(what);
}

/** Waits until something holds, however slow the machine is. */
export async function until(holds, what) {
  const begun = Date.now();
  while (!(await holds())) {
    if (Date.now() - begun > 20000) throw new Error(what);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** A browser; one that crashes before it has begun says nothing about Agon, and is begun again. */
export async function browser(tries = 3) {
  try {
    return await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
        '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
  } catch (error) {
    if (tries === 1) throw error;
    return browser(tries - 1);
  }
}

/** Opens what the bar of the stage has besides. */
export async function more(page) {
  if (!await page.evaluate(() => document.getElementById('more').open)) await page.click('#more > summary');
}

/** A page whose errors are the test's. */
export async function open(context, address) {
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    // What the server refuses is told in the page, and by the browser too.
    if (message.type() === 'error' && !text.includes('Failed to load resource') && !text.includes('ERR_')) {
      page.faults.push(text);
    }
  });
  await page.goto(address);
  return page;
}

/** Nothing broke on this page. */
export function sound(page) {
  expect(page.faults.length === 0, `${page.url()}: ${page.faults.join('; ')}`);
}

/** No violation that axe-core finds, no text under 11 px, no horizontal scrolling, a name for whatever Tab reaches. */
export async function accessible(page, what) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, {
    resultTypes: ['violations'],
    // What is seen on it is part of what it is called.
    rules: { 'label-content-name-mismatch': { enabled: true } },
  }));
  const told = found.violations.map((one) => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
  expect(told.length === 0, `${what}: ${told.join('\n')}`);
  const small = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement;
      if (!texts.currentNode.data.trim() || ['SCRIPT', 'STYLE', 'TITLE', 'DESC', 'NOSCRIPT', 'title'].includes(parent.tagName)) continue;
      if (parent.closest('.small, .hidden, [hidden], title, desc') || parent.checkVisibility?.() === false) continue;
      let size = parseFloat(getComputedStyle(parent).fontSize);
      const matrix = parent.getScreenCTM?.();
      if (matrix) size *= Math.hypot(matrix.a, matrix.b);
      if (size < 10.99) found.push(`${parent.outerHTML.slice(0, 100)} ${size.toFixed(1)}px`);
    }
    return found;
  });
  expect(small.length === 0, `${what}: small text: ${small.slice(0, 4).join(' | ')}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide <= 0, `${what}: it scrolls sideways by ${wide} px`);
}

/** Everything that Tab reaches has a name, and is seen to have the focus. */
export async function reachable(page, what, most = 60) {
  // From the beginning of the page, wherever somebody clicked last.
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    window.scrollTo(0, 0);
  });
  const seen = new Set();
  for (let steps = 0; steps < most; steps += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const own = document.activeElement;
      if (!own || own === document.body) return null;
      const style = getComputedStyle(own);
      const inner = own.querySelector?.(':scope > .target');
      const seen = parseFloat(style.outlineWidth) > 0 && style.outlineStyle !== 'none'
        || inner && getComputedStyle(inner).strokeWidth !== '0px';
      const name = own.getAttribute('aria-label') || own.labels?.[0]?.textContent || own.textContent.trim() || own.getAttribute('title');
      return { seen, name, html: own.outerHTML.slice(0, 120) };
    });
    if (at === null) break;
    expect(at.name, `${what}: no name: ${at.html}`);
    expect(at.seen, `${what}: the focus is not seen: ${at.html}`);
    seen.add(at.html);
  }
  return seen.size;
}

/** Fills in the form of a tournament: players and games that are offered are picked, the others are typed, one a line. */
export async function enter(page, fields) {
  const form = page.locator('form.settings:has(.picks)');
  for (const [name, value] of Object.entries(fields)) {
    if (name !== 'players' && name !== 'games') {
      await form.locator(`#${name}`).fill(value);
      continue;
    }
    const group = form.locator(`.picks:has(#${name})`);
    const wanted = value.split('\n');
    const offered = await group.locator('input[type="checkbox"]').evaluateAll((all) => all.map((box) => box.value));
    for (const term of offered) await group.locator(`input[value="${term}"]`).setChecked(wanted.includes(term));
    const others = wanted.filter((term) => !offered.includes(term));
    if (others.length) {
      if (!await group.locator('details').evaluate((details) => details.open)) await group.locator('summary').click();
      await group.locator('textarea').fill(others.join('\n'));
    }
  }
}
