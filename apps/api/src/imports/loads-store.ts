import type {
  loadChangeSchema,
  loadFindingSchema,
  loadRejectSchema,
  loadSchema,
  rejectCauseSchema,
} from '@carpeta/contract/imports'
import type { ChangeKind } from '@carpeta/domain/imports/import-rules'
import type { z } from 'zod'
import { IMPORT_LOCK } from '../db/advisory-locks.ts'
import type { Database, Transaction } from '../db/client.ts'
import { exec, instant, many, maybeOne, one, type SQL, scalar, sql, wireRows } from '../db/query.ts'
import { userNameOf } from '../people/people-store.ts'
import { isOfErasedBuyer } from '../sales/erased-buyers-store.ts'
import { holderNameOf, homeOf } from '../sales/sale-bodies-store.ts'
import type { loads } from './imports-tables.ts'

export type Load = typeof loads.$inferSelect
export type NewLoad = Omit<
  typeof loads.$inferInsert,
  'id' | 'appliedAt' | 'undoAskedAt' | 'undoneAt' | 'undoneBy'
>

/** A file with a mistake in each line would have millions. */
const MAX_STORED_REJECTS = 10_000

/** Waits for a load under way to end. @param onWait called when there is one */
export async function lockImport(tx: Transaction, onWait?: () => void): Promise<void> {
  const { isLocked } = await one<{ isLocked: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(${IMPORT_LOCK}) as is_locked`,
  )
  if (isLocked) return
  onWait?.()
  await exec(tx, sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
}

/** Cut-off of the newest applied load; ignores the sample cooperative. */
export function newestCutoff(db: Database | Transaction): Promise<Date | null> {
  return scalar(
    db,
    sql`select max(cutoff) as cutoff from loads where state = 'applied' and not is_sample`,
  )
}

/** When accounting's figures were last loaded; null while only the sample's were. */
export function lastRealLoadAt(db: Database): Promise<Date | null> {
  return scalar(
    db,
    sql`select max(applied_at) as at from loads where state = 'applied' and not is_sample`,
  )
}

/** The newest applied load. */
export function findLastLoad(db: Database | Transaction): Promise<Load | null> {
  return maybeOne<Load>(
    db,
    sql`select * from loads where state = 'applied' order by id desc limit 1`,
  )
}

/** @returns its id */
export function insertLoad(tx: Transaction, load: NewLoad): Promise<number> {
  const holderChanges = load.holderChanges ? JSON.stringify(load.holderChanges) : null
  return scalar(tx, sql`insert into loads ${sql.insert({ ...load, holderChanges })} returning id`)
}

/** Only the newest applied load can be undone. */
export async function markRestorable(tx: Transaction, id: number): Promise<void> {
  await exec(
    tx,
    sql`update loads set is_restorable = (id = ${id}) where is_restorable or id = ${id}`,
  )
}

/** @returns whether nobody had asked before */
export async function markUndoAsked(tx: Transaction, id: number): Promise<boolean> {
  const asked = await exec(
    tx,
    sql`update loads set undo_asked_at = now() where id = ${id} and undo_asked_at is null`,
  )
  return asked === 1
}

/** The load stays as it is. */
export async function forgetUndo(db: Database | Transaction, id: number): Promise<void> {
  await exec(db, sql`update loads set undo_asked_at = null where id = ${id}`)
}

export async function markUndone(
  tx: Transaction,
  id: number,
  undoneBy: number | null,
): Promise<void> {
  await exec(
    tx,
    sql`update loads set state = 'undone', is_restorable = false, undone_at = now(),
        undone_by = ${undoneBy}
      where id = ${id}`,
  )
}

/** Stores the first staged rejects; values of erased buyers are left out. */
export async function storeRejects(tx: Transaction, loadId: number): Promise<void> {
  await exec(
    tx,
    sql`insert into load_rejects (load_id, file, line, sale_code, sale_holder_rut, field, value,
        reason)
      select ${loadId}, file, line, left(sale_code, 500),
        case when ${isOfErasedBuyer} then '' else person_rut end, field,
        case when ${isOfErasedBuyer} then '' else value end, reason
      from (
        select * from staged_rejects order by line, file, field limit ${MAX_STORED_REJECTS}
      ) as first_rejects
      left join sales on sales.code = sale_code
      order by line, file, field`,
  )
}

/**
 * Deletes the rejects and tried sales of loads from that many days ago, and the loads that were refused.
 * @returns how many rejects
 */
export async function deleteOldRejects(db: Database, days: number): Promise<number> {
  const isOld = sql`applied_at < now() - ${days} * interval '1 day'`
  await exec(
    db,
    sql`update load_changes set after = null from loads
      where loads.id = load_changes.load_id and state in ('tried', 'refused') and after is not null and ${isOld}`,
  )
  const rejects = await exec(
    db,
    sql`delete from load_rejects using loads where loads.id = load_rejects.load_id and ${isOld}`,
  )
  await exec(db, sql`delete from loads where state = 'refused' and ${isOld}`)
  return rejects
}

export type WireLoad = z.infer<typeof loadSchema>
type WireChange = z.infer<typeof loadChangeSchema>
export type WireReject = z.infer<typeof loadRejectSchema>
export type WireFinding = z.infer<typeof loadFindingSchema>

interface Rows {
  offset: number
  limit: number
}

const wireLoads = sql`select loads.id, loads.state, loads.file_name as file,
    ${instant('loads.applied_at')} as at, ${userNameOf(sql`loaded_by`)} as by,
    ${instant('loads.cutoff')} as cutoff, announced, added, changed, unchanged, withdrawn, rejected,
    broken_rules, findings, new_accounts, emails, holder_changes,
    case when sample_sales + sample_requests + sample_procedures + sample_documents + sample_reports
        + sample_announcements + sample_values > 0
      then json_build_object('sales', sample_sales, 'requests', sample_requests,
        'procedures', sample_procedures, 'documents', sample_documents, 'reports', sample_reports,
        'announcements', sample_announcements, 'values', sample_values) end as replaced_sample,
    refusal, refusal_code, ${instant('loads.undone_at')} as undone_at, ${userNameOf(sql`undone_by`)} as undone_by
  from loads`

interface LoadsFilter {
  /** Refused loads and those with bad sales, since the last applied one without any. */
  withRejects: boolean
}

const isListed = sql`loads.state <> 'tried'`
const hasRejects = sql`(loads.state = 'refused' or loads.state = 'applied' and loads.rejected > 0)
  and loads.id > coalesce(
    (select max(id) from loads clean where clean.state = 'applied' and clean.rejected = 0), 0)`

function matching({ withRejects }: LoadsFilter): SQL {
  return sql.and(isListed, withRejects ? hasRejects : null)
}

export function listWireLoads(
  db: Database,
  { offset, limit, ...filter }: Rows & LoadsFilter,
): Promise<WireLoad[]> {
  return wireRows<WireLoad>(
    db,
    sql`${wireLoads} where ${matching(filter)}
      order by loads.id desc offset ${offset} limit ${limit}`,
  )
}

/** These loads, dry runs too. */
export function findWireLoads(db: Database | Transaction, ids: number[]): Promise<WireLoad[]> {
  return wireRows<WireLoad>(db, sql`${wireLoads} where loads.id = any(${ids})`)
}

export function countLoads(db: Database, filter: LoadsFilter): Promise<number> {
  return count(db, sql`loads where ${matching(filter)}`)
}

/** Holder and home of a `sale_code`; of one that was only read, as `view` has them: its JSON, or null. */
function namesOf(view: SQL): SQL {
  const viewed = (field: string) => sql`${view}::jsonb -> 'venta' ->> ${field}`
  const home = sql`nullif(trim(concat_ws(' ', ${viewed('propiedad_cod_tipo_descripcion')},
    ${viewed('propiedad_lote')})), '')`
  const code = sql`sale_code`
  return sql`coalesce(nullif(${holderNameOf(code)}, ''), ${viewed('cliente_nombre_completo')}, '')
      as holder,
    coalesce(nullif(${homeOf(code)}, ''), ${home}, '') as home`
}

const changesOf = (loadId: number, kind: ChangeKind | undefined) =>
  sql`load_changes where load_id = ${loadId} and kind = coalesce(${kind ?? null}, kind)`

export function countChanges(db: Database, loadId: number, kind?: ChangeKind): Promise<number> {
  return count(db, changesOf(loadId, kind))
}

/** Added first, then changed, then withdrawn. */
export function listChanges(
  db: Database,
  loadId: number,
  { kind, offset, limit }: Rows & { kind: ChangeKind | undefined },
): Promise<WireChange[]> {
  return wireRows<WireChange>(
    db,
    sql`select sale_code as sale, kind, ${namesOf(sql`after`)},
        case (select state from loads where id = load_id)
          when 'applied' then (select is_restorable from loads where id = load_id)
          when 'undone' then false
          else kind = 'withdrawn' or after is not null end as is_comparable, left_behind
      from ${changesOf(loadId, kind)}
      order by kind, sale_code offset ${offset} limit ${limit}`,
  )
}

type RejectCause = z.infer<typeof rejectCauseSchema>
export type RejectFilter = Omit<RejectCause, 'count'>

const fieldWithoutPlaces = sql`regexp_replace(field, '\\[\\d+\\]', '[]', 'g')`

const rejectsOf = (loadId: number, cause?: RejectFilter) =>
  sql`load_rejects where ${sql.and(
    sql`load_id = ${loadId}`,
    cause
      ? sql`file = ${cause.file} and ${fieldWithoutPlaces} = ${cause.field}
        and reason = ${cause.reason}`
      : null,
  )}`

export function countRejects(db: Database, loadId: number, cause?: RejectFilter): Promise<number> {
  return count(db, rejectsOf(loadId, cause))
}

export function listRejects(
  db: Database,
  loadId: number,
  { offset, limit, cause }: Rows & { cause?: RejectFilter | undefined },
): Promise<WireReject[]> {
  return wireRows<WireReject>(
    db,
    sql`select file, line, sale_code as sale, ${namesOf(sql`null`)}, field, value, reason
      from ${rejectsOf(loadId, cause)} order by id offset ${offset} limit ${limit}`,
  )
}

const MAX_CAUSES = 12

/** Why a load's sales were rejected, the most frequent cause first. */
export function listRejectCauses(db: Database, loadId: number): Promise<RejectCause[]> {
  return many<RejectCause>(
    db,
    sql`select file, ${fieldWithoutPlaces} as field, reason, count(*)::int as count
      from ${rejectsOf(loadId)} group by 1, 2, 3 order by 4 desc, min(id) limit ${MAX_CAUSES}`,
  )
}

/** All of them, for a file. */
export function listAllRejects(db: Database, loadId: number): Promise<WireReject[]> {
  return listRejects(db, loadId, { offset: 0, limit: MAX_STORED_REJECTS })
}

export function countFindings(db: Database, loadId: number): Promise<number> {
  return count(db, sql`load_findings where load_id = ${loadId}`)
}

export function listFindings(
  db: Database,
  loadId: number,
  { offset, limit }: Rows,
): Promise<WireFinding[]> {
  return wireRows<WireFinding>(
    db,
    sql`select sale_code as sale, ${namesOf(sql`after`)}, code, stated, computed
      from load_findings left join load_changes using (load_id, sale_code)
      where load_id = ${loadId}
      order by sale_code, code offset ${offset} limit ${limit}`,
  )
}

function count(db: Database, from: SQL): Promise<number> {
  return scalar(db, sql`select count(*) from ${from}`)
}
