// A drawing as TikZ: what stands on the stage, line by line and letter by letter, for a paper in LaTeX.

/** Centimetres for a pixel. */
const SCALE = 0.024;
/** Pixels from the line that letters stand on to their middle. */
const MIDDLE = 5;

/** What TeX would read as its own or does not know, with what writes it. */
const SIGNS = new Map(JSON.parse(document.getElementById('tex-signs')?.textContent ?? '[]'));

const tex = (text) => Array.from(text, (letter) => SIGNS.get(letter) ?? letter).join('');

const at = (x, y) => `(${(x * SCALE).toFixed(2)},${(0 - y * SCALE).toFixed(2)})`;

/** The corners of each way of a path, whose steps are `M`, `L` and `Z` alone. */
const corners = (path, x, y) => path.split('M').slice(1).map((way) => {
  const places = way.replace('Z', '').split('L').map((place) => place.trim().split(' ').map(Number));
  return [...places.map(([u, v]) => at(x + u, y + v)), ...way.includes('Z') ? ['cycle'] : []].join(' -- ');
});

/** How a part is drawn: strong, broken, filled. */
function manner(own) {
  const is = (name) => own.getAttribute(name);
  const fill = is('fill');
  const grey = fill && fill !== 'none' && own.localName !== 'line' ? ['fill=black!6'] : [];
  const strong = parseFloat(is('stroke-width')) > 2 ? ['very thick'] : [];
  const broken = (is('stroke-dasharray') ?? 'none') === 'none' ? [] : ['dashed'];
  return [...strong, ...broken, ...grey].join(', ');
}

function line(own, x, y) {
  const number = (name) => Number(own.getAttribute(name) ?? 0);
  switch (own.localName) {
    case 'line': return [`\\draw [${manner(own)}] ${at(x + number('x1'), y + number('y1'))} -- ${at(x + number('x2'), y + number('y2'))};`];
    case 'rect': return [`\\draw [${manner(own)}] ${at(x + number('x'), y + number('y'))} rectangle ${at(x + number('x') + number('width'), y + number('y') + number('height'))};`];
    case 'circle': return [`\\draw [${manner(own)}] ${at(x + number('cx'), y + number('cy'))} circle [radius=${(number('r') * SCALE).toFixed(2)}];`];
    case 'path': return corners(own.getAttribute('d'), x, y).map((way) => `\\draw [${manner(own)}] ${way};`);
    case 'text': {
      const side = own.getAttribute('text-anchor') === 'middle' ? '' : ', anchor=west, inner sep=0pt';
      const small = parseFloat(own.getAttribute('font-size')) < 15 ? '\\scriptsize' : '\\small';
      return [`\\node [font=${small}${side}] at ${at(x + number('x'), y + number('y') - MIDDLE)} {${tex(own.textContent)}};`];
    }
    default: return [];
  }
}

/** The picture of these parts of a drawing. */
export function tikz(parts) {
  const lines = [];
  const walk = (own, x, y) => {
    // A small board has a measure of its own.
    if (own.localName === 'svg') return;
    const [, dx, dy] = /translate\((-?[\d.]+)[ ,](-?[\d.]+)\)/.exec(own.getAttribute('transform') ?? '') ?? [null, 0, 0];
    const [u, v] = [x + Number(dx), y + Number(dy)];
    lines.push(...line(own, u, v));
    for (const child of own.children) walk(child, u, v);
  };
  for (const part of parts) walk(part, 0, 0);
  return ['\\begin{tikzpicture}', ...lines.map((one) => `  ${one}`), '\\end{tikzpicture}', ''].join('\n');
}
