// What is known of the positions of a search, fetched when it is looked at, and what is said of them.

import { say } from './page.js';
import { source } from './source.js';

/** The positions of one search by their numbers: each with those above and below it as far as they were fetched. */
export class Nodes {
  constructor(tree) {
    this.tree = tree;
    this.get = source(tree);
    this.path = `/api/v1/trees/${tree.id}`;
    /** Whether positions come with small boards. */
    this.hasBoards = false;
    /** What was asked for ahead, by its address. */
    this.coming = new Map();
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
    own.busy = (own.busy ?? Promise.resolve()).catch(() => {}).then(async () => {
      while (own.below.length < own.node.children && own.below.length <= upTo) {
        const address = this.address(own.node.id, own.below.length);
        const found = await (this.coming.get(address) ?? this.get(address));
        this.coming.delete(address);
        if (found.nodes.length === 0) break;
        own.below.push(...found.nodes.map((node) => this.keep(node, own)));
      }
    });
    await own.busy;
  }

  /** Where those below a position are, from one of them on. */
  address(id, from) { return `${this.path}/nodes/${id}?from=${from}${this.hasBoards ? '&boards=true' : ''}`; }

  /** Asks for those below each of these positions at once, where nothing below it is known. */
  ahead(ids) {
    for (const id of ids) {
      const address = this.address(id, 0);
      if (this.at(id)?.below.length > 0 || this.coming.has(address)) continue;
      const found = this.get(address);
      // What went wrong is told to whoever waits for it.
      found.catch(() => this.coming.delete(address));
      this.coming.set(address, found);
    }
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
