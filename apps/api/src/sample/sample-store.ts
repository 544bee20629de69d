import { and, eq, sql } from 'drizzle-orm'
import type { Persona } from '../../seeds/personas.ts'
import { sampleProcedures } from '../../seeds/sample-procedures.ts'
import type { SampleRequest } from '../../seeds/sample-requests.ts'
import type { Database, Transaction } from '../db/client.ts'
import { procedures } from '../procedures/procedures-tables.ts'
import { requestEvents, requests } from '../requests/requests-tables.ts'
import { sales } from '../sales/sales-tables.ts'

export async function isDatabaseEmpty(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ empty: boolean }>(sql`
    select not exists (select from users) and not exists (select from sales) as empty`)
  return rows[0]?.empty ?? false
}

export async function hasSampleAccounts(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select from users where is_sample limit 1`)
  return rows.length > 0
}

/** A member already has an account from the import; staff get theirs here. */
export async function saveSampleAccount(
  db: Database,
  persona: Persona,
  passwordHash: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into users (rut, first_name, last_name, email, password_hash, is_superuser, is_sample)
      values (${persona.rut}, ${persona.firstName}, ${persona.lastName}, ${persona.email},
        ${passwordHash}, ${persona.isSuperuser ?? false}, true)
      on conflict (rut) where deleted_at is null
        do update set password_hash = excluded.password_hash`)
    if (!persona.group) return
    await tx.execute(sql`
      insert into user_groups (user_id, group_id)
      select users.id, groups.id from users, groups
      where users.rut = ${persona.rut} and groups.name = ${persona.group}`)
  })
}

export async function saveSampleProcedures(db: Database): Promise<void> {
  await db
    .insert(procedures)
    .values(sampleProcedures.map((it, i) => ({ ...it, position: i + 1, isSample: true })))
}

export async function findUserId(db: Database, rut: string): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from users where rut = ${rut} and deleted_at is null`)
  if (!rows[0]) throw new Error(`nobody has the rut ${rut}`)
  return rows[0].id
}

/** An answered request with what happened to it. @returns its id */
export async function saveSampleRequest(
  db: Database,
  { procedure, comment, answer, sentAt, reviewedAt, answeredAt }: SampleRequest,
  { saleCode, memberId, staffId }: { saleCode: string; memberId: number; staffId: number },
): Promise<number> {
  return db.transaction(async (tx) => {
    const [asked] = await tx
      .select()
      .from(procedures)
      .where(and(eq(procedures.title, procedure), eq(procedures.isSample, true)))
    const [sale] = await tx.select({ id: sales.id }).from(sales).where(eq(sales.code, saleCode))
    if (!asked || !sale) throw new Error(`no sample sale or procedure: ${procedure}`)
    const [row] = await tx
      .insert(requests)
      .values({
        userId: memberId,
        saleId: sale.id,
        procedureId: asked.id,
        procedureTitle: asked.title,
        procedureDescription: asked.description,
        requiredDocuments: asked.documents,
        answerHours: asked.answerHours,
        state: 'resolved',
        comment,
        answer,
        assigneeId: staffId,
        sentAt,
        closedAt: answeredAt,
        version: 3,
        createdAt: sentAt,
        updatedAt: answeredAt,
      })
      .returning({ id: requests.id })
    if (!row) throw new Error('no request was inserted')
    const requestId = row.id
    await tx.insert(requestEvents).values([
      { requestId, at: sentAt, kind: 'sent', actorId: memberId },
      { requestId, at: reviewedAt, kind: 'review', actorId: staffId },
      { requestId, at: answeredAt, kind: 'resolved', actorId: staffId, text: answer },
    ])
    return requestId
  })
}

/** It came with the request, and staff found it in order. */
export async function saveDocumentHistory(
  tx: Transaction,
  documentId: number,
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    update documents set created_at = ${at.toISOString()}::timestamptz where id = ${documentId}`)
  await tx.execute(sql`
    update request_documents set review = 'accepted' where document_id = ${documentId}`)
}
