import type { UploadState } from '@carpeta/domain/imports/import-rules'
import type { AcceptableRefusal } from '@carpeta/domain/imports/load-consequences'
import type { Database, Queryable, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, type SQL, scalar, sql } from '../db/query.ts'
import type { StoredFile } from '../documents/documents-store.ts'
import { userNameOf } from '../people/people-store.ts'

export type ImportMode = 'check' | 'apply'

export interface UploadedExport {
  id: number
  /** Null once the file is removed, or is about to be. */
  storageKey: string | null
  name: string
  size: number
  state: UploadState | 'arriving'
  mode: ImportMode
  accepted: AcceptableRefusal[]
  uploadedBy: number | null
  tokenId: number | null
  loadId: number | null
  checkedAfterId: number | null
  failure: string | null
  createdAt: Date
  /** The user's name, or empty. */
  by: string
  /** The token's name, or empty. */
  token: string
  /** Another load came in after the dry run. */
  isStale: boolean
}

/** The newest load that is applied; 0 without one. */
const newestLoadId = sql`(select coalesce(max(id), 0) from loads where state = 'applied')`

const columns = sql`uploaded_exports.id,
  case when is_leaving then null else storage_key end as storage_key, uploaded_exports.name, size,
  uploaded_exports.state, mode, accepted, uploaded_by, token_id, load_id, checked_after_id, failure,
  uploaded_exports.created_at,
  ${userNameOf(sql`uploaded_by`)} as by,
  coalesce(import_tokens.name, '') as token,
  uploaded_exports.state = 'checked' and checked_after_id <> ${newestLoadId} as is_stale`

const isListed = sql`uploaded_exports.state <> 'arriving'`

/**
 * One that was applied is a load, which has its own list; the last load over again is none, and is listed while
 * nothing came after it.
 */
const isNoLoad = sql`${isListed} and (uploaded_exports.state <> 'applied' or (load_id is null
  and uploaded_exports.id = (select max(newest.id) from uploaded_exports newest where newest.state <> 'arriving')))`

const tables = sql`uploaded_exports left join import_tokens on import_tokens.id = token_id`

interface NewExport {
  storageKey: string
  name: string
  mode: ImportMode
  uploadedBy: number | null
  tokenId: number | null
}

export function insertArriving(db: Database, upload: NewExport): Promise<number> {
  return scalar(db, sql`insert into uploaded_exports ${sql.insert(upload)} returning id`)
}

/** False if the job removed it meanwhile. */
export async function markStored(tx: Transaction, id: number, size: number): Promise<boolean> {
  const updated = await exec(
    tx,
    sql`update uploaded_exports set state = 'waiting', size = ${size}
      where id = ${id} and state = 'arriving'`,
  )
  return updated === 1
}

export function findUpload(db: Database | Transaction, id: number): Promise<UploadedExport | null> {
  return maybeOne<UploadedExport>(
    db,
    sql`select ${columns} from ${tables} where uploaded_exports.id = ${id} and ${isListed}`,
  )
}

/** The same, locked until the commit. */
export async function lockUpload(tx: Transaction, id: number): Promise<UploadedExport | null> {
  await exec(tx, sql`select from uploaded_exports where id = ${id} for update`)
  return findUpload(tx, id)
}

export function countUploads(db: Database): Promise<number> {
  return scalar(db, sql`select count(*) from uploaded_exports where ${isNoLoad}`)
}

export function listUploads(
  db: Database,
  { offset, limit }: { offset: number; limit: number },
): Promise<UploadedExport[]> {
  return many<UploadedExport>(
    db,
    sql`select ${columns} from ${tables} where ${isNoLoad}
      order by uploaded_exports.id desc offset ${offset} limit ${limit}`,
  )
}

export async function setState(
  tx: Transaction,
  id: number,
  { state, mode }: { state: UploadState; mode?: ImportMode },
): Promise<void> {
  await exec(
    tx,
    sql`update uploaded_exports set state = ${state}, mode = coalesce(${mode ?? null}, mode)
      where id = ${id}`,
  )
}

/** False when it was discarded, or is done. */
export async function startRun(db: Database, id: number): Promise<boolean> {
  const started = await exec(
    db,
    sql`update uploaded_exports set state = 'running'
      where id = ${id} and state in ('waiting', 'running')`,
  )
  return started === 1
}

/** Gives up every stored export that may still be loaded; a job removes the files. @returns how many */
export function giveUpWaiting(tx: Transaction, failure: string): Promise<number> {
  return exec(
    tx,
    sql`update uploaded_exports set state = 'failed', failure = ${failure}, is_leaving = true
      where storage_key is not null and not is_leaving and state <> 'arriving'`,
  )
}

