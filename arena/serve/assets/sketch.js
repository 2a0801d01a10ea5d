// A tree that is drawn by hand: its text and its drawing follow each other, and searches are compared on it.

import { ask, figure, say } from './page.js';

const SVG = 'http://www.w3.org/2000/svg';
const DEEP = 84;
const WIDE = 46;
/** So much smaller a tree may be drawn to be seen whole. */
const LEAST = 0.75;
const HALF = 17;
/** The button that adds a branch: half of it, and its distance from the form; and the width of an only child's column, so that there is room for it. */
const PLUS = 16;
const APART = 5;
const ONLY = 116;
/** The forms of a search on its stage, for MAX, MIN, chance and a seat of several. */
const FORMS = {
  max: `M-20 ${HALF}L0 ${-HALF}L20 ${HALF}Z`,
  min: `M-20 ${-HALF}L0 ${HALF}L20 ${-HALF}Z`,
  chance: `M${-HALF} 0a${HALF} ${HALF} 0 1 0 ${2 * HALF} 0a${HALF} ${HALF} 0 1 0 ${-2 * HALF} 0Z`,
  seat: `M${-HALF} ${-HALF}h${2 * HALF}a8 8 0 0 1 8 8v${2 * HALF - 16}a8 8 0 0 1 -8 8h${-2 * HALF}a8 8 0 0 1 -8 -8v${16 - 2 * HALF}a8 8 0 0 1 8 -8Z`,
};

const by = (id) => document.getElementById(id);
const drawn = by('drawn');
const text = by('text');

/** The tree: `kind`, `value` of a leaf, and `below`, each with its `share` where it is an outcome of chance. */
let root = null;
/** How many seats have a value of their own at each leaf; 0 where there are two, and one loses what the other wins. */
let seats = 0;
/** The node that is changed, and the nodes above each. */
let chosen = null;
const above = new Map();
let isTyping = false;
/** What the field of a value is called where seat 2 loses what seat 1 wins. */
const asksOne = by('sketch-asks').textContent;

const leaf = (value) => ({ kind: 'leaf', value, below: [], share: '' });
const nothing = () => (seats ? `(${Array(seats).fill(0).join()})` : '0');

/** Who acts is called by its seat: 1 is MAX and 2 MIN where one loses what the other wins. */
const isSeat = (kind) => /^\d+$/.test(kind);
const after = (seat, count) => String(Number(seat) % count + 1);
const other = (seat) => after(seat, seats || 2);

/** Reads a tree, and how many seats have values of their own; nothing where it has more than can be drawn here. */
function read(source) {
  let at = 0;
  // All values are of the same form, and the first one says of which.
  const first = /\(([^()]*)\)/.exec(source);
  const all = first ? first[1].split(',').length : 0;
  const count = all || 2;
  if (all === 1 || all > by('sketch-seats').length) return [null, 0];
  const skip = () => { while (/\s/.test(source[at] ?? '')) at += 1; };
  const take = (sign) => { skip(); if (source[at] !== sign) return false; at += 1; return true; };
  const number = () => {
    skip();
    const found = /^[-−]?\d+(\.\d+)?(\/\d+)?/.exec(source.slice(at));
    if (!found) return null;
    at += found[0].length;
    return found[0].replace('−', '-');
  };
  const node = (usual) => {
    const isChance = take('{');
    if (!isChance && !take('[')) {
      if (all && !take('(')) return null;
      const numbers = [];
      do numbers.push(number()); while (all && take(','));
      if (all && (numbers.length !== all || !take(')'))) return null;
      if (numbers.some((one) => one === null || one.includes('/'))) return null;
      return leaf(all ? `(${numbers.join()})` : numbers[0]);
    }
    const below = [];
    // Who chooses here is written behind the brackets: first see how far they go.
    const begun = at;
    let kind = isChance ? 'chance' : usual;
    if (!isChance) {
      let depth = 1;
      let end = at;
      for (; end < source.length && depth > 0; end += 1) depth += { '[': 1, '{': 1, ']': -1, '}': -1 }[source[end]] ?? 0;
      const seat = /^\s*@(\d+)/.exec(source.slice(end));
      if (seat) kind = String(Number(seat[1]));
      if (Number(kind) < 1 || count < Number(kind)) return null;
    }
    at = begun;
    do {
      let share = '';
      if (isChance) {
        share = number();
        if (share === null || !take(':')) return null;
      }
      const child = node(isChance ? usual : after(kind, count));
      if (!child) return null;
      below.push({ ...child, share });
    } while (take(','));
    if (!take(isChance ? '}' : ']')) return null;
    skip();
    const seat = /^@\d+/.exec(source.slice(at));
    if (seat) { if (isChance) return null; at += seat[0].length; }
    return { kind, value: '', below, share: '' };
  };
  const tree = node('1');
  skip();
  return tree && at === source.length ? [tree, all] : [null, 0];
}

