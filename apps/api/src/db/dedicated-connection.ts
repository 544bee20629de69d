import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const RETRY_MS = 300

export interface DedicatedConnection {
  /** The connection as it is now. */
  client: () => pg.Client
  /** What is done last is done while its locks are still held. */
  end: (last?: () => Promise<void>) => Promise<void>
}

/**
 * A connection of its own, held until it is ended. The locks of such a session tell who is alive:
 * they vanish with the process that held them, even under kill -9. A restarted PostgreSQL forgets
 * them too, so the session is opened and set up again as soon as that is back.
 */
export async function openDedicatedConnection(
  config: string | pg.ClientConfig,
  setUp: (client: pg.Client) => Promise<void>,
): Promise<DedicatedConnection> {
  let isEnding = false
  let client = await open()

  async function open(): Promise<pg.Client> {
    const opened = new pg.Client(config)
    opened.on('error', () => {})
    try {
      await opened.connect()
      await setUp(opened)
    } catch (error) {
      await opened.end().catch(() => {})
      throw error
    }
    opened.on('end', () => {
      if (!isEnding) void reopen()
    })
    return opened
  }

  async function reopen(): Promise<void> {
    while (!isEnding) {
      try {
        client = await open()
        if (isEnding) await client.end()
        return
      } catch {
        await delay(RETRY_MS, null, { ref: false })
      }
    }
  }

  return {
    client: () => client,
    end: async (last) => {
      isEnding = true
      try {
        await last?.()
      } finally {
        await client.end().catch(() => {})
      }
    },
  }
}
