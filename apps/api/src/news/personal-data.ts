import type { MemberData } from '@carpeta/contract/personal-data'
import type { Database, Transaction } from '../db/client.ts'
import { exec, instant, sql, wireRows } from '../db/query.ts'
import { isVisibleSale } from '../sales/sales-store.ts'
import { toldSubject } from './news-store.ts'

/**
 * The news about the person’s sales, also those that an undone load retracted; without the title of a document of a
 * sale that another person holds by now.
 */
export async function exportPersonalData(
  db: Database,
  person: { id: number; rut: string },
): Promise<Pick<MemberData, 'news'>> {
  const news = await wireRows<MemberData['news'][number]>(
    db,
    sql`select ${instant('told_at')} as at, sale_code, kind,
        ${toldSubject} as subject, coalesce(news.date::text, '') as date, ${instant('read_at')} as read_at,
        case emails.state when 'waiting' then 'queued' else emails.state end as email,
        coalesce(failure, '') as email_failure
      from news left join news_emails emails on emails.id = email_id
      left join sales on sales.code = sale_code and ${isVisibleSale}
        and holder_rut = ${person.rut}
      where news.user_id = ${person.id}
      order by told_at desc, news.id desc`,
  )
  return { news }
}

export async function erasePersonalData(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`delete from news where user_id = ${userId}`)
  await exec(tx, sql`delete from news_emails where user_id = ${userId}`)
}
