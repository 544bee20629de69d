import type { Persona } from '../../seeds/personas.ts'
import {
  type SampleAnnouncement,
  type SampleRequest,
  sampleProcedures,
} from '../../seeds/sample-portal.ts'
import type { Database, JobDatabase, Transaction } from '../db/client.ts'
import { exec, maybeOne, one, scalar, sql } from '../db/query.ts'

export function isDatabaseEmpty(db: Database): Promise<boolean> {
  return scalar(
    db,
    sql`select not exists (select from users) and not exists (select from sales) as empty`,
  )
}

export async function hasSampleAccounts(db: Database): Promise<boolean> {
  return (await exec(db, sql`select from users where is_sample limit 1`)) > 0
}

/** False once a real load has withdrawn them. */
export async function showsSampleSales(db: Database): Promise<boolean> {
  return (
    (await exec(db, sql`select from sales where is_sample and withdrawn_at is null limit 1`)) > 0
  )
}

/** Sets the password of a member's account from the import; creates the accounts of staff. */
export async function saveSampleAccount(
  db: JobDatabase,
  persona: Persona,
  passwordHash: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    await exec(
      tx,
      sql`insert into users (rut, first_name, last_name, email, password_hash, is_superuser, is_sample)
        values (${persona.rut}, ${persona.firstName}, ${persona.lastName}, ${persona.email},
          ${passwordHash}, ${persona.isSuperuser ?? false}, true)
        on conflict (rut) where deleted_at is null
          do update set password_hash = excluded.password_hash`,
    )
    if (!persona.group) return
    await exec(
      tx,
      sql`insert into user_groups (user_id, group_id)
        select users.id, groups.id from users, groups
        where users.rut = ${persona.rut} and groups.name = ${persona.group}`,
    )
  })
}

export async function saveSampleProcedures(db: JobDatabase): Promise<void> {
  await db.transaction(async (tx) => {
    for (const [index, procedure] of sampleProcedures.entries()) {
      const columns = { ...procedure, position: index + 1, isSample: true }
      await exec(tx, sql`insert into procedures ${sql.insert(columns)}`)
    }
  })
}

/** A published announcement, without emails. */
export async function saveSampleAnnouncement(
  db: Database,
  { authorRut, ...announcement }: SampleAnnouncement,
): Promise<void> {
  const columns = {
    ...announcement,
    authorId: await findUserId(db, authorRut),
    state: 'published',
    version: 1,
    createdAt: announcement.publishedAt,
    updatedAt: announcement.publishedAt,
    isSample: true,
  }
  await exec(db, sql`insert into announcements ${sql.insert(columns)}`)
}

export async function findUserId(db: Database, rut: string): Promise<number> {
  const user = await maybeOne<{ id: number }>(
    db,
    sql`select id from users where rut = ${rut} and deleted_at is null`,
  )
  if (!user) throw new Error(`no account has the rut ${rut}`)
  return user.id
}

/** Saves an answered request with its events. @returns its id */
export async function saveSampleRequest(
  db: JobDatabase,
  { procedure, comment, answer, sentAt, reviewedAt, answeredAt }: SampleRequest,
  { saleCode, memberId, staffId }: { saleCode: string; memberId: number; staffId: number },
): Promise<number> {
  return db.transaction(async (tx) => {
    const { id } = await one<{ id: number }>(
      tx,
      sql`insert into requests (user_id, sale_id, procedure_id, procedure_title,
          procedure_description, required_documents, answer_hours, state, comment, answer,
          assignee_id, sent_at, closed_at, version, created_at, updated_at,
          is_sample)
        select ${memberId}, sales.id, procedures.id, procedures.title, procedures.description,
          procedures.documents, procedures.answer_hours, 'resolved', ${comment}, ${answer},
          ${staffId}, ${sentAt}, ${answeredAt}, 3, ${sentAt}, ${answeredAt}, true
        from sales, procedures
        where sales.code = ${saleCode} and procedures.title = ${procedure} and procedures.is_sample
        returning id`,
    )
    const event = (at: Date, kind: string, actorId: number, text: string) => {
      return { requestId: id, at, kind, actorId, text }
    }
    const events = sql.insert(
      event(sentAt, 'sent', memberId, ''),
      event(reviewedAt, 'review', staffId, ''),
      event(answeredAt, 'resolved', staffId, answer),
    )
    await exec(tx, sql`insert into request_events ${events}`)
    return id
  })
}

/** The document was uploaded with the request and accepted by staff. */
export async function saveDocumentHistory(
  tx: Transaction,
  documentId: number,
  at: Date,
): Promise<void> {
  await exec(tx, sql`update documents set created_at = ${at} where id = ${documentId}`)
  await exec(
    tx,
    sql`update request_documents set review = 'accepted' where document_id = ${documentId}`,
  )
}
