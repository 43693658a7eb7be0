// "Your turn" elsewhere: a feed and a webhook, under Settings.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Person } from './people.mjs';
import { world } from './world.mjs';

test('a feed and a webhook are made and ended under Settings', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', { viewport: { width: 390, height: 664 } });
  ana.expects = /401|404/;
  await ana.visit('/settings');
  await ana.page.click('[data-alert="feed"]');
  await ana.reads('#alerts [data-says]', /You have no games yet/);
  await ana.offer('konobi', 'same-screen', { size: '5' });
  await ana.visit('/settings');
  await ana.page.click('[data-alert="feed"]');
  await ana.page.waitForFunction(() => document.querySelector('[data-feed] input').value !== '');
  const address = await ana.page.inputValue('[data-feed] input');
  const status = () => ana.page.evaluate(async (url) => (await fetch(url, { cache: 'no-store' })).status, address);
  assert.equal(await status(), 200);
  assert.match(await ana.page.inputValue('[data-key]'), /^[0-9a-f]{64}$/);
  await ana.page.fill('#alerts [name="url"]', 'https://example.org/konoba');
  await ana.page.click('[data-webhook] button:text-is("Save")');
  await ana.reads('#alerts [data-says]', /Saved/);
  assert.ok(await ana.overflow() <= 0);
  assert.deepEqual(await ana.complaints(), []);
  await ana.page.reload();
  assert.equal(await ana.page.inputValue('#alerts [name="url"]'), 'https://example.org/konoba');
  await ana.page.click('[data-alert="no-webhook"]');
  await ana.reads('#alerts [data-says]', /Ended/);
  await ana.page.click('[data-alert="no-feed"]');
  await ana.page.waitForSelector('[data-alert="no-feed"]', { state: 'hidden' });
  assert.equal(await status(), 404);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});
