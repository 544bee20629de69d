import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Of the ports below, the only one that the Fetch Standard blocks. */
const REFUSED_BY_FETCH = 10_080

/**
 * A port that nothing listens on, outside the range from which the system takes ports for outgoing
 * connections: one of those could take it before the test does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + randomInt(10_000)
    if (port !== REFUSED_BY_FETCH && (await canListen(port))) return port
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer()
      .once('error', () => done(false))
      .listen(port, 'localhost', () => server.close(() => done(true)))
  })
}
