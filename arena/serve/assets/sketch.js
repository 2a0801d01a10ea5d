// A tree that is drawn by hand: the server changes and draws it, as text and as a drawing, and searches are compared on it.

import { ask, by, fetched, figure, say } from './page.js';
import { lead } from './send.js';

/** So large a tree is drawn at least, where it is scrolled if need be, and at most. */
const [READABLE, LARGEST] = [0.82, 1.5];
/** From the edge of the drawing to what has to be seen of it. */
const APART = 5;

const drawn = by('drawn');
const text = by('text');
const said = by('sketch-said');
const [kinds, value, share] = ['kind', 'value', 'share'].map((name) => by(`sketch-${name}`));

/** The tree as the server last told it, and the number of the node that is chosen. */
let view = { nodes: [] };
let at = 0;
/** What is done one after the other, and how much of it is still to come. */
let going = Promise.resolve();
let waiting = 0;

/** Does this once all before it is done. */
function then(deed) {
  waiting += 1;
  drawn.setAttribute('aria-busy', 'true');
  going = going.then(deed).catch((error) => { said.textContent = error.message; }).finally(() => {
    waiting -= 1;
    drawn.setAttribute('aria-busy', String(waiting > 0));
  });
}

const knot = (number) => drawn.querySelector(`[data-knot="${number}"]`);
const own = () => view.nodes[at];
/** The chosen node and those beside it. */
const beside = () => view.nodes[own().above]?.below ?? [at];

/** The fields say what is chosen, unless somebody types there. */
function fields() {
  kinds.value = own().kind;
  by('sketch-seats').value = view.seats;
  for (const [field, now, isOff] of [[value, own().value, own().kind !== 'leaf'], [share, own().share ?? '', own().share === null]]) {
    field.disabled = isOff;
    if (document.activeElement === field && !isOff) continue;
    field.value = now;
    field.setAttribute('aria-invalid', 'false');
  }
  by('sketch-remove').disabled = own().above === null;
  by('sketch-left').disabled = beside()[0] === at;
  by('sketch-right').disabled = beside().at(-1) === at;
}

/** Lights a node, and moves the button that adds a branch to it. */
function light(number, focused = null) {
  const old = knot(at);
  at = number;
  for (const [one, is] of [[old, false], [knot(at), true]]) {
    one?.classList.toggle('at', is);
    one?.setAttribute('tabindex', is ? 0 : -1);
    one?.setAttribute('aria-pressed', is);
  }
  const plus = drawn.querySelector('.plus');
  plus.setAttribute('transform', `translate(${knot(at).dataset.plus})`);
  if (focused) drawn.querySelector(focused).focus();
  // The drawing is scrolled to it, and the page stays where it is.
  const [seen, paper] = [plus, drawn].map((one) => one.getBoundingClientRect());
  drawn.scrollTop += Math.max(0, seen.bottom - paper.bottom + APART);
  drawn.scrollLeft += Math.max(0, seen.right - paper.right + APART);
  fields();
}

/** Shows the tree as the server tells it. */
function show(found) {
  view = found;
  said.textContent = '';
  drawn.hidden = false;
  for (const field of by('sketch').querySelectorAll('button, select, input')) field.disabled = false;
  kinds.replaceChildren(...view.kinds.map(([kind, name]) => new Option(name, kind)));
  value.inputMode = view.seats ? 'text' : 'decimal';
  by('sketch-asks').textContent = view.asks;
  const { activeElement: had } = document;
  const focused = drawn.contains(had) ? (had.matches('.plus') ? '.plus' : '.at') : null;
  drawn.innerHTML = view.svg;
  const svg = drawn.firstChild;
  const { width, height } = svg.viewBox.baseVal;
  svg.style.minWidth = `${width * READABLE}px`;
  svg.style.maxHeight = `${height * LARGEST}px`;
  for (const file of document.querySelectorAll('[data-form]')) lead(file, `/api/v1/sketch/${file.dataset.form}?${new URLSearchParams({ tree: view.tree })}`);
  light(view.at, focused);
}

/** What the server makes of a tree, or what is wrong with it. */
async function told(asked) {
  const found = await fetched(`/api/v1/sketch?${new URLSearchParams(asked)}`);
  if (found.mistake) throw new Error(found.mistake);
  return found;
}

/** Has the chosen node changed: then the text, the drawing and the address follow. */
async function edit(name, wanted = '') {
  show(await told({ tree: view.tree, at, edit: name, with: wanted }));
  text.value = view.tree;
  by('results').hidden = true;
  history.replaceState(null, '', `?tree=${encodeURIComponent(view.tree)}`);
}

