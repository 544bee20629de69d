import { createHash } from 'node:crypto'
import type { WireDocument } from '@carpeta/contract/requests'
import type { RequestState } from '@carpeta/domain/requests/request-states'
import { DRAFTS_LOCK } from '../db/advisory-locks.ts'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, scalar, sql } from '../db/query.ts'
import { lockAgainstErasure } from '../people/personal-data.ts'
import { isOfferedProcedure, type Procedure } from '../procedures/procedures-store.ts'
import { isOwnSale } from '../sales/sales-store.ts'

/** What a request that is written asks for, of a member's sale. */
export interface DraftTarget {
  userId: number
  saleId: number
  /** As it is in the catalogue now. */
  procedure: Procedure
  /** What a screen began it about: a draft for each; null of any other. */
  about: string | null
  /** The staff user who files it for the member. */
  filedBy: number | null
}

/** Concurrent calls of one user begin drafts one by one. */
export async function lockDraftsOf(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`select pg_advisory_xact_lock(${DRAFTS_LOCK}, ${userId})`)
}

/** The draft that the form continues: the newest one. Locks it, since a concurrent call may send it. */
export function lockNewestDraft(
  tx: Transaction,
  target: DraftTarget,
): Promise<{ id: number } | null> {
  return maybeOne(tx, sql`${draftOf(target)} for update`)
}

/** The newest one without files that no browser tab of ours wrote. */
export function lockPlainDraft(
  tx: Transaction,
  target: DraftTarget,
): Promise<{ id: number } | null> {
  const isPlain = sql`not exists (select from slot_files where request_id = requests.id)
    and exists (select from request_drafts where request_id = requests.id and written_in = '')`
  return maybeOne(tx, sql`${draftOf(target, isPlain)} for update`)
}

function draftOf(
  { userId, saleId, procedure, about, filedBy }: DraftTarget,
  more = sql`true`,
): SQL {
  return sql`select id from requests
    where user_id = ${userId} and sale_id = ${saleId} and procedure_id = ${procedure.id}
      and state = 'draft' and filed_by is not distinct from ${filedBy}::int
      and about is not distinct from ${about}::text and ${more}
    order by id desc limit 1`
}

const isWrittenBy = (userId: number) =>
  sql`(requests.user_id = ${userId} and filed_by is null or filed_by = ${userId})`

/** Requests and filings that a user has begun and not sent, also blank ones. */
export function countUnsent(tx: Transaction, userId: number): Promise<number> {
  return scalar<number>(
    tx,
    sql`select count(*)::int from requests where state = 'draft' and ${isWrittenBy(userId)}`,
  )
}

/** The oldest without a text and a file, which no list shows. @returns how many there were */
export function deleteOldestBlank(tx: Transaction, userId: number): Promise<number> {
  return exec(
    tx,
    sql`delete from requests where id = (
      select min(requests.id) from requests
        join request_drafts on request_drafts.request_id = requests.id
      where state = 'draft' and ${isWrittenBy(userId)} and not ${isBegun})`,
  )
}

/** How many requests a user has sent in the last 24 hours, own ones and filings. */
export function countSentToday(tx: Transaction, userId: number): Promise<number> {
  return scalar<number>(
    tx,
    sql`select count(*)::int from requests
      where state <> 'draft' and sent_at > now() - interval '1 day' and ${isWrittenBy(userId)}`,
  )
}

