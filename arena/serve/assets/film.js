// A search as a film: it plays by itself, as fast as is wished, and a moment of it is linked to or kept.

import { keep } from './keep.js';
import { say } from './page.js';

/** Milliseconds from one moment to the next. */
const PACES = { slow: 2000, usual: 900, fast: 250, fastest: 60 };
/** How far a film of so many moments steps at the fastest, so that it ends within a minute. */
const MOST_STEPS = 1000;

/**
 * Sets up the bar of the stage. `step` goes to a moment, `now` says which is shown, `last` is the end; `fold` folds what is chosen.
 * `played` is over once what the moment plays on the board is over. Returns the moment at which the page begins: that of its address, or `begin`.
 */
export function film({ stage, step, fold, last, now, played, begin }) {
  const theatre = document.getElementById('theatre') ?? stage.root;
  const play = document.getElementById('film-play');
  const pace = document.getElementById('film-pace');
  const loop = document.getElementById('film-loop');
  let timer = null;

  const stop = () => {
    clearTimeout(timer);
    timer = null;
    play.textContent = say('play');
  };
  const run = async () => {
    const stride = pace.value === 'fastest' ? Math.max(1, Math.ceil(last / MOST_STEPS)) : 1;
    const own = timer;
    if (now() >= last) {
      if (!loop?.checked) { stop(); return; }
      await step(0);
    } else {
      await step(now() + stride, PACES[pace.value]);
    }
    if (PACES[pace.value] >= PACES.usual) await played();
    if (timer === own) timer = setTimeout(run, PACES[pace.value]);
  };
  const toggle = async () => {
    if (timer !== null) { stop(); return; }
    play.textContent = say('pause');
    if (now() >= last) await step(0);
    timer = setTimeout(run, PACES[pace.value]);
  };

  play.addEventListener('click', toggle);
  // Whoever steps by hand has stopped it.
  document.getElementById('steps').addEventListener('click', (event) => { if (event.target.closest('[data-step], #quiz')) stop(); });
  document.getElementById('slider').addEventListener('input', stop);

  for (const [id, deed] of Object.entries({
    'film-larger': () => stage.zoom(1.3),
    'film-smaller': () => stage.zoom(1 / 1.3),
    'film-whole': () => stage.fit(),
    'film-screen': screen,
    'film-link': link,
    'film-keep': save,
  })) document.getElementById(id)?.addEventListener('click', deed);

  const press = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Of a key that is held nothing moves.
    const on = () => step(now() + 1, event.repeat ? 0 : Infinity);
    const deed = {
      // In a lecture each press is a step; whoever wants it to play by itself presses Play.
      ' ': document.fullscreenElement ? on : toggle,
      ArrowRight: on,
      ArrowLeft: () => step(now() - 1),
      Home: () => step(0),
      End: () => step(last),
      Enter: fold,
      '+': () => stage.zoom(1.3),
      '-': () => stage.zoom(1 / 1.3),
      0: () => stage.fit(),
    }[event.key];
    if (!deed) return;
    event.preventDefault();
    if (event.key.length > 1) stop();
    deed();
  };
  const idle = [document.body, document.documentElement, document.getElementById('main'), theatre];
  // What has the focus may have keys of its own; where nothing has it, the stage hears what is no letter.
  document.addEventListener('keydown', (event) => {
    if (stage.root.contains(event.target)) press(event);
    else if (idle.includes(event.target) && [' ', 'ArrowLeft', 'ArrowRight'].includes(event.key)) press(event);
  });
  /** All of the screen for a lecture, and back; keys are for the stage then. */
  async function screen() {
    if (document.fullscreenElement) { await document.exitFullscreen(); return; }
    stop();
    await theatre.requestFullscreen();
    stage.root.focus();
  }

  /** The address of this moment, where others find it. */
  function link() {
    history.replaceState(null, '', `#moment=${now() + 1}`);
    const done = document.getElementById('film-said');
    done.textContent = say('linked');
    navigator.clipboard?.writeText(location.href).then(() => { done.textContent = say('copied'); }, () => {});
  }

  /** The moment, or the whole film, as a file. */
  async function save() {
    stop();
    const [own, said] = [now(), document.getElementById('film-said')];
    const tell = (text) => { said.textContent = text; };
    const form = document.getElementById('film-form').value;
    await keep(stage, form, `moment-${own + 1}`, { step, last, pace: PACES[pace.value], tell });
    if (form === 'film') await step(own);
    tell(say('saved'));
  }

  // A page within another has no address of its own.
  document.getElementById('film-link').hidden = location.protocol === 'about:';

  const asked = Number(new URLSearchParams(location.hash.slice(1)).get('moment'));
  return asked >= 1 ? Math.min(last, asked - 1) : begin;
}
