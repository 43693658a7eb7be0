// "Your turn" for a player who looks at another page meanwhile.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Person } from './people.mjs';
import { world } from './world.mjs';

/** Notifications are written down instead of shown, and the page is told whether it is looked at. */
async function listen(person, permission) {
  await person.context.addInitScript((answer) => {
    globalThis.notes = [];
    globalThis.Notification = class extends EventTarget {
      static permission = answer;
      static requestPermission = async () => answer;
      constructor(title, options) { super(); globalThis.notes.push({ title, ...options }); }
      close() {}
    };
    Object.defineProperty(document, 'hidden', { get: () => globalThis.isHidden ?? false });
  }, permission);
}

test('whose turn it is, is told in the background, if that is wished and allowed', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const luka = await Person.arrive(world.browser, world.house, 'Luka');
  await listen(ana, 'granted');
  await listen(luka, 'denied');
  await luka.visit('/settings');
  await luka.page.click('[name="notify"][value="on"]');
  await luka.page.waitForSelector('#no-notifications:not([hidden])');
  assert.equal(await luka.page.isChecked('[name="notify"][value="off"]'), true);
  await ana.visit('/settings');
  await ana.page.click('[name="notify"][value="on"]');
  await ana.page.waitForFunction(() => localStorage.getItem('konoba.notify') === 'on');

  await ana.offer('konobi', 'friend', { size: '5', side: 'black' });
  const link = await ana.invitation();
  await luka.accept(link);
  await ana.play('c3');
  await ana.page.evaluate(() => { globalThis.isHidden = true; });
  await luka.page.click('[data-choice="swap"] [data-do="swap"]');
  await ana.page.waitForFunction(() => globalThis.notes.length > 0);
  const [note] = await ana.page.evaluate(() => globalThis.notes);
  assert.match(note.title, /Your turn/);
  assert.equal(`/t/${note.tag}`, new URL(link).pathname);
  // No notification while the player looks at the page, and none without the setting.
  await ana.page.evaluate(() => { globalThis.isHidden = false; });
  await ana.play('b2');
  await luka.play('c4');
  await ana.page.waitForSelector('#board.live');
  assert.equal(await ana.page.evaluate(() => globalThis.notes.length), 1);
  assert.equal(await luka.page.evaluate(() => globalThis.notes.length), 0);
  for (const person of [ana, luka]) {
    assert.deepEqual(person.faults, [], person.name);
    await person.leave();
  }
});

test('on phones, which leave it to the service worker, notifications come from there; without one the setting says that there are none', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const luka = await Person.arrive(world.browser, world.house, 'Luka');
  await ana.context.addInitScript(() => {
    globalThis.notes = [];
    globalThis.Notification = class {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor() { throw new TypeError('Illegal constructor'); }
    };
    const worker = { active: {}, showNotification: async (title, options) => { globalThis.notes.push({ title, ...options }); } };
    navigator.serviceWorker.getRegistration = async () => (localStorage.getItem('has-worker') === null ? undefined : worker);
    Object.defineProperty(document, 'hidden', { get: () => globalThis.isHidden ?? false });
  });
  await ana.visit('/settings');
  await ana.page.click('[name="notify"][value="on"]');
  await ana.page.waitForSelector('#no-notifications:not([hidden])');
  assert.equal(await ana.page.isChecked('[name="notify"][value="off"]'), true);
  await ana.page.evaluate(() => localStorage.setItem('has-worker', 'yes'));
  await ana.page.click('[name="notify"][value="on"]');
  await ana.page.waitForFunction(() => localStorage.getItem('konoba.notify') === 'on');
  assert.equal(await ana.page.isVisible('#no-notifications'), false);

  await ana.offer('konobi', 'friend', { size: '5', side: 'black' });
  const link = await ana.invitation();
  await luka.accept(link);
  await ana.play('c3');
  await ana.page.evaluate(() => { globalThis.isHidden = true; });
  await luka.play('c4');
  await ana.page.waitForFunction(() => globalThis.notes.length > 0);
  const [note] = await ana.page.evaluate(() => globalThis.notes);
  assert.match(note.title, /Your turn/);
  assert.equal(note.data, new URL(link).pathname);
  for (const person of [ana, luka]) {
    assert.deepEqual(person.faults, [], person.name);
    await person.leave();
  }
});
