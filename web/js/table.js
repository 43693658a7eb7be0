// The page of a table: what the house says is shown, what the visitor wants is ordered.

import { say, shout } from './announce.js';
import { request } from './api.js';
import { Board } from './board.js';
import { leaveOnce } from './busy.js';
import { isConfirmed, isSeatTaken, keepFocus, offer, showChoices } from './choices.js';
import { Clocks } from './clocks.js';
import { Hand } from './hand.js';
import { Hints } from './hints.js';
import { listenToSitting, showInvitation, shareWatching } from './invite.js';
import { listenToKeys } from './keys.js';
import { Lines } from './lines.js';
import { askModule, come, isModuleHere } from './local.js';
import { playMeanwhile, watchOffer } from './meanwhile.js';
import { movesShown, showMoves } from './moves.js';
import { ask, copyField, find, findAll, holdClicks, releaseClicks, seek } from './page.js';
import { Orders } from './orders.js';
import { PageGame } from './page-game.js';
import { notifyOfTurn } from './notify.js';
import { Pace } from './pace.js';
import { Past } from './past.js';
import { offerReading } from './reading.js';
import { offerRemarks, showRemark } from './remarks.js';
import { showPresence, showSeats, showWatchers } from './seats.js';
import { forgetCode, keepCode, keptCode } from './secrets.js';
import { Line } from './socket.js';
import { knock, ring } from './sound.js';

const root = find('#table');
const id = root.dataset.table ?? '';
const message = find('#message');
const resignation = /** @type {HTMLDialogElement} */ (find('#resignation'));

if (root.dataset.here !== undefined) holdClicks();
/** The game, where it is played in the page and not at the house. */
const here = root.dataset.here === undefined ? null : await PageGame.open(root.dataset.here).catch((error) => {
  // It is said beside the way to another game.
  offer('withdrawn', error.message);
  shout(error.message);
  find('#status').textContent = '';
  releaseClicks();
  throw error;
});

/** @type {import('./types').TableView | null} the table as it was last seen */
let table = null;
/** @type {string | null} the move that waits for a yes */
let waiting = null;
/** @type {string | null} the point that was chosen last in this position */
let chosen = null;
/** @type {{point: string, piece: string} | null} the piece that was ordered and is not answered for */
let ordered = null;
/** @type {string | null | undefined} the table of the next game; undefined before the house has said anything */
let next;
let hasToldCode = false;
/** @type {{point: string, by: 'mouse' | 'touch' | 'key'} | null} the point that was chosen before the house had said anything */
let early = null;

const hand = new Hand(() => { dress(); cancel(); });
const clocks = new Clocks();
const board = new Board(find('#board'), { choose, consider });
const past = new Past(board, () => table?.setup ?? '', {
  tell: (says) => tell(says, ''),
  // What is asked about a move is asked about the board as it is.
  entered: () => cancel(),
  turned: () => { dress(); keepFocus(board); },
});

const lines = new Lines(board, {
  ask: () => line.ask({ ask: 'lines' }),
  // What is said of an earlier board stands until that is left.
  tell: (says) => { if (!past.isShown) tell(says, ''); },
});

const openReading = offerReading((question) => here?.read(question) ?? request('GET', `/api/tables/${id}/read?ask=${encodeURIComponent(question)}`));
const pace = new Pace();
const hints = new Hints(() => here?.hint() ?? request('GET', `/api/tables/${id}/hint`), {
  thinks: () => tell('Thinking…', ''),
  gives(hint) {
    if (hint.version !== table?.version || past.isShown) return;
    if (waiting === null) board.show(hint.patches);
    tell(hint.says, '');
  },
  fails: (says) => tell(says, 'refused'),
});

/** @type {import('./socket.js').LineEvents} */
const events = {
  said: (news) => pace.show(news.type === 'news' && isAnswering(), () => hear(news)),
  lost() {
    document.body.classList.add('lost-connection');
    find('#lost').hidden = false;
    clocks.stop();
    shout(find('#lost').textContent ?? '');
  },
  waits(kind) {
    for (const name of ['slow', 'queued']) {
      const notice = find(`#${name}`);
      if (notice.hidden && kind === name) say(notice.textContent ?? '');
      notice.hidden = kind !== name;
    }
    if (kind !== null) showOrdered();
  },
  found() {
    document.body.classList.remove('lost-connection');
    // At once, since what was missed is said right after it.
    if (!find('#lost').hidden) shout('Connected again.');
    find('#lost').hidden = true;
    hasToldCode = false;
  },
  signedOut() {
    // The seat is not taken up again by itself. Another page may have a new cookie in a moment.
    forgetCode(id);
    setTimeout(() => location.reload(), 1000);
  },
};

