// What of a search is kept as a file: a moment as SVG, PNG or TikZ, the film as an SVG that moves.

import { say } from './page.js';
import { tikz } from './tikz.js';

const SVG = 'http://www.w3.org/2000/svg';
/** What a drawing of its own keeps of the looks of its parts. */
const STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-linecap', 'stroke-width', 'stroke-dasharray', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'paint-order'];
/** Pixels of a PNG for one of the drawing. */
const SHARP = 2;
/** Frames of a film, at most, and how many the last of them lasts. */
const MOST_FRAMES = 300;
const LAST = 4;

/** A part of the drawing as it looks here, whatever it stands in. */
function styled(part) {
  const copy = part.cloneNode(true);
  const [all, copies] = [part, copy].map((own) => [own, ...own.querySelectorAll('*')]);
  all.forEach((own, at) => {
    const style = getComputedStyle(own);
    for (const name of STYLES) copies[at].setAttribute(name, style.getPropertyValue(name));
    copies[at].removeAttribute('class');
    delete copies[at].dataset.node;
  });
  return copy;
}

/** The lines and the forms that are seen on the stage, as they will look when nothing moves any more. */
function parts(stage) {
  stage.root.classList.add('still');
  const seen = [stage.links, stage.forms].map((group) => [...group.children].filter((one) => !one.classList.contains('later')).map(styled));
  stage.root.classList.remove('still');
  return seen;
}

const written = (part) => new XMLSerializer().serializeToString(part).replaceAll(` xmlns="${SVG}"`, '');

/** A drawing of its own. */
function sheet(stage, [left, top, wide, tall], inside) {
  const paper = getComputedStyle(stage.root).backgroundColor;
  return `<svg xmlns="${SVG}" viewBox="${left} ${top} ${wide} ${tall}" width="${wide}" height="${tall}">`
    + `<rect x="${left}" y="${top}" width="${wide}" height="${tall}" fill="${paper}"/>${inside}</svg>`;
}

const moment = (stage) => sheet(stage, stage.box, parts(stage).flat().map(written).join(''));

const addressed = (svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** The moment in pixels. */
async function pixels(stage) {
  const image = new Image();
  image.src = addressed(moment(stage));
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width * SHARP, image.height * SHARP];
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

/**
 * The film: every part of every moment once, with the times at which it is seen. `step` goes to a moment, `last` is the
 * end, `pace` how long one lasts in milliseconds.
 */
async function moving(stage, { step, last, pace, tell }) {
  const stride = Math.max(1, Math.ceil(last / MOST_FRAMES));
  const moments = Array.from({ length: Math.floor(last / stride) + 1 }, (_, frame) => last - frame * stride).reverse();
  const layers = [new Map(), new Map()];
  const edges = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [frame, number] of moments.entries()) {
    tell(say('film-made', frame + 1, moments.length));
    await step(number, 0);
    const [left, top, wide, tall] = stage.box;
    [left, top].forEach((edge, at) => { edges[at] = Math.min(edges[at], edge); });
    [left + wide, top + tall].forEach((edge, at) => { edges[at + 2] = Math.max(edges[at + 2], edge); });
    parts(stage).forEach((seen, layer) => {
      for (const text of seen.map(written)) layers[layer].set(text, [...layers[layer].get(text) ?? [], frame]);
    });
  }
  const all = moments.length - 1 + LAST;
  const shown = ([text, frames]) => {
    // From one change to the next.
    const times = [];
    for (let frame = 0; frame < moments.length; frame += 1) {
      const is = frames.includes(frame);
      if (frame === 0 || is !== times[times.length - 1][1]) times.push([frame, is]);
    }
    if (times.length === 1) return text;
    const values = times.map(([, is]) => (is ? 'visible' : 'hidden')).join(';');
    const at = times.map(([frame]) => (frame / all).toFixed(5)).join(';');
    return `<g visibility="${times[0][1] ? 'visible' : 'hidden'}">${text}<animate attributeName="visibility" values="${values}" keyTimes="${at}" `
      + `calcMode="discrete" dur="${all * pace}ms" repeatCount="indefinite"/></g>`;
  };
  const inside = layers.map((layer) => `<g>${[...layer].map(shown).join('')}</g>`).join('');
  return sheet(stage, [edges[0], edges[1], edges[2] - edges[0], edges[3] - edges[1]], inside);
}

/** Each form of a file: how its name ends, and what is in it. */
const FORMS = {
  svg: async (stage) => ['svg', addressed(moment(stage))],
  png: async (stage) => ['png', await pixels(stage)],
  tikz: async (stage) => ['tex', `data:text/plain;charset=utf-8,${encodeURIComponent(tikz(parts(stage).flat()))}`],
  film: async (stage, film) => ['svg', addressed(await moving(stage, film))],
};

/** Hands over a file in this form, which has this name; `film` says how the film goes. */
export async function keep(stage, form, name, film) {
  const [ending, address] = await FORMS[form](stage, film);
  const file = document.createElement('a');
  file.href = address;
  file.download = `${form === 'film' ? 'film' : name}.${ending}`;
  file.click();
}
