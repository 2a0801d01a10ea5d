// What every page with a form has: fields that matter only for one choice are shown with it.

/** The texts of this page's language. */
const texts = JSON.parse(document.getElementById('words')?.textContent ?? '{}');

/** What the page says for `name`, with these in their places. */
export function say(name, ...values) {
  const text = texts[name] ?? name;
  return ['a', 'b', 'c'].reduce((done, key, at) => done.replace(`{${key}}`, values[at] ?? ''), text);
}

/** How numbers are written here, by their digits: to make one takes longer than to write with it. */
const formats = new Map();

/** A number as this page's language writes it. */
export function figure(value, digits = 0) {
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  if (!formats.has(digits)) formats.set(digits, new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: digits }));
  // Nobody reads "-0".
  return formats.get(digits).format(Number(value.toFixed(digits)) + 0);
}

/** The ply to which a button or a key leads from `now`, if it does. */
export function step(name, now, last) {
  const to = {
    first: 0, back: now - 1, on: now + 1, last, Home: 0, ArrowLeft: now - 1, ArrowRight: now + 1, End: last,
  }[name];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}

/** The token that everything must have that changes something. */
export const token = document.querySelector('meta[name="agon-token"]')?.content ?? '';

/** Asks the API; the answer, or an error with its message. */
export async function ask(path, body) {
  const headers = { 'X-Agon-Token': token };
  const options = { method: 'POST', headers };
  if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  const answer = await fetch(path, options);
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(found.error ?? `${answer.status}`);
  return found;
}

for (const select of document.querySelectorAll('select[data-seat]')) {
  const term = select.closest('.seat').querySelector('.term');
  const show = () => { term.hidden = !['player', 'own'].includes(select.value); };
  select.addEventListener('change', show);
  show();
}

const find = document.getElementById('find');
if (find) {
  find.hidden = false;
  const cards = [...document.querySelectorAll('.cards li')];
  find.addEventListener('input', () => {
    const wanted = find.value.trim().toLowerCase();
    for (const card of cards) card.hidden = !card.textContent.toLowerCase().includes(wanted);
  });
  // Enter searches here, and begins nothing.
  find.addEventListener('keydown', (event) => { if (event.key === 'Enter') event.preventDefault(); });
}
