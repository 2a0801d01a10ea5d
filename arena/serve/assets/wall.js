// A table for the wall: fetched again and again, also after the server was away. Nobody touches it.

import { say } from './page.js';

const PAUSE = 5000;
const offline = document.getElementById('offline');

async function look() {
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) throw new Error(`${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.getElementById('wall');
    const shown = document.getElementById('wall');
    if (fresh.innerHTML !== shown.innerHTML) shown.replaceChildren(...fresh.childNodes);
    document.title = page.title;
    offline.textContent = '';
    offline.classList.add('hidden');
  } catch {
    offline.textContent = say('offline');
    offline.classList.remove('hidden');
  }
  setTimeout(look, PAUSE);
}

setTimeout(look, PAUSE);