/** The tree as it is typed. */
function write(node, usual = '1') {
  if (node.kind === 'leaf') return node.value;
  if (node.kind === 'chance') return `{${node.below.map((child) => `${child.share}:${write(child, usual)}`).join(',')}}`;
  const inside = node.below.map((child) => write(child, other(node.kind))).join(',');
  return `[${inside}]${node.kind === usual ? '' : `@${node.kind}`}`;
}

const count = (node) => node.below.reduce((sum, child) => sum + count(child), 1);

/** Every node with those below it, in the order in which they are drawn. */
function* all(node) {
  yield node;
  for (const child of node.below) yield* all(child);
}

function make(name, attributes, ...inside) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

/** What a node is, for those who don't see it. */
function told(node) {
  const share = node.share ? `${node.share}: ` : '';
  if (node.kind === 'leaf') return share + say('drawn-leaf', node.value);
  if (node.kind === 'chance') return share + say('drawn-chance', node.below.length);
  if (seats) return share + say('drawn-seat', node.kind, node.below.length);
  return share + say(node.kind === '1' ? 'drawn-max' : 'drawn-min', node.below.length);
}

/** The button that adds a branch to the chosen node: below a leaf, beside whatever has branches. */
function plus({ x, y }) {
  const name = by('sketch-add').textContent;
  const side = seats && isSeat(chosen.kind) ? HALF + 8 : HALF + 4;
  const [right, down] = chosen.kind === 'leaf' ? [0, HALF + APART + PLUS] : [side + APART + PLUS, 0];
  const group = make('g', { transform: `translate(${x + right} ${y + down})`, class: 'plus', role: 'button', tabindex: 0, 'aria-label': name },
    make('title', {}, name),
    make('circle', { r: PLUS, class: 'form' }),
    make('path', { d: 'M-7 0h14m-7 -7v14', class: 'arms' }));
  group.addEventListener('click', add);
  return group;
}

function draw() {
  above.clear();
  const places = new Map();
  let right = 0;
  const put = (node, ply) => {
    for (const child of node.below) { above.set(child, node); put(child, ply + 1); }
    const first = places.get(node.below[0]);
    const last = places.get(node.below[node.below.length - 1]);
    const column = Math.max(above.get(node)?.below.length === 1 ? ONLY : WIDE, node.value.length * 9 + 26);
    if (!first) right += column;
    places.set(node, { x: first ? (first.x + last.x) / 2 : right - column / 2, y: ply * DEEP });
  };
  put(root, 0);
  const deep = Math.max(...[...places.values()].map(({ y }) => y));
  const links = make('g', { 'aria-hidden': 'true' });
  const forms = make('g', {});
  for (const [node, { x, y }] of places) {
    const from = places.get(above.get(node));
    if (from) links.append(make('line', { x1: from.x, y1: from.y + HALF, x2: x, y2: y - HALF, class: 'link' }));
    if (from && node.share) links.append(make('text', { x: (from.x + x) / 2, y: (from.y + y) / 2 + 5, class: 'move middle' }, node.share));
    const box = Math.max(HALF, node.value.length * 4.5 + 8);
    const outline = node.kind === 'chance' ? 'chance' : seats ? 'seat' : { 1: 'max', 2: 'min' }[node.kind];
    const form = node.kind === 'leaf'
      ? make('rect', { x: -box, y: -HALF, width: 2 * box, height: 2 * HALF, rx: 1, class: 'form end' })
      : make('path', { d: FORMS[outline], class: `form ${outline}` });
    const group = make('g', { transform: `translate(${x} ${y})`, class: node === chosen ? 'node at' : 'node', role: 'button', tabindex: node === chosen ? 0 : -1, 'aria-label': told(node), 'aria-pressed': node === chosen }, form);
    if (node.kind === 'leaf') group.append(make('text', { x: 0, y: 6, class: 'value middle within' }, node.value));
    if (seats && isSeat(node.kind)) group.append(make('text', { x: 0, y: 6, class: 'value middle within' }, node.kind));
    [group.node, node.x] = [node, x];
    forms.append(group);
  }
  forms.append(plus(places.get(chosen)));
  const wide = Math.max(right, 240);
  const high = deep + 2 * HALF + 40 + 2 * PLUS;
  const svg = make('svg', { class: 'film', viewBox: `${(right - wide) / 2 - 16} ${-HALF - 20} ${wide + 32} ${high}`, preserveAspectRatio: 'xMidYMin' }, links, forms);
  // A little smaller it may be seen whole; of a large tree a part is seen, and it is scrolled.
  const isWhole = (wide + 32) * LEAST <= drawn.clientWidth;
  svg.style.minWidth = `${isWhole ? 0 : (wide + 32) * 0.82}px`;
  svg.style.maxHeight = `${high * 1.5}px`;
  const { activeElement: had } = document;
  const focused = drawn.contains(had) ? (had.matches('.plus') ? '.plus' : '.at') : null;
  drawn.replaceChildren(svg);
  if (focused) drawn.querySelector(focused).focus();
  // The drawing is scrolled to it, and the page stays where it is.
  const [own, paper] = [drawn.querySelector('.plus'), drawn].map((one) => one.getBoundingClientRect());
  drawn.scrollTop += Math.max(0, own.bottom - paper.bottom + APART);
  drawn.scrollLeft += Math.max(0, own.right - paper.right + APART);
  fields();
}

