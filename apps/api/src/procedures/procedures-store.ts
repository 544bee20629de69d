import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, scalar, sql } from '../db/query.ts'

/** The fields that staff edit. */
export interface ProcedureContent {
  title: string
  description: string
  /** The name of each required document, in order. */
  documents: string[]
  answerHours: number
  isActive: boolean
}

export interface Procedure extends ProcedureContent {
  id: number
  /** The key of a data-subject right; null for a procedure of the catalogue. */
  dataSubjectRight: string | null
  /** Calendar days for the answer, set by law; null where `answerHours` count. */
  answerDays: number | null
  /** The one with which members ask what no other one is for: it stays the last. */
  isQuestion: boolean
  deletedAt: Date | null
}

/** `offered` is what members can request; `active` includes inactive procedures too. */
export type ListScope = 'offered' | 'active' | 'deleted'

export const procedureOrders = ['position', 'id', 'title', 'is_active', 'deleted_at'] as const
type ProcedureOrder = (typeof procedureOrders)[number]

/** A condition on `procedures`. */
export const isOfferedProcedure = sql`procedures.deleted_at is null and procedures.is_active`

const scopes: Record<ListScope, SQL> = {
  offered: isOfferedProcedure,
  active: sql`deleted_at is null`,
  deleted: sql`deleted_at is not null`,
}

const orders: Record<ProcedureOrder, SQL> = {
  position: sql`(is_question, position)`,
  id: sql`id`,
  title: sql`spanish_order(title) collate "C"`,
  is_active: sql`is_active`,
  deleted_at: sql`deleted_at`,
}

interface ProcedureFilter {
  scope: ListScope
  /** Part of the title, ignoring case and accents. */
  title: string
}

export async function countProcedures(db: Database, filter: ProcedureFilter): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*) from procedures where ${matching(filter)}`,
  )
  return count
}

/** Those that are not in the trash. */
export function countKept(tx: Transaction): Promise<number> {
  return scalar(tx, sql`select count(*) from procedures where deleted_at is null`)
}

export function readProceduresPage(
  db: Database,
  filter: ProcedureFilter,
  page: { orderBy: ProcedureOrder; descending: boolean; offset: number; limit: number },
): Promise<Procedure[]> {
  const direction = page.descending ? sql`desc` : sql`asc`
  return many<Procedure>(
    db,
    sql`select ${columns} from procedures where ${matching(filter)}
      order by ${orders[page.orderBy]} ${direction}, id ${direction}
      offset ${page.offset} limit ${page.limit}`,
  )
}

/** All that members can request, in the catalogue's order. */
export function listOffered(db: Database): Promise<Procedure[]> {
  return many<Procedure>(
    db,
    sql`select ${columns} from procedures where ${scopes.offered}
      order by ${orders.position}, id`,
  )
}

export function findProcedure(
  db: Database | Transaction,
  id: number,
  scope: ListScope,
): Promise<Procedure | null> {
  return maybeOne<Procedure>(db, selectInScope(id, scope))
}

/** Like `findProcedure`, and locks it until the transaction ends. */
export function lockProcedure(
  tx: Transaction,
  id: number,
  scope: ListScope,
): Promise<Procedure | null> {
  return maybeOne<Procedure>(tx, sql`${selectInScope(id, scope)} for update`)
}

function selectInScope(id: number, scope: ListScope): SQL {
  return sql`select ${columns} from procedures where id = ${id} and ${scopes[scope]}`
}

/** Adds it at the end of the list. */
export async function insertProcedure(tx: Transaction, content: ProcedureContent): Promise<number> {
  const row = { ...columnsOf(content), position: nextPosition }
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into procedures ${sql.insert(row)} returning id`,
  )
  return id
}

export async function saveProcedure(
  tx: Transaction,
  id: number,
  content: ProcedureContent,
): Promise<void> {
  // The first real import deletes only unchanged procedures of the sample cooperative.
  const row = { ...columnsOf(content), updatedAt: sql`now()`, isSample: false }
  await exec(tx, sql`update procedures set ${sql.assign(row)} where id = ${id}`)
}

function columnsOf(content: ProcedureContent) {
  const { title, description, documents, answerHours, isActive } = content
  return { title, description, documents, answerHours, isActive }
}

