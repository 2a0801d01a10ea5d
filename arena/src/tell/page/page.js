'use strict';
const at = id => document.getElementById(id);
const { parts, starts, games } = JSON.parse(at('data').textContent);
const staged = at('searches') ? JSON.parse(at('searches').textContent) : { searches: [] };
const SVG = 'http://www.w3.org/2000/svg';
let shown, ply, frame, reached;

const node = (name, attributes = {}, ...children) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

// A frame is the lines of a drawing; a step says which of them become which: place, how many go,
// how many come, and those.
function frameAt(to) {
  if (to < reached || !frame) {
    frame = starts[shown.start].slice();
    reached = 0;
  }
  for (; reached < to; reached++) {
    const step = shown.steps[reached];
    for (let i = 0; i < step.length;) {
      const [place, gone, come] = step.slice(i, i + 3);
      frame.splice(place, gone, ...step.slice(i + 3, i + 3 + come));
      i += 3 + come;
    }
  }
  return frame;
}

function stone(seat) {
  const mark = `data-seat="${seat + 1}"`;
  const lines = starts[shown.start].concat(...shown.steps.flat().map(id => [id]));
  const line = lines.find(id => parts[id] && parts[id].includes(mark));
  const svg = node('svg', { viewBox: '-52 -52 104 104', class: 'agon', 'aria-hidden': 'true' });
  if (line === undefined) return '';
  svg.innerHTML = parts[line];
  const piece = svg.querySelector(`[${mark}]`);
  if (!piece) return '';
  piece.removeAttribute('transform');
  svg.replaceChildren(piece);
  return svg;
}

const signed = value => (value < 0 ? '−' : '+') + Math.abs(value).toFixed(2);

function thought(index) {
  const told = shown.thoughts && shown.thoughts[index];
  if (!told) return '';
  const [value, depth, nodes, time, sign, note] = told;
  const words = [];
  if (value !== null) words.push(`value ${sign}${signed(value)}`);
  if (depth !== null) words.push(`depth ${depth}`);
  if (nodes) words.push(`${nodes} nodes`);
  if (time !== null) words.push(`${time} ms`);
  if (note) words.push(note);
  return words.length ? ` (${words.join(', ')})` : '';
}

const end = () => `${shown.ended}; ${shown.payoffs.length
  ? shown.seats.map((name, seat) => `${name} ${shown.payoffs[seat]}`).join(', ') : 'no result'}`;

const searchAt = ply => staged.searches.find(search => search.game === shown.number && search.ply + 1 === ply);

// A search is a page of its own, in a frame, which is there while it is open.
function search(isOpen) {
  const found = searchAt(ply);
  const frame = document.createElement('iframe'), hint = document.createElement('p');
  hint.className = 'hint';
  hint.textContent = 'The player was asked again, with all that it remembered of the game. agon tree asks it without that, which may give other values and numbers.';
  if (isOpen) {
    frame.title = `The search of move ${ply}`;
    frame.allowFullscreen = true;
    frame.srcdoc = `${staged.begin}${found.body}<script type="module">${staged.script}<\/script></body></html>`;
  }
  at('stage').replaceChildren(...isOpen ? [frame, hint] : []);
  at('inside').hidden = !found;
  at('inside').textContent = isOpen ? 'Close the search' : 'Open the search';
  at('inside').setAttribute('aria-expanded', isOpen);
  if (isOpen) frame.scrollIntoView({ block: 'nearest' });
}

function show(to, isMove) {
  ply = Math.max(0, Math.min(to, shown.moves.length));
  at('board').innerHTML = frameAt(ply).map(id => parts[id]).join('\n');
  fit();
  const who = index => shown.who[index] < 0 ? 'chance' : shown.seats[shown.who[index]];
  const number = `Move ${ply} of ${shown.moves.length}`;
  let text = ply === 0
    ? `The start${shown.opening_name ? `, ${shown.opening_name}` : ''}. ${shown.moves.length} moves.`
    : `${number}: ${shown.moves[ply - 1]}, ${ply <= shown.opening ? 'of the opening' : `by ${who(ply - 1)}`}${thought(ply - 1)}`;
  if (ply === shown.moves.length) text += `. End: ${end()}`;
  at('who').textContent = text;
  [...at('moves').querySelectorAll('button')].forEach((button, index) => {
    const isHere = index + 1 === ply;
    button.tabIndex = isHere || (ply === 0 && index === 0) ? 0 : -1;
    if (isHere) button.setAttribute('aria-current', 'true'); else button.removeAttribute('aria-current');
    if (isHere && isMove) button.focus({ preventScroll: false });
    if (isHere) {
      const list = at('moves');
      if (button.offsetTop < list.scrollTop || list.scrollTop + list.clientHeight < button.offsetTop + button.offsetHeight) {
        list.scrollTop = button.offsetTop - list.clientHeight / 2;
      }
    }
  });
  [...at('seats').children].forEach((item, seat) => item.classList.toggle('now', shown.who[ply] === seat));
  at('first').disabled = at('back').disabled = ply === 0;
  at('last').disabled = at('forth').disabled = ply === shown.moves.length;
  search(false);
  const here = at('values').querySelector('.here');
  if (here) ['x1', 'x2'].forEach(end => here.setAttribute(end, ply));
}

