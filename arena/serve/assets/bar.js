// How a game stands, as a bar: the larger the part of the first seat, the better for it. Off unless it is wished.

import { figure, say } from './page.js';

export class Bar {
  /** `root` is where it is shown, `path` the address of the game. */
  constructor(root, path) {
    this.root = root;
    this.path = path;
    this.fill = root.querySelector('.fill');
    this.text = root.querySelector('.told');
    /** What was asked already, by the moves that led there. */
    this.known = new Map();
    this.wanted = null;
  }

  /** Shows how the game stands after these moves. */
  async show(moves) {
    if (localStorage.getItem('bar') !== 'on') {
      this.wanted = null;
      this.root.hidden = true;
      return;
    }
    const key = moves.map(({ move }) => move).join('\n');
    if (this.wanted === key) return;
    this.wanted = key;
    this.root.hidden = false;
    this.root.setAttribute('aria-busy', 'true');
    if (!this.known.has(key)) {
      const answer = await fetch(`${this.path}/plies/${moves.length}/value`).catch(() => null);
      // Nobody is asked twice but where something went wrong.
      if (answer?.ok) this.known.set(key, await answer.json());
    }
    if (this.wanted !== key) return;
    const found = this.known.get(key);
    if (!found) this.wanted = null;
    this.root.setAttribute('aria-busy', 'false');
    const share = found?.share ?? 0.5;
    this.fill.style.width = `${100 * share}%`;
    const told = found?.value === undefined || found.value === null ? say('bar-unknown') : say('bar', figure(found.value, 3));
    this.text.textContent = told;
    this.root.title = found ? say('bar-by', found.player) : '';
    const meter = this.root.querySelector('[role="meter"]');
    meter.setAttribute('aria-valuenow', String(Math.round(100 * share)));
    meter.setAttribute('aria-valuetext', told);
  }
}