/** @returns its id, or null when the account is deleted by a concurrent transaction */
export async function insertDraft(tx: Transaction, target: DraftTarget): Promise<number | null> {
  const { userId, saleId, procedure, about, filedBy } = target
  if (!(await lockAgainstErasure(tx, userId))) return null
  const row = {
    userId,
    saleId,
    procedureId: procedure.id,
    about,
    filedBy,
    ...snapshotOf(procedure),
  }
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into requests ${sql.insert(row)} returning id`,
  )
  await exec(tx, sql`insert into request_drafts (request_id) values (${id})`)
  return id
}

/**
 * Gives a draft the procedure's present texts. Files of a document that is another one by now belong to none.
 */
export async function renewDraft(tx: Transaction, id: number, procedure: Procedure): Promise<void> {
  const documents = sql`${procedure.documents}::text[]`
  await exec(
    tx,
    sql`with changed as (
        select id, required_documents from requests
        where id = ${id} and required_documents <> ${documents}
      ), moved as (
        update slot_files set position = null from changed
        where request_id = changed.id
          and required_documents[position + 1] is distinct from (${documents})[position + 1]
      ), counted as (
        update request_drafts set version = version + 1, files_version = version + 1 from changed
        where request_id = changed.id
      )
      update requests set ${sql.assign(snapshotOf(procedure))} where id = ${id}`,
  )
}

function snapshotOf({ title, description, documents, answerHours, answerDays }: Procedure) {
  return {
    procedureTitle: title,
    procedureDescription: description,
    requiredDocuments: documents,
    answerHours,
    answerDays,
  }
}

/** What is written in a draft, besides its files. */
export interface DraftText {
  comment: string
  version: number
  textVersion: number
  writtenIn: string
  filesVersion: number
}

const nothing: DraftText = {
  ...{ comment: '', version: 0, textVersion: 0, writtenIn: '', filesVersion: 0 },
}

/** In a transaction that has locked the request. */
export async function readText(tx: Transaction, requestId: number): Promise<DraftText> {
  const text = await maybeOne<DraftText>(
    tx,
    sql`select comment, version, text_version, written_in, files_version
      from request_drafts where request_id = ${requestId}`,
  )
  return text ?? nothing
}

interface DraftChange {
  text?: Pick<DraftText, 'comment' | 'writtenIn'>
  /** A file was added, moved or removed. */
  files?: boolean
}

/** Makes a new version of the draft, of what is changed in it too. @returns it */
export async function changeDraft(
  tx: Transaction,
  requestId: number,
  { text, files = false }: DraftChange,
): Promise<number> {
  const changed = (version: SQL) => ({
    version,
    ...text,
    ...(text && { textVersion: version }),
    ...(files && { filesVersion: version }),
  })
  const next = sql`request_drafts.version + 1`
  const row = await one<{ version: number }>(
    tx,
    sql`insert into request_drafts ${sql.insert({ requestId, ...changed(sql`1`) })}
      on conflict (request_id)
        do update set ${sql.assign({ ...changed(next), savedAt: sql`now()` })}
      returning version`,
  )
  return row.version
}

/** Empties it: other tabs have an old version of the text and of the files. */
export async function blankDraft(tx: Transaction, requestId: number): Promise<void> {
  await exec(tx, sql`delete from slot_files where request_id = ${requestId}`)
  await changeDraft(tx, requestId, { text: { comment: '', writtenIn: '' }, files: true })
}

/** A file of a draft. */
export interface SlotFile {
  id: number
  name: string
  /** Bytes. */
  size: number
  type: WireDocument['type']
  sha256: string
  /** Index of the required document; null when it is none any more. */
  position: number | null
  storageKey: string
  /** See `documents.pixelBytes`. */
  pixelBytes: number
}

/** By required document, each in order. */
export function listSlotFiles(db: Database | Transaction, requestId: number): Promise<SlotFile[]> {
  return many<SlotFile>(
    db,
    sql`select id, name, size, type, trim(sha256) as sha256, position, storage_key, pixel_bytes
      from slot_files join documents on documents.id = document_id
      where request_id = ${requestId}
      order by position, place, id`,
  )
}

/** Whether all of them are still files of a draft. */
export async function areUnsent(db: Database, files: readonly { id: number }[]): Promise<boolean> {
  const ids = files.map(({ id }) => id)
  const found = await exec(db, sql`select from slot_files where document_id = any(${ids})`)
  return found === ids.length
}

/** Adds the file after those that the required document has. */
export async function insertSlotFile(
  tx: Transaction,
  { requestId, documentId, position }: { requestId: number; documentId: number; position: number },
): Promise<void> {
  await exec(
    tx,
    sql`insert into slot_files (document_id, request_id, position, place)
      select ${documentId}, ${requestId}, ${position}, coalesce(max(place) + 1, 0)
      from slot_files where request_id = ${requestId} and position = ${position}`,
  )
}

export async function moveSlotFile(
  tx: Transaction,
  documentId: number,
  { position, place }: { position: number | null; place: number },
): Promise<void> {
  await exec(
    tx,
    sql`update slot_files set ${sql.assign({ position, place })} where document_id = ${documentId}`,
  )
}

/** @returns how many there were */
export function deleteSlotFiles(tx: Transaction, documentIds: number[]): Promise<number> {
  return exec(tx, sql`delete from slot_files where document_id = any(${documentIds})`)
}

export async function deleteDraft(tx: Transaction, requestId: number): Promise<void> {
  await exec(tx, sql`delete from requests where id = ${requestId} and state = 'draft'`)
}

export interface UnsentRequest {
  id: number
  procedureId: number
  procedureTitle: string
  saleCode: string
  version: number
  about: string | null
  /** How many required documents have no file. */
  missing: number
  savedAt: Date
  /** Whether its form can continue it. */
  isOffered: boolean
}

/** A condition on `requests` and `request_drafts`: it has a text or a file. */
const isBegun = sql`(request_drafts.comment <> ''
  or exists (select from slot_files where slot_files.request_id = requests.id))`

/** Whether `findDraftTarget` would accept a row of `requests`, joined with its procedure, sale and member. */
const isOffered = sql`(${isOfferedProcedure}
  and ${isOwnSale(sql`users.rut`, sql`procedures.data_subject_right is not null`)})`

/** The member's unsent requests: those that can still be continued first, then the last saved first. */
export function listUnsent(db: Database, userId: number): Promise<UnsentRequest[]> {
  return many<UnsentRequest>(
    db,
    sql`select requests.id, procedure_id, procedure_title, sales.code as sale_code,
        request_drafts.version, about, cardinality(required_documents) - (select count(distinct position) from slot_files
          where slot_files.request_id = requests.id
            and position < cardinality(required_documents)) as missing, saved_at,
        coalesce(${isOffered}, false) as is_offered
      from requests join request_drafts on request_drafts.request_id = requests.id
        join sales on sales.id = sale_id join users on users.id = user_id
        join procedures on procedures.id = procedure_id
      where user_id = ${userId} and state = 'draft' and filed_by is null and ${isBegun}
      order by is_offered desc, saved_at desc, requests.id desc`,
  )
}

/** What a member has left unsent for some days. */
export interface ForgottenDrafts {
  userId: number
  /** Those whose form can continue them, the oldest first. */
  drafts: { procedureId: number; procedureTitle: string; saleCode: string; about: string | null }[]
}

/** Marks those of one member as reminded of, never to be found again. Null when there are none. */
export async function takeForgotten(
  tx: Transaction,
  days: number,
): Promise<ForgottenDrafts | null> {
  const isForgotten = sql`state = 'draft' and filed_by is null and reminded_at is null and ${isBegun}
    and saved_at < now() - ${days} * interval '1 day'`
  const taken = await many<
    ForgottenDrafts['drafts'][number] & { userId: number; isOffered: boolean }
  >(
    tx,
    sql`with forgotten as (
        select request_id from requests
          join request_drafts on request_drafts.request_id = requests.id
        where ${isForgotten} and user_id = (select user_id from requests
          join request_drafts on request_drafts.request_id = requests.id
          where ${isForgotten} limit 1)
        for update of request_drafts
      ), taken as (
        update request_drafts set reminded_at = now() from forgotten
        where request_drafts.request_id = forgotten.request_id
        returning request_drafts.request_id
      )
      select user_id, procedure_id, procedure_title, sales.code as sale_code, about,
        coalesce(${isOffered}, false) as is_offered
      from taken join requests on requests.id = taken.request_id
        join users on users.id = user_id join sales on sales.id = sale_id
        join procedures on procedures.id = procedure_id
      order by requests.id`,
  )
  const [first] = taken
  return first ? { userId: first.userId, drafts: taken.filter((each) => each.isOffered) } : null
}

/**
 * Deletes drafts unchanged for so many days, but none that is being saved now, and what a reply left behind that staff
 * did not wait for. The documents become orphaned.
 */
export async function deleteOldDrafts(db: Database, days: number): Promise<void> {
  const isOld = sql`saved_at < now() - ${days} * interval '1 day'`
  await exec(
    db,
    sql`delete from requests where id in (
      select id from requests join request_drafts on request_id = id
      where state = 'draft' and ${isOld}
      for update skip locked)`,
  )
  await exec(
    db,
    sql`with old as (
        delete from request_drafts using requests
        where requests.id = request_id and state not in ('draft', 'missing') and ${isOld}
        returning request_id
      )
      delete from slot_files using old where slot_files.request_id = old.request_id`,
  )
}

/** Locks the request that a member's key created within 24 hours, since a concurrent call may send it. */
export function lockByKey(
  tx: Transaction,
  userId: number,
  key: string,
): Promise<{ id: number; state: RequestState; saleCode: string; procedureId: number } | null> {
  return maybeOne(
    tx,
    sql`select requests.id, state, sales.code as sale_code, procedure_id
      from idempotency_keys
        join requests on requests.id = idempotency_keys.request_id and filed_by is null
        join sales on sales.id = sale_id
      where idempotency_keys.user_id = ${userId} and idempotency_keys.key = ${hashOf(key)}
        and idempotency_keys.created_at > now() - interval '24 hours'
      for update of requests`,
  )
}

/** For 24 hours the key returns this request. */
export async function saveKey(
  tx: Transaction,
  { userId, key, requestId }: { userId: number; key: string; requestId: number },
): Promise<void> {
  await exec(
    tx,
    sql`insert into idempotency_keys (user_id, key, request_id)
      values (${userId}, ${hashOf(key)}, ${requestId})
      on conflict (user_id, key)
        do update set request_id = excluded.request_id, created_at = now()`,
  )
}

/** Deletes keys that count for nothing any more. @returns how many */
export function deleteOldKeys(db: Database): Promise<number> {
  return exec(db, sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`)
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