// Letters beside the board stay readable however small it is drawn.
function fit() {
  const svg = at('board').querySelector('svg');
  if (svg && svg.clientWidth) svg.style.setProperty('--k', svg.viewBox.baseVal.width / svg.clientWidth);
}

function chart() {
  const figure = at('values');
  figure.replaceChildren();
  if (!shown.thoughts || !shown.thoughts.some(told => told && told[0] !== null)) return;
  const [low, high] = shown.bounds;
  const isShared = shown.seats.length === 2 && shown.sum !== null;
  // Of two whose payoffs add up to one sum, both are drawn as the first sees it.
  const view = (seat, value) => isShared && seat === 1 ? shown.sum - value : value;
  const lines = shown.seats.map(() => '');
  shown.thoughts.forEach((told, index) => {
    if (!told || told[0] === null) return;
    const seat = shown.who[index];
    const y = 100 - 100 * (view(seat, told[0]) - low) / (high - low || 1);
    lines[seat] += `${lines[seat] ? 'L' : 'M'}${index + 1} ${y.toFixed(2)}`;
  });
  const length = Math.max(shown.moves.length, 1);
  const label = `Values told, from ${low} to ${high}, over ${shown.moves.length} moves`;
  const svg = node('svg', { viewBox: `0 0 ${length} 100`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
    node('line', { class: 'middle', x1: 0, x2: length, y1: 50, y2: 50 }),
    ...lines.map((d, seat) => node('path', { class: `s${seat}`, d: d || 'M0 0' })),
    node('line', { class: 'here', x1: 0, x2: 0, y1: 0, y2: 100 }));
  const kinds = ['solid', 'dashed', 'dotted', 'dash and dot'];
  const caption = document.createElement('figcaption');
  const told = shown.seats.map((name, seat) => `${name}: ${kinds[seat] || 'solid'}`).join('; ');
  caption.textContent = `What they thought${isShared ? ` ${shown.seats[0]} would get` : ''}, ${high} above, ${low} below. ${told}`;
  figure.append(svg, caption);
}

function open(index) {
  shown = games[index];
  frame = null;
  at('game').value = index;
  at('earlier').disabled = index === 0;
  at('later').disabled = index === games.length - 1;
  at('seats').replaceChildren(...shown.seats.map((name, seat) => {
    const item = document.createElement('li');
    item.append(stone(seat), `${seat + 1}: ${name}${shown.payoffs.length ? `, ${shown.payoffs[seat]}` : ''}`);
    return item;
  }));
  at('moves').replaceChildren(...shown.moves.map((move, number) => {
    const item = document.createElement('li'), button = document.createElement('button');
    button.textContent = move;
    const isSearched = searchAt(number + 1) !== undefined;
    button.setAttribute('aria-label', `Move ${number + 1}: ${move}${isSearched ? ', with its search' : ''}`);
    if (number < shown.opening) button.className = 'opening';
    if (isSearched) button.className = 'searched';
    button.onclick = () => show(number + 1, true);
    item.append(button);
    return item;
  }));
  chart();
  show(0);
}

games.forEach((game, index) => {
  const option = document.createElement('option');
  option.value = index;
  option.textContent = `${game.number}: ${game.game}: ${game.seats.join(' – ')} (${game.payoffs.join(', ') || 'no result'})`;
  at('game').append(option);
});
staged.searches.forEach(({ game, ply, player }) => {
  const index = games.findIndex(({ number }) => number === game);
  const item = document.createElement('li'), button = document.createElement('button');
  button.textContent = `Game ${game}, move ${ply + 1}: how ${player} found ${games[index].moves[ply]}`;
  button.onclick = () => { open(index); show(ply + 1); search(true); };
  item.append(button);
  at('searched').append(item);
  at('searched').hidden = false;
});
at('inside').onclick = () => search(!at('stage').firstChild);
at('game').onchange = event => open(+event.target.value);
at('earlier').onclick = () => open(games.indexOf(shown) - 1);
at('later').onclick = () => open(games.indexOf(shown) + 1);
at('first').onclick = () => show(0);
at('back').onclick = () => show(ply - 1);
at('forth').onclick = () => show(ply + 1);
at('last').onclick = () => show(shown.moves.length);
at('viewer').addEventListener('keydown', event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: shown.moves.length }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  show(to, event.target.closest('#moves') !== null);
});
addEventListener('resize', fit);
if (games.length) open(0);
