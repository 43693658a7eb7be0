// Looking at a game again. The record is held here as text; the server, which knows the rules, changes it.

import { say, shout } from './announce.js';
import { analyse } from './analysis.js';
import { Refusal, request } from './api.js';
import { Board } from './board.js';
import { drawGraph } from './graph.js';
import { Hand } from './hand.js';
import { listenToKeys } from './keys.js';
import { askModule, come } from './local.js';
import { offerMissed } from './missed.js';
import { Mistakes } from './mistakes.js';
import { copy, find, findAll, holdClicks, releaseClicks, seek } from './page.js';
import { askFirst } from './question.js';
import { forget, keep, kept } from './secrets.js';
import { showTree } from './variations.js';

/** How long the computer thinks about a position that was asked about alone, and about each of a whole game, in milliseconds. */
const [ONE_POSITION, WHOLE_GAME] = [4000, 750];
/** How far a wheel turns for a move, and how much a line of text is where it is told in lines, in pixels. Some wheels turn 66 at once. */
const [NOTCH, LINE] = [60, 40];
/** Where comments are kept that are not in the record yet. */
const DRAFTS = 'konoba.drafts';

const data = seek('#tree-data');
if (data !== null) void begin(JSON.parse(data.textContent ?? ''));
else open();

/**
 * Shows the game that came with the page, or the one in the address: without a network the browser has kept only the page of
 * an empty board.
 * @param {import('./types').TreeView} tree
 */
async function begin(tree) {
  const line = new URLSearchParams(location.search).get('line');
  const isHere = line === null || line === tree.line || tree.nodes.length > 1;
  const kept = keptRecord();
  if (isHere && kept === null) { study(tree, tree.line, null, keptDrafts()); return; }
  holdClicks();
  let problem = '';
  const first = isHere ? tree : await fit(line).catch((error) => { problem = error.message; return tree; });
  // A game that is still played may have gone on since it was kept.
  const own = kept?.line !== first.line ? null : await request('POST', '/api/study', { record: kept.sgf }).catch(() => {
    problem = 'Your variations and comments cannot be loaded. Nothing is lost: reload the page before you change anything.';
    return null;
  });
  // What is kept must not be replaced by a record that came without it.
  study(own?.tree ?? first, first.line, own === null ? null : kept?.at, problem === '' ? keptDrafts() : {});
  releaseClicks();
  if (problem === '') return;
  find('#message').textContent = problem;
  shout(problem);
}

/**
 * Makes the page of an empty board fit a game.
 * @param {string} line
 * @returns {Promise<import('./types').TreeView>}
 */
async function fit(line) {
  if (!await come()) throw new Error('This game cannot be loaded without a connection. Nothing is lost: reload the page when you are online.');
  const { tree: own, error } = await askModule({ ask: 'study', record: line });
  if (error !== undefined) throw new Refusal(error);
  const { svg } = await askModule({ ask: 'board', setup: own.setup });
  find('#board').innerHTML = svg;
  for (const title of ['h1', '.title']) find(title, find('#study')).textContent = own.title;
  return own;
}

/** The place where a record is opened. */
function open() {
  const form = /** @type {HTMLFormElement} */ (find('#open'));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    const file = fields.get('file');
    const text = file instanceof File && file.size > 0 ? await file.text() : String(fields.get('text') ?? '');
    const problem = find('.problem', form);
    if (text.trim() === '') {
      problem.textContent = problem.dataset.empty ?? '';
      return;
    }
    try {
      const { tree } = await request('POST', '/api/study', { record: text });
      // The variations and comments do not fit into an address; they wait here for the next page.
      const query = `?line=${encodeURIComponent(tree.line)}`;
      keepRecord({ line: tree.line, sgf: tree.sgf, at: 0 }, query);
      forget(`${DRAFTS}${query}`);
      location.href = `/review${query}`;
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  });
}

/**
 * @param {import('./types').TreeView} first
 * @param {string} line the game that the address names, without what was changed in it here
 * @param {number | null} [place] where the reader was in a record that was kept here; null if this one was not
 * @param {Record<string, string>} [drafts] the comments that were typed and are not in the record yet, by the moves that lead to their places
 */
