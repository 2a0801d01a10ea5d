// The page of a game: it hears what happens, shows it, and sends what is done.

import { ask, askWhy, by, fetched, figure, follow, say, step } from './page.js';
import { Board } from './board.js';
import { Bar } from './bar.js';
import { Clocks } from './clock.js';
import { hear } from './sound.js';
import { roll } from './flight.js';
import { listen } from './send.js';

const stage = document.querySelector('[data-table]');
const id = stage.dataset.table;
const panel = by('panel');
const record = by('record');
const aloud = by('aloud');
const problem = by('problem');
const chosen = by('chosen');
const several = by('several');
const plies = by('plies');
const path = `/api/v1/tables/${id}`;
/** The most legal moves that are buttons. */
const MOST_CHIPS = 300;

let view = seen(JSON.parse(by('view').textContent), by('board').innerHTML);
/** The document that was heard last, as text. */
let heard = '';
/** Which ply is looked at; nothing for the last. */
let past = null;
let isWorthShown = false;
/** Whether something was done and not heard of yet. */
let isSent = false;

/** What is known of the game, with its drawing, as a board takes it. */
function seen(told, svg) {
  const legal = told.legal.map(([move, paths, becomes]) => ({ move, aim: { paths }, becomes }));
  return { ...told, svg, legal, picture: { cells: told.places } };
}

/** What becomes of a text by the lines that the server tells of it: `=12` keeps so much, `-12` leaves it out, `+` is new. */
function edited(old, lines) {
  let at = 0;
  return lines.split('\n').map((line) => {
    if (line[0] === '+') return line.slice(1);
    const from = at;
    at += Number(line.slice(1));
    return line[0] === '=' ? old.slice(from, at) : '';
  }).join('');
}

/** An element with these fields. */
const written = (name, fields) => Object.assign(document.createElement(name), fields);

function fail(message) {
  problem.textContent = message;
  problem.hidden = message === '';
}

async function send(deed, body) {
  fail('');
  // Whoever does something looks at what comes of it.
  past = null;
  isSent = true;
  try {
    await ask(`${path}/${deed}`, body, { Prefer: 'return=minimal' });
  } catch (error) {
    show();
    fail(error.message);
  }
}

const board = new Board(by('board'), (move) => send('moves', { move }));
board.tell = (names) => { if (past === null) chosen.textContent = names.length ? say('chosen', names.join(' ')) : ''; };
board.miss = () => { chosen.textContent = say('not-here'); };
board.several = (moves) => {
  if (moves.length === 0 && several.contains(document.activeElement)) board.group(board.at)?.focus();
  several.replaceChildren();
  several.hidden = moves.length === 0;
  if (moves.length === 0) return;
  several.append(written('p', { textContent: say('several') }));
  for (const { move, becomes } of moves) {
    const button = written('button', { type: 'button', textContent: move });
    button.dataset.move = move;
    if (becomes) {
      button.innerHTML = becomes.svg;
      button.firstElementChild.setAttribute('aria-hidden', 'true');
      button.setAttribute('aria-label', `${becomes.text}: ${move}`);
      button.title = move;
    }
    button.addEventListener('click', () => board.go(move));
    several.append(button);
  }
  several.querySelector('button').focus();
};

// Whoever has one seat sees the board from there, unless it was turned.
const sided = view.seats.some((seat) => seat.above);
const turn = by('turn');
let isTurned = sessionStorage.getItem(`turned-${id}`);
turn.hidden = !sided;
turn.addEventListener('click', () => {
  isTurned = String(!board.isTurned);
  sessionStorage.setItem(`turned-${id}`, isTurned);
  if (past === null) show(); else look(past);
});

const bar = new Bar(by('bar'), path);
const clocks = new Clocks(panel, (text) => { aloud.textContent = text; });

/** From which side the board is seen. */
function side() {
  const own = view.seats.filter((seat) => seat.yours);
  board.isTurned = isTurned === null ? own.length === 1 && own[0].above : isTurned === 'true';
  turn.setAttribute('aria-pressed', String(board.isTurned));
}

