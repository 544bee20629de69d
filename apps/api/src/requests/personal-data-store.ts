import type { MemberData } from '@carpeta/contract/personal-data/personal-data-schemas'
import { isOpen, type RequestState, requestStates } from '@carpeta/domain/requests/request-states'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, sql } from '../db/query.ts'
import { instant, wireRows } from '../db/wire-rows.ts'

const openStates = requestStates.filter(isOpen)

export async function listRequestIds(db: Database, userId: number): Promise<number[]> {
  const requests = await many<{ id: number }>(
    db,
    sql`select id from requests where user_id = ${userId}
      and (state <> 'draft' or filed_by is null) order by id`,
  )
  return requests.map(({ id }) => id)
}

export type MemberDocument = Omit<MemberData['documents'][number], 'file'> & { storage_key: string }

/** What the member uploaded, sent or not, and the files of published answers. */
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
      union all
      select documents.id, request_id, name, size, type, trim(sha256),
        ${instant('documents.created_at')}, null, 'member', storage_key
      from slot_files
      join requests on requests.id = request_id
      join documents on documents.id = document_id
      where user_id = ${userId} and documents.state = 'kept'
      order by id`,
  )
}

export async function lockRequestsOf(tx: Transaction, userIds: number[]): Promise<void> {
  await exec(tx, sql`select from requests where user_id = any(${userIds}) order by id for update`)
}

export interface OpenRequest {
  id: number
  userId: number
  state: RequestState
  version: number
}

export function listOpenRequests(tx: Transaction, userIds: number[]): Promise<OpenRequest[]> {
  return many<OpenRequest>(
    tx,
    sql`select id, user_id, state, version from requests
      where user_id = any(${userIds}) and state = any(${openStates}) order by id`,
  )
}

/** The events have no actor: the portal itself cancels these requests. */
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

/** @returns how many */
export function deleteDrafts(tx: Transaction, userId: number): Promise<number> {
  return exec(tx, sql`delete from requests where user_id = ${userId} and state = 'draft'`)
}

/** Blanks every written text; procedure, state and dates stay. @returns how many */
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

export async function deleteIdempotencyKeys(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`delete from idempotency_keys where user_id = ${userId}`)
}

/** Detaches the documents of all requests, drafts too. @returns their ids */
export async function detachDocuments(tx: Transaction, userId: number): Promise<number[]> {
  const detached = await many<{ documentId: number }>(
    tx,
    sql`with unsent as (
        delete from slot_files using requests
        where slot_files.request_id = requests.id and requests.user_id = ${userId}
        returning document_id
      ), sent as (
        delete from request_documents using requests
        where request_documents.request_id = requests.id and requests.user_id = ${userId}
        returning document_id
      )
      select document_id from unsent union all select document_id from sent`,
  )
  return detached.map(({ documentId }) => documentId)
}
