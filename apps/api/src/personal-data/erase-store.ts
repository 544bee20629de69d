import { ERASED_NAME } from '@carpeta/domain/personal-data/personal-data-labels'
import { isOpen, type RequestState, requestStates } from '@carpeta/domain/requests/request-states'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, sql } from '../db/query.ts'

export interface OpenRequest {
  id: number
  state: RequestState
  version: number
}

export interface LockedAccount {
  id: number
  rut: string | null
  /** Has a group or is a superuser. */
  isStaff: boolean
  isDeleted: boolean
  openRequests: OpenRequest[]
}

const openStates = requestStates.filter(isOpen)

/**
 * These accounts, but for those of which nothing is left, held to the end of the transaction with
 * all that was asked for. The requests come first, as in every act on one: whoever sends one holds
 * it and then writes who he is.
 */
export async function lockAccounts(tx: Transaction, ids: number[]): Promise<LockedAccount[]> {
  await exec(tx, sql`select from requests where user_id = any(${ids}) order by id for update`)
  await exec(tx, sql`select from users where id = any(${ids}) order by id for update`)
  return many<LockedAccount>(
    tx,
    sql`select id, rut, deleted_at is not null as is_deleted,
        is_superuser or exists (select from user_groups where user_id = users.id) as is_staff,
        (select coalesce(json_agg(json_build_object(
            'id', requests.id, 'state', state, 'version', version) order by requests.id), '[]')
          from requests where user_id = users.id and state = any(${openStates})) as open_requests
      from users where id = any(${ids}) and erased_at is null order by id`,
  )
}

/** Whether another account has this rut, living or not, from which its sales are not let go. */
export async function isRutOfAnother(tx: Transaction, rut: string, id: number): Promise<boolean> {
  const others = await exec(tx, sql`select from users where rut = ${rut} and id <> ${id} limit 1`)
  return others > 0
}

/** Closed by the portal itself: nobody is left to answer, and he did nothing. */
export async function cancelRequests(tx: Transaction, requests: OpenRequest[]): Promise<void> {
  await exec(
    tx,
    sql`with cancelled as (
        update requests set state = 'cancelled', closed_at = now(), due_at = null,
          version = version + 1, updated_at = now()
        where id = any(${requests.map(({ id }) => id)}) returning id
      )
      insert into request_events (request_id, kind) select id, 'cancelled' from cancelled`,
  )
}

export function deleteDrafts(tx: Transaction, userId: number): Promise<number> {
  return exec(tx, sql`delete from requests where user_id = ${userId} and state = 'draft'`)
}

/** That it was asked for and answered stays; what was written does not. @returns how many */
export async function blankRequests(tx: Transaction, userId: number): Promise<number> {
  await exec(
    tx,
    sql`update request_events set text = '' from requests
      where request_events.request_id = requests.id and requests.user_id = ${userId}
        and request_events.text <> ''`,
  )
  return exec(
    tx,
    sql`update requests set comment = '', answer = '', version = version + 1, updated_at = now()
      where user_id = ${userId}`,
  )
}

/** Takes the documents off his requests, drafts too; their bytes are then to be removed. */
export async function detachDocuments(tx: Transaction, userId: number): Promise<number[]> {
  const detached = await many<{ documentId: number }>(
    tx,
    sql`delete from request_documents using requests
      where request_documents.request_id = requests.id and requests.user_id = ${userId}
      returning document_id`,
  )
  const ids = detached.map(({ documentId }) => documentId)
  await exec(
    tx,
    sql`update documents set name = '' where uploaded_by = ${userId} or id = any(${ids})`,
  )
  return ids
}

const OF_THE_ACCOUNT = [
  ...['sessions', 'account_links', 'known_devices', 'user_groups', 'idempotency_keys'],
]

/** The row stays, for what refers to it; nothing in it says whose it was. */
export async function blankAccount(tx: Transaction, userId: number): Promise<void> {
  for (const table of OF_THE_ACCOUNT) {
    await exec(tx, sql`delete from ${sql.identifier(table)} where user_id = ${userId}`)
  }
  await exec(
    tx,
    sql`update users set rut = null, first_name = ${ERASED_NAME}, last_name = '', email = '',
        password_hash = null, is_active = false, invited_at = null, invitation_delivery = null,
        invitation_failure = '', wants_request_emails = false, updated_at = now(),
        deleted_at = coalesce(deleted_at, now()), erased_at = now()
      where id = ${userId}`,
  )
}

/** Accounts that were deleted so many years ago; those of staff stay, for the trail names them. */
export async function listLongDeleted(db: Database, years: number): Promise<number[]> {
  const deleted = await many<{ id: number }>(
    db,
    sql`select id from users
      where deleted_at < now() - ${years} * interval '1 year' and erased_at is null
        and not is_superuser and not exists (select from user_groups where user_id = users.id)
      order by id`,
  )
  return deleted.map(({ id }) => id)
}
