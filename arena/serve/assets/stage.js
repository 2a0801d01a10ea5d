// The tree on a stage: drawn as far as the search has come. It is moved and made larger by whoever looks.

import { figure, say } from './page.js';
import { sign } from './nodes.js';

const SVG = 'http://www.w3.org/2000/svg';

/** A tree of so many positions is drawn whole, unless it is so many pixels broad; of a larger one the way to what happens, and what is beside it. */
const WHOLE = 80;
const BROADEST = 1500;
/** The same where less than so many pixels are wide. */
const WHOLE_NARROW = 30;
const NARROW = 560;
/** Of those beside one on the way so many are drawn: at least, at most, and one for each so much room; and what plays tell takes more. */
const BESIDE = [4, 12, 110];
const BESIDE_PLAYS = 172;
/** What has to be seen of a position that is followed: to the left, above, to the right, and below what is drawn of it. */
const AROUND = [30, 40, 70, 23];
/** Between levels. */
const DEEP = 96;
/** The half of a form. */
export const HALF = 17;
/** Room beside a form, between neighbours, and beside all of a tree; and the same on a narrow screen. */
const ROOMS = { spare: 10, gap: 8, margin: 16, window: 116 };
const NARROW_ROOMS = { spare: 1, gap: 4, margin: 4, window: 70 };
/** A board that stands below a form, what is between the two, and how much closer levels with boards are. */
const BOARD = 44;
const UNDER = 3;
const CLOSER = 16;
/** Moves that are crossed out below a position, at most, and the room of each. */
const STUBS = 3;
const STUB = 30;
/** The room of what plays tell. */
const PLAYS = 84;
/** Between two lines of letters. */
const LINE = 14;
/** Pixels of the screen for one of the drawing, unless somebody chose: at least, and at most. */
const SCALES = [0.82, 1.5];
/** The same where it fills the screen of a lecture. */
const PROJECTED = [1.15, 3];
const scales = () => (document.fullscreenElement && !matchMedia('(max-width: 56rem)').matches ? PROJECTED : SCALES);

const FORMS = {
  '▲': `M0 ${-HALF - 3}L${HALF + 4} ${HALF - 2}H${-HALF - 4}Z`,
  '▼': `M0 ${HALF + 3}L${HALF + 4} ${2 - HALF}H${-HALF - 4}Z`,
  '◆': `M0 ${-HALF - 3}L${HALF + 3} 0L0 ${HALF + 3}L${-HALF - 3} 0Z`,
};
const ROUND = `M${-HALF} 0a${HALF} ${HALF} 0 1 0 ${2 * HALF} 0a${HALF} ${HALF} 0 1 0 ${-2 * HALF} 0Z`;

export function make(name, attributes, ...inside) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

export const write = (x, y, kind, text) => make('text', { x, y, class: kind }, text);

/** How much room a text takes. */
export const width = (text) => text.length * 9.2 + 12;

/** A board as it stands in a node: only what is seen of it. */
function shrunk(board) {
  const place = document.createElement('div');
  place.innerHTML = board;
  const svg = place.querySelector('svg');
  for (const part of svg.querySelectorAll('title, desc, .label, .beside, .target')) part.remove();
  svg.removeAttribute('role');
  for (const [key, value] of Object.entries({ x: -BOARD / 2, y: HALF + UNDER, width: BOARD, height: BOARD })) svg.setAttribute(key, value);
  return svg;
}

/** Whether a position is drawn as a box with its value in it: where the game is over. */
const isBox = ({ node }) => node.node === 'terminal';

