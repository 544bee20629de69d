import type { LoadEmail, LoadEmailsSummary } from '@carpeta/contract/news'
import type { Database, Transaction } from '../../db/client.ts'
import { exec, maybeOne, type SQL, sql } from '../../db/query.ts'
import { instant, wireRows } from '../../db/wire-rows.ts'

const state = sql`case news_emails.state when 'queued' then 'waiting' else news_emails.state end`

const counted = (value: LoadEmail['state']) =>
  sql`(count(news_emails.id) filter (where ${state} = ${value})) as ${sql.identifier(value)}`

/** Null for a load without news: a dry run, a refused load, or the sample. */
export async function findSummary(
  db: Database | Transaction,
  loadId: number,
): Promise<LoadEmailsSummary | null> {
  const [summary] = await wireRows<LoadEmailsSummary>(
    db,
    sql`select is_paused, is_undone, ${counted('waiting')}, ${counted('sent')}, ${counted('failed')},
        ${counted('cancelled')}
      from news_loads left join news_emails on news_emails.load_id = news_loads.load_id
      where news_loads.load_id = ${loadId} group by news_loads.load_id`,
  )
  return summary ?? null
}

function emailsOf(loadId: number, only: string): SQL {
  return sql`news_emails join users on users.id = user_id
    where load_id = ${loadId} and (${only} = '' or ${state} = ${only})`
}

export async function countEmails(db: Database, loadId: number, only: string): Promise<number> {
  const found = await maybeOne<{ total: number }>(
    db,
    sql`select count(*) as total from ${emailsOf(loadId, only)}`,
  )
  return found?.total ?? 0
}

/** Those that failed first, then by name. */
export function listEmails(
  db: Database,
  loadId: number,
  only: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<LoadEmail[]> {
  return wireRows<LoadEmail>(
    db,
    sql`select news_emails.id, user_id, trim(users.first_name || ' ' || users.last_name) as name,
        users.email, ${state} as state, failure,
        (select count(*) from news where email_id = news_emails.id) as news,
        ${instant('news_emails.updated_at')} as at
      from ${emailsOf(loadId, only)}
      order by ${state} <> 'failed',
        spanish_order(users.first_name || ' ' || users.last_name) collate "C", news_emails.id
      offset ${offset} limit ${limit}`,
  )
}

/** Locks the load. Null for one without news. */
export function lockNewsLoad(
  tx: Transaction,
  loadId: number,
): Promise<{ isPaused: boolean } | null> {
  return maybeOne(tx, sql`select is_paused from news_loads where load_id = ${loadId} for update`)
}

export async function setPaused(tx: Transaction, loadId: number, isPaused: boolean): Promise<void> {
  await exec(tx, sql`update news_loads set is_paused = ${isPaused} where load_id = ${loadId}`)
}
