// Two people in two browsers play whole games, with everything that can happen in one.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { GAMES } from './games.mjs';
import { House } from './house.mjs';
import { Person } from './people.mjs';
import { world } from './world.mjs';

for (const script of GAMES) {
  test(`two browsers play ${script.game}: swap, refusal, fill, undo, end, rematch, a watcher`, async (t) => {
    const { browser } = world;
    const house = script.isHidden ? await House.open({ offersHidden: true }) : world.house;
    if (script.isHidden) t.after(() => house.close());
    const ana = await Person.arrive(browser, house, 'Ana');
    const luka = await Person.arrive(browser, house, 'Luka');
    const eva = await Person.arrive(browser, house, 'Eva');
    await ana.offer(script.game, 'friend', { ...(script.size && { size: script.size }), side: await firstSide(ana, script.game) });
    const link = await ana.invitation();
    await luka.accept(link);
    await eva.visit(new URL(link).pathname);
    await eva.reads('#seat-1', /Ana/);
    await ana.reads('#watchers', /1 watching/);

    let [mover, other] = [ana, luka];
    for (const [number, mv] of script.moves.entries()) {
      if (script.refused.before === number) await isRefused(mover, script.refused);
      if (script.fill?.before === number) await previews(mover, script.fill);
      if (mv === 'swap') {
        await mover.page.click('[data-choice="swap"] [data-do="swap"]');
        await other.reads('#message', /swaps and now plays/);
        await mover.isAt('#board');
      } else {
        await choosePiece(mover, mv);
        await mover.play(mv.slice(-2));
        await other.sees(mv.slice(-2), /\blast\b/);
        if (script.moves[number + 1] === 'swap') await other.reads('#voice', /plays .+ You may swap\./);
        if (number === 2) await takesBack(mover, other, mv);
      }
      if (script.fill?.before === number) await other.sees(script.fill.filled, /\bfilled\b/);
      [mover, other] = [other, mover];
    }
    for (const person of [ana, luka, eva]) {
      await person.reads('[data-choice="result"]', script.result);
      await person.sees(script.winning, /\bwinning\b/);
      assert.equal(await person.page.locator('#moves li').count(), script.moves.length);
    }
    assert.equal(await eva.page.locator('[data-do="rematch"]').isVisible(), false);

    await ana.page.click('[data-do="rematch"]');
    await luka.reads('[data-choice="question"]', /Ana asks for a rematch/);
    await ana.isAt('[data-choice="result"]');
    // It is asked for, and not offered beside the question.
    for (const person of [ana, luka]) assert.equal(await person.page.locator('[data-do="rematch"]').isVisible(), false, person.name);
    const before = luka.page.url();
    await luka.page.click('[data-choice="question"] [data-do="accept"]');
    for (const person of [ana, luka]) {
      await person.page.waitForURL((url) => url.href !== before && url.pathname.startsWith('/t/'));
      await person.reads('#seat-1', /Ana/);
    }
    await eva.page.waitForSelector('[data-next]:not([hidden])');
    // The game that is over can be looked at again.
    const following = luka.page.url();
    await luka.page.goto(before);
    await luka.reads('[data-choice="result"]', script.result);
    await luka.page.click('[data-next]');
    await luka.page.waitForURL(following);
    for (const person of [ana, luka, eva]) {
      assert.deepEqual(person.faults, [], person.name);
      await person.leave();
    }
  });
}

/** The side that moves first, as its form calls it. */
async function firstSide(person, game) {
  await person.visit('/');
  return person.page.locator(`#offer-${game} [name="side"] option`).nth(1).getAttribute('value');
}

async function choosePiece(person, mv) {
  if (mv.length < 3) return;
  await person.page.waitForSelector('#board.live');
  await person.page.keyboard.press(mv[0].toLowerCase());
  assert.equal(await person.page.inputValue('#hand input:checked'), mv[0]);
}

/**
 * The mouse rests on an illegal point: the reason stands in the page and the cells are lit. That a
 * point is taken can be seen, and is said only to those who try.
 */
async function isRefused(person, { point, says, blamed, isTaken = false }) {
  await person.page.waitForSelector('#board.live');
  if (isTaken) await person.point(point).click();
  else await person.point(point).hover();
  await person.reads('#message', says);
  for (const cell of blamed) await person.sees(cell, /\bblamed\b/);
  await person.reads('#loud-voice', says);
  await person.point(point).click();
  await person.reads('#message', says);
  assert.doesNotMatch(await person.point(point).getAttribute('aria-label'), /last move/);
}

async function previews(person, { point, says, filled }) {
  await person.page.waitForSelector('#board.live');
  await person.point(point).hover();
  await person.reads('#message', says);
  await person.sees(filled, /would-fill/);
}

/** The last move is taken back by consent and played again. */
async function takesBack(mover, other, mv) {
  await mover.page.waitForSelector('[data-do="undo"][aria-disabled="false"]');
  await mover.page.click('.tools [data-do="undo"]');
  await other.reads('[data-choice="question"]', /asks for an undo/);
  // It is heard, and stands once.
  await other.reads('#voice', /asks for an undo/);
  assert.equal(await other.page.textContent('#message'), '');
  await mover.isAt('.tools [data-do="undo"]');
  await other.page.click('[data-choice="question"] [data-do="accept"]');
  await other.isAt('#board');
  await mover.reads('#message', /took back/);
  await choosePiece(mover, mv);
  await mover.play(mv.slice(-2));
  await other.sees(mv.slice(-2), /\blast\b/);
}
