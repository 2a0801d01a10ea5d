// What a quiz about a search asks at a moment, and how an answer is judged.

import { say } from './page.js';

/** What a moment gives to ask: a window that is not all there is, what comes back, and which moves are not looked at. */
export function asks({ what, node }) {
  if (what === 'entered' && isFrame(node.edges[0])) return [framed(node)];
  if (what !== 'left') return [];
  const all = [];
  if (node.value !== null) all.push({ text: 'asks', ...judged(node) });
  if (node.node === 'decision' && node.children + node.skipped.length > 1) all.push({ text: 'asks-cuts', ...cut(node) });
  return all;
}

/** Whether somebody can say what the window is: it leaves something out, and is more than the question of a null window. */
function isFrame(window) {
  const [alpha, beta] = window ? [numberOf(window.alpha), numberOf(window.beta)] : [NaN, NaN];
  return alpha < beta && !alike(alpha, beta) && (Number.isFinite(alpha) || Number.isFinite(beta));
}

/** A number as people write it: with a comma, as a fraction, infinite. */
function numberOf(text) {
  const plain = text.trim().replaceAll(',', '.').replaceAll('−', '-');
  const infinite = /^([-+]?)(∞|inf|infinity|oo)$/i.exec(plain);
  if (infinite) return infinite[1] === '-' ? -Infinity : Infinity;
  const [above, below] = plain.split('/').map((part) => part.trim());
  if (above === '' || below === '') return NaN;
  return below === undefined ? Number(above) : Number(above) / Number(below);
}

const alike = (one, other) => one === other || Math.abs(one - other) < 5e-4;

/** α and β of a position as it is entered. */
function framed(node) {
  const { alpha, beta } = node.edges[0];
  return { text: 'asks-window', hint: say('hint-window'), truth: say('edges', alpha, beta), judge: (told) => {
    const both = told.trim().split(/\s*;\s*|\s+/);
    return both.length === 2 && alike(numberOf(both[0]), numberOf(alpha)) && alike(numberOf(both[1]), numberOf(beta));
  } };
}

function judged(node) {
  const truth = node.worth.replace(/^[≥≤<>≈] /, '');
  return { truth, hint: rule(node), judge: (told) => alike(numberOf(told), node.value) };
}

/** How the value of a position comes from those below it. */
function rule(node) {
  if (node.node === 'chance') return say('hint-chance');
  if (node.is_mean) return say('hint-mean');
  return node.seat === node.to || node.payoffs.length > 0 ? say('hint-max') : say('hint-min');
}

function cut(node) {
  const truth = [...new Set(node.left_out)].sort();
  // A move may have spaces itself; then commas stand between moves.
  const between = truth.some((move) => move.includes(' ')) ? ',' : /[\s,]+/;
  return { truth: truth.join(', ') || say('none'), hint: say('hint-cuts'), judge: (told) => {
    const moves = told.split(between).map((move) => move.trim()).filter((move) => move && !['-', '0', say('none')].includes(move));
    return [...new Set(moves)].sort().join('\n') === truth.join('\n');
  } };
}
