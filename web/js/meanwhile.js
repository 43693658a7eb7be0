// Playing the computer while an offer stands: the offer is kept alive from here, and its maker is called when
// a player joins.

import { request } from './api.js';
import { notifyOfTurn } from './notify.js';
import { find, seek } from './page.js';
import { forget, keep, keepCode, kept, keptCode } from './secrets.js';
import { Line } from './socket.js';
import { knock } from './sound.js';

/** The table of the offer that stands, for as long as this window is open. */
const OFFER = 'konoba.offer';
/** How long those who are called may think about it, in milliseconds. Their opponent is waiting. */
const PATIENCE = 6000;

/**
 * Goes to a game against the computer, to the one that was begun before if there is one.
 * @param {HTMLElement} button
 * @param {string} offer the table of the offer
 */
export async function playMeanwhile(button, offer) {
  const { setup, level } = button.dataset;
  let path = kept(`konoba.meanwhile.${offer}`);
  if (path === null) {
    const laid = await request('POST', '/api/tables', { setup, with: 'engine', level: Number(level), time: 'none', side: null, name: null });
    keepCode(laid.table, laid.code);
    path = String(laid.watch);
    keep(`konoba.meanwhile.${offer}`, path);
  }
  keep(OFFER, offer);
  location.href = path;
}

/** Keeps an offer alive that was made in this window, and calls the player when an opponent has joined. */
export function watchOffer() {
  const strip = seek('#elsewhere');
  const offer = kept(OFFER);
  if (strip !== null && offer !== null) watch(strip, offer);
}

/**
 * @param {HTMLElement} strip what is said of the offer
 * @param {string} offer the table of the offer
 */
function watch(strip, offer) {
  const link = /** @type {HTMLAnchorElement} */ (find('[data-offer]', strip));
  link.href = `/t/${offer}`;
  strip.hidden = false;
  let hasToldCode = false;
  const line = new Line(() => `/api/tables/${offer}/socket`, {
    said(news) {
      if (news.type !== 'table') return;
      /** @type {import('./types').TableView} */
      const table = news.table;
      const code = keptCode(offer);
      if (table.you.length === 0 && code !== null && !hasToldCode) {
        hasToldCode = true;
        line.tell({ code });
        return;
      }
      if (table.standing === 'waiting') return;
      line.end();
      forget(OFFER);
      if (table.standing === 'withdrawn' && table.next !== null) {
        // Another player waits for the same at another table, where the seat has the same code.
        if (code !== null) keepCode(table.next, code);
        keep(OFFER, table.next);
        watch(strip, table.next);
      } else if (table.standing === 'playing') call(table);
      else {
        link.textContent = link.dataset.over ?? '';
        find('.spinner', strip).hidden = true;
        find('[data-stop]', strip).hidden = true;
      }
    },
    lost() {},
    found() { hasToldCode = false; },
  });
  find('[data-stop]', strip).addEventListener('click', async () => {
    line.end();
    forget(OFFER);
    strip.hidden = true;
    // If an opponent has joined in this very moment, the game is under Your games.
    await request('DELETE', `/api/tables/${offer}`).catch(() => {});
  });
}

/** @param {import('./types').TableView} table */
function call(table) {
  const dialog = /** @type {HTMLDialogElement} */ (find('#called'));
  const go = () => { location.href = `/t/${table.table}`; };
  find('[data-opponent]', dialog).textContent = table.seats.find(({ seat }) => !table.you.includes(seat))?.name ?? '';
  for (const other of document.querySelectorAll('dialog[open]')) /** @type {HTMLDialogElement} */ (other).close();
  dialog.showModal();
  dialog.addEventListener('close', go, { once: true });
  knock();
  notifyOfTurn(table, `/t/${table.table}`);
  setTimeout(go, PATIENCE);
}