function study(first, line, place = null, drafts = {}) {
  let tree = first;
  let isKept = place !== null;
  /** @type {number} */
  let at = 0;
  const [message, status, comment] = [find('#message'), find('#status'), /** @type {HTMLTextAreaElement} */ (find('#comment'))];
  /** @type {Map<string, import('./types').StudyAnswer>} what the engine has said of positions, by their moves */
  const thoughts = new Map();
  /** @type {Map<number, import('./types').Patch[]>} how to undo the move of a node */
  const backs = new Map();
  const hand = new Hand(() => {});
  const board = new Board(find('#board'), {
    choose: (point) => void change('play', `${hand.letter}${point}`),
    consider() {},
  });
  board.frame.classList.add('live');

  /** @param {number} node */
  const parentOf = (node) => tree.nodes[node]?.parent ?? 0;
  /** @param {number} node */
  const childrenOf = (node) => tree.nodes.flatMap(({ parent }, child) => (parent === node && child > 0 ? [child] : []));
  /** The moves that lead to a node, the first one first. @param {number} node @returns {number[]} */
  const pathTo = (node) => (node === 0 ? [] : [...pathTo(parentOf(node)), node]);

  /** The moves that lead to a node, as they are written. @param {number} node */
  const movesTo = (node) => pathTo(node).map((way) => tree.nodes[way]?.mv).join(' ');

  /** Goes to a node by taking back what is not on the way there and playing what is. @param {number} to */
  function go(to) {
    board.clear();
    const way = pathTo(to);
    while (at !== 0 && !way.includes(at)) {
      board.patch(backs.get(at) ?? []);
      at = parentOf(at);
    }
    for (const node of way.slice(way.indexOf(at) + 1)) {
      const patches = tree.nodes[node]?.patches ?? [];
      backs.set(node, board.before(patches));
      board.patch(patches);
      at = node;
    }
    show();
    if (isKept) keepRecord({ line, sgf: tree.sgf, at });
  }

  function show() {
    const node = tree.nodes[at];
    if (node === undefined) return;
    const focused = document.activeElement;
    status.textContent = node.status;
    message.className = 'message';
    const thought = thoughts.get(movesTo(at));
    message.textContent = thought?.says ?? node.says;
    if (thought !== undefined) board.show(thought.heat);
    if (commented === null) showComment();
    showTree(find('#tree'), tree, at, look);
    drawCourse();
    save('#save-sgf', tree.sgf, 'application/x-go-sgf');
    /** @type {HTMLAnchorElement} */ (find('#save-svg')).href = picture();
    const [back, on] = [at > 0, childrenOf(at).length > 0];
    for (const [step, is] of Object.entries({ start: back, back, on, end: on })) {
      // A disabled button would lose the focus.
      find(`[data-step="${step}"]`).setAttribute('aria-disabled', String(!is));
    }
    for (const act of ['promote', 'delete']) /** @type {HTMLButtonElement} */ (find(`[data-do="${act}"]`)).disabled = !back;
    // What had the focus may be gone or off now: nothing is left to be deleted at the start, and a better move is no mistake.
    const now = document.activeElement ?? document.body;
    const isLost = now === document.body || now.getClientRects().length === 0 || now.matches(':disabled');
    if (isLost && focused !== document.body) board.focus();
  }

  /** The moves that lead to the one that is being commented on, if one is. The wheel, or the analysis of a whole game, may go on from it. @type {string | null} */
  let commented = null;

  function showComment() { comment.value = drafts[movesTo(at)] ?? tree.nodes[at]?.comment ?? ''; }

  /** Has a comment put into the record. It is kept as it was typed until it is there: the page may be left, or the server not be reached. @param {string} moves */
  async function handOver(moves) {
    const draft = drafts[moves];
    if (draft === undefined || !await change('comment', draft, moves) || drafts[moves] !== draft) return;
    delete drafts[moves];
    keepDrafts(drafts);
  }

  const mistakes = new Mistakes(look, (node, move) => { go(parentOf(node)); void change('play', move); });

  /** Draws how the line went in which one stands. */
  function drawCourse() {
    const nodes = [0, ...pathTo(lineEnd(at))];
    const line = nodes.flatMap((node) => tree.nodes[node] ?? []);
    const now = pathTo(at).length;
    drawGraph(find('#graph'), line, nodes, now, look);
    mistakes.show(line, nodes, now, (node) => thoughts.has(movesTo(node)));
  }

  /** The last move of the line that a node is in. @param {number} node @returns {number} */
  const lineEnd = (node) => { const [child] = childrenOf(node); return child === undefined ? node : lineEnd(child); };

  /** @param {string} what */
  function step(what) {
    const [child] = childrenOf(at);
    const to = { start: 0, back: parentOf(at), on: child ?? at, end: lineEnd(at) }[what] ?? at;
    if (to !== at) look(to);
  }

  /** Goes to a node that the reader has chosen, and says what was played there. @param {number} to */
  function look(to) {
    go(to);
    say([tree.nodes[at]?.says, tree.nodes[at]?.comment].join(' '));
  }

  /** To the variation before or after this one. @param {number} by */
  function turn(by) {
    const siblings = childrenOf(parentOf(at));
    const to = siblings[siblings.indexOf(at) + by];
    if (at > 0 && to !== undefined) { go(to); say(tree.nodes[at]?.says ?? ''); }
  }

  /** The change that was asked for last. Each begins with the record that the one before has left. The answer is whether nothing is left to be done. */
  let changing = Promise.resolve(true);
  /** How many of them go on. */
  let unfinished = 0;

  /**
   * Has the record changed and shows what comes of it.
   * @param {string} what @param {string} [text]
   * @param {string | null} [moves] those that lead to the place; null for where the reader is by then
   */
  function change(what, text = '', moves = what === 'play' ? null : movesTo(at)) {
    unfinished += 1;
    changing = changing.then(() => changeNow(what, text, moves)).finally(() => { unfinished -= 1; });
    return changing;
  }

  /** @param {string} what @param {string} text @param {string | null} moves */
  async function changeNow(what, text, moves) {
    const place = moves === null || moves === movesTo(at) ? at : tree.nodes.findIndex((_, node) => movesTo(node) === moves);
    // The move may have been deleted meanwhile.
    if (place < 0) return true;
    try {
      /** @type {import('./types').StudyAnswer} */
      const answer = await request('POST', '/api/study', { record: tree.sgf, at: place, do: what, text });
      if (answer.refused !== null) {
        // The reader may have gone on meanwhile, to a position of which this is not true.
        if (at !== place) return true;
        board.show(answer.refused.patches);
        tell(answer.refused.says);
      } else if (what === 'comment') {
        // A comment leaves all moves where they are, and so the reader too.
        take({ ...answer, at });
      } else {
        take(answer);
        say(answer.says ?? tree.nodes[at]?.says ?? '');
      }
      return true;
    } catch (error) {
      tell(/** @type {Error} */ (error).message);
      return false;
    }
  }

  /** All moves that go with a move when it is deleted, itself among them. @param {number} node @returns {number[]} */
  const branchOf = (node) => [node, ...childrenOf(node).flatMap(branchOf)];

  /** Deletes the move that is shown, with all that follows it. */
  async function deleteBranch() {
    const branch = branchOf(at);
    const { number = 0, mv = '', comment: said = '' } = tree.nodes[at] ?? {};
    const [own, after] = [`move ${number} (${mv})`, branch.length - 1];
    const all = after === 0 ? own : `${own} and ${after === 1 ? 'the move' : `the ${after} moves`} after it`;
    const isMuch = after > 0 || said !== '';
    if (isMuch && !await askFirst(`Delete ${all}? This cannot be undone.`, 'Delete')) return;
    const before = tree.nodes.length;
    await change('delete');
    // What was refused has been told.
    if (tree.nodes.length >= before) return;
    message.textContent = `Deleted ${all}.`;
    say(message.textContent);
  }

  /** Shows a record that was changed, and what the computer says of it. @param {import('./types').StudyAnswer} answer */
  function take(answer) {
    if (answer.tree === null) return;
    adopt(answer.tree, answer.at);
    if (answer.says !== null) thoughts.set(movesTo(at), answer);
    show();
  }

  /** @type {object | null} the analysis of the whole game that goes on */
  let course = null;
  /** How often something was begun that ends what the computer thinks. */
  let turns = 0;

  /** Asks the computer about the position, and shows what it knows as it grows. The answer is after how many seconds to try again: 0 if it was done, never if that is of no use. @param {number} millis */
  async function think(millis) {
    const own = ++turns;
    const place = movesTo(at);
    let seen = tree;
    // It goes on for as long as the same position is looked at and nothing else has changed the record.
    const isWanted = () => own === turns && tree === seen && movesTo(at) === place;
    find('[data-do="analyse"]').setAttribute('aria-pressed', 'true');
    try {
      await analyse({ record: tree.sgf, at, setup: tree.setup }, {
        millis, isWanted, grown(answer) { take(answer); seen = tree; },
      });
      if (isWanted()) say(thoughts.get(place)?.says ?? '');
      return 0;
    } catch (error) {
      tell(/** @type {Error} */ (error).message);
      return error instanceof Refusal && error.wait > 0 ? error.wait : Infinity;
    } finally {
      if (own === turns) find('[data-do="analyse"]').setAttribute('aria-pressed', 'false');
    }
  }

  /** Ends what the computer thinks. The answer is whether it did think. */
  function stop() {
    const button = find('[data-do="analyse"]');
    const isThinking = course !== null || button.getAttribute('aria-pressed') === 'true';
    turns += 1;
    showCourse(null);
    button.setAttribute('aria-pressed', 'false');
    return isThinking;
  }

  /** @param {object | null} own the analysis of the whole game that goes on from now on, if any */
  function showCourse(own) {
    course = own;
    find('[data-do="analyse-all"]').setAttribute('aria-pressed', String(own !== null));
  }

  /** Asks the engine about every position of the line, from the start on, until the player does something else. */
  async function analyseAll() {
    const own = {};
    showCourse(own);
    // The last position needs no engine if the game ended there.
    const line = [0, ...pathTo(lineEnd(at))].filter((node) => childrenOf(node).length > 0);
    for (const node of line) {
      if (course !== own) return;
      go(node);
      let wait = await think(WHOLE_GAME);
      // The server says how long to wait.
      while (course === own && wait > 0 && wait < Infinity) {
        const seconds = wait;
        await new Promise((done) => { setTimeout(done, seconds * 1000); });
        if (course === own) wait = await think(WHOLE_GAME);
      }
      if (wait > 0) break;
    }
    if (course === own) showCourse(null);
  }

  /** Takes a record instead of the one before. @param {import('./types').TreeView} next @param {number} place */
  function adopt(next, place) {
    // Numbers of nodes mean something else in another record, so the way begins anew.
    while (at !== 0) { board.patch(backs.get(at) ?? []); at = parentOf(at); }
    backs.clear();
    tree = next;
    isKept = true;
    go(place);
  }

  /** @param {string} text */
  function tell(text) {
    message.textContent = text;
    message.className = 'message refused';
    shout(text);
  }

  /** Where the board is drawn as a picture that stands alone. */
  function picture() {
    const drawn = new URLSearchParams({ setup: tree.setup, moves: movesTo(at), ...(tree.start !== null && { position: tree.start }) });
    return `/api/draw?${drawn}`;
  }

  find('[data-do="analyse"]').addEventListener('click', () => { if (!stop()) void think(ONE_POSITION); });
  find('[data-do="analyse-all"]').addEventListener('click', () => {
    // What is thought about one position makes room.
    const isWhole = course !== null;
    stop();
    if (!isWhole) void analyseAll();
  });
  for (const button of findAll('[data-step]')) button.addEventListener('click', () => step(button.dataset.step ?? ''));
  find('[data-do="promote"]').addEventListener('click', () => change('promote'));
  find('[data-do="delete"]').addEventListener('click', () => void deleteBranch());
  find('[data-do="link"]').addEventListener('click', (event) => {
    void copy(`${location.origin}/review?line=${encodeURIComponent(tree.line)}`, /** @type {HTMLElement} */ (event.currentTarget));
    // An address holds the moves of the main line and no more.
    const isMore = tree.nodes.some(({ comment: said }, node) => said !== '' || childrenOf(node).length > 1);
    if (isMore) message.textContent = 'The link holds the main line. Variations and comments are in the SGF file.';
  });
  comment.addEventListener('focus', () => { commented = movesTo(at); });
  comment.addEventListener('input', () => {
    drafts[commented ?? movesTo(at)] = comment.value;
    keepDrafts(drafts);
  });
  comment.addEventListener('blur', () => {
    if (commented !== null) void handOver(commented);
    commented = null;
    // The reader may be at another move by now.
    showComment();
  });
  find('#save-sgf').addEventListener('click', (event) => {
    if (unfinished === 0) return;
    // What was typed just before is to be in the file.
    event.preventDefault();
    const link = /** @type {HTMLElement} */ (event.currentTarget);
    void changing.then(() => link.click());
  });
  stepByWheel(board.svg, step);
  listenToKeys({
    typing(text) { message.textContent = text === '' ? '' : `${text} …`; message.className = 'message'; },
    typed: (text) => void change('play', text),
    keys: {
      ...hand.keys,
      ArrowLeft: () => step('back'), ArrowRight: () => step('on'), ArrowUp: () => turn(-1), ArrowDown: () => turn(1),
      Home: () => step('start'), End: () => step('end'), '=': () => say(board.described()), Escape: () => board.clear(),
    },
  });
  offerMissed(() => tree, find('#study').dataset.own ?? '');
  go(place ?? 0);
  for (const moves of Object.keys(drafts)) void handOver(moves);
  // What is drawn to the pixel is drawn again where there are more of them, or fewer.
  addEventListener('resize', drawCourse);
}

