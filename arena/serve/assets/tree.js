// The tree of a search: children are fetched when they are looked at, and steps follow the search as it ran.

import { by, figure, say } from './page.js';
import { Nodes } from './nodes.js';
import { Stage } from './stage.js';
import { film } from './film.js';
import { rise } from './rise.js';
import { simulate } from './simulation.js';
import { reveal } from './tabs.js';
import { asks } from './quiz.js';

const tree = JSON.parse(by('tree-data').textContent);
const nodes = new Nodes(tree);
const { path, get } = nodes;
const root = by('tree');
const steps = by('steps');
const quiz = by('quiz');
const asked = by('asked');
const guess = by('guess');
const slider = by('slider');
const number = by('moment');

/** The four moments of each iteration of a search by plays. */
const PHASES = ['selection', 'expansion', 'simulation', 'back-up'];

/** What is being typed there is not written over. */
let isTyping = false;
/** Which moment is shown. */
let now = 0;
// The moment that was asked for last, and the way there.
let aim = now;
let going = Promise.resolve();
// What is played on the board at the moment that is shown.
let playing = Promise.resolve();
let shown = null;
/** The row that is chosen, and the one where the search is. */
let selected = null;
let current = null;
let isQuiz = false;
let right = 0;
let answered = 0;
/** What is still asked at the moment that is shown, and the moments at which all was answered. */
let questions = [];
const done = new Set();
const rows = new Map();
/** The rows that were unfolded because the search came by, in that order. */
const passed = new Set();
/** Where more rows than that are unfolded, those that the search has left are folded again. */
const MOST_UNFOLDED = 150;

/** α and β at this moment, unless they are what a quiz asks for. */
const edges = ({ own }) => (isQuiz ? '' : nodes.edges(own, now));

/** Whether plays are still to come: what is known is what the plays so far have told. */
const isPlaying = () => tree.has_plays && now < tree.moments - 1;

/** What the plays so far have told of a position. */
const sampled = ({ visits, worth, ucb }) => [worth, say('visits', figure(visits)), ucb].filter(Boolean).join(' · ');

/** What a row says at this moment: nothing before it was entered, no value before it was left. */
function tell(row) {
  const { node, line } = row;
  const isKnown = node.left_at <= now && !isPlaying();
  const isEntered = node.entered_at <= now;
  const sample = isEntered && isPlaying() && row.own.sample ? sampled(row.own.sample) : null;
  // Of many thousand rows a step changes few.
  const open = isEntered && !isKnown ? edges(row) : '';
  const told = `${isKnown} ${isEntered} ${open} ${sample}`;
  if (row.told === told) return;
  row.told = told;
  const value = isKnown ? `: ${node.worth}` : sample ? `: ${sample}` : isEntered ? ': …' : '';
  const parts = [(node.move ?? say('root')) + value];
  if (open) parts.push(open);
  if (isKnown && node.reason) parts.push(node.reason);
  if (isKnown && node.skipped.length > 0) parts.push(say('cut', node.skipped.map((one) => one.move).slice(0, 8).join(' ')));
  if (isKnown && node.visits) parts.push(say('visits', figure(node.visits)));
  if (node.folded > 0) parts.push(say('folded', figure(node.folded)));
  if (!row.text) {
    const mark = document.createElement('span');
    mark.className = 'sign';
    mark.textContent = node.sign;
    mark.title = node.acts;
    mark.setAttribute('aria-hidden', 'true');
    const said = document.createElement('span');
    said.className = 'hidden';
    said.textContent = `${node.acts}: `;
    row.text = document.createTextNode('');
    const text = document.createElement('span');
    text.append(row.text);
    line.append(mark, said, text);
  }
  row.text.data = parts.join(' · ');
  row.item.classList.toggle('later', !isEntered);
  row.item.classList.toggle('cut', isKnown && node.skipped.length > 0);
}

/** The rows that are not folded away, from one of them on. */
function* unfolded(row) {
  yield row;
  if (!row.list || row.list.hidden) return;
  for (const own of row.own.below.slice(0, row.loaded)) yield* unfolded(rows.get(own.node.id));
}

/** What these rows say at this moment; those that are folded away say it once they are seen. */
function tellAll(from = first) {
  for (const row of unfolded(from)) tell(row);
}

