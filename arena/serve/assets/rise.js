// Values on their way up the stage: from a position that is left to the one above it, or along the path that is lit.

import { isStill } from './flight.js';
import { make } from './page.js';
import { HALF, write } from './stage.js';

/** Milliseconds that a value takes for an edge; of several edges it takes twice as long. */
const TIME = 250;
/** How much of a step that may last, at most; what would be shorter than `LEAST` milliseconds is not shown. */
const PART = 0.6;
const LEAST = 100;
/** When it has arrived: then it grows where it is taken, and fades where something better is known. */
const ARRIVED = 0.75;

let chip = null;

/** The ends of the edges from a position upwards, as far as they are on the screen. */
function edges({ svg, places, foot }, own, most) {
  const { x, y, width: wide, height: tall } = svg.viewBox.baseVal;
  const isSeen = (place) => place && x <= place.x && place.x <= x + wide && y <= place.y && place.y <= y + tall;
  const ends = [];
  for (let below = own; below.above && ends.length < 2 * most; below = below.above) {
    const [from, to] = [places.get(below), places.get(below.above)];
    if (!isSeen(from) || !isSeen(to)) break;
    ends.push([from.x, from.y - HALF], [to.x, to.y + foot]);
  }
  return ends;
}

/** What goes up at a moment: which text, whether it is taken, and along how many edges. */
function risen({ what, payoff, node }, own) {
  if (what === 'back-up') return [payoff, true, Infinity];
  const isKnown = ['left', 'leaf'].includes(what) && own.above && (node.value !== null || node.payoffs.length > 0);
  return isKnown ? [node.worth, node.is_taken, 1] : [];
}

/**
 * Lets the value that is known since `moment` go up, where that is drawn; of no moment nothing goes up. The next step
 * comes in so many milliseconds. What is still on its way goes at once.
 */
export function rise(stage, moment, time) {
  chip?.remove();
  chip = null;
  if (!moment || PART * time < LEAST || isStill()) return;
  const own = stage.nodes.at(moment.node.id);
  const [text, isBest, most] = risen(moment, own);
  const ends = text ? edges(stage, own, most) : [];
  if (ends.length === 0) return;
  const room = text.length * 9.6 + 12;
  const here = make('g', { class: isBest ? 'chip' : 'chip worse', 'aria-hidden': 'true' },
    make('rect', { x: -room / 2, y: -13, width: room, height: 26, rx: 13 }),
    write(0, 6, 'middle', text));
  let far = 0;
  const passed = ends.map(([x, y], at) => { far += at && Math.hypot(x - ends[at - 1][0], y - ends[at - 1][1]); return far; });
  const frames = ends.map(([x, y], at) => ({ translate: `${x}px ${y}px`, scale: 1, opacity: 1, offset: ARRIVED * passed[at] / far }));
  frames.push({ ...frames[frames.length - 1], offset: 1, ...isBest ? { scale: 1.3 } : { opacity: 0 } });
  stage.svg.append(here);
  chip = here;
  here.animate(frames, Math.min(ends.length > 2 ? 2 * TIME : TIME, PART * time)).onfinish = () => here.remove();
}