const line = here ?? new Line(() => {
  const { version, latest } = table ?? root.dataset;
  return `/api/tables/${id}/socket?seen=${version}&latest=${latest}`;
}, events, `konoba.orders.${id}`);

const orders = new Orders((wanted) => line.order(wanted));

/** Whether the next move is the computer's. */
function isAnswering() { return table?.seats.find(({ seat }) => seat === table?.to_move)?.is_engine ?? false; }

/** @param {import('./types').ServerMessage} news */
function hear(news) {
  switch (news.type) {
    case 'table': {
      // It may be another game of the same length: the database can have lost the last moves.
      const isBack = news.table.version <= (table?.version ?? 0);
      // A connection that was mended unseen leaves what the player is doing as it is, unless something was missed.
      if (!isAsSeen(news.table)) {
        table = null;
        board.patch(news.points);
        showMoves(news.table.moves, []);
      } else void lines.show();
      show(news.table);
      if (news.says.length > 0) tell(news.says.join(' '), isBack ? 'refused' : '');
      if (isSeatTaken(news.table, id)) tell('This seat is taken. You are watching.', '');
      if (early !== null) {
        const { point, by } = early;
        early = null;
        choose(point, by);
      }
      break;
    }
    case 'news':
      if (table === null) break;
      board.patch(news.patches);
      if (news.table.moves !== undefined) showMoves(news.table.moves, news.says);
      show({ ...table, ...news.table });
      if (news.patches.length > 0) {
        knock();
        pace.begin();
      }
      tell(news.says.join(' '), '');
      // A card shows what is asked; those who do not see it have heard it, and with a swap what to do.
      if (news.table.question) tellNothing();
      if (news.table.swap) say(`${news.says.join(' ')} ${table.status}`);
      if (news.table.result) celebrate(news.table.result);
      break;
    case 'remark':
      showRemark(news, table?.you.includes(news.seat) ?? false);
      break;
    case 'presence':
      if (table === null) break;
      table.seats = table.seats.map((seat) => ({ ...seat, is_present: news.is_present[seat.seat - 1] ?? false }));
      table.watchers = news.watchers;
      for (const seat of table.seats) showPresence(seat.seat, seat.is_present);
      showWatchers(news.watchers);
      break;
  }
}

/** Whether nothing has happened at the table since it was last seen. A game in the page is sent whole where it went on elsewhere. @param {import('./types').TableView} now */
function isAsSeen({ version, latest, standing, you }) {
  return here === null && version === table?.version && latest === table.latest && standing === table.standing && String(you) === String(table.you);
}

/**
 * The game has just ended. The result stands in its own place, and is not said twice.
 * @param {NonNullable<import('./types').TableView['result']>} result
 */
function celebrate({ winner }) {
  message.textContent = '';
  board.light();
  if (winner !== null) ring(table?.you.length !== 1 || table.you.includes(winner));
}

/** @param {import('./types').TableView} now */
function show(now) {
  const hasMoved = now.version !== table?.version;
  // What was seen first on coming here is no news, and two at one device see each other's moves.
  const isNews = hasMoved && table !== null && now.you.length === 1;
  table = now;
  root.dataset.standing = now.standing;
  root.dataset.seats = String(now.you.length);
  find('#status').textContent = now.status;
  showWatchers(now.watchers);
  find('#record').hidden = now.version === 0;
  showSeats(now);
  showChoices(now);
  clocks.set(now);
  showInvitation(now);
  if (!may('resign')) resignation.close();
  if (hasMoved) {
    past.leave();
    cancel();
    board.allow(may('play') ? now.legal : '');
    dress();
    hints.turn(may('play'));
    lines.renew();
  }
  if (isNews && may('play')) notifyOfTurn(now);
  document.title = may('play') ? `● ${now.status}` : `${now.status}`;
  // A seat that was taken elsewhere is taken up here by its code.
  const code = keptCode(id);
  if (now.you.length === 0 && code !== null && !hasToldCode) {
    hasToldCode = true;
    line.tell({ code });
  }
  // A move that waited for the connection when the page was loaded anew. It has its name and is not made twice.
  if (now.you.length > 0) for (const wanted of line.takeUnanswered()) void order(wanted);
  // Players go on by themselves to a rematch that is agreed while they are here, and from an offer to the table of an
  // opponent who wants the same. Watchers, and players who come back to a game that is over, get a link.
  const isAgreedNow = next === null && now.next !== null;
  next = now.next;
  if (now.next !== null && now.you.length > 0) {
    if (now.standing === 'withdrawn' && code !== null) keepCode(now.next, code);
    if (now.standing === 'withdrawn' || isAgreedNow) location.replace(`/t/${now.next}`);
  }
  keepFocus(board);
}

