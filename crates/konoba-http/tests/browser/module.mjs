// The figures of the modules in real browsers beside those of the native program: `cargo xtask wasm --figures`. Everything
// is measured in one run on one machine, and what was computed is compared by checksums.
//
// Speeds are those of a whole core: what counts is the time that the kernel gave to the thread, so that other work on the
// machine changes little.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { House } from './house.mjs';
import { openBrowser } from './people.mjs';

const require = createRequire(join(process.env.KONOBA_NODE_MODULES, 'package.json'));
const puppeteer = require('puppeteer-core');

const native = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const [games, nets] = [native.playouts, native.nets].map(Object.keys);
/** How many positions are analysed before memory is looked at. */
const ANALYSED = Number(process.env.KONOBA_ANALYSED ?? 100_000);
/** How long they may take, in milliseconds; then it is said how many there were. */
const PATIENCE = Number(process.env.KONOBA_PATIENCE ?? 600_000);

/** What the page does, step by step: everything that `examples/figures.rs` of konoba-web does, and more. */
async function prepare() {
  const [SIZE, POSITIONS, VISITS, TIME] = [11, 16, 20_000, 4000];
  const base = document.querySelector('script[src*="/web/"]').src.replace(/js\/.*$/, '');
  const { Module } = await import(`${base}js/module.js`);
  const load = async (file) => new Uint8Array(await (await fetch(base + file)).arrayBuffer());
  /** FNV-1a (Fowler, Noll and Vo), in two halves of 32 bits, since big numbers would take minutes. */
  const fnv = (bytes, [high, low] = [0xcbf29ce4, 0x84222325]) => {
    for (const byte of bytes) {
      low = (low ^ byte) >>> 0;
      const product = low * 0x1b3;
      high = (Math.imul(high, 0x1b3) + Math.floor(product / 0x100000000) + (low << 8)) >>> 0;
      low = product >>> 0;
    }
    return [high, low];
  };
  const text = (sum) => sum.map((half) => half.toString(16).padStart(8, '0')).join('');
  const packed = (number) => {
    let state = number + 1;
    return Uint8Array.from({ length: 4 * Math.ceil(SIZE * SIZE / 8) }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    });
  };
  let [evaluate, session, played] = [() => {}, await Module.open(load), []];
  globalThis.steps = {
    /** Whether the browser takes these instructions. If it does, the net of a game is ready, and has a checksum. */
    async takeNet([kind, game]) {
      const file = await load(`wasm/net-${kind}.wasm`);
      if (!WebAssembly.validate(file)) return null;
      const net = (await WebAssembly.instantiate(file, {})).instance.exports;
      const [name, weights] = [new TextEncoder().encode(`${game}\0`), await load(`nets/${game}.bin`)];
      const length = name.length + weights.length;
      // A call may make the memory larger, which takes its old buffer away.
      const at = net.room(length);
      const room = new Uint8Array(net.memory.buffer, at, length);
      room.set(name);
      room.set(weights, name.length);
      if (net.load() !== 1) throw new Error(`${game}: the net is not taken`);
      evaluate = (number) => {
        const bytes = packed(number % POSITIONS);
        const place = net.room(bytes.length);
        new Uint8Array(net.memory.buffer, place, bytes.length).set(bytes);
        const numbers = net.answer(SIZE);
        return new Uint8Array(net.memory.buffer, numbers, 4 * (SIZE * SIZE + 1));
      };
      let sum;
      for (let number = 0; number < POSITIONS; number += 1) sum = fnv(evaluate(number), sum);
      return text(sum);
    },
    /** How many positions the net has evaluated after a while. */
    evaluate() {
      const start = performance.now();
      let count = 0;
      while (performance.now() - start < TIME) evaluate(count++);
      return count;
    },
    /** A search by playouts: how many positions it has visited, and a checksum of what it found. */
    async search(game) {
      session = await Module.open(load);
      const answer = session.askText(JSON.stringify({ ask: 'think', level: '10', seed: 7, setup: game, visits: VISITS }));
      return { visits: JSON.parse(answer).visits, sum: text(fnv(new TextEncoder().encode(answer))) };
    },
    /** Makes the net of a game ready for moves of a level, and chooses the first ones, which are known or chosen by chance. */
    async warmUp(game) {
      await session.provideNet(game);
      played = [];
      for (let move = 0; move < 4; move += 1) globalThis.steps.choose(game);
      return session.kind;
    },
    /** Chooses one more move of level 5. */
    choose(game) {
      const { best } = session.ask({ ask: 'think', level: '5', seed: played.length, setup: game, moves: played.join(' ') });
      played.push(best);
    },
    /** A review of a game: how many positions were looked at, and how much memory that has taken. */
    async review([game, seed]) {
      if (seed === 0) session = await Module.open(load);
      await session.provideNet(game);
      const { visits } = session.ask({ ask: 'think', level: '10', seed, setup: game, visits: 2000 });
      session.ask({ ask: 'begin', setup: game, level: null, names: ['', ''] });
      session.ask({ ask: 'hint', millis: 300 });
      return { visits, bytes: session.bytes };
    },
  };
}

