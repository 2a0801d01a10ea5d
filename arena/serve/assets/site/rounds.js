// The page of a tournament in a folder of files: the study plays it, some games for each question, until the reader stops it or
// it is over.

import { renew } from './page.js';
import { send } from './send.js';

/** Milliseconds that the games of one question should take: the page shows how it stands after them, and hears the reader. */
const PACE = 400;
const MOST = 10_000;

const [place, aloud, problem, stop, resume] = ['event', 'aloud', 'problem', 'do-stop', 'do-resume'].map((id) => document.getElementById(id));
/** Games of the next question; whether the reader has it go on; whether some are being played. */
let games = 1;
let goesOn = false;
let isPlaying = false;

function mark(isOver = false) {
  stop.disabled = !goesOn;
  resume.disabled = isPlaying || isOver;
}

async function play() {
  [goesOn, isPlaying] = [true, true];
  problem.hidden = true;
  let told = null;
  mark();
  try {
    while (goesOn) {
      const begun = performance.now();
      const answer = await send(`/api/v1/tournaments/0/games${location.search}&at-once=${games}`);
      told = await answer.json();
      if (!answer.ok) throw new Error(told.error);
      renew(place, new DOMParser().parseFromString(told.html, 'text/html').body);
      goesOn &&= !told.over;
      games = Math.max(1, Math.min(MOST, 2 * games, Math.round(games * PACE / (performance.now() - begun))));
    }
    aloud.textContent = told.stage;
  } catch (error) {
    problem.textContent = error.message;
    problem.hidden = false;
  }
  [goesOn, isPlaying] = [false, false];
  mark(told?.over);
}

stop.addEventListener('click', () => {
  goesOn = false;
  mark();
});
resume.addEventListener('click', play);
play();
