// What the computer thinks of a position in a record. It thinks on the visitor's own processor where the browser can run
// it, a little at a time, so that what it knows can be seen to grow and be stopped; and at the house elsewhere.

import { request } from './api.js';
import { askModule, come, isModuleHere } from './local.js';

/** How long it thinks before it shows what it knows, in milliseconds. */
const SLICE = 250;

/**
 * @param {{ record: string, at: number, setup: string }} what
 * @param {{ millis: number, isWanted: () => boolean, grown: (answer: import('./types').StudyAnswer) => void }} how for how long it thinks, whether it still has to, and what to do with what it knows so far
 */
export async function analyse({ record, at, setup }, { millis, isWanted, grown }) {
  const study = { record, at, do: 'analyse', text: '' };
  const askHouse = async () => {
    const answer = await request('POST', '/api/study', study);
    // It holds the record as it was when the house was asked. What was changed since would be lost.
    if (isWanted()) grown(answer);
  };
  if (!await come()) { await askHouse(); return; }
  // The computer is not asked about a game between people that goes on, which the house alone knows.
  await request('POST', '/api/study', { ...study, do: 'check-fair-play' });
  const [game] = setup.split(':');
  for (let spent = 0; spent < millis && isModuleHere() && isWanted(); spent += SLICE) {
    const answer = await askModule({ ...study, ask: 'study', millis: SLICE }, game).catch(() => null);
    // The module, or the net that it needs, could not be had after all.
    if (answer === null) { await askHouse(); return; }
    if (answer.error !== undefined) throw new Error(answer.error.says);
    if (isWanted()) grown(answer);
  }
}
