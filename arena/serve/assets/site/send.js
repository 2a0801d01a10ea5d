// How the pages reach what answers them where there is no server: a Worker of this page, begun when it is first needed.

const waiting = new Map();
let worker = null;
let number = 0;

function settle({ id, status, kind, to, text }) {
  const { tell } = waiting.get(id);
  waiting.delete(id);
  const headers = { 'content-type': kind };
  if (to) headers.location = to;
  tell(new Response([204, 304].includes(status) ? null : text, { status, headers }));
}

/** What is asked breaks down with the Worker; the next question begins another. */
function fail(event) {
  event.preventDefault();
  worker.terminate();
  worker = null;
  const error = new Error(event.message);
  for (const { refuse } of waiting.values()) refuse(error);
  waiting.clear();
}

/** What is answered at an address, as `fetch` gives it. */
export function send(address, { method = 'GET', body = '' } = {}) {
  if (!worker) {
    worker = new Worker(new URL('worker.js', import.meta.url));
    worker.addEventListener('message', ({ data }) => settle(data));
    worker.addEventListener('error', fail);
  }
  number += 1;
  const { lang } = document.documentElement;
  worker.postMessage({ id: number, method, address, body, lang });
  return new Promise((tell, refuse) => { waiting.set(number, { tell, refuse }); });
}

/** Where the folder of this language begins. */
const home = new URL(`../${document.documentElement.lang}/`, import.meta.url);

/** Has a link lead to an address, or to a file that is answered there. */
export function lead(link, address) {
  if (!address.startsWith('/api/')) {
    const { pathname, search } = new URL(address, home);
    link.href = new URL(pathname.startsWith('/inside/') ? `search.html${search}` : `${pathname.slice(1)}.html${search}`, home);
    return;
  }
  link.href = '#';
  link.onclick = async (event) => {
    event.preventDefault();
    const answer = await send(address);
    const file = document.createElement('a');
    file.href = URL.createObjectURL(await answer.blob());
    file.download = link.download || address.split('?')[0].split('/').pop();
    file.click();
    setTimeout(() => URL.revokeObjectURL(file.href), 60_000);
  };
}
