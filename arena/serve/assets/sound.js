// Sounds of a game, made on the spot: a move, a capture, the end. Silent unless somebody has switched them on.

/** Of each sound its tones: how high in hertz, when it begins and how long it lasts in seconds. */
const SOUNDS = {
  move: [[440, 0, 0.07]],
  take: [[300, 0, 0.08], [190, 0.05, 0.1]],
  end: [[523, 0, 0.18], [659, 0.14, 0.18], [784, 0.28, 0.35]],
};
/** How loud, and what is as good as silent; a ramp cannot end at nothing. */
const LOUD = 0.18;
const SILENT = 0.0001;

let speaker = null;

/** Whether sounds are wished in this browser. */
export const isHeard = () => localStorage.getItem('sounds') === 'on';

/** Plays a sound, if sounds are wished. */
export function hear(name) {
  if (!isHeard()) return;
  speaker ??= new AudioContext();
  for (const [hertz, after, length] of SOUNDS[name]) {
    const begin = speaker.currentTime + after;
    const tone = speaker.createOscillator();
    const volume = speaker.createGain();
    tone.type = 'triangle';
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(SILENT, begin);
    volume.gain.exponentialRampToValueAtTime(LOUD, begin + 0.01);
    volume.gain.exponentialRampToValueAtTime(SILENT, begin + length);
    tone.connect(volume).connect(speaker.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
}