/** A row for a position. */
function add(own, level, list) {
  const { node } = own;
  const item = document.createElement('div');
  const line = document.createElement('div');
  line.className = 'row';
  line.setAttribute('role', 'treeitem');
  line.setAttribute('aria-level', String(level));
  line.setAttribute('tabindex', '-1');
  line.dataset.node = node.id;
  item.append(line);
  const row = { own, node, item, line, level, list: null, loaded: 0 };
  if (node.children > 0) line.setAttribute('aria-expanded', 'false');
  rows.set(node.id, row);
  tell(row);
  list.append(item);
  return row;
}

/** Shows what is below a row, so many more at a time. */
async function unfold(row, upTo = 0) {
  if (row.node.children === 0) return;
  if (!row.list) {
    row.list = document.createElement('div');
    row.list.setAttribute('role', 'group');
    row.item.append(row.list);
  }
  const wasHidden = row.list.hidden;
  row.list.hidden = false;
  row.line.setAttribute('aria-expanded', 'true');
  if (wasHidden) tellAll(row);
  while (row.loaded === 0 || (row.loaded <= upTo && row.loaded < row.node.children)) {
    await nodes.unfold(row.own, row.loaded);
    const found = row.own.below.slice(row.loaded);
    if (found.length === 0) break;
    row.list.querySelector(':scope > .more')?.remove();
    for (const own of found) if (!rows.has(own.node.id)) add(own, row.level + 1, row.list);
    row.loaded += found.length;
    if (row.loaded < row.node.children) {
      const more = document.createElement('div');
      more.className = 'row more';
      more.setAttribute('role', 'treeitem');
      more.setAttribute('aria-level', String(row.level + 1));
      more.setAttribute('tabindex', '-1');
      more.dataset.above = row.node.id;
      more.textContent = say('more', figure(row.node.children - row.loaded));
      row.list.append(more);
    }
  }
}

/** Fetches what a row of the tree stands for that has more, and goes to the first of it. */
async function goOn(more) {
  const row = rows.get(Number(more.dataset.above));
  const { loaded } = row;
  await unfold(row, loaded);
  const first = rows.get(Number(row.list.children[loaded]?.firstElementChild.dataset.node));
  if (first) await select(first);
}

const isOpen = ({ line }) => line.getAttribute('aria-expanded') === 'true';

function fold(row) {
  if (!row.list) return;
  passed.delete(row);
  row.list.hidden = true;
  row.line.setAttribute('aria-expanded', 'false');
}

/** Drawings of boards that are known, and moments, which of a search that does not play are always the same. */
const boards = new Map();
const moments = new Map();
/** So many of each are kept. */
const MOST_KEPT = 300;

/** What is found for `key`: asked for once. */
function once(known, key, ask) {
  if (!known.has(key)) {
    if (known.size >= MOST_KEPT) known.clear();
    const found = ask();
    // What went wrong is asked for again.
    found.catch(() => known.delete(key));
    known.set(key, found);
  }
  return known.get(key);
}

const drawing = (position) => once(boards, position, () => get(`/api/v1/position?${new URLSearchParams({ game: tree.game, position })}`));

const happened = (number) => {
  // What plays have told is asked for of the rows that are unfolded: with others the answer is another.
  const address = `${path}/moments/${number}${asking()}`;
  return once(moments, address, () => get(address));
};

/** Fetches what will be asked for if somebody goes on as they did. */
function foresee(number) {
  if (number === null || number < 0 || number >= tree.moments) return;
  happened(number).then((moment) => {
    nodes.ahead(moment.path.slice(0, -1));
    return drawing(moment.node.position);
  }).catch(() => {});
}

const isSelected = (row) => row === selected;

/** Scrolls the list to a row. The page stays where it is: the stage above the list is looked at. */
function uncover({ line }) {
  const [own, list] = [line.getBoundingClientRect(), root.getBoundingClientRect()];
  if (own.top < list.top) root.scrollTop -= list.top - own.top + 8;
  if (own.bottom > list.bottom) root.scrollTop += own.bottom - list.bottom + 8;
}

