// A page that the server tells again as it changes: of a tournament, of a room of a class.

import { by, follow, renew, say } from './page.js';

/** Milliseconds from one look at the boards to the next. */
const LOOK = 1000;

const place = by('event');
const aloud = by('aloud');

function buttons() {
  const stage = place.querySelector('#stage')?.dataset.stage;
  const isGoing = ['running', 'waiting'].includes(stage);
  for (const [name, isOff] of [['stop', !isGoing], ['resume', stage !== 'stopped'], ['delete', isGoing]]) {
    const button = by(`do-${name}`);
    if (button) button.disabled = isOff;
  }
}

/** Shows another page within this one: a moment elsewhere in the same page, too, is a page of its own. */
function show(address) {
  const frame = by('shown');
  if (!frame || frame.getAttribute('src') === address) return;
  const next = frame.cloneNode();
  next.src = address;
  next.hidden = !address;
  frame.replaceWith(next);
}

function hearing() {
  const events = new EventSource(place.dataset.live);
  let stage = place.dataset.stage;
  events.addEventListener('now', (event) => {
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
    show(now.dataset.shown);
    buttons();
  });
  events.addEventListener('error', () => {
    aloud.textContent = say('offline');
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
  return events;
}

/** Sends an answer, and stays on the page, where somebody goes on. */
async function answer(event) {
  const form = event.target;
  if (!form.matches('.choose')) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const sent = await fetch(form.action, { method: 'POST', body }).catch(() => null);
  // Nobody may ask it now.
  if (!sent?.ok) return location.reload();
  const told = new DOMParser().parseFromString(await sent.text(), 'text/html');
  renew(place, told.getElementById('event'));
  place.querySelector('[aria-pressed="true"]')?.focus();
}

/** The games that are played just now, looked at again and again while somebody may see them. */
async function look() {
  const isRunning = place.querySelector('#stage')?.dataset.stage === 'running';
  if (isRunning && !document.hidden) {
    const answer = await fetch(`/tournaments/${place.dataset.event}/boards`).catch(() => null);
    if (answer?.ok) by('boards').innerHTML = await answer.text();
  }
  by('playing').hidden = !isRunning || by('boards').childElementCount === 0;
  setTimeout(look, LOOK);
}

buttons();
place.addEventListener('submit', answer);
const listen = follow('now', hearing, () => !document.hidden);
if (by('playing')) look();
