// What the page says to the house: no more than it has to.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Person } from './people.mjs';
import { world } from './world.mjs';

/** A person alone at a table, and what the page has sent since the board was ready. */
async function atTable(game, options, { hasModules = false } = {}) {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  if (!hasModules) await ana.withoutModules();
  const sent = [];
  ana.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload)))));
  await ana.offer(game, 'same-screen', options);
  await ana.page.waitForSelector('#board.live');
  if (hasModules) await ana.page.waitForSelector('html[data-module]');
  sent.length = 0;
  return { ana, sent: () => sent.map((message) => message.do ?? message.ask) };
}

for (const hasModules of [false, true]) test(`a click is one message, and the ${hasModules ? 'page' : 'house'} says why a move is not legal`, async () => {
  const { ana, sent } = await atTable('konobi', { size: '5' }, { hasModules });
  // No mouse rests on the point before, so nothing is known of it but that it is legal.
  await ana.point('c3').dispatchEvent('click');
  await ana.sees('c3', /\bfirst last\b/);
  await ana.point('a1').dispatchEvent('click');
  await ana.sees('a1', /\bsecond last\b/);
  assert.deepEqual(sent(), ['play', 'play']);
  // A point that is not legal is not ordered. The page judges it, or asks.
  await ana.point('d4').dispatchEvent('click');
  await ana.sees('d4', /\btried\b/);
  await ana.reads('#message', /d4 touches c3/);
  assert.deepEqual(sent(), ['play', 'play', ...(hasModules ? [] : ['why'])]);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a move that is typed and refused shows the cells to blame', async () => {
  const { ana, sent } = await atTable('order-and-chaos', {});
  await ana.page.keyboard.type('c3x');
  await ana.page.keyboard.press('Enter');
  await ana.sees('c3', /\blast\b/);
  await ana.page.keyboard.type('c3x');
  await ana.page.keyboard.press('Enter');
  await ana.sees('c3', /\bblamed\b/);
  assert.deepEqual(sent(), ['play', 'play']);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});