/** Chooses a row: its position on the board, and all that is known of it. Somebody has chosen it, or the search has come there. */
async function select(row, isFocused = true, isChosen = true) {
  stage.mark(isChosen ? row.own : null);
  selected?.line.setAttribute('aria-selected', 'false');
  (selected ?? first).line.setAttribute('tabindex', '-1');
  selected = row;
  row.line.setAttribute('aria-selected', 'true');
  row.line.setAttribute('tabindex', '0');
  if (isFocused) row.line.focus({ preventScroll: true });
  // Once the page is laid out anyway: to ask where something is lays out all that has changed.
  requestAnimationFrame(() => { if (isSelected(row)) uncover(row); });
  const about = by('about');
  about.replaceChildren();
  const facts = [[say('position'), row.node.position]];
  if (tree.has_windows) facts.push([say('window'), row.node.asked ?? '(-∞, ∞)']);
  const open = row.node.left_at > now ? edges(row) : '';
  if (open) facts.push([say('edges-now'), open]);
  if (row.node.left_at <= now) {
    for (const one of row.node.skipped) facts.push([one.move, one.reason]);
  }
  for (const [name, text] of facts) {
    const term = document.createElement('dt');
    term.textContent = name;
    const told = document.createElement('dd');
    told.textContent = text;
    about.append(term, told);
  }
  const here = await drawing(row.node.position);
  if (here.svg && isSelected(row)) {
    // At the end the line that is expected stands on the board of the root.
    const isEnd = row === first && now === tree.moments - 1;
    by('board').innerHTML = (isEnd && tree.ahead) || here.svg;
  }
}

/** Of which positions it is asked what plays have told; addresses have an end. */
function asking() {
  if (!tree.has_plays) return '';
  const seen = Array.from(unfolded(first), (row) => row.node.id);
  const drawn = [...stage.places.keys()].map((own) => own.node.id);
  return `?rows=${[...new Set([...seen, ...drawn])].slice(0, 400).join(',')}`;
}

function sample({ samples }) {
  for (const own of nodes.all.values()) own.sample = null;
  for (const one of samples) if (nodes.at(one.id)) nodes.at(one.id).sample = one;
}

/** Asks again, because there are more rows. */
async function resample() {
  if (!isPlaying()) return;
  const wanted = now;
  const moment = await happened(wanted);
  if (wanted !== now) return;
  sample(moment);
  tellAll();
  draw();
}

/** Draws the moment. */
function draw() {
  stage.show(now, nodes.at(shown.node.id), isQuiz);
}

/** Opens the way to a position, and closes those that the search came by before, where much is open. */
async function reach(ids, places) {
  let row = rows.get(ids[0]);
  for (let at = 1; at < ids.length; at += 1) {
    if (!isOpen(row)) passed.add(row);
    await unfold(row, places[at - 1]);
    row = rows.get(ids[at]);
  }
  for (const old of passed) {
    if ([...unfolded(first)].length <= MOST_UNFOLDED) break;
    if (!ids.includes(old.node.id) && !old.item.contains(document.activeElement)) fold(old);
  }
  return row;
}

/** Goes to a moment. If another is asked for before it is shown, only that one is. The next step comes in so many milliseconds. */
function step(to, time = Infinity) {
  aim = Math.max(0, Math.min(tree.moments - 1, to));
  const wanted = aim;
  root.setAttribute('aria-busy', 'true');
  going = going.catch(() => {}).then(async () => {
    if (wanted !== aim) return;
    try {
      await show(wanted, time);
    } finally {
      if (wanted === aim) root.setAttribute('aria-busy', 'false');
    }
  });
  return going;
}

