import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, sql } from '../db/query.ts'

/** What staff write of a procedure. */
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
  /** Of a member's right over his data; null in the catalogue. */
  dataSubjectRight: string | null
  /** Calendar days that a law gives for the answer; null: `answerHours` count. */
  answerDays: number | null
  deletedAt: Date | null
}

/** `offered` is what members may ask for; `living` has the inactive ones too. */
export type ListScope = 'offered' | 'active' | 'trashed'

export const procedureOrders = ['position', 'id', 'title', 'is_active', 'deleted_at'] as const
export type ProcedureOrder = (typeof procedureOrders)[number]

const shelves: Record<ListScope, SQL> = {
  offered: sql`deleted_at is null and is_active`,
  active: sql`deleted_at is null`,
  trashed: sql`deleted_at is not null`,
}

const orders: Record<ProcedureOrder, SQL> = {
  position: sql`position`,
  id: sql`id`,
  title: sql`spanish_order(title) collate "C"`,
  is_active: sql`is_active`,
  deleted_at: sql`deleted_at`,
}

export interface ProcedureFilter {
  scope: ListScope
  /** Part of the title, whatever its case and accents. */
  title: string
}

export async function countProcedures(db: Database, filter: ProcedureFilter): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*) from procedures where ${matching(filter)}`,
  )
  return count
}

export function listProcedures(
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

/** One, where it stands on this scope. */
export function findProcedure(
  db: Database | Transaction,
  id: number,
  scope: ListScope,
): Promise<Procedure | null> {
  return maybeOne<Procedure>(db, onShelf(id, scope))
}

/** Like `findProcedure`, and nobody else changes it before the end of the transaction. */
export function lockProcedure(
  tx: Transaction,
  id: number,
  scope: ListScope,
): Promise<Procedure | null> {
  return maybeOne<Procedure>(tx, sql`${onShelf(id, scope)} for update`)
}

function onShelf(id: number, scope: ListScope): SQL {
  return sql`select ${columns} from procedures where id = ${id} and ${shelves[scope]}`
}

/** The new one stands last. */
export async function insertProcedure(tx: Transaction, content: ProcedureContent): Promise<number> {
  const row = { ...columnsOf(content), position: afterTheLast }
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
  const row = { ...columnsOf(content), updatedAt: sql`now()` }
  await exec(tx, sql`update procedures set ${sql.assign(row)} where id = ${id}`)
}

function columnsOf(content: ProcedureContent) {
  const { title, description, documents, answerHours, isActive } = content
  return { title, description, documents, answerHours, isActive }
}

export async function trashProcedure(tx: Transaction, id: number): Promise<void> {
  await exec(tx, sql`update procedures set deleted_at = now() where id = ${id}`)
}

/** It comes back as the last of the list. */
export async function untrashProcedure(tx: Transaction, id: number): Promise<void> {
  await exec(
    tx,
    sql`update procedures set deleted_at = null, position = ${afterTheLast} where id = ${id}`,
  )
}

/** Those that are not named, because somebody has just added them, come after the named ones. */
export async function savePositions(tx: Transaction, ids: number[]): Promise<void> {
  // Two who order at once would otherwise each wait for a row of the other's.
  await exec(
    tx,
    sql`select from procedures where deleted_at is null and data_subject_right is null
      order by id for no key update`,
  )
  await exec(
    tx,
    sql`update procedures set position = placed.position
      from (
        select id, row_number() over (order by given.place nulls last, position, id) as position
        from procedures
        left join (
          select id, min(place) as place
          from unnest(${ids}::integer[]) with ordinality as listed (id, place)
          group by id
        ) given using (id)
        where deleted_at is null and data_subject_right is null
      ) placed
      where placed.id = procedures.id`,
  )
}

/** With the first real load: what the sample cooperative offers is nobody's any more. */
export async function deleteSampleProcedures(tx: Transaction): Promise<void> {
  await exec(tx, sql`delete from procedures where is_sample`)
}

const afterTheLast = sql`(select coalesce(max(position), 0) + 1 from procedures)`

/** What every member may ask for over his own data, in the order in which the law names it. */
export function listDataSubjectRequests(db: Database): Promise<Procedure[]> {
  return many<Procedure>(
    db,
    sql`select ${columns} from procedures where data_subject_right is not null order by position`,
  )
}

const columns = sql`id, title, description, documents, answer_hours, is_active, deleted_at,
  data_subject_right, answer_days`

/** The catalogue's own: rights have a list of theirs. */
function matching({ scope, title }: ProcedureFilter): SQL {
  const listed = sql`${shelves[scope]} and data_subject_right is null`
  if (title === '') return listed
  return sql`${listed} and fold_text(title) like contains_pattern(${title})`
}
