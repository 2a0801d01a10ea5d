// A board: the server's drawing, and the ways to point at a move on it. It knows no rules: every legal
// move says which places it points at, in their order.

import { say } from './page.js';

const SVG = 'http://www.w3.org/2000/svg';

/** The ways in which a legal move can be pointed at: each a list of places. */
function ways(legal) {
  const paths = legal.aim.paths.filter((path) => path.length > 0);
  if (paths.length === 0) return [];
  const orders = paths.length <= 3 ? permutations(paths) : [paths];
  const all = [];
  for (const order of orders) {
    all.push({ legal, steps: order.flat(), ends: ends(order) });
    // From the first place to the last, past those between.
    if (order.some((path) => path.length > 2)) {
      const short = order.map((path) => [path[0], path[path.length - 1]]);
      all.push({ legal, steps: short.flat(), ends: ends(short) });
    }
  }
  return all;
}

/** After how many places each path is whole. */
function ends(paths) {
  let sum = 0;
  return paths.map((path) => { sum += path.length; return sum; });
}

function permutations(list) {
  if (list.length < 2) return [list];
  return list.flatMap((one, at) =>
    permutations([...list.slice(0, at), ...list.slice(at + 1)]).map((rest) => [one, ...rest]));
}

const begins = (steps, chosen) => chosen.every((name, at) => steps[at] === name);

export class Board {
  /** `play` is called with the text of a move. */
  constructor(root, play) {
    this.root = root;
    this.play = play;
    this.chosen = [];
    this.ways = [];
    this.at = null;
    root.addEventListener('pointerdown', (event) => this.press(event));
    root.addEventListener('keydown', (event) => this.key(event));
    root.addEventListener('focusin', (event) => {
      const name = event.target.dataset?.cell;
      if (name) this.enter(name);
    });
  }

  /** Shows a position; only what `can` be played can be pointed at. */
  show(here, can) {
    // Told the same once more, it keeps what was chosen.
    if (can === this.can && here.version !== undefined && here.version === this.here?.version
      && here.svg === this.here.svg) return;
    this.can = can;
    const had = this.root.contains(document.activeElement);
    this.root.innerHTML = here.svg;
    this.here = here;
    this.ways = can ? here.legal.flatMap(ways) : [];
    this.words = can ? here.legal.filter((legal) => legal.aim.paths.length === 0) : [];
    this.chosen = [];
    const svg = this.root.querySelector('svg');
    if (!svg) return;
    svg.setAttribute('role', 'group');
    svg.setAttribute('aria-label', say('board', here.picture.cells.length));
    this.cells = new Map(here.picture.cells.map((cell) => [cell.name, cell]));
    for (const group of this.groups()) {
      const cell = this.cells.get(group.dataset.cell);
      group.setAttribute('role', can ? 'button' : 'img');
      if (cell) group.setAttribute('aria-label', cell.text);
      group.setAttribute('tabindex', '-1');
    }
    if (!this.at || !this.cells.has(this.at)) {
      this.at = this.ways[0]?.steps[0] ?? here.picture.cells[0]?.name ?? null;
    }
    this.group(this.at)?.setAttribute('tabindex', '0');
    if (had) this.group(this.at)?.focus();
    this.mark();
  }

  groups() { return this.root.querySelectorAll('g[data-cell]'); }

  group(name) {
    return name === null ? null : this.root.querySelector(`g[data-cell="${CSS.escape(name)}"]`);
  }

  /** Moves the way in by Tab. */
  enter(name) {
    if (name === this.at) return;
    this.group(this.at)?.setAttribute('tabindex', '-1');
    this.at = name;
    this.group(name)?.setAttribute('tabindex', '0');
  }

  /** The ways that begin with what was chosen. */
  open() { return this.ways.filter((way) => begins(way.steps, this.chosen)); }

  /** Shows what is chosen, and what can be. */
  mark() {
    const next = new Set(this.open().map((way) => way.steps[this.chosen.length]));
    for (const group of this.groups()) {
      const name = group.dataset.cell;
      group.classList.toggle('chosen', this.chosen.includes(name));
      group.classList.toggle('can', next.has(name));
      if (this.ways.length > 0) {
        group.setAttribute('aria-pressed', String(this.chosen.includes(name)));
        group.setAttribute('aria-disabled', String(!next.has(name)));
      }
    }
    this.tell?.(this.chosen);
  }

  /** A place was pointed at. */
  choose(place) {
    if (this.ways.length === 0) return;
    const name = this.fall(place);
    if (this.chosen.length > 0 && this.chosen[this.chosen.length - 1] === name
      && !this.open().some((way) => way.steps[this.chosen.length] === name)) {
      this.release();
      return;
    }
    this.chosen.push(name);
    let open = this.open();
    if (open.length === 0) {
      // Another piece, perhaps.
      this.chosen = [name];
      open = this.open();
      if (open.length === 0) { this.release(); this.miss?.(); return; }
    }
    const length = this.chosen.length;
    const whole = open.filter((way) => way.steps.length === length);
    const meant = [...new Set(whole.map((way) => way.legal.move))];
    const all = new Set(open.map((way) => way.legal.move));
    if (meant.length === 1 && all.size === 1) return this.go(meant[0]);
    // One path is whole, and only one move goes on so.
    if (all.size === 1 && open.some((way) => way.ends.includes(length))) return this.go([...all][0]);
    if (meant.length > 0 && meant.length === all.size) return this.ask(meant);
    this.mark();
    if (meant.length > 0) this.several?.(meant);
  }