/**
 * A wheel goes one move with each notch, and a touchpad, which tells of every few pixels, one with as long a way.
 * @param {Element} place @param {(what: string) => void} step
 */
function stepByWheel(place, step) {
  let way = 0;
  place.addEventListener('wheel', (turned) => {
    const { ctrlKey, deltaMode, deltaY } = /** @type {WheelEvent} */ (turned);
    // With Ctrl, or two fingers, the browser zooms.
    if (ctrlKey) return;
    turned.preventDefault();
    const pixels = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : deltaY * LINE;
    way = Math.sign(way) === Math.sign(pixels) ? way + pixels : pixels;
    if (Math.abs(way) < NOTCH) return;
    way = 0;
    step(pixels > 0 ? 'on' : 'back');
  }, { passive: false });
}

/**
 * @typedef {object} KeptRecord
 * @property {string} line the game that the address named
 * @property {string} sgf what has become of it
 * @property {number} at the move that was shown
 */

/** What has become of the game of this address, if it was changed in this tab. @returns {KeptRecord | null} */
function keptRecord() {
  try { return JSON.parse(sessionStorage.getItem(`konoba.record${location.search}`) ?? 'null'); } catch { return null; }
}

/** @param {KeptRecord} record @param {string} [query] that of the address to which it belongs; the one of this page unless given */
function keepRecord(record, query = location.search) {
  try { sessionStorage.setItem(`konoba.record${query}`, JSON.stringify(record)); } catch { /* Then it is gone with the page. */ }
}

/** The comments on the game of this address that are not in the record yet. @returns {Record<string, string>} */
function keptDrafts() {
  try { return JSON.parse(kept(`${DRAFTS}${location.search}`) ?? '{}'); } catch { return {}; }
}

/** @param {Record<string, string>} drafts */
function keepDrafts(drafts) {
  const name = `${DRAFTS}${location.search}`;
  if (Object.keys(drafts).length === 0) forget(name);
  else keep(name, JSON.stringify(drafts));
}

/** @param {string} link @param {string} text @param {string} kind */
function save(link, text, kind) {
  /** @type {HTMLAnchorElement} */ (find(link)).href = `data:${kind};charset=utf-8,${encodeURIComponent(text)}`;
}
