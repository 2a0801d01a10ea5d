// A tree that is drawn by hand: its text and its drawing follow each other, and searches are compared on it.

import { ask, figure, say } from './page.js';

const SVG = 'http://www.w3.org/2000/svg';
const DEEP = 84;
const WIDE = 58;
const HALF = 17;
const FORMS = {
  max: `M0 ${-HALF - 3}L${HALF + 4} ${HALF - 2}H${-HALF - 4}Z`,
  min: `M0 ${HALF + 3}L${HALF + 4} ${2 - HALF}H${-HALF - 4}Z`,
  chance: `M${-HALF} 0a${HALF} ${HALF} 0 1 0 ${2 * HALF} 0a${HALF} ${HALF} 0 1 0 ${-2 * HALF} 0Z`,
  leaf: `M${-HALF} ${-HALF}H${HALF}V${HALF}H${-HALF}Z`,
};

const by = (id) => document.getElementById(id);
const drawn = by('drawn');
const text = by('text');

/** The tree: `kind`, `value` of a leaf, and `below`, each with its `share` where it is an outcome of chance. */
let root = null;
/** The node that is changed, and the nodes above each. */
let chosen = null;
const above = new Map();

const leaf = (value) => ({ kind: 'leaf', value, below: [], share: '' });
const other = (kind) => (kind === 'max' ? 'min' : 'max');

/** Reads a tree of two seats; nothing where it has more than can be drawn here. */
function read(source) {
  let at = 0;
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
      const value = number();
      return value === null || value.includes('/') ? null : leaf(value);
    }
    const below = [];
    // Who chooses here is written behind the brackets: first see how far they go.
    const begun = at;
    let kind = isChance ? 'chance' : usual;
    if (!isChance) {
      let depth = 1;
      let end = at;
      for (; end < source.length && depth > 0; end += 1) depth += { '[': 1, '{': 1, ']': -1, '}': -1 }[source[end]] ?? 0;
      const seat = /^\s*@([12])/.exec(source.slice(end));
      if (seat) kind = seat[1] === '1' ? 'max' : 'min';
    }
    at = begun;
    do {
      let share = '';
      if (isChance) {
        share = number();
        if (share === null || !take(':')) return null;
      }
      const child = node(isChance ? usual : other(kind));
      if (!child) return null;
      below.push({ ...child, share });
    } while (take(','));
    if (!take(isChance ? '}' : ']')) return null;
    skip();
    const seat = /^@[12]/.exec(source.slice(at));
    if (seat) { if (isChance) return null; at += 2; }
    return { kind, value: '', below, share: '' };
  };
  const tree = node('max');
  skip();
  return tree && at === source.length ? tree : null;
}

/** The tree as it is typed. */
function write(node, usual = 'max') {
  if (node.kind === 'leaf') return node.value;
  if (node.kind === 'chance') return `{${node.below.map((child) => `${child.share}:${write(child, usual)}`).join(',')}}`;
  const inside = node.below.map((child) => write(child, other(node.kind))).join(',');
  return `[${inside}]${node.kind === usual ? '' : `@${node.kind === 'max' ? 1 : 2}`}`;
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
  return share + (node.kind === 'leaf' ? say('drawn-leaf', node.value) : say({ max: 'drawn-max', min: 'drawn-min', chance: 'drawn-chance' }[node.kind], node.below.length));
}

