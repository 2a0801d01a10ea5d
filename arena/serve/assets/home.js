// The search at the head of the first page: step by step while it is seen, and again from its beginning.

import { say } from './page.js';

/** Milliseconds of a step, of one that cuts something, and of the last. */
const [PACE, CUT, END] = [900, 2000, 3000];

const box = document.getElementById('running');
if (box) {
  const { sentences, cuts } = JSON.parse(document.getElementById('running-steps').textContent);
  const [sentence, stop] = ['running-sentence', 'running-stop'].map((id) => document.getElementById(id));
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const places = [...box.querySelectorAll('[data-node]')];
  const last = sentences.length - 1;
  let [at, timer, isSeen, isStopped] = [last, null, false, false];

  const show = (step) => {
    at = step;
    for (const part of box.querySelectorAll('[data-from]')) part.classList.toggle('later', Number(part.dataset.from) > at);
    const now = places.find(({ dataset }) => Number(dataset.left) === at);
    const way = [];
    for (let own = now; own; own = places[own.dataset.above || -1]) way.push(own.dataset.node);
    for (const place of places) place.classList.toggle('now', place === now);
    for (const part of box.querySelectorAll('[data-of], [data-node]')) part.classList.toggle('way', way.includes(part.dataset.of ?? part.dataset.node));
    box.classList.toggle('ended', at === last);
    sentence.textContent = sentences[at];
  };
  const go = (pause) => {
    clearTimeout(timer);
    if (still.matches && at !== last) show(last);
    stop.hidden = still.matches;
    stop.textContent = say(isStopped ? 'play' : 'pause');
    if (!isSeen || isStopped || document.hidden || still.matches) return;
    timer = setTimeout(() => {
      show(at === last ? 0 : at + 1);
      go(at === last ? END : cuts.includes(at) ? CUT : PACE);
    }, pause);
  };
  stop.addEventListener('click', () => { isStopped = !isStopped; go(PACE); });
  still.addEventListener('change', () => go(PACE));
  document.addEventListener('visibilitychange', () => go(PACE));
  new IntersectionObserver((seen) => { isSeen = seen.at(-1).isIntersecting; go(PACE); }, { threshold: 0.3 }).observe(box);
}
