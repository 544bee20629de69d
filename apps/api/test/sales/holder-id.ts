import type { Database } from '../../src/db/client.ts'
import { maybeOne, sql } from '../../src/db/query.ts'

/** The account that holds a sale, as the web sends it with a document; '' without one. */
export async function holderIdOf(db: Database, code = 'V-1001'): Promise<number | ''> {
  const holder = await maybeOne<{ id: number }>(
    db,
    sql`select users.id from users join sales on sales.holder_rut = users.rut
      where sales.code = ${code} and users.deleted_at is null`,
  )
  return holder?.id ?? ''
}
