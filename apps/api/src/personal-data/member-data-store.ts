import type { MemberData } from '@carpeta/contract/personal-data'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { isCoHolder, isOfCoHolder } from '../sales/erased-buyers-store.ts'

const instant = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)

type Account = MemberData['account']
type Invitation = NonNullable<MemberData['letters']['invitation']>

interface AccountRow extends Account, Invitation, Record<string, unknown> {
  request_letters: boolean
}

export async function readAccountData(
  db: Database,
  userId: number,
): Promise<Pick<MemberData, 'account' | 'preferences'> & { invitation: Invitation | null }> {
  const { rows } = await db.execute<AccountRow>(sql`
    select id, coalesce(rut, '') as social_security, first_name, last_name, email, is_active,
      password_hash is not null as is_activated, wants_request_emails as request_letters,
      array(select groups.name from user_groups join groups on groups.id = user_groups.group_id
        where user_groups.user_id = users.id order by groups.name) as groups,
      ${instant('created_at')} as created_at, ${instant('updated_at')} as updated_at,
      ${instant('deleted_at')} as deleted_at, ${instant('invited_at')} as invited_at,
      invitation_delivery as delivery, invitation_failure as failure
    from users where id = ${userId}`)
  const [row] = rows
  if (!row) throw new Error(`no account has the id ${userId}`)
  const { request_letters, invited_at, delivery, failure, ...account } = row
  const wasInvited = invited_at !== null || delivery !== null
  return {
    account: account as Account,
    preferences: { request_letters },
    invitation: wasInvited ? { invited_at, delivery, failure } : null,
  }
}

export interface MemberSale {
  /** JSON text, whose exact numbers must not pass through a float. */
  json: string
  asOf: string
  withdrawnAt: string | null
}

/** Every sale of this holder, the withdrawn too, without what is said of the co-holder. */
export async function listMemberSales(db: Database, rut: string): Promise<MemberSale[]> {
  const { rows } = await db.execute<{
    document: string
    as_of: string
    withdrawn_at: string | null
  }>(sql`
    select document, ${instant('as_of')} as as_of, ${instant('withdrawn_at')} as withdrawn_at
    from sales join sale_documents on sale_documents.sale_id = sales.id
    where holder_rut = ${rut} order by code`)
  return rows.map((row) => ({
    json: row.document,
    asOf: row.as_of,
    withdrawnAt: row.withdrawn_at,
  }))
}

/** What is his of the sales that another holds. */
export async function listCoHeldSales(
  db: Database,
  rut: string,
): Promise<MemberData['co_held_sales']> {
  const { rows } = await db.execute<MemberData['co_held_sales'][number] & Record<string, unknown>>(
    sql`
    select sales.code, full_name, given_names, rut, city, commune, address, profession,
      marital_status, employer, phone, email, income::float8, fee_income::float8,
      rental_income::float8, average_income::float8, legal_representative
    from sale_holders join sales on sales.id = sale_holders.sale_id
    where ${isCoHolder(rut)} and holder_rut <> ${rut}
    order by sales.code`,
  )
  return rows
}

