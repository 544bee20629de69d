import type { MemberData } from '@carpeta/contract/personal-data/personal-data-schemas'
import type { Database, Transaction } from '../db/client.ts'
import { exec, sql } from '../db/query.ts'
import { instant, wireRows } from '../db/wire-rows.ts'

export async function exportPersonalData(
  db: Database,
  userId: number,
): Promise<Pick<MemberData['letters'], 'links'>> {
  const links = await wireRows<MemberData['letters']['links'][number]>(
    db,
    sql`select purpose, ${instant('created_at')} as created_at,
        ${instant('expires_at')} as expires_at, ${instant('used_at')} as used_at
      from account_links where user_id = ${userId} order by account_links.created_at`,
  )
  return { links }
}

export async function erasePersonalData(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`delete from account_links where user_id = ${userId}`)
}