function draw() {
  above.clear();
  const places = new Map();
  let right = 0;
  const put = (node, ply) => {
    for (const child of node.below) { above.set(child, node); put(child, ply + 1); }
    const first = places.get(node.below[0]);
    const last = places.get(node.below[node.below.length - 1]);
    if (!first) right += Math.max(WIDE, node.value.length * 9 + 26);
    places.set(node, { x: first ? (first.x + last.x) / 2 : right - Math.max(WIDE, node.value.length * 9 + 26) / 2, y: ply * DEEP });
  };
  put(root, 0);
  const deep = Math.max(...[...places.values()].map(({ y }) => y));
  const links = make('g', { 'aria-hidden': 'true' });
  const forms = make('g', {});
  for (const [node, { x, y }] of places) {
    const from = places.get(above.get(node));
    if (from) links.append(make('line', { x1: from.x, y1: from.y + HALF, x2: x, y2: y - HALF }));
    if (from && node.share) links.append(make('text', { x: (from.x + x) / 2, y: (from.y + y) / 2 + 5, class: 'move middle' }, node.share));
    const box = Math.max(HALF, node.value.length * 4.5 + 8);
    const form = node.kind === 'leaf'
      ? make('rect', { x: -box, y: -HALF, width: 2 * box, height: 2 * HALF, rx: 5, class: 'form' })
      : make('path', { d: FORMS[node.kind], class: `form ${{ max: 'up', min: 'down' }[node.kind] ?? ''}` });
    const group = make('g', { transform: `translate(${x} ${y})`, class: node === chosen ? 'node at' : 'node', role: 'button', tabindex: node === chosen ? 0 : -1, 'aria-label': told(node), 'aria-pressed': node === chosen }, form);
    if (node.kind === 'leaf') group.append(make('text', { x: 0, y: 6, class: 'value middle' }, node.value));
    group.node = node;
    forms.append(group);
  }
  const wide = Math.max(right, 240);
  const svg = make('svg', { class: 'film', viewBox: `${(right - wide) / 2 - 16} ${-HALF - 20} ${wide + 32} ${deep + 2 * HALF + 40}`, preserveAspectRatio: 'xMidYMin' }, links, forms);
  // Of a large tree a part is seen, and it is scrolled.
  svg.style.minWidth = `${Math.max(0, (wide + 32) * 0.82)}px`;
  svg.style.maxHeight = `${(deep + 2 * HALF + 40) * 1.5}px`;
  const hadFocus = drawn.contains(document.activeElement);
  drawn.replaceChildren(svg);
  if (hadFocus) drawn.querySelector('.at')?.focus();
  fields();
}

/** The fields say what is chosen. */
function fields() {
  const parent = above.get(chosen);
  by('sketch-kind').value = chosen.kind;
  by('sketch-value').value = chosen.value;
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
    chosen.kind = over ? other(over.kind) : 'max';
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
  chosen.below.push({ ...leaf('0'), share: isChance ? last.share : '' });
  if (wasEven) even(chosen);
  changed();
}

function remove() {
  const parent = above.get(chosen);
  if (!parent) return;
  const wasEven = parent.kind === 'chance' && isEven(parent);
  const at = parent.below.indexOf(chosen);
  parent.below.splice(at, 1);
  if (parent.below.length === 0) { parent.kind = 'leaf'; parent.value = '0'; }
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
  if (kind === 'leaf') { chosen.below = []; chosen.value = '0'; }
  else if (chosen.kind === 'leaf') { chosen.below = [leaf(chosen.value)]; chosen.value = ''; }
  chosen.kind = kind;
  if (kind === 'chance') even(chosen); else for (const child of chosen.below) child.share = '';
  changed();
});
by('sketch-value').addEventListener('input', () => {
  const value = by('sketch-value').value.trim().replace('−', '-').replace(',', '.');
  const isRight = /^-?\d+(\.\d+)?$/.test(value);
  by('sketch-value').setAttribute('aria-invalid', String(!isRight));
  if (!isRight) return;
  chosen.value = value;
  changed();
});
by('sketch-share').addEventListener('input', () => {
  const value = by('sketch-share').value.trim();
  const isRight = /^\d+(\.\d+)?(\/\d+)?$/.test(value);
  by('sketch-share').setAttribute('aria-invalid', String(!isRight));
  if (!isRight) return;
  chosen.share = value;
  changed();
});

drawn.addEventListener('click', (event) => {
  const node = event.target.closest?.('.node')?.node;
  if (node) choose(node, true);
});

drawn.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
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
  const tree = read(text.value);
  by('sketch-said').textContent = tree ? '' : say('not-drawn');
  drawn.hidden = !tree;
  for (const field of by('sketch').querySelectorAll('button, select, input')) field.disabled = !tree;
  if (!tree) return;
  root = tree;
  chosen = root;
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
