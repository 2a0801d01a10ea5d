// The page of a tournament in a folder of files: the study plays it, some games for each question, until the reader stops it or
// it is over.

import { send } from './send.js';

/** Milliseconds that the games of one question should take: the page shows how it stands after them, and hears the reader. */
const PACE = 400;
const MOST = 10_000;

const [place, aloud, problem, stop, resume] = ['event', 'aloud', 'problem', 'do-stop', 'do-resume'].map((id) => document.getElementById(id));
/** Games of the next question, and whether the reader has it go on. */
let games = 1;
let isRunning = false;

function mark(isOver) {
  stop.disabled = !isRunning;
  resume.disabled = isRunning || isOver;
}

/** Shows how it stands, where the reader is. */
function show(html) {
  const at = [...place.querySelectorAll('.wide')].map((wide) => [wide.scrollLeft, wide.scrollTop]);
  const focus = [...place.querySelectorAll('[tabindex]')].indexOf(document.activeElement);
  place.innerHTML = html;
  [...place.querySelectorAll('.wide')].forEach((wide, index) => { if (at[index]) [wide.scrollLeft, wide.scrollTop] = at[index]; });
  if (focus >= 0) [...place.querySelectorAll('[tabindex]')][focus]?.focus();
}

async function play() {
  if (isRunning) return;
  isRunning = true;
  problem.hidden = true;
  let told = null;
  mark(false);
  try {
    while (isRunning) {
      const begun = performance.now();
      const answer = await send(`/api/v1/tournaments/0/games${location.search}&at-once=${games}`);
      told = await answer.json();
      if (!answer.ok) throw new Error(told.error);
      show(told.html);
      if (told.over) isRunning = false;
      games = Math.max(1, Math.min(MOST, 2 * games, Math.round(games * PACE / (performance.now() - begun))));
    }
    aloud.textContent = told.stage;
  } catch (error) {
    isRunning = false;
    problem.textContent = error.message;
    problem.hidden = false;
  }
  mark(told?.over);
}

stop.addEventListener('click', () => {
  isRunning = false;
  mark(false);
});
resume.addEventListener('click', play);
play();
