// A board: the server's drawing, and the ways to point at a move on it. It knows no rules: every legal
// move says which places it points at, in their order.

import { make, say } from './page.js';
import { fly, standing } from './flight.js';

/** The side of a square on a drawing. */
const UNIT = 48;

/** Arrow keys, and the words of moves that are directions. */
const DIRECTIONS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

/** A finger that has moved so far is no longer pressing; one that has moved further is swiping. */
const STILL = 6;
const SWIPE = 24;

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

/** Whether two lists of legal moves are the same. */
const same = (legal, other) => legal?.length === other?.length
  && (legal ?? []).every((one, at) => one.move === other[at].move);

const begins = (steps, chosen) => chosen.every((name, at) => steps[at] === name);

export class Board {
  /** `play` is called with the text of a move. */
  constructor(root, play) {
    this.root = root;
    this.play = play;
    this.chosen = [];
    this.ways = [];
    this.at = null;
    this.slides = false;
    /** Whether the board is seen from the other side. */
    this.isTurned = false;
    root.addEventListener('pointerdown', (event) => this.press(event));
    // A finger scrolls the page, unless it has something to carry or to slide; `touch-action` on a part of a
    // drawing is not heard everywhere.
    root.addEventListener('touchstart', (event) => {
      const name = event.target.closest?.('g[data-cell]')?.dataset.cell;
      if (event.touches.length === 1 && (this.slides || (name && this.carries(name)))) event.preventDefault();
    }, { passive: false });
    root.addEventListener('keydown', (event) => this.key(event));
    document.addEventListener('keydown', (event) => {
      if (event.target === document.body && this.slides) this.slide(event, DIRECTIONS[event.key]);
    });
    root.addEventListener('focusin', (event) => {
      const name = event.target.dataset?.cell;
      if (name) this.enter(name);
    });
  }

  /** Shows a position; only what `can` be played can be pointed at. */
  show(here, can) {
    // The same position told once more, whatever else is new, keeps what was chosen.
    const isSame = can === this.can && this.isTurned === this.wasTurned && here.svg === this.here?.svg
      && same(here.legal, this.here.legal);
    if (isSame) return;
    this.can = can;
    const had = this.root.contains(document.activeElement);
    // A game that goes on, seen from the same side.
    const stood = !this.slides && this.isTurned === this.wasTurned ? standing(this.root) : [];
    this.root.innerHTML = here.svg;
    this.here = here;
    this.wasTurned = this.isTurned;
    if (this.isTurned) this.turn();
    this.ways = can ? here.legal.flatMap(ways) : [];
    const words = can ? here.legal.map((legal) => legal.move) : [];
    // Where all moves are directions, arrow keys and swipes play them.
    const directions = Object.values(DIRECTIONS);
    this.slides = words.length > 0 && words.every((word) => directions.includes(word)) && this.ways.length === 0;
    this.chosen = [];
    const svg = this.root.querySelector('svg');
    if (!svg) return;
    // So that screen readers hand the arrow keys on.
    svg.setAttribute('role', 'application');
    svg.setAttribute('aria-roledescription', say('board-role'));
    svg.setAttribute('aria-label', say('board', here.picture.cells.length));
    this.cells = new Map(here.picture.cells.map((cell) => [cell.name, cell]));
    for (const group of this.groups()) {
      const cell = this.cells.get(group.dataset.cell);
      group.setAttribute('role', can ? 'button' : 'img');
      if (cell) group.setAttribute('aria-label', group.querySelector('title')?.textContent ?? cell.name);
      group.setAttribute('tabindex', '-1');
    }
    if (!this.at || !this.cells.has(this.at)) {
      this.at = this.ways[0]?.steps[0] ?? here.picture.cells[0]?.name ?? null;
    }
    this.group(this.at)?.setAttribute('tabindex', '0');
    if (had) this.group(this.at)?.focus();
    this.mark();
    fly(stood, standing(this.root), this.layer());
  }

