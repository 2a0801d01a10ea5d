// The tree on a stage: drawn as far as the search has come. It is moved and made larger by whoever looks.

import { figure, make, say } from './page.js';

/** Of those below a position of a large tree so many are drawn: at least, at most, and one for each so much room; and what plays tell takes more. */
const BESIDE = [4, 12, 110];
const BESIDE_PLAYS = 172;
/** A stage of less than so many pixels is narrow; and the room around all of a tree. */
const NARROW = 560;
const MARGINS = [16, 4];
/** What has to be seen of a position that is followed: to the left, above, to the right, and below what is drawn of it. */
const AROUND = [30, 40, 70, 23];
/** The room of a number of positions that are not drawn. */
const MORE = 50;
/** So many positions of the best line are open at the end of a large tree. */
const MOST_LINE = 12;
/** The half of a form. */
export const HALF = 17;
/** Where a small board stands below a form. */
const BOARD = { x: -22, y: HALF + 3, width: 44, height: 44 };
/** How far along a line its letters stand, and a cross. */
const [ALONG, ACROSS] = [0.72, 0.48];
/** Between two lines of letters. */
const LINE = 14;
/** Pixels of the screen for one of the drawing, unless somebody chose: at least, and at most. */
const SCALES = [0.82, 1.5];
/** The same where it fills the screen of a lecture. */
const PROJECTED = [1.15, 3];
const scales = () => (document.fullscreenElement && !matchMedia('(max-width: 56rem)').matches ? PROJECTED : SCALES);

export const write = (x, y, kind, text) => make('text', { x, y, class: kind }, text);

/** A position, and all those above it. */
function wayTo(own) {
  const way = new Set();
  for (let one = own; one; one = one.above) way.add(one);
  return way;
}

