// How the pages reach what answers them where there is no server: a Worker of this page, begun when it is first needed.

/** What is asked and not answered yet, by its number. */
const waiting = new Map();
let worker = null;
let number = 0;

function settle({ id, status, kind, to, text }) {
  const { tell } = waiting.get(id);
  waiting.delete(id);
  const headers = { 'content-type': kind };
  if (to) headers.location = to;
  // What is no text has a sign for each of its bytes.
  const body = kind === 'application/octet-stream' ? Uint8Array.from(text, (sign) => sign.charCodeAt(0)) : text;
  tell(new Response([204, 304].includes(status) ? null : body, { status, headers }));
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

function begin() {
  worker = new Worker(new URL('worker.js', import.meta.url));
  worker.addEventListener('message', ({ data }) => settle(data));
  worker.addEventListener('error', fail);
}

/** Whether a question has a player move at a table: that alone is given up when the reader does something there. */
const isStep = ({ address }) => address.endsWith('/step');

/** Ends the thought of a player; all else is asked once more. */
function interrupt() {
  worker.terminate();
  begin();
  for (const [id, { tell, question }] of waiting) {
    if (isStep(question)) {
      waiting.delete(id);
      tell(new Response(null, { status: 204 }));
    } else worker.postMessage({ id, ...question });
  }
}

/** What is answered at an address, as `fetch` gives it. */
export function send(address, { method = 'GET', body = '' } = {}) {
  const { lang } = document.documentElement;
  const question = { method, address, body, lang };
  const isDeed = method === 'POST' && address.includes('/tables/') && !isStep(question);
  // A thought that is left is begun anew, whatever comes of what is done.
  const isLeft = isDeed && [...waiting.values()].some((own) => isStep(own.question));
  if (isLeft) interrupt();
  if (!worker) begin();
  number += 1;
  const id = number;
  worker.postMessage({ id, ...question });
  const answer = new Promise((tell, refuse) => { waiting.set(id, { tell, refuse, question }); });
  // Where it was refused nothing has changed, and the page says why.
  if (isDeed) answer.then(({ ok }) => { if (ok || isLeft) for (const own of followed) own.follow(); }, () => {});
  return answer;
}

/** The tables that pages follow. */
const followed = new Set();

/** What happens at a table, told as a stream of a server tells it. What goes on without the reader is asked for here. */
class TableEvents extends EventTarget {
  constructor(address) {
    super();
    const { pathname, searchParams } = new URL(address, location.href);
    this.path = pathname.replace(/\/live$/, '');
    this.plies = searchParams.get('plies');
    followed.add(this);
    this.follow();
  }

  close() { followed.delete(this); }

  /** Tells how it stands, until it goes on by the reader alone. */
  async follow() {
    this.isAsked = true;
    if (this.isFollowing) return;
    this.isFollowing = true;
    try {
      while (this.isAsked && followed.has(this)) await this.look();
    } catch (error) {
      this.tell('failed', error.message);
    }
    this.isFollowing = false;
  }

  async look() {
    this.isAsked = false;
    const answer = await send(`${this.path}/live?plies=${this.plies}`);
    const news = await answer.json();
    if (!answer.ok) throw new Error(news.error);
    if (!followed.has(this)) return;
    this.plies = news.plies;
    this.tell('table', news.told);
    if (!news.goes_on || this.isAsked) return;
    this.tell('thinking', JSON.stringify(news.thinking));
    await new Promise((done) => { setTimeout(done, news.pause); });
    if (this.isAsked || !followed.has(this)) return;
    await send(`${this.path}/step`, { method: 'POST' });
    this.isAsked = true;
  }

  tell(type, data) { this.dispatchEvent(Object.assign(new Event(type), { data })); }
}

/** Listens to a table. */
export const listen = (address) => new TableEvents(address);

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
