// What the page answers by itself. The house answers until the module has arrived, and where a browser cannot run it.

/** @typedef {{ re: number, answered: (answer: any) => void, failed: (error: Error) => void }} Pending */

/** @type {Worker | null} */
let worker = null;
/** @type {'away' | 'coming' | 'here' | 'impossible'} */
let standing = 'away';
let next = 1;
/** @type {Map<number, Pending>} */
const pending = new Map();
/** @type {Promise<boolean> | null} */
let coming = null;

/** Whether this browser could answer questions. */
export function canRunModule() { return typeof WebAssembly === 'object' && typeof Worker === 'function'; }

/** What is said where nothing else can answer. */
function stopped() { return new Error('The computer in this page has stopped. Reload the page to go on; nothing is lost.'); }

/** Whether questions are answered here just now. */
export function isModuleHere() { return standing === 'here'; }

/** Whether a game may begin in this browser with nothing to wait for: the module is here, or kept for the time without a network. */
export async function isModuleReady() {
  if (isModuleHere()) return true;
  if (!canRunModule() || (navigator.serviceWorker?.controller ?? null) === null) return false;
  // After an update, what is kept may still be of the version before, which is not the one that this page would ask for.
  const module = new URL('../wasm/konoba.wasm', new URL(document.documentElement.dataset.worker ?? '', location.href));
  return caches.match(module).then((kept) => kept !== undefined, () => false);
}

/** Has the module come, if it can. The answer says whether it is here. */
export function come() {
  coming ??= new Promise((come) => {
    if (!canRunModule()) { standing = 'impossible'; come(false); return; }
    standing = 'coming';
    const fail = () => {
      standing = 'impossible';
      worker?.terminate();
      worker = null;
      // If what the browser keeps is damaged, it is whole again when the next page asks.
      navigator.serviceWorker?.controller?.postMessage('check');
      for (const { failed } of pending.values()) failed(stopped());
      pending.clear();
      come(false);
    };
    try {
      worker = new Worker(document.documentElement.dataset.worker ?? '', { type: 'module' });
    } catch { fail(); return; }
    worker.addEventListener('error', fail);
    worker.addEventListener('message', ({ data }) => {
      if (data.type === 'failed') { fail(); return; }
      // For those who want to see it: how much memory it takes, and by which instructions it computes nets.
      document.documentElement.dataset.module = `${data.bytes} ${data.kind}`;
      if (data.type === 'ready') { standing = 'here'; come(true); return; }
      pending.get(data.re)?.answered(data.answer);
      pending.delete(data.re);
    });
  });
  return coming;
}

/**
 * Asks the module, which has to be here.
 * @param {object} question
 * @param {string} [game] whose net is needed
 * @returns {Promise<any>}
 */
export function askModule(question, game) {
  const re = next++;
  return new Promise((answered, failed) => {
    pending.set(re, { re, answered, failed });
    if (worker === null) { pending.delete(re); failed(stopped()); return; }
    worker.postMessage({ re, game, question });
  });
}

/** What the house is asked that the module can answer too, by the address. @type {Record<string, string>} */
const QUESTIONS = { 'POST /api/study': 'study', 'POST /api/lesson': 'lesson', 'POST /api/puzzle': 'puzzle', 'GET /api/draw': 'draw' };
/** What the house is to judge first: whether the computer may speak about a position of a game that goes on. */
const HOUSE_FIRST = ['analyse', 'play-proof', 'check-fair-play'];

/**
 * The question of a request, if it is one that can be answered here.
 * @param {string} method @param {string} path @param {any} body
 * @returns {{ question: object, isHouseFirst: boolean } | null}
 */
export function questionOf(method, path, body) {
  const [address = '', query = ''] = path.split('?');
  const kind = QUESTIONS[`${method} ${address}`];
  if (kind === undefined) return null;
  const asked = body ?? Object.fromEntries(new URLSearchParams(query));
  return { question: { ...asked, ask: kind }, isHouseFirst: HOUSE_FIRST.includes(asked.do) };
}