  /** Turns what is drawn by half a turn; pieces and letters stay upright, what stands beside the board in its place. */
  turn() {
    const svg = this.root.querySelector('svg');
    const boxes = [...this.groups()].map((group) => group.querySelector('.target').getBBox());
    if (!svg || boxes.length === 0) return;
    const [left, top] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
    const [right, bottom] = [Math.max(...boxes.map((box) => box.x + box.width)), Math.max(...boxes.map((box) => box.y + box.height))];
    const [x, y] = [left + right, top + bottom];
    const labels = [...svg.querySelectorAll(':scope > text.label')].map((text) =>
      ({ text, x: Number(text.getAttribute('x')), y: Number(text.getAttribute('y')) - 5 }));
    const both = (one, other) => labels.some(one) && labels.some(other);
    const above = (label) => label.y < top;
    const below = (label) => label.y > bottom;
    const before = (label) => label.x < left;
    const behind = (label) => label.x > right;
    const isHigh = both(above, below);
    const isWide = both(before, behind);
    for (const label of labels) {
      const isAside = before(label) || behind(label);
      const isOver = above(label) || below(label);
      if (!isAside || isWide) label.text.setAttribute('x', x - label.x);
      if (!isOver || isHigh) label.text.setAttribute('y', y - label.y + 5);
    }
    const beside = 'title, desc, .paper, text.label, [data-tray]';
    const parts = [...svg.children].filter((part) => !part.matches(beside));
    const turned = make('g', { class: 'turned', transform: `rotate(180 ${x / 2} ${y / 2})` }, ...parts);
    svg.querySelector('.paper').after(turned);
    for (const piece of turned.querySelectorAll('.piece')) piece.setAttribute('transform', `${piece.getAttribute('transform')} rotate(180)`);
    for (const text of turned.querySelectorAll('text')) {
      if (!text.closest('.piece')) text.setAttribute('transform', `rotate(180 ${text.getAttribute('x')} ${Number(text.getAttribute('y')) - 5})`);
    }
  }

