// Plays and analyses through a GTP client that we did not write: node client.js PROGRAM, with the package
// @sabaki/gtp installed beside. Ends with an error if anything is not as it should be.
const assert = require('assert')
const {Controller} = require('@sabaki/gtp')

const program = process.argv[2]

/** A game of the engine against itself, to its end. */
async function play(setup, sides) {
  const controller = new Controller(program, ['gtp', setup, '--visits', '8'])
  controller.start()
  const ask = async (name, ...args) => {
    const response = await controller.sendCommand({name, args})
    assert(!response.error, `${name} ${args}: ${response.content}`)
    return response.content
  }
  assert.strictEqual(await ask('protocol_version'), '2')
  assert((await ask('list_commands')).split('\n').includes('genmove'))
  await ask('time_settings', '0', '1', '1')
  let moves = 0
  let turn = 0
  while ((await ask('konoba-winner')) === 'none') {
    const legal = (await ask('konoba-legal')).split(' ')
    const played = (await ask('genmove', sides[turn])).toLowerCase()
    assert(legal.map(move => move.toLowerCase()).includes(played), `${played} of ${legal}`)
    // A swap leaves the same side to move.
    turn = played === 'swap' ? turn : 1 - turn
    moves += 1
  }
  assert(/^[BW]\+$/.test(await ask('final_score')))
  await ask('undo')
  assert.strictEqual(await ask('konoba-winner'), 'none')
  await controller.stop()
  console.log(`${setup}: ${moves} moves`)
}

/** An analysis that reports until the next command comes. */
async function analyse(setup) {
  const controller = new Controller(program, ['gtp', setup])
  controller.start()
  let reports = 0
  let interrupted = null
  const analysis = controller.sendCommand({name: 'lz-analyze', args: ['black', '10']}, ({line}) => {
    if (!line.includes('info move')) return
    assert(/info move [A-Z]\d+ visits \d+ winrate \d+ prior \d+ .*order 0 pv [A-Z]\d+/.test(line), line)
    reports += 1
    if (reports === 2) interrupted = controller.sendCommand({name: 'name'})
  })
  const response = await analysis
  assert(!response.error && reports >= 2, response.content)
  assert.strictEqual((await interrupted).content, 'Konoba')
  await controller.stop()
  console.log(`${setup}: ${reports} reports`)
}

async function main() {
  await play('konobi:5', ['black', 'white'])
  await play('quentin:5,nopie', ['b', 'w'])
  await play('order-and-chaos', ['order', 'chaos'])
  await analyse('konobi:9')
}

main().then(() => process.exit(0), error => {
  console.error(error)
  process.exit(1)
})