function show() {
  side();
  if (past === null) {
    board.show(view, view.your_turn);
    hint();
    if (isWorthShown) worth();
  }
  if (view.can_judge) bar.show(view.moves.slice(0, past ?? view.moves.length));
  plies.hidden = false;
  by('review').hidden = !view.can_review;
  const overlay = by('overlay');
  if (overlay) {
    overlay.hidden = view.node === 'terminal' || past !== null;
    overlay.setAttribute('aria-pressed', String(isWorthShown));
  }
  markCurve(past);
  why();
  const list = by('moves');
  for (const item of list?.children ?? []) item.classList.toggle('looked', Number(item.dataset.ply) === past);
  const looked = past === null ? null : list?.querySelector('.looked');
  // The list alone: the page stays where it is.
  if (looked) list.scrollTop += looked.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  else if (list && past === null) list.scrollTop = list.scrollHeight;
  const address = by('address');
  if (address) address.value = new URL(address.value, location.origin).href;
  // Programs that look at the page wait for it.
  stage.dataset.version = view.version;
}

/** Has "Why?" ask for the move that is looked at, or else for the last, of who played it or else of a player here. */
function why() {
  const players = view.seats.filter((own) => own.player);
  const playerOf = (seat) => (players.find((own) => own.seat === seat) ?? players[0])?.player;
  askWhy(view.moves.slice(0, past ?? view.moves.length), playerOf, (at) => view.moves[at].sheet);
}

/** Marks the places of the best advice. */
function hint() {
  for (const group of board.groups()) group.classList.remove('advised');
  const best = view.advice?.moves[0]?.move;
  const legal = view.legal.find((one) => one.move === best);
  for (const name of legal?.aim.paths.flat() ?? []) board.group(name)?.classList.add('advised');
}

/** What each place counts, for the seat to act less the others. */
async function worth() {
  const found = await fetched(`${path}/worth`).catch((error) => fail(error.message));
  const place = by('worth');
  if (!found || !place || !isWorthShown || past !== null) return;
  place.replaceChildren();
  const seat = (view.seat ?? 1) - 1;
  for (const heuristic of found.heuristics) {
    const line = document.createElement('p');
    const values = heuristic.estimates.map((value) => figure(value, 3)).join(' : ');
    line.textContent = say('worth', heuristic.name, values);
    place.append(line);
  }
  const parts = found.heuristics.find((heuristic) => heuristic.parts.length > 0)?.parts ?? [];
  const texts = parts.filter((part) => part.together[seat] !== 0).map((part) => {
    const value = part.together[seat];
    return [part.name, figure(value, 2), value > 0 ? 'good' : 'bad'];
  });
  board.write(texts);
}

/** Shows the position after so many moves; nothing is the last. */
async function look(ply) {
  past = ply === null || ply >= view.moves.length ? null : ply;
  if (past === null) {
    chosen.textContent = '';
    show();
    return;
  }
  const here = await fetched(`${path}/plies/${ply}`).catch((error) => fail(error.message));
  if (past !== ply || !here) return;
  side();
  board.show(here, false);
  by('worth')?.replaceChildren();
  chosen.textContent = say('past', figure(ply), figure(view.moves.length));
  show();
}

plies.addEventListener('click', (event) => {
  const last = view.moves.length;
  const to = step(event.target.closest('button')?.dataset.ply, past ?? last, last);
  if (to !== undefined) look(to);
});

/** Marks on the curve of the game the position that is shown, once there is one. */
function markCurve(ply) {
  const columns = document.querySelectorAll('#curve [data-ply]');
  if (columns.length === 0) return;
  const mark = document.querySelector('#curve .at');
  const own = columns[ply ?? columns.length - 1];
  mark.setAttribute('visibility', own ? 'visible' : 'hidden');
  const [x, y] = own?.dataset.at.split(' ') ?? [0, 0];
  mark.setAttribute('cx', x);
  mark.setAttribute('cy', y);
}

by('curve').addEventListener('click', ({ target }) => {
  const column = target.closest('[data-ply]');
  if (column) look(Number(column.dataset.ply));
});

