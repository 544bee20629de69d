import type { LinkPurpose } from '@carpeta/domain/access/link-rules'
import type { Database, Transaction } from '../db/client.ts'
import { exec, sql } from '../db/query.ts'
import { instant, wireRows } from '../db/wire-rows.ts'

interface ExportedLink {
  purpose: LinkPurpose
  created_at: string
  expires_at: string
  used_at: string | null
}

export async function exportPersonalData(
  db: Database,
  userId: number,
): Promise<{ links: ExportedLink[] }> {
  const links = await wireRows<ExportedLink>(
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
