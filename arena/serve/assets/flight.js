// Pieces on their way: what has moved slides to where it stands now, what was taken fades.

import { make } from './page.js';

/** Milliseconds that a piece is on its way. */
const TIME = 220;
/** More pieces than that are no move but another position. */
const MOST = 8;

/** All pieces of a drawing, with where they stand and what they look like. */
export function standing(root) {
  return [...root.querySelectorAll('g[data-cell] > .piece')].map((piece) => {
    const [, x, y] = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(piece.getAttribute('transform')) ?? [null, 0, 0];
    return { piece, cell: piece.parentNode.dataset.cell, x: Number(x), y: Number(y), look: `${piece.dataset.seat} ${piece.innerHTML}` };
  });
}

/** Those of `all` that have none of the same look and place among `others`. */
function without(all, others) {
  const key = (one) => `${one.cell}\n${one.look}`;
  const counts = new Map();
  for (const other of others) counts.set(key(other), (counts.get(key(other)) ?? 0) + 1);
  return all.filter((one) => {
    const left = counts.get(key(one)) ?? 0;
    counts.set(key(one), left - 1);
    return left <= 0;
  });
}

/** Whether somebody wants nothing to move. */
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Rolls the dice beside a board, which have just fallen. */
export function roll(root) {
  if (isStill()) return;
  for (const die of root.querySelectorAll('[data-tray] > .piece:has(.pip)')) {
    // Its own middle is its origin.
    const inner = make('g', {}, ...die.childNodes);
    die.append(inner);
    inner.animate([
      { opacity: 0.3, transform: 'translate(150px, -20px) rotate(540deg)' },
      { opacity: 1, transform: 'translate(-12px, 0) rotate(-20deg)', offset: 0.75 },
      { transform: 'none' },
    ], { duration: 2 * TIME, easing: 'ease-out' });
  }
}

/** Shows on `layer`, a part of the new drawing, how the pieces of the old one came to stand where they are. */
export function fly(before, after, layer) {
  if (before.length === 0 || !layer || isStill()) return;
  const gone = without(before, after);
  const come = without(after, before);
  if (gone.length > MOST || come.length > MOST) return;
  const sky = make('g', { class: 'flight', 'aria-hidden': 'true' });
  layer.append(sky);
  const flights = [];
  const lift = ({ piece }, frames) => {
    const copy = piece.cloneNode(true);
    sky.append(copy);
    flights.push(copy.animate(frames, { duration: TIME, easing: 'ease-in-out', fill: 'forwards' }).finished);
  };
  for (const one of come) {
    const far = (other) => Math.hypot(other.x - one.x, other.y - one.y);
    const from = gone.filter((other) => other.look === one.look).sort((a, b) => far(a) - far(b))[0];
    if (!from) continue;
    gone.splice(gone.indexOf(from), 1);
    lift(one, [{ translate: `${from.x - one.x}px ${from.y - one.y}px` }, { translate: '0 0' }]);
    one.piece.classList.add('flown');
  }
  for (const one of gone) lift(one, [{ opacity: 1 }, { opacity: 0 }]);
  Promise.allSettled(flights).then(() => {
    sky.remove();
    for (const one of come) one.piece.classList.remove('flown');
  });
}
