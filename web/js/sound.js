// A stone on wood, made by hand; heard only by those who wish it.

/** @type {AudioContext | null} */
let context = null;
/** Whether something was touched or typed: before that a browser may keep a page silent, and would sound everything at once later. */
let isWoken = false;

// iOS lets a page sound only from what the visitor does, and may silence it again in the background.
for (const kind of ['pointerup', 'touchend', 'keydown']) addEventListener(kind, wake, { capture: true, passive: true });

function wake() {
  if (document.documentElement.dataset.sounds !== 'on') return;
  isWoken = true;
  context ??= new AudioContext();
  if (context.state !== 'running') void context.resume().catch(() => {});
}

/** Sounds like a piece that is placed. */
export function knock() { sound(520, 140, 0, 0.12); }

/**
 * Sounds like the end of a game: up for those who have won, down for the others.
 * @param {boolean} isWon
 */
export function ring(isWon) {
  const notes = isWon ? [523, 659, 784] : [392, 330];
  for (const [index, note] of notes.entries()) sound(note, note, 0.15 + index * 0.16, 0.35);
}

/**
 * One tone that dies away.
 * @param {number} from its height at first
 * @param {number} to and soon afterwards
 * @param {number} after when it begins, in seconds
 * @param {number} length
 */
function sound(from, to, after, length) {
  if (document.documentElement.dataset.sounds !== 'on') return;
  context ??= new AudioContext();
  if (context.state !== 'running' && !isWoken) return;
  const [tone, volume, begin] = [context.createOscillator(), context.createGain(), context.currentTime + after];
  tone.frequency.setValueAtTime(from, begin);
  tone.frequency.exponentialRampToValueAtTime(to, begin + 0.07);
  volume.gain.setValueAtTime(0.3, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
  tone.connect(volume).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + length);
}