/** How many files of a person are stored and not applied. */
export function countStored(db: Database, userId: number): Promise<number> {
  return scalar<number>(
    db,
    sql`select count(*) from uploaded_exports
      where uploaded_by = ${userId} and token_id is null
        and storage_key is not null and not is_leaving`,
  )
}

/** Of a program's files the newest is the one that counts; a job removes the refused ones before it. */
export async function giveUpRefused(tx: Transaction, tokenId: number): Promise<void> {
  await exec(
    tx,
    sql`update uploaded_exports set is_leaving = true
      where token_id = ${tokenId} and state = 'refused' and storage_key is not null`,
  )
}

/** Records that a person accepts a refusal. */
export async function addAccepted(
  tx: Transaction,
  id: number,
  refusal: AcceptableRefusal,
): Promise<void> {
  await exec(
    tx,
    sql`update uploaded_exports set accepted = array_append(accepted, ${refusal}::varchar)
      where id = ${id} and not ${refusal} = any(accepted)`,
  )
}

export async function forgetAccepted(tx: Transaction, id: number): Promise<void> {
  await exec(tx, sql`update uploaded_exports set accepted = '{}' where id = ${id}`)
}

interface FinishedRun {
  state: UploadState
  loadId?: number | null
  failure?: string | null
  /** The file is needed for another dry run or for the load. */
  keepsFile?: boolean
}

/** Records the outcome of a job. */
export async function finishRun(
  tx: Transaction,
  id: number,
  { state, loadId = null, failure = null, keepsFile = false }: FinishedRun,
): Promise<void> {
  await exec(
    tx,
    sql`update uploaded_exports set state = ${state}, load_id = ${loadId}, failure = ${failure},
        checked_after_id = ${newestLoadId}, is_leaving = ${!keepsFile}
      where id = ${id}`,
  )
}

export async function deleteUpload(tx: Transaction, id: number): Promise<void> {
  await exec(
    tx,
    sql`update uploaded_exports set is_leaving = true, state = 'arriving' where id = ${id}`,
  )
}

/** Marks files after the retention period, and those of interrupted uploads. */
export async function markOldFiles(db: Database, days: number): Promise<number> {
  const isOld: SQL = sql`uploaded_exports.created_at < now() - ${days} * interval '1 day'`
  const isInterrupted = sql`state = 'arriving' and created_at < now() - interval '1 day'`
  return exec(
    db,
    sql`update uploaded_exports set is_leaving = true
      where storage_key is not null and not is_leaving
        and ((${isOld} and state not in ('waiting', 'running')) or (${isInterrupted}))`,
  )
}

export function listLeavingFiles(db: Database): Promise<{ id: number; storageKey: string }[]> {
  return many<{ id: number; storageKey: string }>(
    db,
    sql`select id, storage_key from uploaded_exports
      where is_leaving and storage_key is not null order by id`,
  )
}

/** An upload that never arrived leaves no row. */
export async function markRemoved(db: Database, id: number): Promise<void> {
  await exec(db, sql`update uploaded_exports set storage_key = null where id = ${id}`)
  await exec(db, sql`delete from uploaded_exports where id = ${id} and state = 'arriving'`)
}

/** Deletes old dry runs and old uploads without a file. */
export async function deleteOldUploads(
  db: Database,
  { exportDays, loadRejectDays }: { exportDays: number; loadRejectDays: number },
): Promise<void> {
  const before = (days: number) => sql`now() - ${days} * interval '1 day'`
  await exec(
    db,
    sql`delete from loads where state = 'tried' and applied_at < ${before(exportDays)}`,
  )
  // Refused loads stay in the history, without their figures.
  await exec(
    db,
    sql`update load_changes set after = null from loads
      where loads.id = load_id and state = 'refused' and after is not null
        and applied_at < ${before(exportDays)}`,
  )
  await exec(
    db,
    sql`delete from uploaded_exports
      where storage_key is null and created_at < ${before(loadRejectDays)}`,
  )
}

/** The completely stored uploads that are not to be removed, after this id. */
export function listStoredExports(
  db: Queryable,
  after: number,
  limit: number,
): Promise<StoredFile[]> {
  return many<StoredFile>(
    db,
    sql`select id, storage_key as key, size, null as sha256 from uploaded_exports
      where storage_key is not null and not is_leaving and state <> 'arriving' and id > ${after}
      order by id limit ${limit}`,
  )
}

/** The keys among these that an upload has, in any state. */
export async function listExportKeys(db: Queryable, keys: string[]): Promise<string[]> {
  const rows = await many<{ key: string }>(
    db,
    sql`select storage_key as key from uploaded_exports where storage_key = any(${keys})`,
  )
  return rows.map(({ key }) => key)
}