/** After the game: how it went, and the moves by which most was given away, each a button that shows where it was played. */
async function review() {
  const button = by('do-review');
  const told = by('review-said');
  const list = by('mistakes');
  button.disabled = true;
  told.textContent = say('reviewing');
  list.replaceChildren();
  try {
    const found = await ask(`${path}/review`);
    told.textContent = found.mistakes.length > 0 ? say('reviewed', found.player) : say('no-mistakes', found.player);
    if (found.values.length > 1) by('curve').innerHTML = found.curve;
    markCurve(past);
    list.append(...found.mistakes.map((mistake) => {
      const item = written('li');
      const textContent = say('mistake', `${figure(mistake.ply)}. ${mistake.move}`, mistake.better, `${figure(mistake.before, 3)} → ${figure(mistake.after, 3)}`);
      const shows = written('button', { type: 'button', textContent });
      shows.addEventListener('click', () => look(mistake.ply - 1));
      item.append(shows);
      return item;
    }));
    button.hidden = true;
  } catch (error) {
    told.textContent = '';
    fail(error.message);
  }
  button.disabled = false;
}

by('do-review').addEventListener('click', review);

/** What can be unfolded, and whether it stands open, once somebody has opened or closed it, perhaps before this ran. */
const unfolded = new Map(Array.from(record.querySelectorAll('details[open]'), (own) => [own.className, true]));
/** What had the focus before it was taken away: the element itself, or else the next of its kind. */
let lost = null;

/** How an element of the panel is found again when the panel has been replaced. */
function signs(own) {
  if (own.id) return [`#${CSS.escape(own.id)}`];
  if (own.localName === 'summary') return [`details.${own.parentElement.className} > summary`];
  const deed = own.closest('form[data-deed]');
  const within = deed ? `form[data-deed="${deed.dataset.deed}"]${[...deed.classList].map((name) => `.${name}`).join('')} ` : '';
  const about = ['name', 'value', 'href'].map((name) => own.hasAttribute(name) ? `[${name}="${CSS.escape(own.getAttribute(name))}"]` : '');
  return [`${within}${own.localName}${about.join('')}`, ...(within ? [`${within}button`, `${within}input`] : [])];
}

/** Lists the legal moves where one is typed or chosen. */
function listed() {
  const chips = record.querySelector('form.chips');
  if (!chips || !view.your_turn) return;
  const names = view.legal.map((one) => one.move);
  by('legal').append(...names.map((value) => written('option', { value })));
  chips.append(...names.slice(0, MOST_CHIPS).map((value) => written('button', { name: 'move', value, textContent: value })));
}

/** Replaces what is told of the game; focus, typed text and what is unfolded stay. */
function renew(live) {
  const { activeElement: active } = document;
  const held = [panel, record].find((part) => part.contains(active));
  if (held && active !== held) lost = signs(active);
  else if (!held) lost = null;
  const typed = record.querySelector('#typed')?.value ?? '';
  panel.innerHTML = live.panel;
  record.innerHTML = live.record;
  listed();
  for (const [name, isOpen] of unfolded) {
    const own = record.querySelector(`details.${name}`);
    if (own) own.open = isOpen;
  }
  const field = record.querySelector('#typed');
  if (field) field.value = typed;
  if (!lost) return;
  const places = held === record ? [record, panel] : [panel, record];
  const found = places.flatMap((part) => lost.map((sign) => part.querySelector(sign))).find((one) => one && !one.disabled && one.checkVisibility());
  // What is gone may come back: until then the keyboard stays beside the board.
  (found ?? held).focus({ preventScroll: true });
  if (found) lost = null;
}

stage.addEventListener('submit', (event) => {
  const form = event.target;
  const deed = form.dataset.deed;
  if (!deed) return;
  event.preventDefault();
  const button = event.submitter;
  if (deed === 'resign' && button && !button.dataset.sure) {
    // A second press resigns.
    const before = button.textContent;
    button.dataset.sure = 'asked';
    button.textContent = say('sure');
    button.addEventListener('blur', () => {
      delete button.dataset.sure;
      button.textContent = before;
    }, { once: true });
    return;
  }
  const data = new FormData(form, event.submitter ?? undefined);
  if (deed === 'moves') {
    const move = data.get('move');
    const field = form.querySelector('#typed');
    if (field) field.value = '';
    send(deed, { move });
  } else if (deed === 'sit') {
    send(deed, { seat: Number(data.get('seat')) });
  } else {
    send(deed);
  }
});

