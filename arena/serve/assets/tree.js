// The tree of a search: children are fetched when they are looked at, and steps follow the search as it ran.

import { figure, say } from './page.js';

const tree = JSON.parse(document.getElementById('tree-data').textContent);
const path = `/api/v1/trees/${tree.id}`;
const root = document.getElementById('tree');
const steps = document.getElementById('steps');
const quiz = document.getElementById('quiz');
const asked = document.getElementById('asked');
const guess = document.getElementById('guess');
const slider = document.getElementById('slider');
const number = document.getElementById('moment');

/** Which moment is shown; all of it is over at the end. */
let now = tree.moments - 1;
// The moment that was asked for last, and the way there.
let aim = now;
let going = Promise.resolve();
let shown = null;
let isQuiz = false;
let right = 0;
let answered = 0;
/** What is still asked at the moment that is shown, and the moments at which all was answered. */
let questions = [];
const done = new Set();
const rows = new Map();

const get = (address) => fetch(address).then((answer) => answer.json());
const short = (value) => (value === null || value === undefined ? '?' : Number.isFinite(value) ? figure(value, 4) : value < 0 ? '−∞' : '∞');

/** A form and a word for who acts; nothing by colour alone. */
function sign(node) {
  if (node.node === 'terminal') return ['■', say('end')];
  if (node.node === 'chance') return ['●', say('chance')];
  if (node.payoffs.length > 0) return [String(node.seat), say('seat', node.seat)];
  if (node.is_mean) return ['●', say('mean', node.seat)];
  if (node.visits) return ['◆', say('tries', node.seat)];
  return node.seat === node.to ? ['▲', say('max', node.seat)] : ['▼', say('min', node.seat)];
}

function worth(node) {
  if (node.payoffs.length > 0) return `(${node.payoffs.map(short).join(', ')})`;
  const before = { lower: '≥ ', upper: '≤ ', sample: '≈ ', exact: '' }[node.bound];
  return before + short(node.value);
}

/** α and β at this moment, where the search has a window: what is found narrows it for whoever moves. */
function edges({ node, list }) {
  // They are what a quiz asks for.
  if (isQuiz || !tree.has_windows || node.node !== 'decision' || node.payoffs.length > 0 || node.is_mean) return null;
  let [alpha, beta] = [node.window[0] ?? -Infinity, node.window[1] ?? Infinity];
  for (const item of list?.children ?? []) {
    const child = rows.get(Number(item.firstElementChild?.dataset.node))?.node;
    if (!child || child.left_at > now || child.value === null || child.to !== node.to || child.look === 'glance') continue;
    if (node.seat === node.to) alpha = Math.max(alpha, child.value); else beta = Math.min(beta, child.value);
  }
  return say('edges', short(alpha), short(beta));
}

/** Whether plays are still to come: what is known is what the plays so far have told. */
const isPlaying = () => tree.has_plays && now < tree.moments - 1;

/** What the plays so far have told of a position. */
function sampled({ visits, mean, share, term }) {
  const parts = [`≈ ${short(mean)}`, say('visits', figure(visits))];
  if (term !== null) parts.push(`UCB ${figure(share, 2)} + ${figure(term, 2)} = ${figure(share + term, 2)}`);
  return parts.join(' · ');
}

/** What a row says at this moment: nothing before it was entered, no value before it was left. */
function tell(row) {
  const { node, line } = row;
  const isKnown = node.left_at <= now && !isPlaying();
  const isEntered = node.entered_at <= now;
  const sample = isEntered && isPlaying() && row.sample ? sampled(row.sample) : null;
  // Of many thousand rows a step changes few.
  const open = isEntered && !isKnown ? edges(row) : null;
  const told = `${isKnown} ${isEntered} ${open} ${sample}`;
  if (row.told === told) return;
  row.told = told;
  const [form, word] = sign(node);
  const value = isKnown ? `: ${worth(node)}` : sample ? `: ${sample}` : isEntered ? ': …' : '';
  const parts = [(node.move ?? say('root')) + value];
  if (open) parts.push(open);
  if (isKnown && node.reason) parts.push(node.reason);
  if (isKnown && node.skipped.length > 0) parts.push(say('cut', node.skipped.map((one) => one.move).slice(0, 8).join(' ')));
  if (isKnown && node.visits) parts.push(say('visits', figure(node.visits)));
  if (node.folded > 0) parts.push(say('folded', figure(node.folded)));
  line.replaceChildren();
  const mark = document.createElement('span');
  mark.className = 'sign';
  mark.textContent = form;
  mark.title = word;
  mark.setAttribute('aria-hidden', 'true');
  const said = document.createElement('span');
  said.className = 'hidden';
  said.textContent = `${word}: `;
  const text = document.createElement('span');
  text.textContent = parts.join(' · ');
  line.append(mark, said, text);
  row.item.classList.toggle('later', !isEntered);
  row.item.classList.toggle('cut', isKnown && node.skipped.length > 0);
}

