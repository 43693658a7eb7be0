// The worker of the page: it answers one question after the other, so that the page never waits for a thought.

import { Module } from './module.js';

/** A file of the version that this script belongs to. @param {string} file */
async function load(file) {
  const response = await fetch(new URL(`../${file}`, import.meta.url));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** @type {Promise<Module>} */
const opened = Module.open(load);
opened.then((module) => {
  // The computer is to play another game on another day.
  const [seed = 1] = crypto.getRandomValues(new Uint32Array(1));
  module.ask({ ask: 'seed', seed });
  postMessage({ type: 'ready', bytes: module.bytes, kind: module.kind });
}, () => postMessage({ type: 'failed' }));

/** @type {Promise<unknown>} what was asked before */
let before = opened;

addEventListener('message', ({ data: { re, game, question } }) => {
  before = before.then(() => answer(re, game, question), () => {});
});

/** @param {number} re @param {string | undefined} game whose net is needed @param {object} question */
async function answer(re, game, question) {
  try {
    const module = await opened;
    if (game !== undefined) await module.provideNet(game);
    postMessage({ type: 'answer', re, answer: module.ask(question), bytes: module.bytes, kind: module.kind });
  } catch (error) {
    // A module that has stopped in the middle is of no further use.
    postMessage({ type: 'failed', re, error: String(error) });
  }
}
