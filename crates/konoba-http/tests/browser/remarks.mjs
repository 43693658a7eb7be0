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
