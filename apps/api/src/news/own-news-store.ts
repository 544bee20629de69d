import type { NewsKind } from '@carpeta/domain/news/news-rules'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, one, type SQL, sql } from '../db/query.ts'
import { isVisibleSale } from '../sales/sales-store.ts'
import { isStillTrue, toldSubject } from './news-store.ts'

export interface OwnNews {
  id: number
  kind: NewsKind
  subject: string
  date: string | null
  code: string
  project: string
  type: string
  lot: string
  toldAt: Date
  readAt: Date | null
}

interface Member {
  id: number
  rut: string
}

/** News of sales that the member sees now. */
function newsOf({ id, rut }: Member): SQL {
  return sql`news join sales on sales.code = sale_code and sales.holder_rut = ${rut}
    where user_id = ${id} and retracted_at is null and ${isVisibleSale} and ${isStillTrue}`
}

export function countNews(db: Database, member: Member): Promise<{ all: number; unread: number }> {
  return one(
    db,
    sql`select count(*) as all, count(*) filter (where read_at is null) as unread
      from ${newsOf(member)}`,
  )
}

/** The newest first. */
export function listNews(
  db: Database,
  member: Member,
  { offset, limit }: { offset: number; limit: number },
): Promise<OwnNews[]> {
  return many<OwnNews>(
    db,
    sql`select found.*, coalesce(type, '') as type, coalesce(lot, '') as lot
      from (
        select news.id, kind, ${toldSubject} as subject, news.date, sales.code, project, told_at, read_at,
          sales.id as sale_id
        from ${newsOf(member)}
        order by told_at desc, news.id desc offset ${offset} limit ${limit}
      ) as found
      left join sale_properties on sale_properties.sale_id = found.sale_id and position = 0
      order by told_at desc, found.id desc`,
  )
}

/** Marks this and all earlier news as read. @returns false when it is not the member's */
export async function markRead(tx: Transaction, userId: number, through: number): Promise<boolean> {
  const last = sql`(select told_at, id from news where id = ${through} and user_id = ${userId})`
  const { isOwn } = await one<{ isOwn: boolean }>(tx, sql`select exists ${last} as is_own`)
  if (!isOwn) return false
  await exec(
    tx,
    sql`update news set read_at = now()
      where user_id = ${userId} and read_at is null and retracted_at is null
        and (told_at, id) <= ${last}`,
  )
  return true
}
