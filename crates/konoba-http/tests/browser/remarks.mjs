// What players say to each other, and how to hear none of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Person } from './people.mjs';
import { world } from './world.mjs';

const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

/** Says something as a player would: the tool, then the words. */
async function says(person, words) {
  await person.page.click('[data-do="remarks"]');
  await person.page.click(`#remarks button:text-is("${words}")`);
}

/** What lies under the remark of the first seat, and how far it leaves its card. */
async function covered(person, words, name) {
  return person.page.evaluate(([words, name]) => {
    const card = document.querySelector('#seat-1');
    const [remark, board] = [card.querySelector('[data-remark]'), document.querySelector('#board')];
    if (name !== null) card.querySelector('[data-name]').textContent = name;
    remark.hidden = true;
    const before = JSON.stringify(board.getBoundingClientRect());
    remark.textContent = words;
    remark.hidden = false;
    const [own, around] = [remark.getBoundingClientRect(), card.getBoundingClientRect()];
    const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    const under = [];
    while (texts.nextNode()) {
      const place = texts.currentNode.parentElement;
      if (remark.contains(place) || place.closest('.spoken') || !place.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNode(texts.currentNode);
      const cut = place.getBoundingClientRect();
      for (const line of range.getClientRects()) {
        const right = Math.min(line.right, cut.right);
        const isUnder = line.left < own.right - 1 && right > own.left + 1 && line.top < own.bottom - 3 && line.bottom > own.top + 3;
        if (isUnder) under.push(texts.currentNode.data);
      }
    }
    const isInside = own.top >= around.top && own.bottom <= around.bottom && own.left >= around.left && own.right <= around.right;
    // Who says it can be read: a short name whole, a long one in part.
    const called = card.querySelector('[data-name]');
    const isNamed = called.clientWidth >= Math.min(called.scrollWidth, 28);
    return { under, isInside, isNamed, moved: before !== JSON.stringify(board.getBoundingClientRect()) };
  }, [words, name ?? null]);
}

test('a remark covers no words on any screen', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const luka = await Person.arrive(world.browser, world.house, 'Luka');
  await ana.offer('konobi', 'friend', { size: '11', side: 'black', time: '15+10' });
  await luka.accept(await ana.invitation());
  await luka.page.waitForSelector('#seat-1[data-to-move]');
  for (const [width, height] of [[1280, 720], [2560, 1300], [1024, 768], [844, 390], [720, 450], [640, 360], [390, 664], [360, 640]]) {
    for (const person of [ana, luka]) {
      await person.page.setViewportSize({ width, height });
      for (const name of ['Ana', 'A name of two and thirty letters']) {
        const found = await covered(person, 'Sorry, I must go', name);
        assert.deepEqual(found, { under: [], isInside: true, isNamed: true, moved: false }, `${person.name} ${name} ${width}x${height}`);
      }
    }
  }
  for (const person of [ana, luka]) await person.leave();
});

test('players say something to each other, and hide what they do not want to read', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', phone);
  const luka = await Person.arrive(world.browser, world.house, 'Luka', phone);
  await ana.offer('konobi', 'friend', { size: '5', side: 'black' });
  assert.ok(await ana.page.isDisabled('[data-do="remarks"]'), 'there is no opponent to read it');
  await luka.accept(await ana.invitation());
  const board = () => luka.page.locator('#board').boundingBox();
  const before = await board();
  await says(ana, 'Good luck');
  for (const person of [ana, luka]) await person.reads('#seat-1 [data-remark]', /^Good luck$/);
  await luka.reads('#voice', /Ana: Good luck/);
  // It goes by itself after a while, and comes back here to be looked at.
  await luka.page.evaluate(() => { document.querySelector('#seat-1 [data-remark]').hidden = false; });
  assert.deepEqual(await board(), before, 'a remark moves nothing');
  // The words stand in the card of the one who says them, and cover no name.
  const [card, said, name] = await luka.page.evaluate(() => ['#seat-1', '#seat-1 [data-remark]', '#seat-1 [data-name]'].map((selector) => {
    const place = document.querySelector(selector);
    place.hidden = false;
    return place.getBoundingClientRect().toJSON();
  }));
  assert.ok(said.y >= card.y - 1 && said.y + said.height <= card.y + card.height + 1, JSON.stringify([card, said]));
  assert.ok(said.x >= name.x + name.width || said.y >= name.y + name.height, JSON.stringify([name, said]));

  await luka.page.click('[data-do="remarks"]');
  const dialog = await luka.page.locator('#remarks').boundingBox();
  assert.ok(dialog.y >= 0 && dialog.y + dialog.height <= 664, JSON.stringify(dialog));
  assert.deepEqual(await luka.complaints(), []);
  await luka.page.check('#remarks [data-mute]');
  await luka.page.click('#remarks .close');
  await luka.page.reload();
  await luka.isSeated();
  await says(luka, 'Thanks');
  await luka.reads('#seat-2 [data-remark]', /^Thanks$/);
  await says(ana, 'Hello');
  await ana.reads('#seat-1 [data-remark]', /^Hello$/);
  // What comes after it has come, and the remark has not been shown.
  await ana.placeByTouch('c3');
  await luka.sees('c3', /\blast\b/);
  assert.equal(await luka.page.textContent('#seat-1 [data-remark]'), '');

  await says(ana, 'Oops');
  await says(ana, 'Hello');
  await ana.reads('#message', /You have said a lot just now/);
  for (const person of [ana, luka]) {
    assert.deepEqual(person.faults, [], person.name);
    await person.leave();
  }
});