async function show(wanted, time) {
  const before = shown;
  const moment = await happened(wanted);
  // All of it is fetched before anything is drawn: then the page is laid out once.
  const board = drawing(moment.node.position).catch(() => {});
  nodes.ahead(moment.path.slice(0, -1));
  await nodes.reach(moment.places);
  await board;
  shown = moment;
  questions = isQuiz && !done.has(wanted) ? asks(moment) : [];
  const isAsked = questions.length > 0;
  // What comes back is not known before it is answered; a window is asked for where a search enters.
  now = isAsked && moment.what === 'left' ? wanted - 1 : wanted;
  const row = await reach(moment.path, moment.places);
  sample(moment);
  tellAll();
  current?.item.classList.remove('at');
  current = row;
  current.item.classList.add('at');
  draw();
  // Where moments are skipped nothing goes up.
  rise(stage, !isQuiz && before?.moment === wanted - 1 && wanted === aim ? moment : null, time);
  by('where').textContent = say('moment', figure(wanted + 1), figure(moment.of));
  // Whoever drags it on is ahead of what is shown.
  if (wanted === aim) {
    slider.value = String(wanted + 1);
    if (!isTyping) number.value = String(wanted + 1);
  }
  slider.setAttribute('aria-valuetext', say('moment', figure(wanted + 1), figure(moment.of)));
  if (tree.has_plays) tellPhase(moment);
  by('sentence').textContent = isAsked ? '' : moment.sentence;
  document.querySelector('[data-step="next-cut"]').disabled = moment.next_cut === null;
  document.querySelector('[data-step="previous-cut"]').disabled = moment.previous_cut === null;
  await select(row, false, false);
  // Of the moment at which a page begins nothing moves.
  if (tree.has_plays && wanted === aim) {
    playing = simulate(stage.isOpening ? [] : moment.simulated, drawing, () => aim === wanted && shown === moment && isSelected(row));
  }
  ask();
  // From cut to cut, or to the one beside it.
  if (before?.next_cut === wanted) foresee(moment.next_cut);
  else if (before?.previous_cut === wanted) foresee(moment.previous_cut);
  else foresee(wanted + (wanted < before?.moment ? -1 : 1));
}

/** Names the step of an iteration, and which iteration it is of. */
function tellPhase({ moment, of, what }) {
  stage.root.dataset.phase = what;
  by('iteration').textContent = say('iteration', figure(Math.floor(moment / PHASES.length) + 1), figure(of / PHASES.length));
  for (const phase of PHASES) document.querySelector(`[data-step="${phase}"]`).setAttribute('aria-current', phase === what ? 'step' : 'false');
}

/** Asks the next question, if there is one. */
function ask() {
  asked.hidden = questions.length === 0;
  if (asked.hidden) return;
  by('asks').textContent = say(questions[0].text, shown.node.move ?? say('root'));
  guess.value = '';
  guess.focus();
}

asked.addEventListener('submit', (event) => {
  event.preventDefault();
  const question = questions[0];
  const isRight = question.judge(guess.value);
  const sentence = by('sentence');
  if (!isRight && !question.isSecond) {
    question.isSecond = true;
    sentence.textContent = say('once-more', question.hint);
    guess.select();
    return;
  }
  questions.shift();
  answered += 1;
  // With a hint it is half a point.
  if (isRight) right += question.isSecond ? 0.5 : 1;
  const points = figure(right, 1);
  let verdict = isRight ? say('right', points, figure(answered)) : say('not-right', question.truth, `${points} / ${figure(answered)}`);
  if (questions.length === 0 && shown.moment === tree.moments - 1) verdict += ` ${say('quiz-end', points, figure(answered))}`;
  ask();
  if (questions.length > 0) { sentence.textContent = verdict; return; }
  // All of it was asked: now it may be seen.
  done.add(shown.moment);
  now = shown.moment;
  tellAll();
  draw();
  sentence.textContent = `${verdict} ${shown.sentence}`;
  document.querySelector('[data-step="on"]').focus();
});

steps.addEventListener('click', (event) => {
  const wanted = event.target.closest('[data-step]')?.dataset.step;
  if (wanted) {
    const [size, phase] = [PHASES.length, PHASES.indexOf(wanted)];
    const to = phase >= 0 ? aim - aim % size + phase : {
      first: 0, back: aim - 1, on: aim + 1, last: tree.moments - 1,
      'next-cut': shown?.next_cut ?? aim, 'previous-cut': shown?.previous_cut ?? aim,
      'next-iteration': aim + size, 'previous-iteration': aim - size,
    }[wanted];
    step(to);
  }
});

quiz.addEventListener('click', () => {
  isQuiz = !isQuiz;
  right = 0;
  answered = 0;
  done.clear();
  // What would tell the answers: rows to come, what was found, the picture and the story.
  root.classList.toggle('quiz', isQuiz);
  for (const teller of document.querySelectorAll('[data-tells]')) teller.hidden = isQuiz;
  quiz.setAttribute('aria-pressed', String(isQuiz));
  step(isQuiz ? 0 : aim);
});

slider.addEventListener('input', () => step(Number(slider.value) - 1, 0));
number.addEventListener('input', () => { isTyping = true; });
number.addEventListener('blur', () => { isTyping = false; });
number.addEventListener('keydown', (event) => { if (event.key === 'Enter') isTyping = false; });
number.addEventListener('change', () => {
  isTyping = false;
  if (number.value) step(Number(number.value) - 1);
});