/** How many nanoseconds the kernel has given to the first thread of every process that descends from this one. */
function spent() {
  const [parents, times] = [new Map(), new Map()];
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number)) {
    try {
      parents.set(id, Number(readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]));
      times.set(id, Number(readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ')[0]));
    } catch { /* It has ended meanwhile. */ }
  }
  const isOwn = (id) => id !== undefined && (parents.get(id) === process.pid || isOwn(parents.get(id)));
  return new Map([...times].filter(([id]) => isOwn(id)));
}

/** What a step in the page comes to, and how many seconds of a core it took. */
async function run(page, step, what) {
  const before = spent();
  const result = await page.evaluate(([step, what]) => globalThis.steps[step](what), [step, what]);
  const after = [...spent()].map(([id, time]) => time - (before.get(id) ?? 0));
  return { result, seconds: Math.max(...after) / 1e9 };
}

/** Rows of a table, the first of which has its titles. */
const rows = [['browser', 'what', 'game', 'figure', 'natively', 'ratio', 'bar']];
const note = (...row) => { rows.push(row); console.log(row.join(' | ')); };
const beside = (rate, own) => [`${Math.round(rate)}/s`, `${Math.round(own)}/s`, (rate / own).toFixed(2)];

async function measure(name, page, analysed) {
  await page.goto(`${house.url}/fair-play`);
  await page.evaluate(prepare);
  for (const [kind, bar] of [['plain', ''], ['simd', 'at least 300/s'], ['relaxed', 'at least 600/s']]) {
    for (const game of nets) {
      const { result: sum } = await run(page, 'takeNet', [kind, game]);
      if (sum === null) {
        note(name, `evaluations on 11x11, ${kind}`, game, 'no such instructions', '', '', '');
        continue;
      }
      assert.equal(sum, native.nets[game].sum, `${name}: the net of ${game} says something else than natively (${kind})`);
      const { result: count, seconds } = await run(page, 'evaluate');
      note(name, `evaluations on 11x11, ${kind}`, game, ...beside(count / seconds, native.nets[game].rate), bar);
    }
  }
  for (const game of games) {
    const { result: { visits, sum }, seconds } = await run(page, 'search', game);
    assert.equal(sum, native.playouts[game].sum, `${name}: the search in ${game} finds something else than natively`);
    // What is known by heart is not searched.
    if (visits > 0) note(name, 'visits by playouts', game, ...beside(visits / seconds, native.playouts[game].rate), 'at least a third');
    const { result: kind } = await run(page, 'warmUp', game);
    const times = [];
    for (let move = 0; move < 6; move += 1) times.push((await run(page, 'choose', game)).seconds);
    note(name, `the slowest of six moves of level 5 (${kind || 'no net'})`, game, `${Math.round(1000 * Math.max(...times))} ms`, '', '', 'at most 333 ms');
  }
  const [start, memory] = [Date.now(), []];
  let positions = 0;
  for (let round = 0; positions < analysed && Date.now() - start < PATIENCE; round += 1) {
    const { result } = await run(page, 'review', [nets[round % nets.length], round]);
    positions += result.visits;
    memory.push(result.bytes);
  }
  if (positions === 0) return;
  const [half, all] = [memory[Math.floor(memory.length / 2)], memory.at(-1)].map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`);
  note(name, `memory after ${positions} analysed positions`, nets.join(', '), all, `half way ${half}`, '', 'at most 150 MB');
}

const house = await House.open();
const browsers = {
  Chromium: openBrowser,
  Firefox: () => puppeteer.launch({ browser: 'firefox', executablePath: process.env.KONOBA_FIREFOX ?? '/usr/bin/firefox-esr', headless: true, protocolTimeout: 0 }),
};
try {
  for (const [name, open] of Object.entries(browsers)) {
    const browser = await open();
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    // Memory is the same in all browsers, and looked at in one.
    await measure(name, page, name === 'Chromium' ? ANALYSED : 0);
    await browser.close();
  }
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  console.log(`\n${rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column])).join('  ').trimEnd()).join('\n')}`);
} finally {
  await house.close();
}