/** The fields say what is chosen. */
function fields() {
  const parent = above.get(chosen);
  const kinds = by('sketch-kind');
  if (kinds.dataset.seats !== String(seats)) {
    kinds.dataset.seats = seats;
    const names = seats ? Array.from({ length: seats }, (_, seat) => say('sketch-seat', seat + 1)) : [kinds.dataset.max, kinds.dataset.min];
    kinds.replaceChildren(...names.map((name, seat) => new Option(name, seat + 1)), new Option(kinds.dataset.chance, 'chance'), new Option(kinds.dataset.leaf, 'leaf'));
  }
  kinds.value = chosen.kind;
  by('sketch-seats').value = seats;
  by('sketch-value').inputMode = seats ? 'text' : 'decimal';
  by('sketch-asks').textContent = seats ? say('sketch-each') : asksOne;
  if (!isTyping) by('sketch-value').value = chosen.value;
  by('sketch-value').disabled = chosen.kind !== 'leaf';
  by('sketch-share').value = chosen.share;
  by('sketch-share').disabled = parent?.kind !== 'chance';
  by('sketch-remove').disabled = !parent;
  const at = parent ? parent.below.indexOf(chosen) : 0;
  by('sketch-left').disabled = at === 0;
  by('sketch-right').disabled = !parent || at === parent.below.length - 1;
}

/** The outcomes of chance are as likely as each other. */
function even(node) {
  for (const child of node.below) child.share = node.below.length === 1 ? '1' : `1/${node.below.length}`;
}
const isEven = (node) => node.below.every((child) => child.share === (node.below.length === 1 ? '1' : `1/${node.below.length}`));

/** A probability as a fraction of whole numbers. */
function fraction(share) {
  const [above, below = '1'] = share.split('/');
  const scale = 10 ** (above.split('.')[1]?.length ?? 0);
  return [Math.round(Number(above) * scale), Number(below) * scale];
}

function written(above, below) {
  const common = (a, b) => (b === 0 ? a : common(b, a % b));
  const by = common(above, below);
  return below === by ? String(above / by) : `${above / by}/${below / by}`;
}

/** After a change: the text, the drawing, the address. */
function changed() {
  text.value = write(root);
  by('results').hidden = true;
  history.replaceState(null, '', `?tree=${encodeURIComponent(text.value)}`);
  draw();
}

function choose(node, isFocused = false) {
  chosen = node;
  draw();
  if (isFocused) drawn.querySelector('.at').focus();
}

