// What is known of the positions of a search, fetched when it is looked at, and what is said of them.

import { say } from './page.js';
import { get } from './source.js';

/** A form and a word for who acts; nothing by colour alone. */
export function sign(node) {
  if (node.node === 'terminal') return ['■', say('end')];
  if (node.node === 'chance') return ['●', say('chance')];
  if (node.payoffs.length > 0) return [String(node.seat), say('seat', node.seat)];
  if (node.is_mean) return ['●', say('mean', node.seat)];
  if (node.visits) return ['◆', say('tries', node.seat)];
  return node.seat === node.to ? ['▲', say('max', node.seat)] : ['▼', say('min', node.seat)];
}

/** The positions of one search by their numbers: each with those above and below it as far as they were fetched. */
export class Nodes {
  constructor(tree) {
    this.tree = tree;
    this.path = `/api/v1/trees/${tree.id}`;
    /** Whether positions come with small boards. */
    this.hasBoards = false;
    this.all = new Map();
    this.root = this.keep(tree.root, null);
  }

  keep(node, above) {
    const own = { node, above, below: [], sample: null };
    this.all.set(node.id, own);
    return own;
  }

  at(id) { return this.all.get(id); }

  /** Fetches those below a position: some, or so many that number `upTo` is among them. */
  async unfold(own, upTo = 0) {
    // Two who ask at once don't fetch the same twice.
    own.busy = (own.busy ?? Promise.resolve()).then(async () => {
      while (own.below.length < own.node.children && own.below.length <= upTo) {
        const found = await get(`${this.path}/nodes/${own.node.id}?from=${own.below.length}${this.hasBoards ? '&boards=true' : ''}`);
        if (found.nodes.length === 0) break;
        own.below.push(...found.nodes.map((node) => this.keep(node, own)));
      }
    });
    await own.busy;
  }

  /** Fetches the way to a position, each of which stands at its place among those below the one before. */
  async reach(places) {
    let own = this.root;
    for (const place of places) {
      await this.unfold(own, place);
      own = own.below[place];
    }
    return own;
  }

  /** α and β of a position at a moment, where its search has a window: what has come back narrows it. */
  edges({ node }, now) {
    const found = node.edges.findLast(({ at }) => at <= now);
    return found ? say('edges', found.alpha, found.beta) : '';
  }
}
