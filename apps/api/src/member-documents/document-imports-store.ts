import type { DocumentImport } from '@carpeta/contract/member-documents'
import {
  type DocumentImportState,
  waitingImportStates,
} from '@carpeta/domain/member-documents/document-import-rules'
import type { Database, JobDatabase, Queryable, Transaction } from '../db/client.ts'
import { exec, instant, many, maybeOne, one, type SQL, scalar, sql, wireRows } from '../db/query.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import { userNameOf } from '../people/people-store.ts'
import type { ImportPlan } from './import-documents.ts'

export interface StoredImport {
  id: number
  state: DocumentImportState
  name: string
  /** Of the zip in the storage; null once it is not needed. */
  storageKey: string | null
  plan: ImportPlan | null
}

const MAX_LISTED = 50

const wireColumns = sql`document_imports.id, document_imports.name, document_imports.state, done, total,
  added, known, rejected, failure, coalesce((plan ->> 'revision')::integer, 0) as version,
  json_build_object('id', created_by, 'name', ${userNameOf(sql`created_by`)}) as created_by,
  ${instant('document_imports.created_at')} as created_at`

const waits = sql`document_imports.state = any(${[...waitingImportStates]})`

/** The last one first; of many, those that wait before newer ones. */
export function listImports(db: Database): Promise<DocumentImport[]> {
  return wireRows<DocumentImport>(
    db,
    sql`select ${wireColumns} from document_imports
      where document_imports.id in (
        select document_imports.id from document_imports
        order by ${waits} desc, document_imports.id desc limit ${MAX_LISTED})
      order by document_imports.id desc`,
  )
}

/** Those that somebody has to publish, correct or discard. */
export function countWaitingImports(db: Database): Promise<number> {
  return scalar(db, sql`select count(*) from document_imports where ${waits}`)
}

export async function findWireImport(db: Queryable, id: number): Promise<DocumentImport | null> {
  const [found] = await wireRows<DocumentImport>(
    db,
    sql`select ${wireColumns} from document_imports
      where document_imports.id = ${id}`,
  )
  return found ?? null
}

export function findImport(
  db: Queryable,
  id: number,
  lock: SQL = sql``,
): Promise<StoredImport | null> {
  return maybeOne<StoredImport>(
    db,
    sql`select document_imports.id, document_imports.state, document_imports.name, plan,
        (select storage_key from documents where documents.id = document_id) as storage_key
      from document_imports where document_imports.id = ${id} ${lock}`,
  )
}

/** To the end of the transaction. */
export function lockImport(tx: Transaction, id: number): Promise<StoredImport | null> {
  return findImport(tx, id, sql`for update`)
}

/** How many zips of a person are stored. */
export function countStoredZips(db: Database, userId: number): Promise<number> {
  return scalar<number>(
    db,
    sql`select count(*) from document_imports
      where created_by = ${userId} and document_id is not null`,
  )
}

export async function insertImport(
  tx: Transaction,
  row: { documentId: number; name: string; createdBy: number },
): Promise<number> {
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into document_imports ${sql.insert(row)} returning id`,
  )
  return id
}

/** Whether the import is still in this state. */
export async function saveProgress(
  db: Database,
  { id, state }: Pick<StoredImport, 'id' | 'state'>,
  progress: { done: number; total: number },
): Promise<boolean> {
  const saved = await exec(
    db,
    sql`update document_imports set ${sql.assign(progress)} where id = ${id} and state = ${state}`,
  )
  return saved > 0
}

export async function saveState(
  tx: Transaction,
  id: number,
  changes: {
    state: DocumentImportState
    done?: number
    added?: number
    known?: number
    rejected?: number
    failure?: string
  },
): Promise<void> {
  await exec(tx, sql`update document_imports set ${sql.assign(changes)} where id = ${id}`)
}

export async function savePlan(
  tx: Transaction,
  id: number,
  plan: ImportPlan | null,
): Promise<void> {
  const json = plan && JSON.stringify(plan)
  await exec(tx, sql`update document_imports set plan = ${json}::jsonb where id = ${id}`)
}

/** The import stays; a job removes the bytes of its zip. */
export async function detachZip(tx: Transaction, id: number): Promise<void> {
  const detached = await many<{ documentId: number }>(
    tx,
    sql`with zip as (select document_id from document_imports where id = ${id})
      update document_imports set document_id = null from zip
      where id = ${id} and zip.document_id is not null returning zip.document_id`,
  )
  await queueRemoval(
    tx,
    detached.map(({ documentId }) => documentId),
  )
}

/** With their zips. @returns how many */
async function deleteImports(tx: Transaction, which: SQL): Promise<number> {
  const deleted = await many<{ documentId: number | null }>(
    tx,
    sql`delete from document_imports where ${which} returning document_id`,
  )
  await queueRemoval(
    tx,
    deleted.flatMap(({ documentId }) => documentId ?? []),
  )
  return deleted.length
}

export async function deleteImport(tx: Transaction, id: number): Promise<void> {
  await deleteImports(tx, sql`id = ${id}`)
}

/** Uploaded so many days ago. @returns how many */
export function deleteOldImports(db: JobDatabase, days: number): Promise<number> {
  return db.transaction((tx) =>
    deleteImports(tx, sql`created_at < now() - ${days} * interval '1 day'`),
  )
}

/** All of them, to the end of the transaction. */
export function lockImports(
  tx: Transaction,
): Promise<(Pick<StoredImport, 'id' | 'state' | 'name' | 'plan'> & { failure: string })[]> {
  return many(
    tx,
    sql`select id, state, name, plan, failure from document_imports order by id for update`,
  )
}

/** Ends an import whose zip is removed. @param name another one; null keeps it */
export async function giveUpImport(
  tx: Transaction,
  id: number,
  { failure, name }: { failure: string; name: string | null },
): Promise<void> {
  await exec(
    tx,
    sql`update document_imports set state = 'failed', failure = ${failure}, plan = null,
        name = coalesce(${name}, name)
      where id = ${id}`,
  )
  await detachZip(tx, id)
}