/** A row for a position. */
function add(node, level, list) {
  const item = document.createElement('div');
  const line = document.createElement('div');
  line.className = 'row';
  line.setAttribute('role', 'treeitem');
  line.setAttribute('aria-level', String(level));
  line.setAttribute('tabindex', '-1');
  line.dataset.node = node.id;
  item.append(line);
  const row = { node, item, line, level, list: null, loaded: 0 };
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
  row.list.hidden = false;
  row.line.setAttribute('aria-expanded', 'true');
  while (row.loaded === 0 || (row.loaded <= upTo && row.loaded < row.node.children)) {
    const found = await get(`${path}/nodes/${row.node.id}?from=${row.loaded}`);
    if (found.nodes.length === 0) break;
    row.list.querySelector(':scope > .more')?.remove();
    for (const node of found.nodes) if (!rows.has(node.id)) add(node, row.level + 1, row.list);
    row.loaded += found.nodes.length;
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

function fold(row) {
  if (!row.list) return;
  row.list.hidden = true;
  row.line.setAttribute('aria-expanded', 'false');
}

/** Chooses a row: its position on the board, and all that is known of it. */
async function select(row, isFocused = true) {
  for (const other of root.querySelectorAll('[aria-selected="true"]')) {
    other.setAttribute('aria-selected', 'false');
    other.setAttribute('tabindex', '-1');
  }
  row.line.setAttribute('aria-selected', 'true');
  row.line.setAttribute('tabindex', '0');
  if (isFocused) row.line.focus({ preventScroll: true });
  row.line.scrollIntoView({ block: 'nearest' });
  const about = document.getElementById('about');
  about.replaceChildren();
  const facts = [[say('position'), row.node.position]];
  if (tree.has_windows) facts.push([say('window'), row.node.asked ?? '(−∞, ∞)']);
  const open = row.node.left_at > now ? edges(row) : null;
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
  const query = new URLSearchParams({ game: tree.game, position: row.node.position });
  const here = await get(`/api/v1/position?${query}`);
  if (here.svg && root.querySelector('[aria-selected="true"]') === row.line) {
    document.getElementById('board').innerHTML = here.svg;
  }
}

/** Of which rows it is asked what plays have told; addresses have an end. */
function asking() {
  if (!tree.has_plays) return '';
  const seen = [...rows.values()].filter((row) => row.line.offsetParent !== null);
  return `?rows=${seen.slice(0, 400).map((row) => row.node.id).join(',')}`;
}

function sample({ samples }) {
  for (const row of rows.values()) row.sample = null;
  for (const one of samples) if (rows.has(one.id)) rows.get(one.id).sample = one;
}

/** Asks again, because there are more rows. */
async function resample() {
  if (!isPlaying()) return;
  const wanted = now;
  const moment = await get(`${path}/moments/${wanted}${asking()}`);
  if (wanted !== now) return;
  sample(moment);
  for (const row of rows.values()) tell(row);
}

/** Opens the way to a position. */
async function reach(ids, places) {
  let row = rows.get(ids[0]);
  for (let at = 1; at < ids.length; at += 1) {
    await unfold(row, places[at - 1]);
    row = rows.get(ids[at]);
  }
  return row;
}

/** Goes to a moment. If another is asked for before it is shown, only that one is. */
function step(to) {
  aim = Math.max(0, Math.min(tree.moments - 1, to));
  const wanted = aim;
  root.setAttribute('aria-busy', 'true');
  going = going.catch(() => {}).then(async () => {
    if (wanted !== aim) return;
    try {
      await show(wanted);
    } finally {
      if (wanted === aim) root.setAttribute('aria-busy', 'false');
    }
  });
  return going;
}

async function show(wanted) {
  const moment = await get(`${path}/moments/${wanted}${asking()}`);
  shown = moment;
  questions = isQuiz && !done.has(wanted) ? asks(moment) : [];
  const isAsked = questions.length > 0;
  // What is asked is not known yet.
  now = isAsked ? wanted - 1 : wanted;
  const row = await reach(moment.path, moment.places);
  sample(moment);
  for (const other of rows.values()) tell(other);
  for (const other of root.querySelectorAll('.at')) other.classList.remove('at');
  row.item.classList.add('at');
  document.getElementById('where').textContent = say('moment', figure(wanted + 1), figure(moment.of));
  slider.value = String(wanted + 1);
  slider.setAttribute('aria-valuetext', say('moment', figure(wanted + 1), figure(moment.of)));
  number.value = String(wanted + 1);
  document.getElementById('sentence').textContent = isAsked ? '' : moment.sentence;
  document.querySelector('[data-step="next-cut"]').disabled = moment.next_cut === null;
  document.querySelector('[data-step="previous-cut"]').disabled = moment.previous_cut === null;
  await select(row, false);
  ask();
}

/** What a moment gives to ask: what comes back, and which moves are not looked at. */
function asks({ what, node }) {
  if (what !== 'left') return [];
  const all = [];
  if (node.value !== null) all.push({ text: 'asks', ...judged(node) });
  if (node.node === 'decision' && node.children + node.skipped.length > 1) all.push({ text: 'asks-cuts', ...cut(node) });
  return all;
}

function judged(node) {
  const truth = short(node.value);
  return { truth, judge: (told) => {
    const [above, below] = told.replaceAll(',', '.').replaceAll('−', '-').split('/').map((part) => part.trim());
    const value = below === undefined ? Number(above) : Number(above) / Number(below);
    return told.trim() !== '' && Math.abs(value - node.value) < 5e-4;
  } };
}

function cut(node) {
  const truth = [...new Set(node.left_out)].sort();
  // A move may have spaces itself; then commas stand between moves.
  const between = truth.some((move) => move.includes(' ')) ? ',' : /[\s,]+/;
  return { truth: truth.join(', ') || say('none'), judge: (told) => {
    const moves = told.split(between).map((move) => move.trim()).filter((move) => move && !['-', '0', say('none')].includes(move));
    return [...new Set(moves)].sort().join('\n') === truth.join('\n');
  } };
}

/** Asks the next question, if there is one. */
function ask() {
  asked.hidden = questions.length === 0;
  if (asked.hidden) return;
  document.getElementById('asks').textContent = say(questions[0].text, shown.node.move ?? say('root'));
  guess.value = '';
  guess.focus();
}

asked.addEventListener('submit', (event) => {
  event.preventDefault();
  const question = questions.shift();
  const isRight = question.judge(guess.value);
  answered += 1;
  if (isRight) right += 1;
  const verdict = isRight ? say('right', figure(right), figure(answered)) : say('not-right', question.truth, `${figure(right)} / ${figure(answered)}`);
  const sentence = document.getElementById('sentence');
  ask();
  if (questions.length > 0) { sentence.textContent = verdict; return; }
  // All of it was asked: now it may be seen.
  done.add(shown.moment);
  now = shown.moment;
  for (const row of rows.values()) tell(row);
  sentence.textContent = `${verdict} ${shown.sentence}`;
  document.querySelector('[data-step="on"]').focus();
});

steps.addEventListener('click', (event) => {
  const wanted = event.target.closest('[data-step]')?.dataset.step;
  if (wanted) {
    const to = {
      first: 0, back: aim - 1, on: aim + 1, last: tree.moments - 1,
      'next-cut': shown?.next_cut ?? aim, 'previous-cut': shown?.previous_cut ?? aim,
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

slider.addEventListener('input', () => step(Number(slider.value) - 1));
number.addEventListener('change', () => { if (number.value) step(Number(number.value) - 1); });

root.addEventListener('click', async (event) => {
  const more = event.target.closest('.more');
  if (more) { await goOn(more); return; }
  const row = rows.get(Number(event.target.closest('[role="treeitem"]')?.dataset.node));
  if (!row) return;
  if (row.line.getAttribute('aria-expanded') === 'true') fold(row); else await unfold(row);
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
  const isOpen = own.getAttribute('aria-expanded') === 'true';
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
    ArrowRight: async () => { if (isOpen) go(all[at + 1]); else await unfold(row); },
    ArrowLeft: () => { if (isOpen) fold(row); else go(own.parentElement.parentElement.closest('[role="group"]')?.previousElementSibling); },
    Enter: async () => { if (isOpen) fold(row); else await unfold(row); select(row); },
  };
  if (keys[event.key]) {
    event.preventDefault();
    await keys[event.key]();
    if (event.key === 'ArrowRight' || event.key === 'Enter') await resample();
  }
});

steps.hidden = false;
root.hidden = false;
// Plays are random: nobody could say what comes of them.
quiz.hidden = tree.has_plays;
const first = add(tree.root, 1, root);
first.line.setAttribute('tabindex', '0');
await unfold(first);
await step(0);
await step(tree.moments - 1);
