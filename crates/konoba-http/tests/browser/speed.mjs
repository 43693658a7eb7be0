// How fast the page is over a slow line: `cargo xtask speed`. The line is the "slow 4G" of Lighthouse, 150 ms there and
// back and 1.6 Mbit/s, and nothing is cached.

import { House } from './house.mjs';
import { lay, openBrowser, Person } from './people.mjs';
import { SlowLine } from './slow-line.mjs';

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

/** The most milliseconds from the first visit to what a click on the board does. */
const BAR = 2000;

/**
 * How long a stranger waits for what a click on the board does that is made as soon as the board can be clicked, and when the
 * modules have come, from the beginning of the visit. The line is slow for all that they send and get.
 */
async function measureClick(path, isLaid) {
  // A line of its own: what the visitor before has not had yet must not be sent now.
  const line = await SlowLine.open(house.port);
  const ana = await Person.arrive(browser, house, 'Ana', { viewport: { width: 390, height: 664 }, serviceWorkers: 'allow' });
  if (isLaid) await lay(ana, { setup: 'konobi:11', time: 'none' });
  const address = isLaid ? new URL(ana.page.url()).pathname : path;
  const page = await ana.context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      const point = document.querySelector('#board.live [data-point="c3"]');
      if (point === null) { requestAnimationFrame(look); return; }
      globalThis.clickedAt = performance.now();
      const before = document.querySelector('#message').textContent;
      point.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      const wait = () => {
        const isPlaced = /(?<!-)\b(first|second)\b/.test(point.getAttribute('class') ?? '');
        const isTold = document.querySelector('#message').textContent !== before;
        if (isPlaced || isTold) globalThis.answeredAt = performance.now();
        else requestAnimationFrame(wait);
      };
      wait();
    };
    look();
    const lookForModule = () => { if (document.documentElement?.dataset.module === undefined) requestAnimationFrame(lookForModule); else globalThis.moduleAt = performance.now(); };
    lookForModule();
  });
  await page.goto(`${line.url}${address}`);
  await page.waitForFunction(() => globalThis.answeredAt !== undefined, null, { timeout: 60_000 });
  const bytes = line.takeBytes();
  await page.waitForFunction(() => globalThis.moduleAt !== undefined, null, { timeout: 120_000 });
  const figures = await page.evaluate(() => ({ clicked: globalThis.clickedAt, answered: globalThis.answeredAt, module: globalThis.moduleAt }));
  await ana.leave();
  line.close();
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
  for (const [name, path, isLaid] of [['table', '', true], ['lesson', '/learn/konobi/1', false], ['game in the browser', '/play/konobi', false]]) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureClick(path, isLaid));
    const of = (figure) => Math.round(middle(rounds.map((each) => each[figure])));
    console.log(`${name}, first visit: clicked after ${of('clicked')} ms, answered after ${of('answered')} ms (at most ${BAR}), ${of('bytes')} bytes until then; the module is here after ${of('module')} ms`);
  }
} finally {
  await browser.close();
  await house.close();
}