export async function listRequestIds(db: Database, userId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from requests where user_id = ${userId} order by id`,
  )
  return rows.map(({ id }) => id)
}

export type MemberDocument = Omit<MemberData['documents'][number], 'file'> & { storage_key: string }

/** What he handed in, and what he was answered with; no file of an answer that is not out yet. */
export async function listMemberDocuments(db: Database, userId: number): Promise<MemberDocument[]> {
  const { rows } = await db.execute<MemberDocument & Record<string, unknown>>(sql`
    select documents.id, request_id, name, size::float8 as size, type, trim(sha256) as sha256,
      ${instant('documents.created_at')} as uploaded_at, ${instant('replaced_at')} as replaced_at,
      case when position is null then 'cooperative' else 'member' end as by, storage_key
    from request_documents
    join requests on requests.id = request_id
    join documents on documents.id = document_id
    where user_id = ${userId} and documents.state = 'kept'
      and (position is not null or published_at is not null)
    order by documents.id`)
  return rows
}

export interface MemberSession {
  userAgent: string
  address: string
  startedAt: string
  lastUsedAt: string
}

/** Those too that have run out in time and are forgotten tonight. */
export async function listMemberSessions(db: Database, userId: number): Promise<MemberSession[]> {
  const { rows } = await db.execute<MemberSession & Record<string, unknown>>(sql`
    select user_agent as "userAgent", address, ${instant('created_at')} as "startedAt",
      ${instant('last_used_at')} as "lastUsedAt"
    from sessions where user_id = ${userId} order by last_used_at desc`)
  return rows
}

export async function listKnownDevices(
  db: Database,
  userId: number,
): Promise<MemberData['known_devices']> {
  const { rows } = await db.execute<{ last_used_at: string }>(sql`
    select ${instant('last_used_at')} as last_used_at from known_devices
    where user_id = ${userId} order by known_devices.last_used_at desc`)
  return rows
}

type LockedLink = MemberData['letters']['links'][number]

export async function listLinks(db: Database, userId: number): Promise<LockedLink[]> {
  const { rows } = await db.execute<LockedLink & Record<string, unknown>>(sql`
    select purpose, ${instant('created_at')} as created_at, ${instant('expires_at')} as expires_at,
      ${instant('used_at')} as used_at
    from account_links where user_id = ${userId} order by account_links.created_at`)
  return rows
}

export async function listStatements(
  db: Database,
  userId: number,
): Promise<MemberData['statements']> {
  const { rows } = await db.execute<MemberData['statements'][number] & Record<string, unknown>>(sql`
    select folio, coalesce(sales.code, '') as sale_code, ${instant('issued_at')} as issued_at,
      ${instant('issued_statements.as_of')} as as_of
    from issued_statements left join sales on sales.id = sale_id
    where user_id = ${userId} order by issued_statements.issued_at`)
  return rows
}

/** What this person did himself: when, what and from where, and nothing of whom else it was about. */
export async function listOwnActions(db: Database, userId: number): Promise<OwnActRow[]> {
  const { rows } = await db.execute<OwnActRow>(sql`
    select ${instant('at')} as at, action, object_type, object_id, address,
      coalesce(subject_id = actor_id, false) as is_own
    from audit_entries where actor_id = ${userId} order by id desc`)
  return rows
}

interface OwnActRow extends Record<string, unknown> {
  at: string
  action: string
  object_type: string
  object_id: string
  address: string
  /** Whether it was about himself. */
  is_own: boolean
}

/** What strangers tried or asked for on this account; it may have been he. */
export async function listAttempts(db: Database, userId: number): Promise<MemberData['attempts']> {
  const { rows } = await db.execute<MemberData['attempts'][number]>(sql`
    select ${instant('at')} as at, action, address from audit_entries
    where subject_id = ${userId} and actor_id is null and request_id <> '' order by id desc`)
  return rows
}

/** Of an account the trail keeps what it was, whoever changed it. */
export async function listAccountChanges(db: Database, userId: number): Promise<ChangeRow[]> {
  const { rows } = await db.execute<ChangeRow>(sql`
    select ${instant('at')} as at, action, object_type, object_id, before, after,
      coalesce(actor_id = subject_id, false) as is_own
    from audit_entries
    where subject_id = ${userId} and (action like 'user.%' or action = 'email.changed')
      and (before <> '{}' or after <> '{}') order by id desc`)
  return rows
}

type ChangeRow = MemberData['changes'][number] &
  Pick<OwnActRow, 'object_type' | 'object_id' | 'is_own'>

/** What loads could not read of his sales, and of his part in those of others. */
export async function listUnread(db: Database, rut: string): Promise<MemberData['unread']> {
  const { rows } = await db.execute<MemberData['unread'][number]>(sql`
    select ${instant('applied_at')} as at, sale_code, field, value, reason
    from load_rejects
    join loads on loads.id = load_id
    join sales on sales.code = sale_code
    left join sale_holders on sale_holders.sale_id = sales.id and ${isCoHolder(rut)}
    where case when ${isOfCoHolder} then sale_holders.sale_id is not null
      else holder_rut = ${rut} end
    order by load_rejects.id desc`)
  return rows
}
