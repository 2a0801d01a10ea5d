// The page of a game: it hears what happens, shows it, and sends what is done.

import { ask, say } from './page.js';
import { Board } from './board.js';

const stage = document.querySelector('[data-table]');
const id = stage.dataset.table;
const panel = document.getElementById('panel');
const aloud = document.getElementById('aloud');
const problem = document.getElementById('problem');
const chosen = document.getElementById('chosen');
const several = document.getElementById('several');
const plies = document.getElementById('plies');
const path = `/api/v1/tables/${id}`;

let view = JSON.parse(document.getElementById('view').textContent);
/** Which ply is looked at; nothing for the last. */
let past = null;
let isWorthShown = false;

function fail(message) {
  problem.textContent = message;
  problem.hidden = message === '';
}

async function send(deed, body) {
  fail('');
  try {
    await ask(`${path}/${deed}`, body);
  } catch (error) {
    fail(error.message);
  }
}

const board = new Board(document.getElementById('board'), (move) => send('moves', { move }));
board.tell = (names) => { chosen.textContent = names.length ? say('chosen', names.join(' ')) : ''; };
board.miss = () => { chosen.textContent = say('not-here'); };
board.several = (moves) => {
  several.replaceChildren();
  several.hidden = moves.length === 0;
  if (moves.length === 0) return;
  const label = document.createElement('p');
  label.textContent = say('several');
  several.append(label);
  for (const move of moves) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = move;
    button.addEventListener('click', () => board.go(move));
    several.append(button);
  }
  several.querySelector('button').focus();
};

function show() {
  board.show(view, view.your_turn && past === null);
  hint();
  if (isWorthShown) worth();
  plies.hidden = view.moves.length === 0;
  const overlay = document.getElementById('overlay');
  if (overlay) {
    overlay.hidden = view.node === 'terminal';
    overlay.setAttribute('aria-pressed', String(isWorthShown));
    overlay.addEventListener('click', () => {
      isWorthShown = !isWorthShown;
      overlay.setAttribute('aria-pressed', String(isWorthShown));
      if (isWorthShown) worth(); else { board.write(null); document.getElementById('worth').replaceChildren(); }
    });
  }
  const list = document.getElementById('moves');
  if (list) list.scrollTop = list.scrollHeight;
}

/** Marks the places of the best advice. */
function hint() {
  const best = view.advice?.moves[0]?.move;
  const legal = view.legal.find((one) => one.move === best);
  for (const name of legal?.aim.paths.flat() ?? []) board.group(name)?.classList.add('advised');
}

/** What each place counts, for the seat to act less the others. */
async function worth() {
  const found = await fetch(`${path}/worth`).then((answer) => answer.json()).catch(() => null);
  const place = document.getElementById('worth');
  if (!found || !place) return;
  place.replaceChildren();
  const seat = (view.seat ?? 1) - 1;
  for (const heuristic of found.heuristics) {
    const line = document.createElement('p');
    const values = heuristic.estimates.map((value) => Number(value.toFixed(3))).join(' : ');
    line.textContent = say('worth', heuristic.name, values);
    place.append(line);
  }
  const parts = found.heuristics.find((heuristic) => heuristic.parts.length > 0)?.parts ?? [];
  const texts = parts.filter((part) => part.together[seat] !== 0).map((part) => {
    const value = part.together[seat];
    return [part.name, String(Number(value.toFixed(2))), value > 0 ? 'good' : 'bad'];
  });
  board.write(texts);
}

/** Shows the position after so many moves; nothing is the last. */
async function look(ply) {
  if (ply === null || ply >= view.moves.length) {
    past = null;
    chosen.textContent = '';
    show();
    return;
  }
  past = ply;
  const here = await fetch(`${path}/plies/${ply}`).then((answer) => answer.json());
  if (past !== ply) return;
  board.show(here, false);
  chosen.textContent = say('past', ply, view.moves.length);
  for (const item of panel.querySelectorAll('#moves li')) {
    item.classList.toggle('looked', Number(item.dataset.ply) === ply);
  }
}

plies.addEventListener('click', (event) => {
  const now = past ?? view.moves.length;
  const to = { first: 0, back: Math.max(0, now - 1), on: now + 1, last: null }[event.target.closest('button')?.dataset.ply];
  if (to !== undefined) look(to);
});

/** What stands beside the board is another; whoever typed or pressed there still does. */
function renew(html) {
  const active = panel.contains(document.activeElement) ? document.activeElement : null;
  const typed = panel.querySelector('#typed')?.value ?? '';
  const isOpen = panel.querySelector('details.legal')?.open;
  panel.innerHTML = html;
  const legal = panel.querySelector('details.legal');
  if (legal && isOpen !== undefined) legal.open = legal.open || isOpen;
  const field = panel.querySelector('#typed');
  if (field) field.value = typed;
  if (active?.id) document.getElementById(active.id)?.focus();
}

panel.addEventListener('submit', (event) => {
  const form = event.target;
  const deed = form.dataset.deed;
  if (!deed) return;
  event.preventDefault();
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

panel.addEventListener('click', (event) => {
  const item = event.target.closest('#moves li');
  if (item) look(Number(item.dataset.ply));
});

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, select, textarea')) return;
  const deed = { u: 'undo', r: 'redo', h: 'hint' }[event.key];
  const button = deed && document.getElementById(`do-${deed}`);
  if (button && !button.disabled) { event.preventDefault(); send(deed); }
});

function listen() {
  const events = new EventSource(`/tables/${id}/live`);
  events.addEventListener('table', (event) => {
    const live = JSON.parse(event.data);
    fail('');
    const isOther = live.view.version !== view.version;
    view = live.view;
    past = null;
    renew(live.panel);
    show();
    if (isOther) aloud.textContent = live.said;
  });
  events.addEventListener('thinking', (event) => {
    const place = document.getElementById('thinking');
    if (place) place.textContent = JSON.parse(event.data) ?? '';
    const stop = document.getElementById('do-stop');
    if (stop) stop.disabled = JSON.parse(event.data) === null;
  });
  events.addEventListener('failed', (event) => fail(event.data));
  events.addEventListener('error', () => {
    fail(say('offline'));
    // A browser gives up where the answer is an error.
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
}

show();
listen();
