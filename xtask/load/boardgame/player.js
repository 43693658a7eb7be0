// Plays at server.js over many sockets: node player.js ADDRESS GAMES. It is steered and answers as `konoba-load play`
// does: each line that is read, `MOVES-A-SECOND SECONDS`, is answered by what came of it.
const readline = require('readline')
const {io} = require('socket.io-client')

/** How many games are laid at once. */
const AT_ONCE = 32
/** How long answers may be on their way after a step, in milliseconds. */
const DRAIN = 10_000

const [address, count] = [process.argv[2], Number(process.argv[3])]
const seconds = () => performance.now() / 1000
const sleep = millis => new Promise(resolve => setTimeout(resolve, millis))
const say = what => console.log(JSON.stringify(what))

/** What came of the orders of one step, in milliseconds. */
let tally = {acknowledged: [], told: [], last: 0}

/** A game between two people, each with a socket of their own. */
class Game {
  constructor(number) {
    this.number = number
    this.round = 0
    this.sent = null
    this.views = [null, null]
    this.heard = () => {}
  }

  async lay() {
    this.sockets = [0, 1].map(seat => {
      const socket = io(`http://${address}/stones`, {transports: ['websocket'], forceNew: true})
      socket.on('sync', (match, {state}) => this.see(seat, match, state))
      socket.on('update', (match, state) => this.see(seat, match, state))
      return socket
    })
    await Promise.all(this.sockets.map(socket => new Promise(resolve => socket.on('connect', resolve))))
    await this.begin()
  }

  /** Begins a match, which the server makes for the first player who asks. */
  async begin() {
    this.round += 1
    this.views = [null, null]
    const ready = new Promise(resolve => (this.heard = () => this.views.every(view => view) && resolve()))
    for (const seat of [0, 1]) this.sockets[seat].emit('sync', this.match(), String(seat), undefined, 2)
    await ready
    this.heard = () => {}
  }

  match() {
    return `${this.number}-${this.round}`
  }

  /** A seat is told how its match stands. */
  see(seat, match, state) {
    if (match !== this.match()) return
    this.views[seat] = state
    const {sent} = this
    if (sent && state._stateID > sent.state) {
      const took = (seconds() - sent.since) * 1000
      if (seat === sent.seat) {
        tally.acknowledged.push(took)
        tally.last = seconds()
        sent.isAcknowledged = true
      } else {
        tally.told.push(took)
        sent.isTold = true
      }
      if (sent.isAcknowledged && sent.isTold) this.sent = null
    }
    this.heard()
  }

  /** The player to move moves, if its view is up to date; a full board is followed by a new match. */
  takeTurn(since) {
    if (this.sent || !this.views.every(view => view)) return false
    const seat = [0, 1].find(seat => this.views[seat].ctx.currentPlayer === String(seat))
    if (seat === undefined) return false
    const {G, _stateID: state} = this.views[seat]
    const free = G.cells.flatMap((owner, point) => (owner === null ? [point] : []))
    if (free.length === 0) {
      this.begin()
      return false
    }
    const point = free[Math.floor(Math.random() * free.length)]
    const payload = {type: 'place', args: [point], playerID: String(seat)}
    this.sent = {state, seat, since}
    this.sockets[seat].emit('update', {type: 'MAKE_MOVE', payload}, state, this.match(), String(seat))
    return true
  }

  /** How much both sockets have heard. */
  bytes() {
    return this.sockets.reduce((sum, socket) => sum + socket.io.engine.transport.ws._socket.bytesRead, 0)
  }

  isWaiting() {
    return this.sent !== null && !this.sent.isAcknowledged
  }
}

/** Gives so many turns a second, whatever becomes of them, to one game after the other. */
async function play(games, rate, span) {
  tally = {acknowledged: [], told: [], last: 0}
  const bytes = () => games.reduce((sum, game) => sum + game.bytes(), 0)
  const [begin, heard] = [seconds(), bytes()]
  let [turns, skipped] = [0, 0]
  while (seconds() - begin < span) {
    await sleep(1)
    const due = Math.floor((seconds() - begin) * rate)
    for (; turns < due; turns += 1) {
      if (!games[turns % games.length].takeTurn(begin + (turns + 1) / rate)) skipped += 1
    }
  }
  const end = seconds()
  const open = () => games.filter(game => game.isWaiting()).length
  while (open() > 0 && (seconds() - end) * 1000 < DRAIN) await sleep(5)
  const {acknowledged, told, last} = tally
  const moves = acknowledged.length
  return {
    reached: moves / Math.max(span, last - begin),
    moves,
    refused: 0,
    skipped,
    open: open(),
    bytes_a_move: (bytes() - heard) / Math.max(moves, 1),
    acknowledged: spread(acknowledged),
    told: spread(told),
  }
}

function spread(took) {
  took.sort((one, other) => one - other)
  const at = share => took[Math.round((took.length - 1) * share)] ?? 0
  return {p50: at(0.5), p99: at(0.99), p999: at(0.999)}
}

async function main() {
  const begin = seconds()
  const games = Array.from({length: count}, (_, number) => new Game(number))
  for (let first = 0; first < count; first += AT_ONCE) {
    await Promise.all(games.slice(first, first + AT_ONCE).map(game => game.lay()))
  }
  say({sockets: 2 * count, seconds: seconds() - begin})
  for await (const line of readline.createInterface({input: process.stdin})) {
    const [rate, span] = line.split(' ').map(Number)
    say(await play(games, rate, span))
  }
  process.exit(0)
}

main()
