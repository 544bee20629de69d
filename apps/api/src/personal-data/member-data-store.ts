import type { MemberData } from '@carpeta/contract/personal-data/personal-data-schemas'
import type { Database } from '../db/client.ts'
import { many, one, type SQL, sql } from '../db/query.ts'
import { isCoHolder, isOfCoHolder } from '../sales/erased-buyers-store.ts'

const instant = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)

/** Rows in the names of the wire: each is one JSON value, whose names stay as they are. */
async function wireRows<Row>(db: Database, rows: SQL): Promise<Row[]> {
  const found = await many<{ row: Row }>(db, sql`select to_json(found) as row from (${rows}) found`)
  return found.map(({ row }) => row)
}

type AccountData = Pick<MemberData, 'account' | 'preferences'> &
  Pick<MemberData['letters'], 'invitation'>

export function readAccountData(db: Database, userId: number): Promise<AccountData> {
  return one<AccountData>(
    db,
    sql`select
        json_build_object(
          'id', id, 'social_security', coalesce(rut, ''), 'first_name', first_name,
          'last_name', last_name, 'email', email, 'is_active', is_active,
          'is_activated', password_hash is not null,
          'groups', array(
            select groups.name from user_groups join groups on groups.id = user_groups.group_id
            where user_groups.user_id = users.id order by groups.name),
          'created_at', ${instant('created_at')}, 'updated_at', ${instant('updated_at')},
          'deleted_at', ${instant('deleted_at')}) as account,
        json_build_object('request_letters', wants_request_emails) as preferences,
        case when invited_at is not null or invitation_delivery is not null then
          json_build_object(
            'invited_at', ${instant('invited_at')}, 'delivery', invitation_delivery,
            'failure', invitation_failure) end as invitation
      from users where id = ${userId}`,
  )
}

export interface MemberSale {
  /** JSON text, whose exact numbers must not pass through a float. */
  json: string
  asOf: string
  withdrawnAt: string | null
}

/** Every sale of this holder, the withdrawn too, without what is said of the co-holder. */
export function listMemberSales(db: Database, rut: string): Promise<MemberSale[]> {
  return many<MemberSale>(
    db,
    sql`select json, ${instant('as_of')} as as_of,
        ${instant('withdrawn_at')} as withdrawn_at
      from sales join sale_views on sale_views.sale_id = sales.id
      where holder_rut = ${rut} order by code`,
  )
}

/** What is his of the sales that another holds. */
export function listCoHeldSales(db: Database, rut: string): Promise<MemberData['co_held_sales']> {
  return wireRows(
    db,
    sql`select sales.code, full_name, given_names, rut, city, commune, address, profession,
        marital_status, employer, phone, email, income, fee_income, rental_income, average_income,
        legal_representative
      from sale_holders join sales on sales.id = sale_holders.sale_id
      where ${isCoHolder(rut)} and holder_rut <> ${rut}
      order by sales.code`,
  )
}

export async function listRequestIds(db: Database, userId: number): Promise<number[]> {
  const requests = await many<{ id: number }>(
    db,
    sql`select id from requests where user_id = ${userId} order by id`,
  )
  return requests.map(({ id }) => id)
}

export type MemberDocument = Omit<MemberData['documents'][number], 'file'> & { storage_key: string }

/** What he handed in, and what he was answered with; no file of an answer that is not out yet. */
export function listMemberDocuments(db: Database, userId: number): Promise<MemberDocument[]> {
  return wireRows(
    db,
    sql`select documents.id, request_id, name, size, type, trim(sha256) as sha256,
        ${instant('documents.created_at')} as uploaded_at,
        ${instant('replaced_at')} as replaced_at,
        case when position is null then 'cooperative' else 'member' end as by, storage_key
      from request_documents
      join requests on requests.id = request_id
      join documents on documents.id = document_id
      where user_id = ${userId} and documents.state = 'kept'
        and (position is not null or published_at is not null)
      order by documents.id`,
  )
}

export interface MemberSession {
  userAgent: string
  address: string
  startedAt: string
  lastUsedAt: string
}

/** Those too that have run out in time and are forgotten tonight. */
export function listMemberSessions(db: Database, userId: number): Promise<MemberSession[]> {
  return many<MemberSession>(
    db,
    sql`select user_agent, address, ${instant('created_at')} as started_at,
        ${instant('last_used_at')} as last_used_at
      from sessions where user_id = ${userId} order by sessions.last_used_at desc`,
  )
}

export function listKnownDevices(
  db: Database,
  userId: number,
): Promise<MemberData['known_devices']> {
  return wireRows(
    db,
    sql`select ${instant('last_used_at')} as last_used_at from known_devices
      where user_id = ${userId} order by known_devices.last_used_at desc`,
  )
}

export function listLinks(db: Database, userId: number): Promise<MemberData['letters']['links']> {
  return wireRows(
    db,
    sql`select purpose, ${instant('created_at')} as created_at,
        ${instant('expires_at')} as expires_at, ${instant('used_at')} as used_at
      from account_links where user_id = ${userId} order by account_links.created_at`,
  )
}

export function listStatements(db: Database, userId: number): Promise<MemberData['statements']> {
  return wireRows(
    db,
    sql`select folio, coalesce(sales.code, '') as sale_code, ${instant('issued_at')} as issued_at,
        ${instant('issued_statements.as_of')} as as_of
      from issued_statements left join sales on sales.id = sale_id
      where user_id = ${userId} order by issued_statements.issued_at`,
  )
}

/** What this person did himself: when, what and from where, and nothing of whom else it was about. */
export function listOwnActions(db: Database, userId: number): Promise<OwnActRow[]> {
  return many<OwnActRow>(
    db,
    sql`select ${instant('at')} as at, action, object_type, object_id, address,
        coalesce(subject_id = actor_id, false) as is_own
      from audit_entries where actor_id = ${userId} order by id desc`,
  )
}

interface OwnActRow {
  at: string
  action: string
  objectType: string
  objectId: string
  address: string
  /** Whether it was about himself. */
  isOwn: boolean
}

/** What strangers tried or asked for on this account; it may have been he. */
export function listAttempts(db: Database, userId: number): Promise<MemberData['attempts']> {
  return many(
    db,
    sql`select ${instant('at')} as at, action, address from audit_entries
      where subject_id = ${userId} and actor_id is null and request_id <> '' order by id desc`,
  )
}

/** Of an account the trail keeps what it was, whoever changed it. */
export function listAccountChanges(db: Database, userId: number): Promise<ChangeRow[]> {
  return many<ChangeRow>(
    db,
    sql`select ${instant('at')} as at, action, object_type, object_id, before, after,
        coalesce(actor_id = subject_id, false) as is_own
      from audit_entries
      where subject_id = ${userId} and (action like 'user.%' or action = 'email.changed')
        and (before <> '{}' or after <> '{}') order by id desc`,
  )
}

type ChangeRow = MemberData['changes'][number] & Omit<OwnActRow, 'address'>

/** What loads could not read of his sales, and of his part in those of others. */
export function listUnread(db: Database, rut: string): Promise<MemberData['unread']> {
  return wireRows(
    db,
    sql`select ${instant('applied_at')} as at, sale_code, field, value, reason
      from load_rejects
      join loads on loads.id = load_id
      join sales on sales.code = sale_code
      left join sale_holders on sale_holders.sale_id = sales.id and ${isCoHolder(rut)}
      where case when ${isOfCoHolder} then sale_holders.sale_id is not null
        else holder_rut = ${rut} end
      order by load_rejects.id desc`,
  )
}
