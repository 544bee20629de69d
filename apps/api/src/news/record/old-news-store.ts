import type { Database } from '../../db/client.ts'
import { exec, sql } from '../../db/query.ts'

/** News from that many days ago, and emails of the same age. @returns how many news */
export function deleteOldNews(db: Database, days: number): Promise<number> {
  return db.transaction(async (tx) => {
    const isOld = (column: 'told_at' | 'created_at') =>
      sql`${sql.identifier(column)} < now() - ${days} * interval '1 day'`
    const deleted = await exec(tx, sql`delete from news where ${isOld('told_at')}`)
    await exec(tx, sql`delete from news_emails where ${isOld('created_at')}`)
    return deleted
  })
}
