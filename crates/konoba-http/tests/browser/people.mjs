// People with browsers: each has a context of their own, so they are strangers to one another.

import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.env.KONOBA_NODE_MODULES, 'package.json'));
const { chromium } = require('playwright-core');
const axe = require.resolve('axe-core/axe.min.js');

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** How long anything may take on a busy machine before it counts as not happening. */
const PATIENCE = 60_000;

export const openBrowser = (...more) => chromium.launch({ executablePath: process.env.KONOBA_CHROMIUM ?? '/usr/bin/chromium', args: [...FLAGS, ...more] });

export class Person {
  /** Opens the site in a new browser context. Errors in it are collected, so that tests can assert that there are none. */
  static async arrive(browser, house, name, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce', serviceWorkers: 'block', ...options });
    context.setDefaultTimeout(PATIENCE);
    const own = new Person();
    Object.assign(own, { house, name, context, page: await context.newPage(), faults: [] });
    own.page.on('pageerror', (error) => own.faults.push(String(error)));
    own.page.on('console', (message) => { if (message.type() === 'error' && !own.expects?.test(message.text())) own.faults.push(message.text()); });
    return own;
  }

  /** From the next page on this browser is one that cannot run modules, so that the house does everything. */
  async withoutModules() { await this.page.addInitScript(() => { delete window.WebAssembly; }); }

  async visit(path) { await this.page.goto(`${this.house.url}${path}`); }

  /** Offers a game from the home page as a visitor would: choose with whom, look at the form, start. */
  async offer(game, withWhom, options = {}) {
    const { page } = this;
    await this.visit('/');
    if (this.name) await page.fill('#name input', this.name);
    await page.click(`.card [data-game="${game}"][data-with="${withWhom}"]`);
    const dialog = page.locator(`#offer-${game}`);
    for (const [field, value] of Object.entries(options)) {
      const place = dialog.locator(`[name="${field}"]`);
      if (await place.evaluate((element) => element.tagName) === 'SELECT') await place.selectOption(value);
      else await place.fill(value);
    }
    // At the house, also where the page could play by itself.
    const online = dialog.locator('[name="online"]');
    if (await online.isVisible()) await online.check();
    await dialog.locator('button[type="submit"]').click();
    await page.waitForURL('**/t/*');
    await this.isSeated();
  }

  /** Follows an invitation and sits down. */
  async accept(link) {
    await this.page.goto(link);
    await this.page.fill('#sit input', this.name);
    await this.page.click('#sit button');
    await this.page.waitForFunction(() => document.querySelector('#table')?.dataset.standing === 'playing');
    await this.isSeated();
  }

  async isSeated() { await this.page.waitForFunction(() => Number(document.querySelector('#table')?.dataset.seats) > 0); }

  async invitation() {
    await this.page.waitForFunction(() => document.querySelector('[data-link]')?.value !== '');
    return this.page.inputValue('[data-link]');
  }

  point(name) { return this.page.locator(`#board [data-point="${name}"]`); }

  /** Waits until it is this person's turn, then clicks. */
  async play(point) {
    await this.page.waitForSelector('#board.live');
    await this.point(point).click();
    await this.sees(point, /(?<!-)\b(first|second)\b/);
  }

  /** Touches a point of a board that can be played on, as a phone is touched. */
  async tap(name) {
    await this.page.waitForSelector('#board.live');
    const { x, y, width, height } = await this.point(name).locator('.cell').boundingBox();
    await this.page.touchscreen.tap(x + width / 2, y + height / 2);
  }

  /** Plays a move that a phone asks about first. */
  async placeByTouch(point) {
    await this.tap(point);
    await this.page.tap('[data-do="confirm"]');
    await this.sees(point, /\blast\b/);
  }

  /** Waits until a point looks like this. */
  async sees(point, classes) {
    const cell = `#board [data-point="${point}"]`;
    await this.page.waitForFunction(([place, source]) => new RegExp(source).test(document.querySelector(place)?.getAttribute('class') ?? ''), [cell, classes.source])
      .catch(async (error) => {
        const [shown, message] = await this.page.evaluate((place) => [document.querySelector(place)?.getAttribute('class'), document.querySelector('#message')?.textContent], cell);
        throw new Error(`${this.name} does not see ${classes} at ${point} but "${shown}", and reads "${message}" (${error.message.split('\n')[0]})`);
      });
  }

  async reads(selector, text) {
    await this.page.waitForFunction(([place, source]) => new RegExp(source).test(document.querySelector(place)?.textContent ?? ''), [selector, text.source])
      .catch(async (error) => { throw new Error(`${this.name} does not read ${text} in ${selector} but "${await this.page.textContent(selector)}" (${error.message.split('\n')[0]})`); });
  }

  /** Waits until the focus is on something, or within it. */
  async isAt(selector) {
    await this.page.waitForFunction((place) => document.querySelector(place).contains(document.activeElement), selector)
      .catch(async () => { throw new Error(`${this.name} is not at ${selector} but at ${await this.page.evaluate(() => document.activeElement.outerHTML.slice(0, 80))}`); });
  }

  /** What axe-core has to say of the page. */
  async complaints(rules) {
    // The policy of the page forbids foreign scripts, and so this one comes in as the tester's own.
    const source = await (await import('node:fs/promises')).readFile(axe, 'utf8');
    await this.page.evaluate(source);
    const { violations } = await this.page.evaluate((options) => globalThis.axe.run(options), rules === undefined ? {} : { runOnly: rules });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.target.join(' ')).join(', ')}`);
  }

  /** Whether the page is wider than the screen. */
  overflow() { return this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth); }

  async leave() { await this.context.close(); }
}

/** Lays a table that the form of the home page does not offer, and goes there. */
export async function lay(person, offer) {
  await person.visit('/');
  const table = await person.page.evaluate(async ([name, body]) => {
    const post = (path, value) => fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) });
    await post('/api/me', { name });
    return (await (await post('/api/tables', body)).json()).table;
  }, [person.name, { with: 'same-screen', name: 'Luka', ...offer }]);
  await person.visit(`/t/${table}`);
  await person.isSeated();
}
