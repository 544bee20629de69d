import type { PoolClient } from 'pg'
import type { Connection, Pool } from '../src/db/client.ts'
import { one, sql } from '../src/db/query.ts'

/** The pages of PostgreSQL (8 kB) that the connections of this pool have touched so far. */
export function pagesTouchedBy(pool: Pool, observer: Connection): () => Promise<number> {
  const clients = new Set<PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  return async () => {
    for (const client of clients) await client.query('select pg_stat_force_next_flush()')
    const { pages } = await one<{ pages: number }>(
      observer.db,
      sql`select (blks_hit + blks_read)::float8 as pages from pg_stat_database
        where datname = current_database()`,
    )
    return pages
  }
}
