// A stone on wood, made by hand; heard only by those who wish it.

/** @type {AudioContext | null} */
let context = null;

/** Sounds like a piece that is placed. */
export function knock() {
  if (document.documentElement.dataset.sounds !== 'on') return;
  context ??= new AudioContext();
  const [tone, volume, now] = [context.createOscillator(), context.createGain(), context.currentTime];
  tone.frequency.setValueAtTime(520, now);
  tone.frequency.exponentialRampToValueAtTime(140, now + 0.07);
  volume.gain.setValueAtTime(0.35, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.11);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.12);
}
