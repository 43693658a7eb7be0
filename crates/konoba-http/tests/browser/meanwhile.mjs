// Playing the computer while an opponent is waited for, and being called back.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Person } from './people.mjs';
import { world } from './world.mjs';

const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

test('a player who waits plays the computer meanwhile, and is called when an opponent joins', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', phone);
  const luka = await Person.arrive(world.browser, world.house, 'Luka');
  const wanted = { size: '7', time: '15+10' };
  await ana.offer('konobi', 'anyone', wanted);
  const offer = ana.page.url();
  await ana.page.click('[data-do="meanwhile"]');
  await ana.page.waitForURL((url) => String(url) !== offer);
  const game = ana.page.url();
  await ana.isSeated();
  await ana.page.waitForSelector('#elsewhere:not([hidden])');
  assert.match(await ana.page.textContent('#seat-2 [data-name]'), /./);
  const { y, height } = await ana.page.locator('#elsewhere').boundingBox();
  assert.ok(y + height <= 664, `${y + height}`);
  assert.ok(await ana.overflow() <= 0);
  assert.deepEqual(await ana.complaints(), []);
  // Back at the offer, the way leads to the same game.
  await ana.page.click('#elsewhere a');
  await ana.page.waitForURL(offer);
  await ana.page.click('[data-do="meanwhile"]');
  await ana.page.waitForURL(game);
  await ana.page.waitForSelector('#elsewhere:not([hidden])');

  // The offer is attended to, and so the second who wants the same is paired with it.
  await ana.page.waitForFunction(async (id) => (await (await fetch(`/api/tables/${id}`)).json()).table.seats[0].is_present, offer.split('/').at(-1));
  await ana.page.evaluate(() => {
    const dialog = document.querySelector('#called');
    new MutationObserver(() => {
      if (!dialog.open) return;
      sessionStorage.setItem('called', dialog.textContent);
      dialog.querySelector('button').click();
    }).observe(dialog, { attributes: true });
  });
  await luka.offer('konobi', 'anyone', wanted);
  assert.equal(luka.page.url(), offer);
  await ana.page.waitForURL(offer);
  assert.match(await ana.page.evaluate(() => sessionStorage.getItem('called')), /Luka has joined/);
  await ana.isSeated();
  assert.equal(await ana.page.getAttribute('#table', 'data-standing'), 'playing');
  for (const person of [ana, luka]) {
    assert.deepEqual(person.faults, [], person.name);
    await person.leave();
  }
});

test('a player may stop waiting while playing the computer', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', phone);
  await ana.offer('quentin', 'anyone', { size: '6' });
  const offer = ana.page.url().split('/').at(-1);
  await ana.page.click('[data-do="meanwhile"]');
  await ana.page.waitForSelector('#elsewhere:not([hidden])');
  await ana.page.click('#elsewhere [data-stop]');
  await ana.page.waitForFunction(async (id) => (await (await fetch(`/api/tables/${id}`)).json()).table.standing === 'withdrawn', offer);
  await ana.page.reload();
  await ana.isSeated();
  assert.ok(await ana.page.isHidden('#elsewhere'));
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});