root.addEventListener('click', async (event) => {
  const more = event.target.closest('.more');
  if (more) { await goOn(more); return; }
  const row = rows.get(Number(event.target.closest('[role="treeitem"]')?.dataset.node));
  if (!row) return;
  if (isOpen(row)) fold(row); else await unfold(row);
  select(row);
  await resample();
});

root.addEventListener('keydown', async (event) => {
  const own = event.target.closest('[role="treeitem"]');
  const isMore = own?.classList.contains('more');
  const row = rows.get(Number(own?.dataset.node ?? own?.dataset.above));
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = [...root.querySelectorAll('[role="treeitem"]')].filter((item) => item.offsetParent !== null);
  const at = all.indexOf(own);
  const go = (item) => {
    const other = rows.get(Number(item?.dataset.node));
    if (other) select(other); else item?.focus();
  };
  if (isMore && ['Enter', ' ', 'ArrowRight'].includes(event.key)) {
    event.preventDefault();
    await goOn(own);
    return;
  }
  if (isMore && event.key === 'ArrowLeft') {
    event.preventDefault();
    await select(row);
    return;
  }
  const keys = {
    ArrowDown: () => go(all[at + 1]),
    ArrowUp: () => go(all[at - 1]),
    Home: () => go(all[0]),
    End: () => go(all[all.length - 1]),
    ArrowRight: async () => { if (isOpen(row)) go(all[at + 1]); else await unfold(row); },
    ArrowLeft: () => { if (isOpen(row)) fold(row); else go(own.parentElement.parentElement.closest('[role="group"]')?.previousElementSibling); },
    Enter: async () => { if (isOpen(row)) fold(row); else await unfold(row); select(row); },
  };
  if (keys[event.key]) {
    event.preventDefault();
    await keys[event.key]();
    if (event.key === 'ArrowRight' || event.key === 'Enter') await resample();
  }
});

/** Folds what is below a position on the stage, or unfolds it. */
async function turn(own) {
  const isOpen = await stage.toggle(own);
  if (isOpen === null) return;
  const told = isOpen ? say('unfolded') : say('folded-away', isQuiz ? '…' : figure(own.node.descendants));
  by('fold-said').textContent = `${own.node.move ?? say('root')}: ${told}`;
  await resample();
}

/** Goes to a place of the list that was pointed at on the stage; what is chosen already is folded or unfolded there. */
async function point(id) {
  if (stage.chosen === nodes.at(id)) { await turn(stage.chosen); return; }
  stage.mark(nodes.at(id));
  const places = [];
  for (let own = nodes.at(id); own.above; own = own.above) places.unshift(own.above.below.indexOf(own));
  let row = first;
  for (const place of places) {
    await unfold(row, place);
    row = rows.get(row.own.below[place].node.id);
  }
  await select(row, false);
}

// What the search dealt is seen on the board as well.
by('redeals')?.addEventListener('click', async (event) => {
  const dealt = event.target.closest('[data-position]');
  if (!dealt) return;
  const { position } = dealt.dataset;
  const { svg } = await drawing(position);
  if (!svg) return;
  by('board').innerHTML = svg;
  document.querySelector('#about dd').textContent = position;
});

steps.hidden = false;
root.hidden = false;
// Plays are random: nobody could say what comes of them.
quiz.hidden = tree.has_plays;
for (const name of ['previous-cut', 'next-cut']) document.querySelector(`[data-step="${name}"]`).hidden = tree.cuts === 0;
const stage = new Stage(by('stage'), nodes, point);
stage.resized = () => { draw(); resample(); };
const first = add(nodes.root, 1, root);
first.line.setAttribute('tabindex', '0');
await stage.begin();
await unfold(first);
const tabs = document.querySelector('#tabs ul');
if (tabs) reveal(tabs);
// Who asked why a move was played sees what came of the search, anybody else how it begins; an address may name a moment.
const begin = new URLSearchParams(location.search).has('played') ? tree.moments - 1 : 0;
const at = film({ stage, step, fold: () => turn(selected.own), last: tree.moments - 1, now: () => aim, played: () => playing, begin });
stage.isOpening = !location.hash.includes('moment');
await step(0);
await step(at, 0);
stage.isOpening = false;
