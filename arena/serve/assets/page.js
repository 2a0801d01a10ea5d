// What every page with a form has: fields that matter only for one choice are shown with it.

/** The texts of this page's language. */
const texts = JSON.parse(document.getElementById('words')?.textContent ?? '{}');

/** What the page says for `name`, with these in their places. */
export function say(name, ...values) {
  const text = texts[name] ?? name;
  return ['a', 'b', 'c'].reduce((done, key, at) => done.replace(`{${key}}`, values[at] ?? ''), text);
}

/** A number as this page's language writes it. */
export function figure(value, digits = 0) {
  // Nobody reads "-0".
  const rounded = Number(value.toFixed(digits)) + 0;
  return rounded.toLocaleString(document.documentElement.lang, { maximumFractionDigits: digits });
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
  const show = () => { term.hidden = select.value !== 'player'; };
  select.addEventListener('change', show);
  show();
}
