// How fast the page is over a slow line: `cargo xtask speed`. The line is the "slow 4G" of Lighthouse, 150 ms there and
// back and 1.6 Mbit/s, and nothing is cached.

import { House } from './house.mjs';
import { lay, openBrowser, Person } from './people.mjs';

const ROUNDS = 5;
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const house = await House.open();
const browser = await openBrowser();

/** What a page takes that is opened for the first time. */
async function measure(person, path, isUsable) {
  const page = await person.context.newPage();
  const devtools = await person.context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.emulateNetworkConditions', LINE);
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; });
  await page.addInitScript((usable) => {
    const look = () => { if (document.querySelector(usable) === null) requestAnimationFrame(look); else globalThis.usableAt = performance.now(); };
    look();
  }, isUsable);
  await page.goto(`${house.url}${path}`, { waitUntil: 'load' });
  await page.waitForFunction(() => globalThis.usableAt !== undefined);
  const figures = await page.evaluate(() => ({
    usable: globalThis.usableAt,
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    html: performance.getEntriesByType('navigation')[0].decodedBodySize,
  }));
  await page.close();
  return { ...figures, bytes };
}

const middle = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];

try {
  const ana = await Person.arrive(browser, house, 'Ana', { viewport: { width: 390, height: 664 } });
  await lay(ana, { setup: 'konobi:11', time: 'none' });
  const table = new URL(ana.page.url()).pathname;
  for (const [name, path, isUsable] of [
    ['home', '/', '#middle .company button'],
    ['table', table, '#board.live'],
    ['lesson', '/learn/konobi/1', '#board.live'],
  ]) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(ana, path, isUsable));
    const of = (figure) => Math.round(middle(rounds.map((each) => each[figure])));
    console.log(`${name}: usable after ${of('usable')} ms, first paint after ${of('painted')} ms, HTML ${of('html')} bytes, ${of('bytes')} bytes in all over the line`);
  }
} finally {
  await browser.close();
  await house.close();
}