const change = (name, wanted) => then(() => edit(name, wanted));

for (const name of ['add', 'remove', 'left', 'right']) by(`sketch-${name}`).addEventListener('click', () => change(name));
for (const name of ['kind', 'seats']) by(`sketch-${name}`).addEventListener('change', ({ target }) => change(name, target.value));
for (const name of ['value', 'share']) {
  const field = by(`sketch-${name}`);
  field.addEventListener('input', () => {
    const typed = field.value;
    then(async () => {
      const wrong = await edit(name, typed).catch((error) => error);
      field.setAttribute('aria-invalid', String(Boolean(wrong)));
      if (wrong) throw wrong;
    });
  });
}

/** Moves the chosen node to its place among those beside it, where it is held so far to the right. */
async function seek(clientX, clientY) {
  const { x } = new DOMPoint(clientX, clientY).matrixTransform(drawn.firstChild.getScreenCTM().inverse());
  const to = beside().filter((one) => one !== at && Number(knot(one).dataset.x) < x).length;
  if (beside()[to] !== at) await edit('place', to);
}

/** What is held is dragged past those beside it, and takes its place among them. */
drawn.addEventListener('pointerdown', (event) => {
  const held = event.target.closest?.('.node');
  if (!held || event.button !== 0) return;
  let isDragged = false;
  const move = ({ pointerId, clientX, clientY, type }) => {
    if (pointerId !== event.pointerId) return;
    if (!isDragged && Math.abs(clientX - event.clientX) > 6) {
      isDragged = true;
      then(() => light(Number(held.dataset.knot)));
    }
    // While one place is asked for others are passed by; the last counts.
    if (isDragged && (waiting === 0 || type === 'pointerup')) then(() => seek(clientX, clientY));
  };
  const end = (ended) => {
    if (ended.pointerId !== event.pointerId) return;
    move(ended);
    for (const name of ['pointerup', 'pointercancel']) window.removeEventListener(name, end);
    window.removeEventListener('pointermove', move);
    drawn.classList.remove('held');
  };
  drawn.classList.add('held');
  window.addEventListener('pointermove', move);
  for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, end);
});

drawn.addEventListener('click', ({ target }) => {
  const node = target.closest?.('.node');
  if (node) then(() => light(Number(node.dataset.knot), '.at'));
  else if (target.closest?.('.plus')) change('add');
});

/** Types over a leaf; what is typed before the field has the focus is typed behind it. */
function type(key) {
  if (own().kind !== 'leaf') return;
  value.value = document.activeElement === value ? value.value + key : key;
  value.focus();
  value.dispatchEvent(new Event('input'));
}

drawn.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const go = (find) => () => {
    const to = find();
    if (to !== undefined && to !== null) light(to, '.at');
  };
  const add = () => edit('add');
  const isPlus = event.target.matches('.plus');
  const deed = {
    ArrowUp: go(() => own().above),
    ArrowDown: go(() => own().below[0]),
    ArrowLeft: go(() => beside()[beside().indexOf(at) - 1]),
    ArrowRight: go(() => beside()[beside().indexOf(at) + 1]),
    Insert: add, '+': add,
    Delete: () => edit('remove'),
    Enter: isPlus ? add : () => value.select(),
    ' ': isPlus ? add : null,
  }[event.key] ?? (/^[-\d]$/.test(event.key) ? () => type(event.key) : null);
  if (!deed) return;
  event.preventDefault();
  then(deed);
});

/** The text has changed. */
async function read() {
  try {
    show(await told({ tree: text.value }));
  } catch (error) {
    drawn.hidden = true;
    for (const field of by('sketch').querySelectorAll('button, select, input')) field.disabled = true;
    throw error;
  }
}
text.addEventListener('input', () => {
  by('results').hidden = true;
  then(read);
});

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
    const nodes = drawn.hidden ? null : view.nodes.length;
    cell(found.move);
    cell(found.worth);
    // A search that begins again to the same depth may enter a position several times: that is no share of the tree.
    const share = nodes && found.alike === 1 ? found.looked / nodes : null;
    const searched = found.alike === 1 ? figure(found.looked) : say('in-searches', figure(found.looked), figure(found.alike));
    cell(share === null ? searched : say('of', searched, figure(nodes)));
    cell(share === null ? '' : `${figure(100 * Math.max(0, 1 - share))} %`);
    const link = document.createElement('a');
    lead(link, `/inside/${found.id}?game=${encodeURIComponent(found.game)}&moves=&player=${encodeURIComponent(search)}`);
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
then(read);
