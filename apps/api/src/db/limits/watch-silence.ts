import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import type { TimeLimits } from './time-limits.ts'

/** The connection was closed here, because the database was silent. */
class SilentDatabase extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('the database does not answer')
  }
}

/**
 * Ends connections whose database is silent, so that their statements fail. A slow statement is not
 * silence: while one runs, the database is asked for a sign of life on a new connection. The driver's
 * `query_timeout` cannot tell them apart, and leaves the statement running on a connection of the pool.
 */
export function watchSilence(pool: pg.Pool, limits: TimeLimits): void {
  const isAlive = signOfLife(String(pool.options.connectionString), limits.silenceMs)
  pool.on('connect', (client) => watch(client, isAlive, limits))
}

function watch(
  client: pg.PoolClient,
  isAlive: () => Promise<boolean>,
  { silenceMs, statementMs }: TimeLimits,
): void {
  let begun = 0
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    timer = setTimeout(() => void check(), silenceMs)
  }
  const check = async () => {
    const checked = timer
    // PostgreSQL ends a statement at its limit, but not when its own process is stopped.
    const isStuck = performance.now() - begun > statementMs + silenceMs
    const isSilent = isStuck || !(await isAlive())
    // On a busy machine the answer may have arrived, and not been read yet.
    if (isSilent) await nextTurn()
    if (timer !== checked) return
    if (isSilent) client.connection.stream.destroy(new SilentDatabase())
    else wait()
  }
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  client.query = new Proxy(client.query, {
    apply: (query, self, given) => {
      if (timer === undefined) {
        begun = performance.now()
        wait()
      }
      return Reflect.apply(query, self, given)
    },
  })
  // Emitted when the last statement of the connection has been answered.
  client.on('drain', stop)
  client.on('end', stop)
}

/** Asks once for all who wait. */
function signOfLife(url: string, timeoutMs: number): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  return () => {
    asking ??= connects(url, timeoutMs).finally(() => {
      asking = undefined
    })
    return asking
  }
}

async function connects(url: string, timeoutMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    // A refusal is an answer.
    return error instanceof pg.DatabaseError
  } finally {
    void client.end().catch(() => {})
  }
}
