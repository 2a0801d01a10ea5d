// What every page with a form has: fields that matter only for one choice are shown with it.

import { send } from './send.js';

/** The texts of this page's language. */
const texts = JSON.parse(document.getElementById('words')?.textContent ?? '{}');

/** What the page says for `name`, with these in their places. */
export function say(name, ...values) {
  const text = texts[name] ?? name;
  return ['a', 'b', 'c'].reduce((done, key, at) => done.replace(`{${key}}`, values[at] ?? ''), text);
}

/** How numbers are written here, by their digits: to make one takes longer than to write with it. */
const formats = new Map();

/** A number as this page's language writes it. */
export function figure(value, digits = 0) {
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  if (!formats.has(digits)) formats.set(digits, new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: digits }));
  // Nobody reads "-0".
  return formats.get(digits).format(Number(value.toFixed(digits)) + 0);
}

// A page within another, in a room of a class, has no head of its own.
if (window.frameElement?.id === 'shown') document.documentElement.classList.add('within');

/** The part of the page with this name. */
export const by = (id) => document.getElementById(id);

/** A part of a drawing. */
export function make(name, attributes, ...inside) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

/** The ply to which a button or a key leads from `now`, if it does. */
export function step(name, now, last) {
  const to = {
    first: 0, back: now - 1, on: now + 1, last, Home: 0, ArrowLeft: now - 1, ArrowRight: now + 1, End: last,
  }[name];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}

/** Puts what is in `next` there; scrolling and focus stay. */
export function renew(place, next) {
  const all = (kind) => [...place.querySelectorAll(kind)];
  const at = all('.wide').map((wide) => [wide.scrollLeft, wide.scrollTop]);
  const focus = all('[tabindex]').indexOf(document.activeElement);
  place.replaceChildren(...next.childNodes);
  all('.wide').forEach((wide, n) => wide.scrollTo(...at[n] ?? []));
  all('[tabindex]')[focus]?.focus();
}

/** The token that everything must have that changes something. */
export const token = document.querySelector('meta[name="agon-token"]')?.content ?? '';

/** What the server answers, or an error with its message. */
export async function fetched(path, options) {
  const answer = await send(path, options).catch(() => { throw new Error(say('offline')); });
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(found.error ?? `${answer.status}`), { status: answer.status });
  return found;
}

/** Asks the API for something to be done; `others` are headers besides. */
export function ask(path, body, others = {}) {
  const headers = { 'X-Agon-Token': token, ...others };
  const options = { method: 'POST', headers };
  if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  return fetched(path, options);
}

/** So many pages of a browser hold a stream: it has six connections for all its pages. */
const MOST_STREAMS = 4;
/** Milliseconds from one look to the next. */
const LOOK = 3000;

/**
 * Follows what the stream tells that `open` opens. The pages that were looked at last hold one each; others, or those that
 * nobody sees, look now and then whether `isNew`, and take one for one `name`. Gives what takes one again.
 */
export function follow(name, open, isNew) {
  const own = `${performance.timeOrigin} ${Math.random()}`;
  const pages = new BroadcastChannel('streams');
  let latest = [];
  let events = null;
  let timer = null;
  const come = (page) => { latest = [page, ...latest.filter((other) => other !== page)].slice(0, MOST_STREAMS); };
  const give = () => {
    clearTimeout(timer);
    events?.close();
    events = null;
  };
  const take = () => {
    give();
    events = open();
    events.addEventListener(name, rest);
  };
  function rest() {
    if (!document.hidden && latest.includes(own)) return;
    give();
    timer = setTimeout(async () => {
      const isWanted = await isNew();
      if (events) return;
      if (isWanted) take(); else rest();
    }, LOOK);
  }
  const show = () => {
    if (document.hidden) { rest(); return; }
    come(own);
    pages.postMessage(own);
    if (!events) take();
  };
  pages.addEventListener('message', ({ data }) => {
    come(data);
    if (events) rest();
  });
  document.addEventListener('visibilitychange', show);
  for (const deed of ['focus', 'pageshow', 'pointerdown', 'keydown']) addEventListener(deed, show);
  addEventListener('pagehide', give);
  show();
  return take;
}

for (const select of document.querySelectorAll('select[data-seat]')) {
  const term = select.closest('.seat').querySelector('.term');
  const show = () => { term.hidden = !['player', 'own'].includes(select.value); };
  select.addEventListener('change', show);
  show();
}

const find = document.getElementById('find');
if (find) {
  find.hidden = false;
  const cards = [...document.querySelectorAll('.games li')];
  find.addEventListener('input', () => {
    const wanted = find.value.trim().toLowerCase();
    for (const card of cards) card.hidden = !`${card.textContent} ${card.querySelector('[value]')?.value ?? ''}`.toLowerCase().includes(wanted);
    for (const group of document.querySelectorAll('.group')) group.hidden = !group.querySelector('li:not([hidden])');
  });
  // Enter searches here, and begins nothing.
  find.addEventListener('keydown', (event) => { if (event.key === 'Enter') event.preventDefault(); });
}

/**
 * Has "Why?" ask for the last move of a seat among `moves`, each with its seat: from where it was played, of the player that
 * `playerOf` gives for the seat.
 */
export function askWhy(moves, playerOf, sheetOf = (at) => moves[at].move) {
  const place = document.getElementById('why');
  if (!place) return;
  const at = moves.findLastIndex((one) => one.seat !== null);
  place.hidden = at < 0;
  if (at < 0) return;
  const names = moves.slice(0, at).map((one) => one.move);
  const form = place.querySelector('form');
  form.moves.value = names.join(names.some((name) => name.includes(' ')) ? ', ' : ' ');
  form.played.value = moves[at].move;
  const player = playerOf(moves[at].seat);
  if (player) form.player.value = player;
  document.getElementById('do-why').textContent = say('why', sheetOf(at));
}