  /** Where what is put into a slot comes to lie: the place in its column that can be chosen. */
  fall(name) {
    const own = this.cells.get(name);
    const next = this.open().map((way) => way.steps[this.chosen.length]);
    if (own?.shape !== 'slot' || next.includes(name)) return name;
    return next.find((other) => this.cells.get(other)?.x === own.x) ?? name;
  }

  ask(moves) {
    this.mark();
    this.several?.(moves);
  }

  go(move) {
    this.chosen = [];
    this.several?.([]);
    this.mark();
    this.play(move);
  }

  release() {
    this.chosen = [];
    this.several?.([]);
    this.mark();
  }

  /** The place at a point of the screen. */
  under(x, y) {
    return document.elementFromPoint(x, y)?.closest('g[data-cell]')?.dataset.cell ?? null;
  }

  press(event) {
    if (event.button !== 0) return;
    const name = event.target.closest?.('g[data-cell]')?.dataset.cell;
    if (!name) return;
    event.preventDefault();
    this.enter(name);
    this.group(name)?.focus({ preventScroll: true });
    const before = this.chosen.length;
    this.choose(name);
    const isHeld = this.chosen.length > 0 && this.chosen[this.chosen.length - 1] === name
      && (before === 0 || this.chosen.length === 1);
    if (!isHeld) return;
    // Dragged to another place, it is put there.
    const ghost = this.lift(name);
    const follow = (moved) => this.carry(ghost, moved);
    const drop = (moved) => {
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', drop);
      ghost?.remove();
      const there = moved.type === 'pointerup' ? this.under(moved.clientX, moved.clientY) : null;
      if (there && there !== name) this.choose(there);
    };
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', drop);
  }

  /** The topmost piece of a place, to be carried. */
  lift(name) {
    const piece = this.group(name)?.querySelector(':scope > .piece:last-of-type');
    const svg = this.root.querySelector('svg');
    if (!piece || !svg) return null;
    const ghost = document.createElementNS(SVG, 'g');
    ghost.setAttribute('class', 'ghost');
    ghost.setAttribute('visibility', 'hidden');
    ghost.append(piece.cloneNode(true));
    svg.append(ghost);
    const box = piece.getBBox?.();
    const own = piece.getCTM();
    const base = svg.getCTM();
    if (!box || !own || !base) { ghost.remove(); return null; }
    const inside = base.inverse().multiply(own);
    const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(inside);
    ghost.middle = middle;
    return ghost;
  }

  carry(ghost, event) {
    const svg = this.root.querySelector('svg');
    if (!ghost || !svg) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    ghost.setAttribute('visibility', 'visible');
    ghost.setAttribute('transform', `translate(${point.x - ghost.middle.x} ${point.y - ghost.middle.y})`);
  }

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const name = event.target.dataset?.cell;
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.choose(name);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      this.release();
    } else if (steps[event.key]) {
      event.preventDefault();
      const next = this.beside(name, steps[event.key]);
      if (next) { this.enter(next); this.group(next)?.focus(); }
    }
  }

  /** The nearest place in that direction. */
  beside(name, [dx, dy]) {
    const from = this.cells.get(name);
    // First what lies ahead, and the nearest row of that; else what lies aslant.
    for (const slant of [0.7, 2]) {
      let best = null;
      for (const cell of this.cells.values()) {
        const along = (cell.x - from.x) * dx + (cell.y - from.y) * dy;
        const aside = Math.abs((cell.x - from.x) * dy) + Math.abs((cell.y - from.y) * dx);
        if (along < 0.05 || aside > slant * along) continue;
        const cost = along + aside / 2;
        if (!best || cost < best.cost) best = { cost, name: cell.name };
      }
      if (best) return best.name;
    }
    return null;
  }

  /** Writes on places: what they are worth, say. */
  write(texts) {
    this.root.querySelector('g.written')?.remove();
    const svg = this.root.querySelector('svg');
    if (!svg || !texts) return;
    const layer = document.createElementNS(SVG, 'g');
    layer.setAttribute('class', 'written');
    layer.setAttribute('aria-hidden', 'true');
    svg.append(layer);
    for (const [name, text, tone] of texts) {
      const target = this.group(name)?.querySelector('.target');
      if (!target) continue;
      const box = target.getBBox();
      const label = document.createElementNS(SVG, 'text');
      label.setAttribute('x', box.x + box.width / 2);
      label.setAttribute('y', box.y + box.height / 2 + 5);
      label.setAttribute('class', tone);
      label.textContent = text;
      layer.append(label);
    }
  }
}
