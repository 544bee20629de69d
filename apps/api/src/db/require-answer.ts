import { type Connection, isDatabaseDown, rootCause } from './client.ts'
import { ping } from './ping.ts'

/** @throws a sentence for the operator, without the password, when the database is unreachable */
export async function requireAnswer({ db, pool }: Connection): Promise<void> {
  try {
    await ping(db)
  } catch (error) {
    if (!isDatabaseDown(error)) throw error
    const { code } = rootCause(error) as { code?: string }
    const where = hostOf(String(pool.options.connectionString))
    throw new Error(
      `La base de datos${where && ` en ${where}`} no responde${code ? ` (${code})` : ''}. ` +
        'Revise DATABASE_URL, y que PostgreSQL esté en marcha.',
    )
  }
}

/** Empty for a connection by socket. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
