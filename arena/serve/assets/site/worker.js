// The study: the program in WebAssembly, which answers one question after the other.

/** The program, with a question as `[method, address, body, language]` and its answer as text in its memory. */
const begun = (async () => {
  const file = await fetch('agon.wasm');
  if (!file.ok) throw new Error(`agon.wasm: ${file.status}`);
  const { instance } = await WebAssembly.instantiate(await file.arrayBuffer(), {});
  return instance.exports;
})();

onmessage = async ({ data: { id, method, address, body, lang } }) => {
  let program = null;
  try {
    program = await begun;
    const asked = new TextEncoder().encode(JSON.stringify([method, address, body, lang]));
    const place = program.room(asked.length);
    new Uint8Array(program.memory.buffer, place, asked.length).set(asked);
    const length = program.ask();
    const told = new Uint8Array(program.memory.buffer, program.told(), length);
    const [status, kind, to, text] = JSON.parse(new TextDecoder().decode(told));
    postMessage({ id, status, kind, to, text });
  } catch (error) {
    // What broke down says why. It becomes an event of the Worker, which the page hears.
    const why = program && new TextDecoder().decode(new Uint8Array(program.memory.buffer, program.told(), program.length()));
    setTimeout(() => { throw why ? new Error(why) : error; });
  }
};
