import type { MemberData } from '@carpeta/contract/personal-data'
import type { SavedFilter } from '@carpeta/contract/staff-requests'
import { type KnownPerson, mayNamePerson } from '@carpeta/domain/people/person-in-text'
import { openStates, type RequestState } from '@carpeta/domain/requests/request-states'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database, Transaction } from '../db/client.ts'
import { exec, instant, many, maybeOne, sql, wireRows } from '../db/query.ts'
import { blankNames } from '../documents/personal-data.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import type { Caller } from '../http/caller.ts'
import type { RequestServices } from './change-request.ts'
import { listSavedFilters } from './queue-store.ts'
import { readMemberRequest } from './read-request.ts'

/** A request that staff file for a member is the member’s once it is sent. */
const isSeenByMember = sql`(requests.state <> 'draft' or filed_by is null)`

/** The documents with their storage keys, which the caller must not give out. */
export async function exportPersonalData(
  services: RequestServices,
  userId: number,
): Promise<Pick<MemberData, 'requests' | 'saved_filters'> & { documents: MemberDocument[] }> {
  const { db } = services
  const requests = []
  const own = await many<{ id: number; about: string | null }>(
    db,
    sql`select id, about from requests where user_id = ${userId} and ${isSeenByMember} order by id`,
  )
  for (const { id, about } of own) {
    const request = await readMemberRequest(services, id, userId)
    requests.push({ ...request, unsent_reply: await readUnsentReply(db, id), about })
  }
  const saved = await listSavedFilters(db, userId)
  return {
    requests,
    saved_filters: saved.map(({ name, filters }) => ({ name, filters })),
    documents: await listMemberDocuments(db, userId),
  }
}

/** What the member wrote in reply and did not send; '' for a request that is not sent, which has the text. */
async function readUnsentReply(db: Database, requestId: number): Promise<string> {
  const reply = await maybeOne<{ comment: string }>(
    db,
    sql`select request_drafts.comment from request_drafts join requests on requests.id = request_id
      where request_id = ${requestId} and state <> 'draft'`,
  )
  return reply?.comment ?? ''
}

export interface ErasedRequests {
  requests: number
  drafts: number
  documents: number
}

/** Cancels open requests. A job deletes the documents' bytes after the transaction commits. */
export async function erasePersonalData(
  tx: Transaction,
  caller: Caller,
  userId: number,
): Promise<ErasedRequests> {
  const documentIds = await detachDocuments(tx, userId)
  await blankNames(tx, documentIds)
  const open = await listOpenRequests(tx, [userId])
  await cancelRequests(tx, open)
  for (const { id, state, version } of open) {
    await recordAuditEvent(tx, caller, {
      action: 'request.changed',
      object: { type: 'request', id },
      subjectId: userId,
      before: { state, version },
      after: { state: 'cancelled', version: version + 1, event: 'cancelled' },
    })
  }
  const drafts = await exec(
    tx,
    sql`delete from requests where user_id = ${userId} and state = 'draft'`,
  )
  const requests = await blankRequests(tx, userId)
  await exec(
    tx,
    sql`delete from request_drafts using requests
      where requests.id = request_id and requests.user_id = ${userId}`,
  )
  await exec(tx, sql`delete from idempotency_keys where user_id = ${userId}`)
  await exec(tx, sql`delete from saved_filters where user_id = ${userId}`)
  await queueRemoval(tx, documentIds)
  return { requests, drafts, documents: documentIds.length }
}

/** Blanks every written text; procedure, state and dates stay. @returns how many */
async function blankRequests(tx: Transaction, userId: number): Promise<number> {
  await exec(
    tx,
    sql`update request_events set text = '' from requests
      where request_events.request_id = requests.id and requests.user_id = ${userId}
        and request_events.text <> ''`,
  )
  return exec(
    tx,
    sql`update requests set comment = '', answer = '', about = null, version = version + 1,
        updated_at = now()
      where user_id = ${userId}`,
  )
}

/** Detaches the documents of all requests, drafts too. @returns their ids */
async function detachDocuments(tx: Transaction, userId: number): Promise<number[]> {
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

/** Deletes filters of any user that search for this person, or have the name. */
export async function deleteFiltersAbout(tx: Transaction, person: KnownPerson): Promise<void> {
  const all = await many<SavedFilter>(tx, sql`select id, name, filters from saved_filters`)
  const about = all.filter(({ name, filters }) =>
    [name, ...Object.values(filters)].some((text) => mayNamePerson(text, person)),
  )
  const ids = about.map(({ id }) => id)
  await exec(tx, sql`delete from saved_filters where id = any(${ids})`)
}

/** The events have no actor: the portal itself cancels these requests. */
async function cancelRequests(tx: Transaction, requests: OpenRequest[]): Promise<void> {
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

export async function lockRequestsOf(tx: Transaction, userIds: number[]): Promise<void> {
  await exec(tx, sql`select from requests where user_id = any(${userIds}) order by id for update`)
}

type MemberDocument = Omit<MemberData['documents'][number], 'file'> & { storage_key: string }

/** The member's uploads, sent or not, and the files of published answers. */
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
      where user_id = ${userId} and ${isSeenByMember} and documents.state = 'kept'
        and (position is not null or published_at is not null)
      union all
      select documents.id, request_id, name, size, type, trim(sha256),
        ${instant('documents.created_at')}, null, 'member', storage_key
      from slot_files
      join requests on requests.id = request_id
      join documents on documents.id = document_id
      where user_id = ${userId} and ${isSeenByMember} and documents.state = 'kept'
      order by id`,
  )
}