export async function markDeleted(tx: Transaction, id: number): Promise<void> {
  await exec(tx, sql`update procedures set deleted_at = now() where id = ${id}`)
}

/** Restores it at the end of the list. */
export async function markRestored(tx: Transaction, id: number): Promise<void> {
  await exec(
    tx,
    sql`update procedures set deleted_at = null, position = ${nextPosition} where id = ${id}`,
  )
}

/**
 * Procedures that are not listed, such as newly added ones, come after the listed ones.
 * @returns whether that is another order
 */
export async function savePositions(tx: Transaction, ids: number[]): Promise<boolean> {
  // Locks in id order, so that concurrent calls cannot deadlock.
  await exec(
    tx,
    sql`select from procedures where deleted_at is null and data_subject_right is null
      order by id for no key update`,
  )
  const moved = await exec(
    tx,
    sql`update procedures set position = ranked.position
      from (
        select id, row_number() over (order by is_question, listed.rank nulls last, position, id) as position
        from procedures
        left join (
          select id, min(rank) as rank
          from unnest(${ids}::integer[]) with ordinality as entries (id, rank)
          group by id
        ) listed using (id)
        where deleted_at is null and data_subject_right is null
      ) ranked
      where ranked.id = procedures.id and ranked.position <> procedures.position`,
  )
  return moved > 0
}

/** Procedures of the sample cooperative that staff have not changed. */
export async function countSampleProcedures(tx: Transaction): Promise<number> {
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*) from procedures where is_sample and deleted_at is null`,
  )
  return count
}

/** Runs with the first real import. Those that `isRequested` selects stay among the deleted ones. */
export async function deleteSampleProcedures(tx: Transaction, isRequested: SQL): Promise<void> {
  await exec(tx, sql`delete from procedures where is_sample and not ${isRequested}`)
  await exec(
    tx,
    sql`update procedures set deleted_at = now() where is_sample and deleted_at is null`,
  )
}

const nextPosition = sql`(select coalesce(max(position), 0) + 1 from procedures)`

/** The procedures of the data-subject rights, in the order of the law. */
export function listDataSubjectRequests(db: Database): Promise<Procedure[]> {
  return many<Procedure>(
    db,
    sql`select ${columns} from procedures where data_subject_right is not null order by position`,
  )
}

const columns = sql`id, title, description, documents, answer_hours, is_active, deleted_at,
  data_subject_right, answer_days, is_question`

/** Leaves out data-subject rights, which have their own list. */
function matching({ scope, title }: ProcedureFilter): SQL {
  const listed = sql`${scopes[scope]} and data_subject_right is null`
  if (title === '') return listed
  return sql`${listed} and fold_text(title) like contains_pattern(${title})`
}

/** An expression: the title of a procedure, also of a deleted one. */
export function titleOf(procedureId: SQL): SQL {
  return sql`(select title from procedures where procedures.id = ${procedureId})`
}

export interface PresentProcedure {
  id: number
  /** As in the argument. */
  title: string
  isSample: boolean
}

/** The procedures of the catalogue with these titles, without case and accents; own ones first. */
export function findByTitles(
  db: Database | Transaction,
  titles: string[],
): Promise<PresentProcedure[]> {
  return many<PresentProcedure>(
    db,
    sql`select distinct on (wanted.title) procedures.id, wanted.title, is_sample
      from unnest(${titles}::text[]) as wanted (title)
      join procedures on fold_text(procedures.title) = fold_text(wanted.title)
      where deleted_at is null and data_subject_right is null
      order by wanted.title, is_sample, procedures.id`,
  )
}

/** Serialises writers, so that a title found free stays free. */
export async function lockProcedures(tx: Transaction): Promise<void> {
  await exec(tx, sql`lock table procedures in share row exclusive mode`)
}

/** Procedures that members can request, except those of the sample and those that each portal has. */
export async function countOwnProcedures(db: Database): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*) from procedures
      where is_active and deleted_at is null and not is_sample and data_subject_right is null
        and not is_question`,
  )
  return count
}

/** An expression: the id of the procedure with which members ask anything, while it is offered. */
export const questionProcedureId = sql`(
  select id from procedures where is_question and ${isOfferedProcedure})`
