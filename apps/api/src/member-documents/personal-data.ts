import type { MemberData } from '@carpeta/contract/personal-data'
import type { Database, Transaction } from '../db/client.ts'
import { exec, sql } from '../db/query.ts'
import { instant, wireRows } from '../db/wire-rows.ts'

/** The published documents that the person opened. */
export async function exportPersonalData(
  db: Database,
  userId: number,
): Promise<Pick<MemberData, 'opened_documents'>> {
  const opened = await wireRows<MemberData['opened_documents'][number]>(
    db,
    sql`select sales.code as sale_code, title, version, ${instant('first_opened_at')} as opened_at
      from member_document_reads
      join member_document_versions
        on member_document_versions.document_id = member_document_reads.document_id
      join member_documents on member_documents.id = member_document_id
      join sales on sales.id = sale_id
      where user_id = ${userId}
      order by first_opened_at, member_documents.id`,
  )
  return { opened_documents: opened }
}

/** Forgets what the person opened. The documents stay with the sale, which is retained for the books. */
export async function erasePersonalData(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`delete from member_document_reads where user_id = ${userId}`)
}
