// A boardgame.io server with a game of placing stones on a board of 11x11 points, kept in memory. When it is
// ready it says where it listens, as a Konoba server does: `http 127.0.0.1:PORT`.
process.env.NODE_ENV = 'production'
const {INVALID_MOVE} = require('boardgame.io/core')
const {Server, Origins} = require('boardgame.io/server')

const SIZE = 11

/** Two players in turn put a stone on an empty point. */
const stones = {
  name: 'stones',
  setup: () => ({cells: Array(SIZE * SIZE).fill(null)}),
  turn: {minMoves: 1, maxMoves: 1},
  moves: {
    place: ({G, playerID}, point) => {
      if (G.cells[point] !== null) return INVALID_MOVE
      G.cells[point] = playerID
    },
  },
}

const server = Server({games: [stones], origins: [Origins.LOCALHOST]})
server.run({port: 0}).then(({appServer}) => console.log(`http 127.0.0.1:${appServer.address().port}`))