/** Shows on the board what would be placed. */
function dress() {
  const piece = pieceInHand();
  board.frame.classList.toggle('live', may('play') && !past.isShown);
  board.frame.classList.toggle('hand-first', piece === 'first');
  board.frame.classList.toggle('hand-second', piece === 'second');
}

/** The class of the piece that would be placed. */
function pieceInHand() {
  const side = table?.seats.find(({ seat }) => seat === table?.to_move)?.side?.class ?? '';
  return hand.class || side;
}

/** Whether something can be done now. @param {string} what */
function may(what) { return table?.can.includes(what) ?? false; }

/**
 * Says something in the page and aloud.
 * @param {string} text
 * @param {'refused' | ''} kind
 */
function tell(text, kind) {
  message.textContent = text;
  message.className = `message ${kind}`;
  (kind === 'refused' ? shout : say)(text);
}

/** @param {string} point */
function moveTo(point) { return `${hand.letter}${point}`; }

/**
 * A point was chosen: play it, ask whether it is meant, or say why not.
 * @param {string} point
 * @param {'mouse' | 'touch' | 'key'} by
 */
function choose(point, by) {
  // One move at a time: what comes of the last one is not known yet.
  if (table === null) early = { point, by };
  if (table === null || ordered !== null) return;
  chosen = point;
  // The board that is shown is an earlier one, on which no move can be played.
  if (past.isShown) {
    past.leave();
    tell(table.status, '');
    return;
  }
  if (!may('play')) {
    if (table.you.length > 0) tell(table.status, '');
    return;
  }
  const mv = moveTo(point);
  // What is chosen while the line is broken is ordered as soon as it holds again.
  if (board.allows(point) && (!isConfirmed(by, table?.takes_days ?? false) || waiting === mv)) {
    play(mv);
    return;
  }
  // Another point is meant now: no question about the one before stays open.
  if (waiting !== null) {
    waiting = null;
    offer('confirm', null);
    keepFocus(board);
  }
  void (line.holds || isModuleHere() ? explain(point) : Promise.resolve()).then(() => {
    // A third point may have been chosen meanwhile.
    if (board.allows(point) && chosen === point) askWhetherMeant(mv, point);
  });
}

/** @param {string} mv @param {string} point */
function askWhetherMeant(mv, point) {
  waiting = mv;
  const answer = answers.get(point);
  // Without a connection there is no sentence from the server: show the move as it is written.
  const card = offer('confirm', answer?.asks ?? mv);
  const says = answer !== undefined && answer.fills.length > 0 ? answer.says : '';
  find('[data-says]', card).textContent = says;
  tellNothing();
  say(`${answer?.asks ?? mv} ${says}`);
}

/** Forgets a move that was not meant. */
function cancel() {
  waiting = null;
  chosen = null;
  // What is still being asked about a point is of no use any more.
  latest += 1;
  answers.clear();
  offer('confirm', null);
  keepFocus(board);
  board.clear();
}

/** Shows the piece that was ordered, for as long as the house has not answered. */
function showOrdered() {
  if (ordered !== null && !past.isShown) board.ghost(ordered.point, ordered.piece);
}

/** @param {string} mv */
function play(mv) {
  const point = chosen;
  cancel();
  ordered = point === null ? null : { point, piece: pieceInHand() };
  order({ do: 'play', move: mv });
}

/** @param {import('./types').Order} wanted */
async function order(wanted) {
  const answer = await orders.give({ seen: table?.version, latest: table?.latest, ...wanted });
  if (answer === null) return;
  if (ordered !== null && wanted.do === 'play') {
    ordered = null;
    board.clear();
  }
  if (answer.type === 'refused') {
    tell(answer.says, 'refused');
    if (answer.patches) board.show(answer.patches);
  }
}

/** @type {Map<string, import('./types').MoveAnswer>} what is known of points in this position */
const answers = new Map();
let latest = 0;

/**
 * The player points at a cell. That it is taken can be seen, and need not be explained.
 * @param {string | null} point
 */
function consider(point) {
  // While a move waits for a yes, the board shows that move.
  if (past.isShown || waiting !== null || ordered !== null) return;
  if (point !== null && may('play') && !board.isTaken(point)) {
    void explain(point);
    return;
  }
  latest += 1;
  board.clear();
  if (message.classList.contains('hint')) tellNothing();
}

/**
 * Shows what a piece on a point would do, or why it may not be placed there.
 * @param {string} point
 */
async function explain(point) {
  const own = ++latest;
  const version = table?.version;
  let answer = answers.get(point);
  if (answer === undefined) {
    answer = await judge(moveTo(point));
    if (answer === undefined || table?.version !== version) return;
    answers.set(point, answer);
  }
  if (own !== latest) return;
  board.show(answer.patches);
  if (!answer.is_legal) tell(answer.says, 'refused');
  else if (answer.fills.length > 0) tell(answer.says, '');
  else tellNothing();
  message.classList.add('hint');
}

