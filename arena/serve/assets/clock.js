// The clocks of a game: what each seat has left, counted on between two things that are heard of it. The server decides.

import { figure, say } from './page.js';

/** A time is low below so many milliseconds. */
const LOW = 20000;

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** A time as a clock shows it: with tenths where it is low, unless nothing is to move that need not. */
function face(left) {
  const [minutes, seconds] = [Math.floor(left / 60000), String(Math.floor(left / 1000) % 60).padStart(2, '0')];
  if (left >= LOW || calm.matches) return `${minutes}:${seconds}`;
  return `${minutes}:${seconds}${figure(0.5, 1).charAt(1)}${Math.floor(left / 100) % 10}`;
}

export class Clocks {
  /** `root` is where they are shown; `warn` tells whoever listens that their own time is low. */
  constructor(root, warn) {
    this.root = root;
    this.warn = warn;
  }

  /** Shows what each seat has left from now on. */
  show(view) {
    clearTimeout(this.timer);
    this.view = view;
    this.since = performance.now();
    if (view.clock) this.tick();
  }

  tick() {
    const { clock, seats } = this.view;
    for (const [at, known] of clock.left.entries()) {
      const runs = clock.running === at + 1;
      const left = Math.max(0, known - (runs ? performance.now() - this.since : 0));
      const place = this.root.querySelector(`[data-clock="${at + 1}"]`);
      if (place) {
        place.textContent = face(left);
        place.setAttribute('aria-label', say('clock', Math.floor(left / 60000), Math.floor(left / 1000) % 60));
        place.classList.toggle('runs', runs);
        place.classList.toggle('low', left < LOW);
      }
      if (!runs) continue;
      const isLow = left < LOW && seats[at].yours;
      // Once, and not at every second.
      if (isLow && !this.isLow) this.warn(say('clock-low', Math.ceil(left / 1000)));
      this.isLow = isLow;
      // Where nothing is left, the server tells what comes of it.
      const step = left < LOW && !calm.matches ? 100 : 1000;
      if (left > 0) this.timer = setTimeout(() => this.tick(), left % step + 1);
    }
  }
}
