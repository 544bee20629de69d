import type { Transaction } from '../db/client.ts'
import { exec, many, one, sql } from '../db/query.ts'
import { findContentHashes } from '../sales/merge-sales-store.ts'
import type { ExportedSale } from './read-exported-sale.ts'
import type { LocatedReject } from './sources/export-source.ts'

const FETCHED = 1000

export interface StagedLine {
  line: number
  code: string | null
  sale: ExportedSale | null
}

export interface ReportedReject extends LocatedReject {
  saleCode: string | null
}

/** Selects the sales that the load adds or changes. */
export const changedSales = sql`select code, hash, body from staged_lines
  where not is_bad and body is not null`

export const unchangedCodes = sql`select code from staged_lines where not is_bad and body is null`

/** A condition on `sales`: shown now and missing in the load. */
export const vanishing = sql`withdrawn_at is null
  and not exists (select from staged_lines where staged_lines.code = sales.code)`

export async function createStaging(tx: Transaction): Promise<void> {
  await exec(
    tx,
    sql`create temporary table staged_lines (
        line integer not null, code text, hash text, body jsonb, is_bad boolean not null
      ) on commit drop`,
  )
  await exec(
    tx,
    sql`create temporary table staged_rejects (
        file text not null, line integer not null, sale_code text, field text not null,
        value text not null, reason text not null
      ) on commit drop`,
  )
}

/** Sends no body for an unchanged sale: most of a daily load. */
export async function stageLines(tx: Transaction, lines: StagedLine[]): Promise<void> {
  const known = await findContentHashes(
    tx,
    lines.map(({ code }) => code),
  )
  const rows = lines.map(({ line, code, sale }) => ({
    line,
    code,
    hash: sale?.hash ?? null,
    body: sale && known.get(sale.code) !== sale.hash ? sale.body : null,
  }))
  await exec(
    tx,
    sql`insert into staged_lines (line, code, hash, body, is_bad)
      select line, code, hash, body, hash is null
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as given (line integer, code text, hash text, body jsonb)`,
  )
}

export async function stageRejects(tx: Transaction, rejects: ReportedReject[]): Promise<void> {
  if (rejects.length === 0) return
  const rows = rejects.map(({ saleCode, ...reject }) => ({ ...reject, sale_code: saleCode }))
  await exec(
    tx,
    sql`insert into staged_rejects (file, line, sale_code, field, value, reason)
      select file, line, sale_code, field, value, reason
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as given (file text, line integer, sale_code text, field text, value text, reason text)`,
  )
}

/** Rejects every line of a repeated code. */
export async function rejectRepeatedCodes(tx: Transaction): Promise<void> {
  await exec(tx, sql`create index on staged_lines (code)`)
  await exec(tx, sql`analyze staged_lines`)
  await exec(
    tx,
    sql`with repeated as (
        update staged_lines set is_bad = true
        where code in (select code from staged_lines group by code having count(*) > 1)
        returning line, code
      )
      insert into staged_rejects (file, line, sale_code, field, value, reason)
      select '', line, code, 'code', left(code, 80), 'está repetido' from repeated`,
  )
}

export interface StagedCounts {
  lines: number
  bad: number
  /** Lines without a readable code. */
  withoutCode: number
  added: number
  changed: number
  unchanged: number
  /** Real sales that the portal shows; `vanishing` counts those missing in the file. */
  shown: number
  vanishing: number
  vanishingSample: number
  /** Sales of the sample whose code a real sale has. */
  replacedSample: number
}

export function countStaged(tx: Transaction): Promise<StagedCounts> {
  return one<StagedCounts>(
    tx,
    sql`select
        (select count(*) from staged_lines) as lines,
        (select count(*) from staged_lines where is_bad) as bad,
        (select count(*) from staged_lines where code is null) as without_code,
        (select count(*) from staged_lines where not is_bad
          and not exists (select from sales where sales.code = staged_lines.code)) as added,
        (select count(*) from staged_lines join sales using (code)
          where not is_bad and body is not null) as changed,
        (select count(*) from staged_lines where not is_bad and body is null) as unchanged,
        (select count(*) from sales where withdrawn_at is null and not is_sample) as shown,
        (select count(*) from sales where ${vanishing} and not is_sample) as vanishing,
        (select count(*) from sales where ${vanishing} and is_sample) as vanishing_sample,
        (select count(*) from sales join staged_lines using (code)
          where not is_bad and is_sample and withdrawn_at is null) as replaced_sample`,
  )
}

/** The first broken rules of the load, in the order of the export. */
export function readRejects(tx: Transaction, limit: number): Promise<ReportedReject[]> {
  return many<ReportedReject>(
    tx,
    sql`select file, line, sale_code, field, value, reason
      from staged_rejects order by line, file, field limit ${limit}`,
  )
}

/** Every broken rule of the load, in the order of the export. */
export async function* readAllRejects(tx: Transaction): AsyncGenerator<ReportedReject> {
  await exec(
    tx,
    sql`declare all_rejects no scroll cursor for
      select file, line, sale_code, field, value, reason
      from staged_rejects order by line, file, field`,
  )
  for (;;) {
    const rejects = await many<ReportedReject>(
      tx,
      sql`fetch ${sql.raw(String(FETCHED))} from all_rejects`,
    )
    yield* rejects
    if (rejects.length < FETCHED) break
  }
  await exec(tx, sql`close all_rejects`)
}

export async function countRejects(tx: Transaction): Promise<number> {
  const { count } = await one<{ count: number }>(tx, sql`select count(*) from staged_rejects`)
  return count
}