export class Stage {
  /** `nodes` are the positions; `choose` is called with one that is pointed at. */
  constructor(root, nodes, choose) {
    this.root = root;
    this.nodes = nodes;
    this.size = [root.clientWidth, root.clientHeight];
    /** The server has found the places for a wide stage, and for a narrow one. */
    this.width = this.size[0] < NARROW ? 1 : 0;
    const { is_whole, has_boards, drop, foot, entered = [] } = nodes.tree.stages[this.width];
    [this.isWhole, nodes.hasBoards] = [is_whole, has_boards];
    root.classList.toggle('with-boards', has_boards);
    /** How far down a position reaches from its middle, where the next level is, and where all stand in a quiz. */
    [this.foot, this.drop, this.entered] = [foot, drop, entered];
    this.best = new Set(nodes.tree.best);
    this.drawn = new Map();
    this.places = new Map();
    /** What of the drawing is seen: `null` is all of it, or as much as can be read. */
    this.view = null;
    /** Whether all of it is shown, however small. */
    this.isAll = false;
    /** Whether nobody has gone to a moment yet: then it begins at the root. */
    this.isOpening = false;
    /** The positions that somebody has folded; the way to what somebody has unfolded in a large tree; and the position that is chosen. */
    this.folded = new Set();
    this.branch = null;
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

  /** Fetches what is drawn from the beginning on, or at the end: the best line of a large tree. */
  async begin() {
    this.line = new Set([this.nodes.root]);
    if (!this.isWhole) {
      for (const own of this.line) {
        await this.nodes.unfold(own);
        const next = own.below.find(({ node }) => this.best.has(node.id));
        if (next && this.line.size < MOST_LINE) this.line.add(next);
      }
      return;
    }
    const all = [this.nodes.root];
    for (const own of all) {
      await this.nodes.unfold(own, Infinity);
      all.push(...own.below);
    }
  }

  /** Shows the search as it stands at the moment `now`, where it is at `at`. Nothing is told that a quiz asks for. */
  show(now, at, isQuiz) {
    const isStep = this.now !== now || this.at !== at;
    [this.now, this.at, this.isQuiz] = [now, at, isQuiz];
    this.way = wayTo(at);
    // The search goes on where it is, also below what is folded.
    if (isStep) {
      this.branch = null;
      for (const own of this.opened) if (own !== at) this.folded.delete(own);
    }
    if (isQuiz && this.isWhole) this.count = [...this.nodes.all.values()].filter(({ node }) => node.entered_at <= now).length;
    this.paint();
    this.follow(this.isOpening ? this.nodes.root : at);
  }

  /** The way that is open in a large tree: to what somebody has unfolded, or else to where the search is, and at its end along the best line. */
  get opened() {
    const isEnd = this.now === this.nodes.tree.moments - 1 && this.at === this.nodes.root && !this.isQuiz;
    return this.branch ?? (isEnd ? this.line : this.way);
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

  /** Whether what is below a position is drawn: unless it is folded, all of a small tree, and one way through a large one, as far as it is known. */
  isOpen(own) { return !this.folded.has(own) && own.below.length > 0 && (this.isWhole || this.opened.has(own)); }

  /** Folds what is below a position, or unfolds it: whether it is open now, and nothing where there is nothing below. */
  async toggle(own) {
    if (own.node.children === 0) return null;
    const isOpen = !this.isOpen(own);
    if (isOpen) {
      await this.nodes.unfold(own);
      this.folded.delete(own);
      this.branch = null;
      if (!this.opened.has(own)) this.branch = wayTo(own);
    } else this.folded.add(own);
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
    // In a quiz the room that something will take would tell of it, and plays choose as they go.
    const isTold = this.isQuiz || this.nodes.tree.has_plays;
    const below = isTold ? own.below.filter((one) => one.node.entered_at <= this.now) : own.below;
    if (this.isWhole) return below;
    const [least, most, usual] = BESIDE;
    const room = this.nodes.tree.has_plays ? BESIDE_PLAYS : usual;
    const count = Math.max(least, Math.min(most, Math.floor(this.size[0] / scales()[0] / room)));
    const at = Math.max(0, below.findIndex((one) => this.opened.has(one)));
    const from = Math.max(0, Math.min(at - Math.floor(count / 2), below.length - count));
    return below.slice(from, from + count);
  }

  /** Whether something of a position is known: nothing before it was left, nor while plays are still to come. */
  isKnown({ node }) {
    return node.left_at <= this.now && !(this.nodes.tree.has_plays && this.now < this.nodes.tree.moments - 1);
  }

  /** How many below a position are not drawn: of a folded one all of them, else its other children. */
  hides(own, below) { return this.isOpen(own) ? own.node.children - below.length : own.node.descendants; }

  /** The moves below a position that are crossed out, by their labels: none where it is folded; in a large tree once that is known, where it is open. */
  crossed(own) {
    const isSeen = !this.isQuiz && !this.folded.has(own) && (this.isWhole || (this.isKnown(own) && this.opened.has(own)));
    return isSeen ? own.node.stage.crossed ?? [] : [];
  }

  /** Where those below a position stand that are drawn: each in its place; of a large tree in the first places of their row. */
  row(own, below) {
    if (this.isQuiz && this.isWhole) return below.map(({ node }) => this.entered[this.count - 1][node.id]);
    return (this.isWhole ? below : own.below.slice(0, below.length)).map(({ node }) => node.stage.places[this.width][0]);
  }

  /** Where everything stands: what is shown of a row has its middle below the position above. */
  layout() {
    const places = new Map();
    let [left, right, bottom] = [0, 0, 0];
    const put = (own, x, y) => {
      const below = this.shown(own);
      const row = this.row(own, below);
      const last = row[row.length - 1] ?? 0;
      row.push(...this.crossed(own).map((_, number) => last + own.node.stage.behind[this.width][number]));
      const middle = row.length > 0 ? (row[0] + row[row.length - 1]) / 2 : 0;
      const across = row.map((one) => one - middle);
      const [, before, behind] = own.node.stage.places[this.width];
      // Behind the row is told how many more there are.
      const end = (across[across.length - 1] ?? 0) + (row.length > below.length || row.length === 0 ? HALF : below[below.length - 1].node.stage.places[this.width][2]);
      places.set(own, { x, y, below, crossed: across.slice(below.length), end });
      left = Math.min(left, x - before, x + (across[0] ?? 0) - HALF);
      right = Math.max(right, x + behind, x + end + (below.length > 0 && below.length < own.node.children ? MORE : 0));
      bottom = Math.max(bottom, y + this.foot, row.length > 0 ? y + this.drop + HALF : 0);
      below.forEach((one, number) => put(one, x + across[number], y + this.drop));
    };
    put(this.nodes.root, 0, 0);
    const margin = MARGINS[this.width];
    this.box = [left - margin, -40, right - left + 2 * margin, bottom + 64];
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
    const isFolded = isEntered && node.children > 0 && (this.isQuiz ? this.folded.has(own) : !this.isOpen(own));
    const hidden = isFolded || (isEntered && !this.isQuiz) ? this.hides(own, place.below) : 0;
    const lines = [];
    if (visits) lines.push(`n = ${figure(visits)}`);
    if (sample?.ucb) lines.push(sample.ucb.slice('UCB '.length).split(' = ')[0]);
    // How many there are would tell what a quiz asks for.
    const others = hidden > 0 ? `+${this.isQuiz ? '' : figure(hidden)}` : '';
    const isBest = this.best.has(node.id) && isKnown && !this.isQuiz && this.now === this.nodes.tree.moments - 1;
    const states = { later: !isEntered, way: isWay, best: isBest, at: own === this.at, folded: isFolded, chosen: own === this.chosen };
    const kind = ['node', ...Object.keys(states).filter((name) => states[name])].join(' ');
    const above = this.places.get(own.above);
    const isLeftOut = isKnown && this.isLeftOut(own);
    const crossed = isKnown ? place.crossed : [];
    // Of many positions a step changes few.
    const told = [kind, place.x, place.y, place.end, crossed, above?.x, value, window, others, isLeftOut, ...lines].join('|');
    const drawn = this.drawn.get(own) ?? this.begun(own);
    if (drawn.told === told) return;
    drawn.told = told;
    drawn.form.setAttribute('class', kind);
    drawn.form.setAttribute('transform', `translate(${place.x} ${place.y})`);
    // Beside the form, where no line of the tree leads: what is known, line by line, around its middle.
    const { inside, beside, crossed: labels } = node.stage;
    // Where there is little room, α stands above β.
    const sides = this.width === 1 ? window.split(/[,;] (?=β)/) : [window];
    const isSaid = value && inside === null && !(sides.length > 1 && value === '…');
    const written = [...isSaid ? [['value', value]] : [], ...[...sides, ...lines].filter(Boolean).map((text) => ['edges', text])];
    const top = 5 - LINE / 2 * (written.length - 1);
    const reason = isKnown && node.reason ? ` · ${node.reason}` : '';
    const folded = isFolded && !this.isQuiz ? ` · ${say('folded-away', figure(hidden))}` : '';
    // Below what is folded there is room, and behind a row.
    const room = 9 * others.length + 14;
    const number = isFolded
      ? [make('rect', { x: -room / 2, y: this.foot + 3, width: room, height: 22, rx: 11, class: 'pill' }), write(0, this.foot + 19, 'edges middle', others)]
      : [write(place.end + 6, this.drop + 5, 'edges', others)];
    for (const one of drawn.said) one.remove();
    drawn.said = [
      make('title', {}, `${node.acts}${reason}${folded}`),
      ...crossed.map((x, at) => this.stub(node.skipped[at], labels[at], x)),
      ...value && inside !== null ? [write(inside, 6, 'value middle within', value)] : [],
      ...written.map(([name, text], at) => write(beside, top + LINE * at, name, text)),
      ...others ? number : [],
    ];
    drawn.form.append(...drawn.said);
    if (!drawn.link) return;
    drawn.link.setAttribute('class', ['link', ...['later', 'way', 'best'].filter((name) => states[name]), ...isLeftOut ? ['left-out'] : []].join(' '));
    const [from, fall] = [above.y + this.foot, this.drop - this.foot - HALF];
    drawn.link.replaceChildren(
      make('line', { x1: above.x, y1: from, x2: place.x, y2: from + fall }),
      write(above.x + (place.x - above.x) * ALONG, from + fall * ALONG + 5, 'move middle', node.stage.label ?? ''),
    );
  }

  /** A position that is drawn for the first time: its form, as the server draws it, and the line that leads there. */
  begun(own) {
    const drawn = { form: make('g', { 'data-node': own.node.id }), link: own.above ? make('g', {}) : null, said: [] };
    drawn.form.innerHTML = own.node.stage.form + (own.node.board ?? '');
    for (const [key, value] of Object.entries(BOARD)) drawn.form.querySelector('svg')?.setAttribute(key, value);
    this.forms.append(drawn.form);
    if (drawn.link) this.links.append(drawn.link);
    this.drawn.set(own, drawn);
    return drawn;
  }

  /** Whether the value above is a mean for which this one does not count. */
  isLeftOut({ node, above }) {
    return above !== null && !this.isQuiz && this.isKnown(above) && above.node.counted.length > 0 && !above.node.counted.includes(node.id);
  }

  /** A move that is not looked at: its line is crossed out, and says why. */
  stub({ move, reason }, label, x) {
    const fall = this.drop - this.foot - HALF;
    const [u, v] = [x * ACROSS, this.foot + fall * ACROSS];
    return make('g', { class: 'stub' },
      make('title', {}, `${move}: ${reason}`),
      make('line', { x1: 0, y1: this.foot, x2: x, y2: this.foot + fall, class: 'link pale' }),
      make('path', { d: `M${u - 5} ${v - 5}L${u + 5} ${v + 5}M${u + 5} ${v - 5}L${u - 5} ${v + 5}`, class: 'cross' }),
      write(x * ALONG, this.foot + fall * ALONG + 5, 'move middle', label),
      write(x, this.drop + 4, 'faint middle', '…'));
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