export class Stage {
  /** `nodes` are the positions; `choose` is called with one that is pointed at. */
  constructor(root, nodes, choose) {
    this.root = root;
    this.nodes = nodes;
    this.size = [root.clientWidth, root.clientHeight];
    this.isNarrow = this.size[0] < NARROW;
    this.rooms = this.isNarrow ? NARROW_ROOMS : ROOMS;
    this.isWhole = nodes.tree.kept <= (this.isNarrow ? WHOLE_NARROW : WHOLE);
    nodes.hasBoards = this.isWhole && nodes.tree.has_boards;
    root.classList.toggle('with-boards', nodes.hasBoards);
    /** How far down a position reaches from its middle, and where the next level is. */
    this.foot = nodes.hasBoards ? HALF + UNDER + BOARD : HALF;
    this.deep = (nodes.tree.has_plays ? DEEP + 36 : DEEP) + (nodes.hasBoards ? UNDER + BOARD - CLOSER : 0);
    this.drawn = new Map();
    this.places = new Map();
    /** What of the drawing is seen: `null` is all of it, or as much as can be read. */
    this.view = null;
    /** Whether all of it is shown, however small. */
    this.isAll = false;
    /** Whether nobody has gone to a moment yet: then it begins at the root. */
    this.isOpening = false;
    /** The positions that somebody has unfolded or folded, and whether each is open; and the position that is chosen. */
    this.wished = new Map();
    this.chosen = null;
    /** Draws the moment again, where the stage has another size. */
    this.resized = () => {};
    /** Where the fingers are that hold it. */
    this.held = new Map();
    this.isMoved = false;
    this.links = make('g', {});
    this.forms = make('g', {});
    // The list beside it says the same to those who don't see it.
    this.svg = make('svg', { class: 'film', 'aria-hidden': 'true' }, this.links, this.forms);
    root.append(this.svg);
    root.addEventListener('wheel', (event) => {
      // A wheel alone scrolls the page.
      if (!event.ctrlKey && !document.fullscreenElement) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, event);
    }, { passive: false });
    root.addEventListener('pointerdown', (event) => this.press(event, choose));
    // Two fingers are for the tree, one that goes up or down is for the page.
    for (const name of ['touchstart', 'touchmove']) {
      root.addEventListener(name, (event) => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });
    }
    // To be asked for its size, a page lays out all that has changed: it is told when that is another.
    new ResizeObserver(() => {
      this.size = [root.clientWidth, root.clientHeight];
      this.frame();
      // Of a large tree as much is drawn as there is room for.
      if (this.at && !this.isWhole) this.resized();
    }).observe(root);
  }

  /** Fetches what is drawn from the beginning on. */
  async begin() {
    if (!this.isWhole) return;
    const all = [this.nodes.root];
    for (const own of all) {
      await this.nodes.unfold(own, Infinity);
      all.push(...own.below);
    }
    this.layout();
    this.isWhole = this.box[2] * SCALES[0] <= BROADEST;
  }

  /** Shows the search as it stands at the moment `now`, where it is at `at`. Nothing is told that a quiz asks for. */
  show(now, at, isQuiz) {
    const isStep = this.now !== now || this.at !== at;
    [this.now, this.at, this.isQuiz] = [now, at, isQuiz];
    this.way = new Set();
    for (let own = at; own; own = own.above) {
      this.way.add(own);
      // Where the search goes on below a folded position, that is unfolded.
      if (isStep && own !== at && this.wished.get(own) === false) this.wished.delete(own);
    }
    this.paint();
    this.follow(this.isOpening ? this.nodes.root : at);
  }

  /** Draws what is to be seen, and nothing else. */
  paint() {
    this.places = this.layout();
    for (const [own, place] of this.places) this.draw(own, place);
    for (const [own, drawn] of this.drawn) {
      if (this.places.has(own)) continue;
      drawn.form.remove();
      drawn.link?.remove();
      this.drawn.delete(own);
    }
  }

  /** Whether what is below a position is drawn: as somebody wished, else where the tree is small or the search is there. */
  isOpen(own) { return this.wished.get(own) ?? (this.isWhole || this.way.has(own)); }

  /** Folds what is below a position, or unfolds it: whether it is open now, and nothing where there is nothing below. */
  async toggle(own) {
    if (own.node.children === 0) return null;
    const isOpen = !this.isOpen(own);
    if (isOpen) await this.nodes.unfold(own);
    this.wished.set(own, isOpen);
    const before = this.places.get(own);
    this.paint();
    const after = this.places.get(own);
    // Who has moved the drawing still finds the position in its place.
    if (this.view && before && after) this.view[0] += after.x - before.x;
    this.follow(own);
    return isOpen;
  }

  /** Marks the position that is chosen, if one is. */
  mark(own) {
    this.drawn.get(this.chosen)?.form.classList.remove('chosen');
    this.chosen = own;
    this.drawn.get(own)?.form.classList.add('chosen');
  }

  /** Those below a position that are drawn, in their order. */
  shown(own) {
    if (!this.isOpen(own)) return [];
    if (this.isWhole && !this.isQuiz) return own.below;
    // In a quiz the room that something will take would tell of it.
    const below = own.below.filter((one) => one.node.entered_at <= this.now);
    if (this.isWhole) return below;
    const [least, most, usual] = BESIDE;
    const room = this.nodes.tree.has_plays ? BESIDE_PLAYS : usual;
    const count = Math.max(least, Math.min(most, Math.floor(this.size[0] / scales()[0] / room)));
    const at = Math.max(0, below.findIndex((one) => this.way.has(one)));
    const from = Math.max(0, Math.min(at - Math.floor(count / 2), below.length - count));
    return below.slice(from, from + count);
  }

  /** Whether something of a position is known: nothing before it was left, nor while plays are still to come. */
  isKnown({ node }) {
    return node.left_at <= this.now && !(this.nodes.tree.has_plays && this.now < this.nodes.tree.moments - 1);
  }

  /** How many below a position are not drawn: of a folded one all of them, else its other children. */
  hides(own, below) { return this.isOpen(own) ? own.node.children - below.length : own.node.descendants; }

  /** The moves below a position that are crossed out: none where somebody has folded it. */
  crossed(own) { return this.isQuiz || this.wished.get(own) === false ? [] : own.node.skipped.slice(0, STUBS); }

  /** How far a position reaches to the left and to the right of its middle. */
  reach(own, below, stubs) {
    const { node } = own;
    const value = width(node.worth);
    const isBox = node.node === 'terminal';
    const half = Math.max(width(node.move ?? ''), isBox ? value + 8 : 0, this.foot > HALF ? BOARD + 6 : 0) / 2;
    const window = below.length + stubs > 0 && this.nodes.tree.has_windows ? this.rooms.window : 0;
    const plays = this.nodes.tree.has_plays ? PLAYS : 0;
    const beside = isBox ? plays && half + 4 + plays : HALF + 8 + Math.max(value, window, plays);
    const hidden = this.hides(own, below);
    const others = hidden > 0 ? HALF + 8 + width(`+${figure(hidden)}`) : 0;
    const least = HALF + this.rooms.spare;
    return [Math.max(half, least, others), Math.max(half, least, beside)];
  }

  /**
   * Where everything stands: each position above the middle of those below it, and these as close together as
   * their outlines let them (after Reingold and Tilford 1981).
   */
  layout() {
    const places = new Map();
    // What is below a position, by levels: how far it reaches, from the position's own middle.
    const outline = (own) => {
      const below = this.shown(own);
      // Room for the moves that will be crossed out, so that nothing moves when they are.
      const stubs = this.crossed(own).length;
      const outlines = below.map(outline);
      const [lefts, rights] = [[], []];
      const middles = outlines.map(({ left, right }, number) => {
        const common = left.slice(0, rights.length);
        const middle = number === 0 ? 0 : Math.max(...common.map((reach, level) => rights[level] + reach)) + this.rooms.gap;
        left.forEach((reach, level) => { lefts[level] = Math.max(lefts[level] ?? -Infinity, reach - middle); });
        right.forEach((reach, level) => { rights[level] = Math.max(rights[level] ?? -Infinity, middle + reach); });
        return middle;
      });
      const behind = rights[0] ?? -stubs * STUB / 2;
      if (stubs > 0) {
        rights[0] = behind + stubs * STUB;
        lefts[0] ??= stubs * STUB / 2;
      }
      const last = stubs > 0 && below.length === 0 ? 0 : middles[middles.length - 1] ?? 0;
      const middle = last / 2;
      const [left, right] = this.reach(own, below, stubs);
      places.set(own, { below, stubs: behind - middle, middles: middles.map((one) => one - middle) });
      return { left: [left, ...lefts.map((reach) => reach + middle)], right: [right, ...rights.map((reach) => reach - middle)] };
    };
    const all = outline(this.nodes.root);
    const put = (own, x, y) => {
      const place = Object.assign(places.get(own), { x, y });
      place.below.forEach((child, number) => put(child, x + place.middles[number], y + this.deep));
    };
    put(this.nodes.root, 0, 0);
    const { margin } = this.rooms;
    const [left, right] = [Math.max(...all.left) + margin, Math.max(...all.right) + margin];
    this.box = [-left, -40, left + right, (all.left.length - 1) * this.deep + 71 + this.foot];
    return places;
  }

  /** Draws a position where it stands, and the line from the one above. */
  draw(own, place) {
    const { node } = own;
    const isEntered = node.entered_at <= this.now;
    const isKnown = this.isKnown(own);
    const isWay = this.way.has(own);
    const sample = isEntered && !isKnown ? own.sample : null;
    const value = isKnown ? node.worth : sample ? sample.worth : isEntered ? '…' : '';
    const window = isEntered && !isKnown && isWay && !this.isQuiz ? this.nodes.edges(own, this.now) : '';
    const visits = sample?.visits ?? (isKnown ? node.visits : null);
    const isFolded = isEntered && node.children > 0 && (this.isQuiz ? this.wished.get(own) === false : !this.isOpen(own));
    const hidden = isFolded || (isEntered && !this.isQuiz) ? this.hides(own, place.below) : 0;
    const lines = [];
    if (visits) lines.push(`n = ${figure(visits)}`);
    if (sample?.ucb) lines.push(sample.ucb.slice('UCB '.length).split(' = ')[0]);
    // How many there are would tell what a quiz asks for.
    const others = hidden > 0 ? `+${this.isQuiz ? '' : figure(hidden)}` : '';
    const states = { later: !isEntered, way: isWay, at: own === this.at, folded: isFolded, chosen: own === this.chosen };
    const kind = ['node', ...Object.keys(states).filter((name) => states[name])].join(' ');
    const above = this.places.get(own.above);
    const isLeftOut = isKnown && this.isLeftOut(own);
    const move = node.odds && node.odds !== node.move ? `${node.move}: ${node.odds}` : node.move ?? '';
    const stubs = isKnown ? this.crossed(own) : [];
    // Of many positions a step changes few.
    const told = [kind, place.x, place.y, place.stubs, above?.x, value, window, stubs.length, others, isLeftOut, ...lines].join('|');
    let drawn = this.drawn.get(own);
    if (!drawn) {
      drawn = { form: make('g', { 'data-node': node.id }), link: above ? make('g', {}) : null };
      this.forms.append(drawn.form);
      if (drawn.link) this.links.append(drawn.link);
      this.drawn.set(own, drawn);
    }
    if (drawn.told === told) return;
    drawn.told = told;
    const [mark, word] = sign(node);
    const box = Math.max(2 * HALF, width(node.worth));
    drawn.form.setAttribute('class', kind);
    drawn.form.setAttribute('transform', `translate(${place.x} ${place.y})`);
    // Beside the form, where no line of the tree leads: what is known, line by line, around its middle.
    const beside = isBox(own) ? box / 2 + 6 : HALF + 8;
    // Where there is little room, α stands above β.
    const sides = this.isNarrow ? window.split(/[,;] (?=β)/) : [window];
    const isSaid = value && !isBox(own) && !(sides.length > 1 && value === '…');
    const written = [...isSaid ? [['value', value]] : [], ...[...sides, ...lines].filter(Boolean).map((text) => ['edges', text])];
    const top = 5 - LINE / 2 * (written.length - 1);
    const reason = isKnown && node.reason ? ` · ${node.reason}` : '';
    const folded = isFolded && !this.isQuiz ? ` · ${say('folded-away', figure(hidden))}` : '';
    const side = HALF + (isFolded ? 7 : 4);
    const left = side + width(others);
    drawn.form.replaceChildren(
      ...stubs.map((skipped, number) => this.stub(skipped, place.stubs + (number + 0.5) * STUB,
        number === STUBS - 1 ? node.skipped.length - STUBS : 0)),
      make('title', {}, `${word}${reason}${folded}`),
      isBox(own)
        ? make('rect', { x: -box / 2, y: -HALF, width: box, height: 2 * HALF, rx: 5, class: 'form' })
        : make('path', { d: FORMS[mark] ?? ROUND, class: { '▲': 'form up', '▼': 'form down' }[mark] ?? 'form' }),
      ...node.board ? [own.board ??= shrunk(node.board)] : [],
      ...value && isBox(own) ? [write(0, 6, 'value middle', value)] : [],
      ...written.map(([name, text], number) => write(beside, top + LINE * number, name, text)),
      ...isFolded ? [make('rect', { x: -left, y: -LINE + 3, width: left - side, height: 2 * LINE - 4, rx: LINE - 2, class: 'pill' })] : [],
      ...others ? [write((-side - left) / 2, 6, 'edges middle', others)] : [],
    );
    if (!drawn.link) return;
    drawn.link.setAttribute('class', ['link', ...['later', 'way'].filter((name) => states[name]), ...isLeftOut ? ['left-out'] : []].join(' '));
    drawn.link.replaceChildren(
      make('line', { x1: above.x, y1: above.y + this.foot, x2: place.x, y2: place.y - HALF }),
      write(above.x + (place.x - above.x) * 0.72, above.y + this.foot + (this.deep - this.foot - HALF) * 0.72 + 5, 'move middle', move),
    );
  }

  /** Whether the value above is a mean for which this one does not count. */
  isLeftOut({ node, above }) {
    return above !== null && !this.isQuiz && this.isKnown(above) && above.node.counted.length > 0 && !above.node.counted.includes(node.id);
  }

  /** A move that is not looked at: a short line, crossed out, with the reason. */
  stub(skipped, x, others) {
    const y = this.foot + (this.deep - this.foot - HALF) * 0.58;
    const more = others > 0 ? ` +${others}` : '';
    return make('g', { class: 'stub' },
      make('title', {}, `${skipped.move}: ${skipped.reason}`),
      make('line', { x1: 0, y1: this.foot, x2: x, y2: y }),
      make('path', { d: `M${x - 5} ${y - 5}l10 10m0 -10l-10 10`, class: 'cross' }),
      write(x, y + 22, 'move middle', `${skipped.move}${more}`));
  }

  /** Sees that what happens is seen, and how the search came there. */
  follow(own) {
    // In a folded part it is what is folded.
    while (!this.places.has(own)) own = own.above;
    this.followed = own;
    if (this.view) {
      const place = this.places.get(own);
      const [left, top, wide, tall] = this.view;
      const isSeen = place.x > left + HALF && place.x < left + wide - HALF && place.y > top + HALF && place.y < top + tall - HALF;
      if (!isSeen) this.view = [...this.around(wide, tall), wide, tall];
    }
    this.frame();
  }

  /** Where so much of the drawing begins that has in its middle what is followed, with as much of the way above it as there is room for. */
  around(wide, tall) {
    let seen = [Infinity, Infinity, -Infinity, -Infinity];
    for (let own = this.followed; own; own = own.above) {
      const { x, y } = this.places.get(own);
      const [left, top, right, bottom] = AROUND;
      const more = [Math.min(seen[0], x - left), Math.min(seen[1], y - top), Math.max(seen[2], x + right), Math.max(seen[3], y + this.foot + bottom)];
      if (own !== this.followed && (more[2] - more[0] > wide || more[3] - more[1] > tall)) break;
      seen = more;
    }
    return [(seen[0] + seen[2] - wide) / 2, (seen[1] + seen[3] - tall) / 2];
  }

  /** Shows what was chosen; else all of it, or as much as can be read around where the search is. */
  frame() {
    const [wide, tall] = this.size;
    if (!this.followed || wide === 0 || tall === 0) return;
    let seen = this.view;
    if (!seen) {
      const [left, top, broad, deep] = this.box;
      const [smallest, largest] = scales();
      const scale = Math.max(this.isAll ? 0 : smallest, Math.min(largest, wide / broad, tall / deep));
      const [across, down] = [wide / scale, tall / scale];
      // Around the search, and past no edge of the tree.
      const within = (at, from, size, room) => (size <= room ? from + (size - room) / 2 : Math.max(from, Math.min(from + size - room, at)));
      const [x, y] = this.around(across, down);
      seen = [within(x, left, broad, across), deep <= down ? top : within(y, top, deep, down), across, down];
    }
    this.svg.setAttribute('viewBox', seen.join(' '));
  }

  /** The part of the drawing that is on the screen now. */
  seen() {
    const matrix = this.svg.getScreenCTM().inverse();
    const box = this.svg.getBoundingClientRect();
    const at = (x, y) => new DOMPoint(x, y).matrixTransform(matrix);
    const [from, to] = [at(box.left, box.top), at(box.right, box.bottom)];
    return [from.x, from.y, to.x - from.x, to.y - from.y];
  }

  /** Makes it larger, around the middle or the pointer. */
  zoom(by, at = this.middle()) {
    this.drag(at, at, by);
  }

  /** The middle of what is seen, on the screen. */
  middle() {
    const box = this.svg.getBoundingClientRect();
    return { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
  }

  /** Moves what is at `from` on the screen to `to`, larger by so much. */
  drag(from, to, by = 1) {
    const [left, top, wide, tall] = this.seen();
    const box = this.svg.getBoundingClientRect();
    const scale = wide / box.width;
    this.view = [
      left + scale * (from.clientX - box.left - (to.clientX - box.left) / by),
      top + scale * (from.clientY - box.top - (to.clientY - box.top) / by),
      wide / by, tall / by,
    ];
    this.isAll = false;
    this.frame();
  }

  /** Shows all of it, however small. */
  fit() {
    this.isAll = true;
    this.view = null;
    this.frame();
  }

  /** What is dragged moves, two fingers also make it larger or smaller; what is only pressed is chosen. */
  press(event, choose) {
    if (event.button !== 0) return;
    if (this.held.size === 0) this.isMoved = false;
    this.held.set(event.pointerId, event);
    const node = event.target.closest?.('[data-node]');
    const move = (moved) => {
      if (moved.pointerId !== event.pointerId) return;
      const before = this.held.get(event.pointerId);
      this.isMoved ||= this.held.size > 1 || Math.hypot(moved.clientX - before.clientX, moved.clientY - before.clientY) > 6;
      if (!this.isMoved) return;
      this.held.set(event.pointerId, moved);
      const other = [...this.held].find(([id]) => id !== event.pointerId)?.[1];
      if (!other) { this.drag(before, moved); return; }
      const between = (one) => ({ clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 });
      const apart = (one) => Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
      this.drag(between(before), between(moved), apart(moved) / apart(before));
    };
    const end = (moved) => {
      if (moved.pointerId !== event.pointerId) return;
      this.held.delete(event.pointerId);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      if (moved.type === 'pointerup' && !this.isMoved && node) choose(Number(node.dataset.node));
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  }
}