/** What a move would do, or why it may not be played: judged here where that can be done, and else by the house. @param {string} mv */
async function judge(mv) {
  const question = { ask: 'why', move: mv };
  if (here !== null || !isModuleHere()) return line.ask(question);
  const moves = movesShown().map((shown) => shown.mv).join(' ');
  const answer = await askModule({ ...question, setup: table?.setup, moves }).catch(() => undefined);
  return answer === undefined || answer.error !== undefined ? line.ask(question) : answer;
}

function tellNothing() {
  message.textContent = '';
  message.className = 'message';
}

/** @type {Record<string, (button: HTMLElement) => void | Promise<void>>} */
const acts = {
  confirm() { if (waiting !== null) play(waiting); },
  cancel() { cancel(); board.focus(); },
  swap() { order({ do: 'swap' }); },
  accept() { order({ do: `accept-${table?.question?.wish}` }); },
  decline() { order({ do: `decline-${table?.question?.wish}` }); },
  rematch() { order({ do: 'rematch' }); },
  // It is about the board as it is.
  hint() { past.leave(); hints.press(); },
  undo() { if (may('undo')) order({ do: 'undo' }); },
  async resign() {
    if (!may('resign')) return;
    find('[data-asks]', resignation).textContent = table?.asks.resign ?? '';
    const seat = table?.you.length === 2 ? table.to_move ?? undefined : undefined;
    if (await ask(resignation)) order({ do: 'resign', seat });
  },
  // They are those of the board as it is.
  lines(button) { past.leave(); tellNothing(); lines.toggle(button); },
  legal(button) {
    const isOn = document.documentElement.dataset.legal === 'on';
    if (isOn) delete document.documentElement.dataset.legal;
    else document.documentElement.dataset.legal = 'on';
    button.setAttribute('aria-pressed', String(!isOn));
  },
  remarks() { /** @type {HTMLDialogElement} */ (find('#remarks')).showModal(); },
  share() { shareWatching(id); },
  read() { openReading(); },
  keys() { /** @type {HTMLDialogElement} */ (find('#keys')).showModal(); },
  copy(button) { void copyField(find('[data-link]'), button); },
  'copy-watch'(button) { void copyField(find('[data-watch]'), button); },
  meanwhile(button) { void leaveOnce(button, () => playMeanwhile(button, id), (why) => tell(why, 'refused')); },
  withdraw(button) {
    void leaveOnce(button, async () => {
      await request('DELETE', `/api/tables/${id}`);
      location.href = '/';
    }, (why) => tell(why, 'refused'));
  },
};

watchOffer();
offerRemarks(async (remark) => {
  const unsent = line.holds ? 'The connection was lost. Your remark may not have been sent.' : 'No connection. Your remark was not sent.';
  const answer = await line.ask({ remark });
  if (answer?.type !== 'said') tell(answer?.says ?? unsent, 'refused');
});
find('#moves').addEventListener('click', (event) => {
  const line = event.target instanceof Element ? event.target.closest('li') : null;
  if (line !== null) past.goTo(findAll('#moves li').indexOf(line) + 1);
});
for (const button of findAll('[data-step]')) {
  button.addEventListener('click', () => past.step(button.dataset.step ?? ''));
}
for (const button of findAll('[data-do]')) {
  button.addEventListener('click', () => acts[button.dataset.do ?? '']?.(button));
}
seek('[data-do="legal"]')?.setAttribute('aria-pressed', String(document.documentElement.dataset.legal === 'on'));
if (here === null) /** @type {HTMLAnchorElement} */ (find('#record')).href = `/api/tables/${id}/record`;

listenToSitting(id, (why) => tell(why, 'refused'));

listenToKeys({
  typing(text) { message.textContent = text === '' ? '' : `${text} …`; message.className = 'message'; },
  typed(text) { if (board.has(text)) choose(text, 'key'); else order({ do: 'play', move: text }); },
  keys: {
    ...hand.keys,
    '?': () => acts.keys?.(root),
    '/': () => openReading(),
    '=': () => say(board.described() || (table?.title ?? '')),
    '-': () => say(`${table?.status ?? ''} ${clocks.said()}`.trim()),
    ',': () => past.step('back'),
    '.': () => past.step('on'),
    'Ctrl+z': () => acts.undo?.(root),
    Escape: () => { past.step('end'); cancel(); },
  },
});

// What is told at once needs everything above.
if (here !== null) {
  here.listen(events);
  releaseClicks();
}
// A player looks at points: what a piece would do there is judged here once the module has come. The page itself comes first.
if (here === null && root.dataset.seats !== '0') addEventListener('load', () => setTimeout(() => void come(), 2000));
