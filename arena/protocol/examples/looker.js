// A player in JavaScript for every game of Agon: it looks two plies ahead by asking for all that follows in one batch,
// and takes the game's heuristic there. `process("node looker.js")` is a player. See `agon protocol`.
'use strict';
const lines = require('readline').createInterface({ input: process.stdin })[Symbol.asyncIterator]();

const say = (message) => process.stdout.write(JSON.stringify(message) + '\n');

async function hear() {
  const { value, done } = await lines.next();
  return done ? { type: 'quit' } : JSON.parse(value);
}

// What is known about positions; a `stop` that comes meanwhile is heeded by answering soon anyway.
async function ask(positions, want) {
  say({ type: 'ask', id: 1, positions, want });
  for (;;) {
    const message = await hear();
    if (message.type === 'answers') return message.answers;
    if (message.type === 'error') return null;
  }
}

const worth = (known, seat) => (known.payoffs ?? known.estimates ?? [])[seat - 1] ?? 0;

// The best move for `seat`, by what the others can do to it at once.
async function choose({ position, moves, seat }, hasHeuristic) {
  const want = hasHeuristic ? ['successors', 'estimates'] : ['successors'];
  const [root] = await ask([position], want);
  const open = root.successors.filter((after) => after.node === 'decision');
  const replies = (await ask(open.map((after) => after.position), want)) ?? [];
  const values = new Map(open.map((after, i) => {
    const each = (replies[i]?.successors ?? []).map((reply) => worth(reply, seat));
    const best = after.seat === seat ? Math.max : Math.min;
    return [after, each.length ? best(...each) : worth(after, seat)];
  }));
  let best = 0;
  const value = (i) => values.get(root.successors[i]) ?? worth(root.successors[i], seat);
  for (let i = 1; i < moves.length; i++) if (value(i) > value(best)) best = i;
  say({ type: 'move', move: moves[best], value: value(best), depth: 2 });
}

(async () => {
  let hasHeuristic = false;
  for (;;) {
    const message = await hear();
    if (message.type === 'quit') process.exit(0);
    if (message.type === 'hello') say({ type: 'hello', protocol: 1, name: 'looker in JavaScript' });
    if (message.type === 'game') {
      hasHeuristic = message.heuristics.length > 0;
      say({ type: 'ready' });
    }
    if (message.type === 'choose') await choose(message, hasHeuristic);
  }
})();
