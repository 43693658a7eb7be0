// Asking for something that is no part of a running game: the page itself, where it knows, and else the house.

import { askModule, come, isModuleHere, questionOf } from './local.js';

/** A refusal in the words of the server. */
export class Refusal extends Error {
  /** @param {{id: string, says: string}} view @param {number} [wait] after how many seconds to try again, if at all */
  constructor(view, wait = 0) {
    super(view.says);
    this.id = view.id;
    this.wait = wait;
  }
}

/**
 * The answer of the page itself; undefined if it could not give one.
 * @param {object} question
 */
async function answerHere(question) {
  const answer = await askModule(question).catch(() => undefined);
  if (answer?.error !== undefined) throw new Refusal(answer.error);
  return answer?.svg ?? answer;
}

/**
 * What the house answers, as a whole: the connection may break in the midst of it too.
 * @param {string} path @param {RequestInit} what
 */
async function fetchWhole(path, what) {
  const response = await fetch(path, what);
  const kind = response.headers.get('content-type') ?? '';
  return { response, answer: kind.startsWith('application/json') ? await response.json() : await response.text() };
}

/**
 * Sends a request and gives back what is answered.
 * @param {'GET' | 'POST' | 'DELETE'} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function request(method, path, body) {
  const own = questionOf(method, path, body);
  if (own !== null && !own.isHouseFirst) {
    const answer = isModuleHere() ? await answerHere(own.question) : undefined;
    if (answer !== undefined) return answer;
  }
  const headers = body === undefined ? undefined : { 'content-type': 'application/json' };
  const text = body === undefined ? undefined : JSON.stringify(body);
  let whole;
  try {
    whole = await fetchWhole(path, { method, headers, body: text });
  } catch {
    const answer = own !== null && await come() ? await answerHere(own.question) : undefined;
    if (answer !== undefined) return answer;
    throw new Refusal({ id: 'unreachable', says: 'The server cannot be reached. Try again in a moment.' });
  }
  // What is needed now has the line to itself; what will answer the next time comes after it.
  if (own !== null && !own.isHouseFirst) void come();
  const { response, answer } = whole;
  if (response.ok) return answer;
  const wait = [429, 503].includes(response.status) ? Number(response.headers.get('retry-after') ?? 0) : 0;
  throw new Refusal(typeof answer === 'object' ? answer : { id: 'failed', says: 'That did not work. Try again in a moment.' }, wait);
}

/**
 * Makes sure that the server knows the visitor, by this name or by any.
 * @param {string} name
 */
export async function introduce(name) {
  const me = await request('GET', '/api/me');
  const wanted = name.trim();
  if (wanted !== '' && wanted !== me.name) await request('POST', '/api/me', { name: wanted });
  else if (me.name === null) await request('POST', '/api/me', { name: `Guest ${100 + Math.floor(Math.random() * 900)}` });
}