function add() {
  if (chosen.kind === 'leaf') {
    // What was an end goes on: the seat after the one above chooses.
    let over = above.get(chosen);
    while (over?.kind === 'chance') over = above.get(over);
    chosen.below = [leaf(chosen.value)];
    chosen.kind = over ? other(over.kind) : '1';
    chosen.value = '';
  }
  const isChance = chosen.kind === 'chance';
  const wasEven = isChance && isEven(chosen);
  const last = chosen.below[chosen.below.length - 1];
  if (isChance) {
    // The last outcome gives half of what it has.
    const [above, below] = fraction(last.share);
    last.share = written(above, 2 * below);
  }
  chosen.below.push({ ...leaf(nothing()), share: isChance ? last.share : '' });
  if (wasEven) even(chosen);
  changed();
}

function remove() {
  const parent = above.get(chosen);
  if (!parent) return;
  const wasEven = parent.kind === 'chance' && isEven(parent);
  const at = parent.below.indexOf(chosen);
  parent.below.splice(at, 1);
  if (parent.below.length === 0) { parent.kind = 'leaf'; parent.value = nothing(); }
  if (wasEven) {
    even(parent);
  } else if (parent.kind === 'chance') {
    // Its share goes to the one beside it.
    const heir = parent.below[Math.max(0, at - 1)];
    const [[a, b], [c, d]] = [fraction(heir.share), fraction(chosen.share)];
    heir.share = written(a * d + c * b, b * d);
  }
  chosen = parent.below[Math.min(at, parent.below.length - 1)] ?? parent;
  changed();
}

function shift(by) {
  const parent = above.get(chosen);
  const at = parent?.below.indexOf(chosen) ?? 0;
  const to = parent?.below[at + by];
  if (!to) return;
  [parent.below[at], parent.below[at + by]] = [to, chosen];
  changed();
}

by('sketch-add').addEventListener('click', add);
by('sketch-remove').addEventListener('click', remove);
by('sketch-left').addEventListener('click', () => shift(-1));
by('sketch-right').addEventListener('click', () => shift(1));
by('sketch-kind').addEventListener('change', () => {
  const { value: kind } = by('sketch-kind');
  if (kind === 'leaf') { chosen.below = []; chosen.value = nothing(); }
  else if (chosen.kind === 'leaf') { chosen.below = [leaf(chosen.value)]; chosen.value = ''; }
  chosen.kind = kind;
  if (kind === 'chance') even(chosen); else for (const child of chosen.below) child.share = '';
  changed();
});
by('sketch-value').addEventListener('input', () => {
  const typed = by('sketch-value').value.trim().replaceAll('−', '-');
  const numbers = seats ? typed.replace(/^\(|\)$/g, '').split(/\s*[,;]\s*|\s+/) : [typed.replace(',', '.')];
  const isRight = numbers.length === (seats || 1) && numbers.every((one) => /^-?\d+(\.\d+)?$/.test(one));
  by('sketch-value').setAttribute('aria-invalid', String(!isRight));
  if (!isRight) return;
  chosen.value = seats ? `(${numbers.join()})` : numbers[0];
  // What is being typed there is not written over.
  isTyping = true;
  changed();
  isTyping = false;
});
by('sketch-share').addEventListener('input', () => {
  const value = by('sketch-share').value.trim();
  const isRight = /^\d+(\.\d+)?(\/\d+)?$/.test(value);
  by('sketch-share').setAttribute('aria-invalid', String(!isRight));
  if (!isRight) return;
  chosen.share = value;
  changed();
});

/** Each leaf has values for so many seats: those that it had, and of two seats what one loses. */
by('sketch-seats').addEventListener('change', () => {
  const before = seats;
  seats = Number(by('sketch-seats').value);
  for (const node of all(root)) {
    if (isSeat(node.kind)) node.kind = String((Number(node.kind) - 1) % (seats || 2) + 1);
    if (node.kind !== 'leaf') continue;
    const [own] = before ? node.value.slice(1, -1).split(',') : [node.value];
    const had = before ? node.value.slice(1, -1).split(',') : [own, own.startsWith('-') || Number(own) === 0 ? own.replace('-', '') : `-${own}`];
    node.value = seats ? `(${Array.from({ length: seats }, (_, seat) => had[seat] ?? '0').join()})` : own;
  }
  changed();
});

