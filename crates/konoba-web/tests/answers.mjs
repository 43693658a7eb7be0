// Asks the modules in a folder what `examples/questions.rs` was asked natively, by the page's own script, and compares the
// answers by their checksums: `node answers.mjs FOLDER < questions`.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { Module } from '../../../web/js/module.js';

const folder = process.argv[2];
const lines = readFileSync(0, 'utf8').trim().split('\n');

/** What a browser would fetch. The nets are where they were trained. */
async function load(file) {
  if (file.startsWith('nets/')) {
    const path = file.replace('nets/', 'train/weights/').replace('.bin', '-6x64.bin');
    return existsSync(path) ? new Uint8Array(readFileSync(path)) : new Uint8Array();
  }
  return new Uint8Array(unpacked(file.replace('wasm/', '')));
}

/** A module as it was built, or as it is kept. */
function unpacked(file) {
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`));
}

/** FNV-1a (Fowler, Noll and Vo). */
function checksum(text) {
  let sum = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) sum = ((sum ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return sum.toString(16).padStart(16, '0');
}

// The plain net is a hundred times slower, and its kernels are the twin that the others are tested against.
const kinds = ['relaxed', 'simd'].filter((kind) => WebAssembly.validate(unpacked(`net-${kind}.wasm`)));

let wrong = 0;
for (const kind of kinds.length > 0 ? kinds : ['plain']) {
  const module = await Module.open(load, [kind]);
  for (const line of lines) {
    const [expected, text] = line.split('\t');
    const question = JSON.parse(text);
    if (question.ask === 'net') await module.provideNet(question.game);
    const answer = module.askText(text);
    if (checksum(answer) === expected) continue;
    wrong += 1;
    if (wrong <= 5) console.error(`${kind}: ${text}\n  ${answer.slice(0, 300)}`);
  }
  console.log(`${folder}: ${lines.length} questions (${kind}, ${Math.round(module.bytes / 2 ** 20)} MB), ${wrong} answers so far are other than native ones`);
}
process.exitCode = wrong > 0 ? 1 : 0;
