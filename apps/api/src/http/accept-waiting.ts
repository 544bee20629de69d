import type { Server } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Under a load that never pauses there is always one more. */
const MAX_MS = 2000

/**
 * Accepts the connections that wait for the process, before it stops to listen: closing would reset them, and a proxy
 * does not send twice what is no GET. Node accepts one each turn, so a turn without any finds none waiting.
 */
export async function acceptWaiting(server: Server): Promise<void> {
  const end = performance.now() + MAX_MS
  let hasAccepted = true
  const note = () => {
    hasAccepted = true
  }
  server.on('connection', note)
  // This turn may already have passed the place where it accepts.
  await nextTurn()
  while (hasAccepted && performance.now() < end) {
    hasAccepted = false
    await nextTurn()
  }
  server.off('connection', note)
}