/** What is held is dragged past those beside it, and takes its place among them. */
drawn.addEventListener('pointerdown', (event) => {
  const node = event.target.closest?.('.node')?.node;
  const parent = above.get(node);
  if (!parent || event.button !== 0) return;
  const begun = event.clientX;
  let isDragged = false;
  const move = ({ pointerId, clientX, clientY }) => {
    if (pointerId !== event.pointerId) return;
    isDragged ||= Math.abs(clientX - begun) > 6;
    if (!isDragged) return;
    const { x } = new DOMPoint(clientX, clientY).matrixTransform(drawn.querySelector('svg').getScreenCTM().inverse());
    const others = parent.below.filter((one) => one !== node);
    const to = others.filter((one) => one.x < x).length;
    if (to === parent.below.indexOf(node)) return;
    parent.below = others.toSpliced(to, 0, node);
    chosen = node;
    changed();
  };
  const end = ({ pointerId }) => {
    if (pointerId !== event.pointerId) return;
    for (const name of ['pointerup', 'pointercancel']) window.removeEventListener(name, end);
    window.removeEventListener('pointermove', move);
    drawn.classList.remove('held');
  };
  drawn.classList.add('held');
  window.addEventListener('pointermove', move);
  for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, end);
});

drawn.addEventListener('click', (event) => {
  const node = event.target.closest?.('.node')?.node;
  if (node) choose(node, true);
});

drawn.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches('.plus') && [' ', 'Enter'].includes(event.key)) {
    event.preventDefault();
    add();
    return;
  }
  const parent = above.get(chosen);
  const at = parent?.below.indexOf(chosen) ?? 0;
  const go = (node) => { if (node) choose(node, true); };
  const deed = {
    ArrowUp: () => go(parent),
    ArrowDown: () => go(chosen.below[0]),
    ArrowLeft: () => go(parent?.below[at - 1]),
    ArrowRight: () => go(parent?.below[at + 1]),
    Insert: add, '+': add,
    Delete: remove,
    Enter: () => by('sketch-value').select(),
  }[event.key] ?? (/^[-\d]$/.test(event.key) && chosen.kind === 'leaf' ? () => {
    // To type a number over a leaf.
    by('sketch-value').value = event.key;
    by('sketch-value').focus();
    by('sketch-value').dispatchEvent(new Event('input'));
  } : null);
  if (!deed) return;
  event.preventDefault();
  deed();
});

/** The text has changed. */
function parse() {
  const [tree, count] = read(text.value);
  by('sketch-said').textContent = tree ? '' : say('not-sketched');
  drawn.hidden = !tree;
  for (const field of by('sketch').querySelectorAll('button, select, input')) field.disabled = !tree;
  if (!tree) return;
  [root, seats, chosen] = [tree, count, tree];
  draw();
}
text.addEventListener('input', () => { by('results').hidden = true; parse(); });

/** Has a search run, and tells what came of it in a row. */
async function compare(search) {
  const row = document.createElement('tr');
  const cell = (content, name = 'td') => {
    const own = document.createElement(name);
    own.append(content);
    row.append(own);
    return own;
  };
  cell(search, 'th').scope = 'row';
  try {
    const found = await ask('/api/v1/trees', { game: `tree(${text.value})`, player: search });
    const nodes = root && !drawn.hidden ? count(root) : null;
    cell(found.move);
    cell(found.worth);
    // A search that begins again to the same depth may enter a position several times: that is no share of the tree.
    const share = nodes && found.alike === 1 ? found.looked / nodes : null;
    const searched = found.alike === 1 ? figure(found.looked) : say('in-searches', figure(found.looked), figure(found.alike));
    cell(share === null ? searched : say('of', searched, figure(nodes)));
    cell(share === null ? '' : `${figure(100 * Math.max(0, 1 - share))} %`);
    const link = document.createElement('a');
    link.href = `/inside/${found.id}?game=${encodeURIComponent(found.game)}&moves=&player=${encodeURIComponent(search)}`;
    link.textContent = say('look');
    cell(link);
  } catch (error) {
    cell(error.message).colSpan = 5;
  }
  return row;
}

by('run').addEventListener('click', async () => {
  const searches = [...document.querySelectorAll('input[name="search"]:checked')].map((box) => box.value);
  const rows = [];
  by('run').disabled = true;
  for (const search of searches) rows.push(await compare(search));
  by('run').disabled = false;
  by('results').tBodies[0].replaceChildren(...rows);
  by('results').hidden = rows.length === 0;
  by('compared-said').textContent = say('compared', figure(rows.length));
});

by('sketch').hidden = false;
by('compare').hidden = false;
parse();