record.addEventListener('click', (event) => {
  const folded = event.target.closest('summary')?.parentElement;
  if (folded) unfolded.set(folded.className, !folded.open);
  const item = event.target.closest('#moves li');
  if (item) look(Number(item.dataset.ply));
  if (event.target.closest('#overlay')) {
    isWorthShown = !isWorthShown;
    by('worth').replaceChildren();
    board.write(null);
    show();
  }
});

// Wishes stay in this browser.
by('extras').hidden = false;
for (const name of ['bar', 'sounds']) {
  const own = by(`${name}-on`);
  own.checked = localStorage.getItem(name) === 'on';
  own.addEventListener('change', () => {
    localStorage.setItem(name, own.checked ? 'on' : 'off');
    if (name === 'sounds') hear('move');
    else show();
  });
}

/** What is heard when a view takes the place of another. */
function sound(before, now) {
  if (now.moves.length <= before.moves.length) return;
  const pieces = ({ svg }) => svg.split('class="piece ').length;
  hear(now.ended ? 'end' : pieces(now) < pieces(before) ? 'take' : 'move');
}

// Letters are keys only where the focus is on the game, and where nobody has switched them off.
const letters = by('letters');
letters.closest('p').hidden = false;
letters.checked = localStorage.getItem('letters') !== 'off';
letters.addEventListener('change', () => localStorage.setItem('letters', letters.checked ? 'on' : 'off'));

stage.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, select, textarea') || !letters.checked) return;
  const deed = { u: 'undo', r: 'redo', h: 'hint' }[event.key];
  const button = deed && by(`do-${deed}`);
  if (button && !button.disabled) { event.preventDefault(); send(deed); }
});

/** Listens again after a while, unless the game is not there any more. */
async function again() {
  const answer = await fetch(path).catch(() => null);
  if (answer?.status === 404) fail((await answer.json()).error);
  else setTimeout(resume, 2000);
}

/** Whether anything has happened since. A page that nobody sees asks for as long as it waits for somebody. */
async function isNew() {
  if (document.hidden && !isSent && (view.ended || view.your_turn)) return false;
  const now = await fetched(path).catch(() => view);
  return now.version !== view.version;
}

function hearing() {
  // What is told first is all of it.
  heard = '';
  const events = listen(`/tables/${id}/live?plies=${view.moves.length}`);
  events.addEventListener('table', (event) => {
    heard = edited(heard, event.data);
    const live = JSON.parse(heard);
    isSent = false;
    fail('');
    const before = view;
    view = seen(live.view, live.svg);
    const isOther = view.version !== before.version;
    sound(before, view);
    const isDrawn = view.moves.slice(before.moves.length).some((m) => m.seat === null);
    const isEnd = view.ended && !before.ended;
    // Whoever looks at an earlier move goes on looking at it, if it is still one.
    if (past !== null && past >= view.moves.length) { past = null; chosen.textContent = ''; }
    renew(live);
    clocks.show(view);
    if (past !== null) chosen.textContent = say('past', figure(past), figure(view.moves.length));
    show();
    if (isDrawn && past === null) roll(board.root);
    // Whoever has played sees at once what it came to.
    if (isEnd && view.can_review && view.seated) review();
    if (isOther) aloud.textContent = live.said;
  });
  events.addEventListener('thinking', (event) => {
    const place = by('thinking');
    if (place) place.textContent = JSON.parse(event.data) ?? '';
    const stop = by('do-stop');
    if (stop) stop.disabled = JSON.parse(event.data) === null;
  });
  events.addEventListener('failed', (event) => fail(event.data));
  events.addEventListener('error', () => {
    fail(say('offline'));
    // A browser gives up where the answer is an error.
    if (events.readyState === EventSource.CLOSED) again();
  });
  return events;
}

show();
clocks.show(view);
const resume = follow('table', hearing, isNew);
