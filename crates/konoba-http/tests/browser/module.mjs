// The figures of the modules in real browsers beside those of the native program: `cargo xtask wasm --figures`. Everything
// is measured in one run on one machine, and what was computed is compared by checksums.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { House } from './house.mjs';
import { openBrowser } from './people.mjs';

const require = createRequire(join(process.env.KONOBA_NODE_MODULES, 'package.json'));
const puppeteer = require('puppeteer-core');

const [nativeFile, questionsFile] = process.argv.slice(2);
const native = JSON.parse(readFileSync(nativeFile, 'utf8'));
const questions = readFileSync(questionsFile, 'utf8').trim().split('\n');

/** What is done in the page: everything that `examples/figures.rs` of konoba-web does, and what memory the session takes. */
async function measure({ games, nets, questions, analysed }) {
  const TIME = 4000;
  const [SIZE, POSITIONS, VISITS] = [11, 16, 20_000];
  const base = document.querySelector('script[src*="/web/"]').src.replace(/js\/.*$/, '');
  const { Module } = await import(`${base}js/module.js`);
  const load = async (file) => new Uint8Array(await (await fetch(base + file)).arrayBuffer());
  const fnv = (bytes, from = 0xcbf29ce484222325n) => {
    // Two halves of 32 bits, since big numbers would take minutes.
    let [high, low] = [Number(from >> 32n), Number(from & 0xffffffffn)];
    for (const byte of bytes) {
      low = (low ^ byte) >>> 0;
      const product = low * 0x1b3;
      high = (Math.imul(high, 0x1b3) + Math.floor(product / 0x100000000) + (low << 8)) >>> 0;
      low = product >>> 0;
    }
    return (BigInt(high) << 32n) | BigInt(low);
  };
  const text = (sum) => sum.toString(16).padStart(16, '0');
  const packed = (number) => {
    let state = number + 1;
    return Uint8Array.from({ length: 4 * Math.ceil(SIZE * SIZE / 8) }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    });
  };
  const found = { kinds: {}, playouts: {}, level5: {}, wrong: 0, questions: questions.length };
  for (const kind of ['plain', 'simd', 'relaxed']) {
    const file = await load(`wasm/net-${kind}.wasm`);
    if (!WebAssembly.validate(file)) continue;
    for (const game of nets) {
      const net = (await WebAssembly.instantiate(file, {})).instance.exports;
      const weights = await load(`nets/${game}.bin`);
      const name = new TextEncoder().encode(`${game}\0`);
      const at = net.room(name.length + weights.length);
      const room = new Uint8Array(net.memory.buffer, at, name.length + weights.length);
      room.set(name);
      room.set(weights, name.length);
      if (net.load() !== 1) throw new Error(`${game}: the net is not taken`);
      const answer = (number) => {
        const bytes = packed(number);
        const place = net.room(bytes.length);
        new Uint8Array(net.memory.buffer, place, bytes.length).set(bytes);
        return new Uint8Array(net.memory.buffer, net.answer(SIZE), 4 * (SIZE * SIZE + 1));
      };
      let sum = 0xcbf29ce484222325n;
      for (let number = 0; number < POSITIONS; number += 1) sum = fnv(answer(number), sum);
      const start = performance.now();
      let count = 0;
      while (performance.now() - start < TIME) answer(count++ % POSITIONS);
      (found.kinds[kind] ??= {})[game] = { sum: text(sum), rate: 1000 * count / (performance.now() - start) };
    }
  }
  for (const game of games) {
    const session = await Module.open(load);
    const question = { ask: 'think', level: '10', seed: 7, setup: game, visits: VISITS };
    const start = performance.now();
    const answer = session.askText(JSON.stringify(question));
    const rate = 1000 * JSON.parse(answer).visits / (performance.now() - start);
    found.playouts[game] = { sum: text(fnv(new TextEncoder().encode(answer))), rate };
    await session.provideNet(game);
    session.ask({ ask: 'think', level: '5', seed: 7, setup: game });
    const before = performance.now();
    session.ask({ ask: 'think', level: '5', seed: 8, setup: game });
    found.level5[game] = performance.now() - before;
  }
  const session = await Module.open(load);
  for (const line of questions) {
    const [expected, asked] = line.split('\t');
    const question = JSON.parse(asked);
    if (question.ask === 'net') await session.provideNet(question.game);
    if (text(fnv(new TextEncoder().encode(session.askText(asked)))) !== expected) found.wrong += 1;
  }
  found.kind = session.kind;
  // A review that goes on and on, one position after the other, in one game and then in the next.
  let positions = 0;
  for (let round = 0; positions < analysed; round += 1) {
    const game = nets[round % nets.length];
    await session.provideNet(game);
    positions += session.ask({ ask: 'think', level: '10', seed: round, setup: game, visits: 2000 }).visits;
    session.ask({ ask: 'begin', setup: game, level: null, names: ['', ''] });
    session.ask({ ask: 'hint', millis: 300 });
  }
  found.memory = session.bytes;
  found.analysed = positions;
  return found;
}

const what = { games: Object.keys(native.playouts), nets: Object.keys(native.nets), questions, analysed: Number(process.env.KONOBA_ANALYSED ?? 100_000) };
const house = await House.open();
const browsers = {
  async Chromium() {
    const browser = await openBrowser();
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`${house.url}/fair-play`);
    const found = await page.evaluate(measure, what);
    await browser.close();
    return found;
  },
  async Firefox() {
    const browser = await puppeteer.launch({ browser: 'firefox', executablePath: process.env.KONOBA_FIREFOX ?? '/usr/bin/firefox-esr', headless: true, protocolTimeout: 0 });
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`${house.url}/fair-play`);
    // The search by nets is measured in one browser.
    const found = await page.evaluate(measure, { ...what, analysed: 0 });
    await browser.close();
    return found;
  },
};

/** A figure beside the native one. */
const beside = (rate, own) => `${Math.round(rate)}/s, ${(rate / own).toFixed(2)} of native ${Math.round(own)}/s`;

try {
  for (const [name, open] of Object.entries(browsers)) {
    const found = await open();
    for (const [kind, nets] of Object.entries(found.kinds)) {
      for (const [game, { rate, sum }] of Object.entries(nets)) {
        console.log(`${name}: evaluations on 11x11, ${game}, ${kind}: ${beside(rate, native.nets[game].rate)}`);
        assert.equal(sum, native.nets[game].sum, `${name}: the net of ${game} says something else than natively (${kind})`);
      }
    }
    for (const [game, { rate, sum }] of Object.entries(found.playouts)) {
      console.log(`${name}: search by playouts, ${game}: ${beside(rate, native.playouts[game].rate)}; a move of level 5 takes ${Math.round(found.level5[game])} ms`);
      assert.equal(sum, native.playouts[game].sum, `${name}: the search in ${game} finds something else than natively`);
    }
    assert.equal(found.wrong, 0, `${name}: answers differ from the native ones`);
    console.log(`${name}: ${found.questions} questions are answered as they are natively (${found.kind})`);
    if (found.analysed > 0) console.log(`${name}: ${Math.round(found.memory / 1e6)} MB after ${found.analysed} analysed positions`);
  }
} finally {
  await house.close();
}
