// How a game went: what each of its positions was worth, as a curve that leads to them.

import { figure, say } from './page.js';

const NS = 'http://www.w3.org/2000/svg';
const [WIDTH, HEIGHT, EDGE] = [600, 120, 6];

function make(parent, name, attributes) {
  const one = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  parent.append(one);
  return one;
}

/**
 * Draws the curve into a place: up is good for the first seat, the line in the middle where neither is ahead. A click
 * asks for a position by its ply; the answer marks one, or none.
 */
export function curve(place, { values, even }, look) {
  const most = Math.max(...values.map((value) => Math.abs(value - even))) || 1;
  const step = (WIDTH - 2 * EDGE) / Math.max(values.length - 1, 1);
  const x = (ply) => EDGE + ply * step;
  const y = (value) => HEIGHT / 2 - (value - even) / most * (HEIGHT / 2 - EDGE);
  const svg = document.createElementNS(NS, 'svg');
  svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', say('curve'));
  make(svg, 'line', { class: 'even', x1: EDGE, x2: WIDTH - EDGE, y1: HEIGHT / 2, y2: HEIGHT / 2 });
  const points = values.map((value, ply) => `${x(ply)},${y(value)}`).join(' ');
  make(svg, 'polygon', { class: 'under', points: `${x(0)},${HEIGHT / 2} ${points} ${x(values.length - 1)},${HEIGHT / 2}` });
  make(svg, 'polyline', { class: 'curve', points });
  const mark = make(svg, 'circle', { class: 'at', r: 5, cx: x(0), cy: y(values[0]) });
  for (const [ply, value] of values.entries()) {
    const column = make(svg, 'rect', { x: x(ply) - step / 2, y: 0, width: step, height: HEIGHT, 'data-ply': ply });
    make(column, 'title', {}).textContent = say('curve-at', figure(ply), figure(value, 3));
    column.addEventListener('click', () => look(ply));
  }
  place.replaceChildren(svg);
  return (ply) => {
    const at = ply ?? values.length - 1;
    mark.setAttribute('visibility', values[at] === undefined ? 'hidden' : 'visible');
    if (values[at] === undefined) return;
    mark.setAttribute('cx', x(at));
    mark.setAttribute('cy', y(values[at]));
  };
}
