// A game that was played, step by step.

import { askWhy, fetched, say, step } from './page.js';
import { Board } from './board.js';

const { path, plies: last, moves: played, players } = JSON.parse(document.getElementById('replay').textContent);
const board = new Board(document.getElementById('board'), () => {});
const chosen = document.getElementById('chosen');
const plies = document.getElementById('plies');
const moves = document.getElementById('moves');
let now = last;

async function look(ply) {
  now = ply;
  const wanted = now;
  const here = await fetched(`${path}/plies/${wanted}`).catch((error) => { chosen.textContent = error.message; });
  if (wanted !== now || !here) return;
  board.show(here, false);
  chosen.textContent = say('past', now, last);
  askWhy(played.slice(0, now).map(([seat, move]) => ({ seat, move })), (seat) => players[seat - 1]);
  for (const item of moves.children) item.classList.toggle('looked', Number(item.dataset.ply) === now);
  moves.querySelector('.looked')?.scrollIntoView({ block: 'nearest' });
}

plies.addEventListener('click', (event) => {
  const to = step(event.target.closest('button')?.dataset.ply, now, last);
  if (to !== undefined) look(to);
});
moves.addEventListener('click', (event) => {
  const item = event.target.closest('li');
  if (item) look(Number(item.dataset.ply));
});
moves.addEventListener('keydown', (event) => {
  const to = step(event.key, now, last);
  if (to !== undefined) { event.preventDefault(); look(to); }
});
plies.hidden = false;
look(last);
