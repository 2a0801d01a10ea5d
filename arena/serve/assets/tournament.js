// The page of a tournament, as it changes.

import { follow, renew, say } from './page.js';

/** Milliseconds from one look at the boards to the next. */
const LOOK = 1000;

const place = document.getElementById('event');
const aloud = document.getElementById('aloud');

function buttons() {
  const stage = place.querySelector('#stage')?.dataset.stage;
  const stop = document.getElementById('do-stop');
  const resume = document.getElementById('do-resume');
  const gone = document.getElementById('do-delete');
  if (gone) gone.disabled = stage === 'running' || stage === 'waiting';
  if (stop) stop.disabled = stage !== 'running' && stage !== 'waiting';
  if (resume) resume.disabled = stage !== 'stopped';
}

function hearing() {
  const events = new EventSource(`/tournaments/${place.dataset.event}/live`);
  let stage = place.dataset.stage;
  events.addEventListener('tournament', (event) => {
    // Images stay while their next version is loaded.
    const old = [...place.querySelectorAll('img')];
    const next = document.createElement('div');
    next.innerHTML = JSON.parse(event.data);
    for (const [index, image] of [...next.querySelectorAll('img')].entries()) {
      const before = old[index];
      if (!before || before.alt !== image.alt) continue;
      const source = image.getAttribute('src');
      image.replaceWith(before);
      const fresh = new Image();
      fresh.onload = () => { before.src = source; };
      fresh.src = source;
    }
    renew(place, next);
    const now = place.querySelector('#stage');
    if (now.dataset.stage !== stage) {
      stage = now.dataset.stage;
      aloud.textContent = now.textContent;
    }
    buttons();
  });
  events.addEventListener('error', () => {
    aloud.textContent = say('offline');
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
  return events;
}

/** The games that are played just now, looked at again and again while somebody may see them. */
async function look() {
  const isRunning = place.querySelector('#stage')?.dataset.stage === 'running';
  if (isRunning && !document.hidden) {
    const answer = await fetch(`/tournaments/${place.dataset.event}/boards`).catch(() => null);
    if (answer?.ok) document.getElementById('boards').innerHTML = await answer.text();
  }
  document.getElementById('playing').hidden = !isRunning || document.getElementById('boards').childElementCount === 0;
  setTimeout(look, LOOK);
}

buttons();
const listen = follow('tournament', hearing, () => !document.hidden);
look();
