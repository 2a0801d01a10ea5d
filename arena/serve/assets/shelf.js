// Where what is known of a search comes from in a page without a server: it lies ready in the page. The same questions,
// the same answers.

const { nodes, moments, cuts, pieces, boards } = JSON.parse(document.getElementById('shelf').textContent);

/** Where each position hangs: the number of the one above, and its place among those below that. */
const above = [];
nodes.forEach(({ below }, own) => below.forEach((child, place) => { above[child] = { own, place }; }));

/** What plays have told of each position: the moments at which that was new, and what it was. */
const told = new Map();
moments.forEach(({ samples = [] }, at) => {
  for (const sample of samples) {
    if (!told.has(sample.id)) told.set(sample.id, []);
    told.get(sample.id).push([at, sample]);
  }
});

function moment(at) {
  const { what, node, sentence, payoff = null, simulated = [] } = moments[at];
  const [path, places] = [[node], []];
  for (let below = above[node]; below; below = above[below.own]) {
    path.unshift(below.own);
    places.unshift(below.place);
  }
  return {
    moment: at, of: moments.length, what, node: nodes[node], path, places, sentence, payoff, simulated,
    next_cut: cuts.find((cut) => cut > at) ?? null,
    previous_cut: cuts.findLast((cut) => cut < at) ?? null,
    samples: [...told.values()].map((all) => all.findLast(([when]) => when <= at)?.[1]).filter(Boolean),
  };
}

export const source = () => async (address) => {
  const [place, asked] = address.split('?');
  const query = new URLSearchParams(asked);
  const [what, number] = place.split('/').slice(-2);
  if (what === 'nodes') {
    const { below } = nodes[number];
    const from = Number(query.get('from'));
    return { from, of: below.length, nodes: below.slice(from).map((child) => nodes[child]) };
  }
  if (what === 'moments') return moment(Number(number));
  return { svg: (boards[query.get('position')] ?? []).map((piece) => pieces[piece]).join('') };
};
