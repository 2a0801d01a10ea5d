// The first script of every page in a folder of files: a page whose address asks for something is made here, by the study; then
// the page's own script begins.

import { lead, send } from './send.js';

const root = document.documentElement;

/** Has a page made at its address, in place of the one that stands in the file. */
async function arrive(address) {
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  status.className = 'big';
  status.textContent = document.title.split(' · ')[0] + ' …';
  const main = document.getElementById('main');
  main.replaceChildren(status);
  const answer = await send(address);
  const to = answer.headers.get('location');
  if (to) {
    const next = new URL(to, location.href);
    if (new URLSearchParams(location.search).has('embed')) next.searchParams.set('embed', 'yes');
    if (next.pathname === location.pathname) {
      history.replaceState(null, '', next);
      return arrive(root.dataset.place + next.search);
    }
    location.replace(next);
    return new Promise(() => {});
  }
  const made = new DOMParser().parseFromString(await answer.text(), 'text/html');
  document.title = made.title;
  document.body.replaceWith(made.body);
  const { script } = made.documentElement.dataset;
  if (script) root.dataset.script = script; else delete root.dataset.script;
}

/** Says which colours are chosen. */
function mark() {
  const chosen = `#theme-${localStorage.getItem('theme') ?? 'auto'}`;
  for (const link of document.querySelectorAll('a[href^="#theme-"]')) {
    if (link.hash === chosen) link.setAttribute('aria-current', 'true'); else link.removeAttribute('aria-current');
  }
}

/** Shows the drawings that are answered, and no files. */
function draw() {
  for (const image of document.querySelectorAll('[data-src]')) {
    const narrow = image.parentElement.querySelector('source[data-srcset]');
    const address = narrow && matchMedia(narrow.media).matches ? narrow.dataset.srcset : image.dataset.src;
    delete image.dataset.src;
    send(address).then((answer) => answer.text()).then((svg) => { image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`; }, () => {});
  }
  for (const link of document.querySelectorAll('a[data-href]')) {
    lead(link, link.dataset.href);
    delete link.dataset.href;
  }
}

document.addEventListener('click', (event) => {
  const theme = event.target.closest?.('a[href^="#theme-"]');
  if (!theme) return;
  event.preventDefault();
  localStorage.setItem('theme', theme.hash.slice('#theme-'.length));
  location.reload();
});

try {
  const { place } = root.dataset;
  if (/^\/(inside\/|tables)/.test(place) || location.search) await arrive(place + location.search);
} catch (error) {
  const status = document.querySelector('#main [role="status"]') ?? document.getElementById('main');
  status.textContent = error.message;
  status.className = 'problem';
}
mark();
draw();
// The parts of a page that are made anew have such links too.
new MutationObserver(draw).observe(document.body, { childList: true, subtree: true });
if (root.dataset.script) await import(new URL(root.dataset.script, location.href));
if (navigator.serviceWorker) {
  navigator.serviceWorker.register(new URL('../sw.js', import.meta.url)).catch(() => {});
  // The pages of this language are kept for when there is no network.
  navigator.serviceWorker.ready.then((kept) => kept.active?.postMessage(root.lang));
}
