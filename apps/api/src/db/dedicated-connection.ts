import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const RETRY_MS = 300

export interface DedicatedConnection {
  /** The current connection; a reconnect replaces it. */
  client: () => pg.Client
  /** Runs `last` before the locks are released. */
  end: (last?: () => Promise<void>) => Promise<void>
}

/**
 * Opens a connection outside the pool, for session locks. PostgreSQL releases them when the process
 * dies, even by kill -9. After a restart of PostgreSQL it reconnects and runs `setUp` again.
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
