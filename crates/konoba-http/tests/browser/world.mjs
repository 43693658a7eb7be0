// What all tests share: one house and one browser.

import { after, before } from 'node:test';

import { House } from './house.mjs';
import { openBrowser } from './people.mjs';

export const world = {};

before(async () => {
  [world.house, world.browser] = await Promise.all([House.open(), openBrowser()]);
});

after(async () => {
  await world.browser?.close();
  await world.house?.close();
});
