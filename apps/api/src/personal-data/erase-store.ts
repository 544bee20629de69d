import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/client.ts'

export interface ErasableAccount {
  id: number
  rut: string | null
  /** Has a group or is a superuser. */
  isStaff: boolean
  openRequests: number[]
}

/** Every account that this rut has or had, held to the end of the transaction. */
export function holdByRut(tx: Transaction, rut: string): Promise<ErasableAccount[]> {
  return hold(tx, sql`rut = ${rut}`)
}

export async function holdErasable(tx: Transaction, id: number): Promise<ErasableAccount | null> {
  const [account] = await hold(tx, sql`id = ${id} and deleted_at is not null and erased_at is null`)
  return account ?? null
}

async function hold(tx: Transaction, where: ReturnType<typeof sql>): Promise<ErasableAccount[]> {
  const { rows } = await tx.execute<ErasableAccount & Record<string, unknown>>(sql`
    select id, rut,
      is_superuser or exists (select from user_groups where user_id = users.id) as "isStaff",
      array(select requests.id from requests where user_id = users.id
        and state in ('sent', 'in_review', 'missing') order by requests.id) as "openRequests"
    from users where ${where} order by id for update`)
  return rows
}

/** Whether somebody living has this rut. */
export async function isRutLiving(tx: Transaction, rut: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from users where rut = ${rut} and deleted_at is null`,
  )
  return rows.length > 0
}

/** Closed as if he had taken them back himself: nobody is left to answer. */
export async function cancelOpenRequests(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(sql`
    with cancelled as (
      update requests set state = 'cancelled', closed_at = now(), due_at = null,
        version = version + 1, updated_at = now()
      where user_id = ${userId} and state in ('sent', 'in_review', 'missing') returning id
    )
    insert into request_events (request_id, kind, actor_id)
    select id, 'cancelled', ${userId} from cancelled`)
}

export async function deleteDrafts(tx: Transaction, userId: number): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`delete from requests where user_id = ${userId} and state = 'draft'`,
  )
  return rowCount ?? 0
}

/** That it was asked for and answered stays; what was written does not. @returns how many */
export async function blankRequests(tx: Transaction, userId: number): Promise<number> {
  await tx.execute(sql`
    update request_events set text = '' from requests
    where request_events.request_id = requests.id and requests.user_id = ${userId}
      and request_events.text <> ''`)
  // The key is a hash of the comment.
  const { rowCount } = await tx.execute(sql`
    update requests set comment = '', answer = '', created_with_key = null,
      version = version + 1, updated_at = now()
    where user_id = ${userId}`)
  return rowCount ?? 0
}

/** Takes the documents off his requests, drafts too; their bytes are then to be removed. */
export async function detachDocuments(tx: Transaction, userId: number): Promise<number[]> {
  const { rows } = await tx.execute<{ document_id: number }>(sql`
    delete from request_documents using requests
    where request_documents.request_id = requests.id and requests.user_id = ${userId}
    returning document_id`)
  await tx.execute(sql`
    update documents set name = '' where uploaded_by = ${userId}
      or id in (select json_array_elements_text(
        ${JSON.stringify(rows.map(({ document_id }) => document_id))}::json)::integer)`)
  return rows.map(({ document_id }) => document_id)
}

/** The row stays, for what refers to it; nothing in it says whose it was. */
export async function blankAccount(tx: Transaction, userId: number): Promise<void> {
  for (const table of ['sessions', 'account_links', 'known_devices', 'user_groups']) {
    await tx.execute(sql`delete from ${sql.identifier(table)} where user_id = ${userId}`)
  }
  await tx.execute(sql`
    update users set rut = null, first_name = 'Cuenta anonimizada', last_name = '', email = '',
      password_hash = null, is_active = false, invited_at = null, invitation_delivery = null,
      invitation_failure = '', wants_request_letters = false, updated_at = now(),
      deleted_at = coalesce(deleted_at, now()), erased_at = now()
    where id = ${userId}`)
}

/** Accounts that were deleted so many years ago; those of staff stay, for the trail names them. */
export async function listLongDeleted(db: Database, years: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from users
    where deleted_at < now() - ${years} * interval '1 year' and erased_at is null
      and not is_superuser and not exists (select from user_groups where user_id = users.id)
    order by id`)
  return rows.map(({ id }) => id)
}
