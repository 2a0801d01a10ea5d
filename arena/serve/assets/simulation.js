// What a search plays below its tree, move by move on the board beside it.

import { figure, say } from './page.js';
import { fly, isStill, standing } from './flight.js';

/** Milliseconds from one move to the next, at most; all of them take about so long. */
const LONGEST = 300;
const ALL = 1800;

const board = document.getElementById('board');
const told = document.getElementById('simulated');

/** Plays `moves` as long as `isWanted`; `drawing` finds the board of a position. Nothing moves for those who want no motion. */
export async function simulate(moves, drawing, isWanted) {
  told.textContent = '';
  if (isStill()) return;
  for (const { number, of, move, position } of moves) {
    await new Promise((done) => { setTimeout(done, Math.min(LONGEST, ALL / moves.length)); });
    // Of those who have gone on nobody asks for its board.
    if (!isWanted()) return;
    const { svg } = await drawing(position);
    if (!svg || !isWanted()) return;
    const before = standing(board);
    board.innerHTML = svg;
    fly(before, standing(board), board.querySelector('svg'));
    told.textContent = say('simulated', figure(number), figure(of), move);
  }
}
