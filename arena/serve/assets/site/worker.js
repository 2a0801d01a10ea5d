// The study: the program in WebAssembly, which answers one question after the other, and the games that it plays, which this
// browser keeps.

/** The program, with a question as `[method, address, body, language, chance]` and its answer as text in its memory. */
const begun = (async () => {
  const file = await fetch('agon.wasm');
  if (!file.ok) throw new Error(`agon.wasm: ${file.status}`);
  const { instance } = await WebAssembly.instantiate(await file.arrayBuffer(), {});
  return instance.exports;
})();

/** What is done with the games that are kept, each under its name. */
async function games(mode, act) {
  const opened = indexedDB.open('agon', 1);
  opened.onupgradeneeded = () => opened.result.createObjectStore('games');
  const done = (asked) => new Promise((tell, refuse) => {
    asked.onsuccess = () => tell(asked.result);
    asked.onerror = () => refuse(asked.error);
  });
  const all = await done(opened);
  try {
    return await done(act(all.transaction('games', mode).objectStore('games')));
  } finally {
    all.close();
  }
}

/** The same, or what stands for it where a browser keeps nothing: a game then lasts as long as its page. */
const tried = (mode, act, instead) => games(mode, act).catch(() => instead);

/** How each game stands in the program, as it is kept. */
const known = new Map();

function answered(program, ...question) {
  const asked = new TextEncoder().encode(JSON.stringify(question));
  const place = program.room(asked.length);
  new Uint8Array(program.memory.buffer, place, asked.length).set(asked);
  const length = program.ask();
  const told = new Uint8Array(program.memory.buffer, program.told(), length);
  return JSON.parse(new TextDecoder().decode(told));
}

/** Has the program go on with a game where another page has, or this one before it was opened again. */
function bring(program, name, row) {
  if (row === undefined || row === known.get(name)) return;
  answered(program, 'BRING', name, row, '', '');
  known.set(name, row);
}

/** Brings what a question is about: one game, or all in the order of their last changes. */
async function prepare(program, address) {
  const name = /\btables?[/=]([0-9a-f]{32})\b/.exec(address)?.[1];
  if (name) bring(program, name, (await tried('readonly', (all) => all.get(name)))?.row);
  if (!/^\/tables(\?|$)/.test(address)) return;
  const names = await tried('readonly', (all) => all.getAllKeys(), []);
  const rows = await tried('readonly', (all) => all.getAll(), []);
  const all = rows.map(({ row, time }, at) => [names[at], row, time]).sort((one, other) => one[2] - other[2]);
  known.clear();
  for (const [own, row] of all) bring(program, own, row);
}

/** Keeps a game; one that is nothing any more is deleted. */
async function keep(name, row) {
  await tried('readwrite', (all) => (row ? all.put({ row, time: Date.now() }, name) : all.delete(name)));
  known.set(name, row);
}

onmessage = async ({ data: { id, method, address, body, lang } }) => {
  let program = null;
  try {
    program = await begun;
    await prepare(program, address);
    const chance = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    const [status, kind, to, text, kept] = answered(program, method, address, body, lang, chance);
    if (kept) await keep(...kept);
    postMessage({ id, status, kind, to, text });
  } catch (error) {
    // What broke down says why. It becomes an event of the Worker, which the page hears.
    const why = program && new TextDecoder().decode(new Uint8Array(program.memory.buffer, program.told(), program.length()));
    setTimeout(() => { throw why && error instanceof WebAssembly.RuntimeError ? new Error(why) : error; });
  }
};