  /** Where what is added to the drawing goes. */
  layer() { return this.root.querySelector('svg > .turned') ?? this.root.querySelector('svg'); }

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
    this.root.classList.toggle('lifted', this.chosen.length > 0);
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
    this.stand();
    this.tell?.(this.chosen);
  }

  /** Whether what lies there can be carried to another place. */
  carries(name) {
    const goesOn = (chosen) => this.ways.some((way) => way.steps.length > chosen.length
      && !way.ends.includes(chosen.length) && begins(way.steps, chosen));
    const chosen = this.chosen[this.chosen.length - 1] === name ? this.chosen : [...this.chosen, name];
    return goesOn(chosen) || goesOn([name]);
  }

  /** Shows the pieces of a move that is begun where they will stand. */
  stand() {
    const svg = this.layer();
    svg?.querySelector('g.stood')?.remove();
    for (const piece of this.root.querySelectorAll('.moved')) piece.classList.remove('moved');
    const way = this.chosen.length > 1 ? this.open()[0] : null;
    if (!svg || !way) return;
    const layer = make('g', { class: 'stood', 'aria-hidden': 'true' });
    const came = {};
    let from = 0;
    for (const end of way.ends) {
      const steps = this.chosen.slice(from, end);
      from = end;
      if (steps.length < 2) continue;
      const pieces = [...this.group(steps[0])?.querySelectorAll(':scope > .piece') ?? []];
      const piece = pieces.reverse().find((one) => !one.classList.contains('moved')) ?? pieces[0];
      if (!piece) continue;
      piece.classList.add('moved');
      const to = steps[steps.length - 1];
      const copy = piece.cloneNode(true);
      copy.classList.remove('moved');
      copy.dataset.stands = to;
      const [x, y] = this.room(to, piece.dataset.seat, came[to] ?? 0);
      came[to] = (came[to] ?? 0) + 1;
      copy.setAttribute('transform', piece.getAttribute('transform').replace(/translate\([^)]*\)/, `translate(${x} ${y})`));
      layer.append(copy);
    }
    svg.append(layer);
  }

  /** Where the next piece of a seat comes to stand on a place, after so many that came before it. */
  room(name, seat, came) {
    const cell = this.cells.get(name);
    const own = [];
    for (const piece of this.group(name).querySelectorAll(':scope > .piece')) {
      // A piece of somebody else's is taken.
      if (piece.dataset.seat === seat) own.push(piece); else piece.classList.add('moved');
    }
    if (cell.shape !== 'spike') return [cell.x * UNIT, cell.y * UNIT];
    // In a row from its base.
    const box = this.group(name).querySelector('.target').getBBox();
    const way = Math.sign(box.y + box.height / 2 - cell.y * UNIT);
    return [cell.x * UNIT, cell.y * UNIT + UNIT * way * (0.8 * Math.min(own.length + came, 4) - 0.1)];
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
    const whole = open.filter((way) => way.steps.length === length).map((way) => way.legal);
    const meant = [...new Map(whole.map((legal) => [legal.move, legal])).values()];
    const all = new Set(open.map((way) => way.legal.move));
    if (meant.length === 1 && all.size === 1) return this.go(meant[0].move);
    // One path is whole, and only one move goes on so.
    if (all.size === 1 && open.some((way) => way.ends.includes(length))) return this.go([...all][0]);
    this.mark();
    // What stands there afterwards: the best first.
    if (meant.every((legal) => legal.becomes)) meant.sort((one, other) => other.becomes.rank - one.becomes.rank);
    if (meant.length > 0) this.several?.(meant);
  }

  /** Where what is put into a slot comes to lie: the place in its column that can be chosen. */
  fall(name) {
    const own = this.cells.get(name);
    const next = this.open().map((way) => way.steps[this.chosen.length]);
    if (own?.shape !== 'slot' || next.includes(name)) return name;
    return next.find((other) => this.cells.get(other)?.x === own.x) ?? name;
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

  /**
   * Something is pressed: what is meant is known when it is let go. On the same place, the place is chosen; where
   * a piece was carried, the place to which it was carried. A finger that scrolls means nothing.
   */
  press(event) {
    const name = event.target.closest?.('g[data-cell]')?.dataset.cell;
    if (event.button !== 0 || this.isPressed || !(name || this.slides)) return;
    event.preventDefault();
    this.isPressed = true;
    const { here } = this;
    const far = (moved) => Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY);
    let isCarried = false;
    let ghost = null;
    const follow = (moved) => {
      if (moved.pointerId !== event.pointerId || this.here !== here) return;
      if (!isCarried && name && far(moved) > STILL && this.carries(name)) {
        isCarried = true;
        if (this.chosen[this.chosen.length - 1] !== name) this.choose(name);
        ghost = this.lift(name);
      }
      this.carry(ghost, moved);
    };
    const drop = (moved) => {
      if (moved.pointerId !== event.pointerId) return;
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', drop);
      this.isPressed = false;
      ghost?.remove();
      if (this.here !== here) return;
      if (moved.type !== 'pointerup') { if (isCarried) this.release(); return; }
      const there = this.under(moved.clientX, moved.clientY);
      if (this.slides && far(moved) > SWIPE) {
        const [x, y] = [moved.clientX - event.clientX, moved.clientY - event.clientY];
        const isAside = Math.abs(x) > Math.abs(y);
        this.slide(moved, isAside ? (x < 0 ? 'left' : 'right') : (y < 0 ? 'up' : 'down'));
      } else if (isCarried ? there && there !== name : there && there === name) {
        this.enter(there);
        this.group(there)?.focus({ preventScroll: true });
        this.choose(there);
      }
    };
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', drop);
  }

  /** Plays a direction, if it is one of the moves. */
  slide(event, direction) {
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (this.here.legal.some((legal) => legal.move === direction)) this.go(direction); else this.miss?.();
  }

  /** The topmost piece of a place, to be carried. */
  lift(name) {
    const piece = [...this.group(name)?.querySelectorAll(':scope > .piece') ?? []].pop();
    const svg = this.layer();
    if (!piece || !svg) return null;
    const ghost = make('g', { class: 'ghost', visibility: 'hidden' }, piece.cloneNode(true));
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
    const svg = this.layer();
    if (!ghost || !svg) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    ghost.setAttribute('visibility', 'visible');
    ghost.setAttribute('transform', `translate(${point.x - ghost.middle.x} ${point.y - ghost.middle.y})`);
  }

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const name = event.target.dataset?.cell;
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.slides && steps[event.key]) {
      this.slide(event, DIRECTIONS[event.key]);
    } else if (event.key === 'Enter' || event.key === ' ') {
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
  beside(name, [right, down]) {
    const way = this.isTurned ? -1 : 1;
    const [dx, dy] = [way * right, way * down];
    const from = this.cells.get(name);
    // First what lies ahead, and the nearest row of that, which may be a diagonal away; else what lies aslant.
    for (const slant of [dx === 0 ? 1.01 : 0.7, 2]) {
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
    const svg = this.layer();
    if (!svg || !texts) return;
    const layer = make('g', { class: 'written', 'aria-hidden': 'true' });
    svg.append(layer);
    for (const [name, text, tone] of texts) {
      const target = this.group(name)?.querySelector('.target');
      if (!target) continue;
      const box = target.getBBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      layer.append(make('text', { x, y: y + 5, class: tone, ...this.isTurned ? { transform: `rotate(180 ${x} ${y})` } : {} }, text));
    }
  }
}
