import type { ReplacedSample } from '@carpeta/domain/imports/load-consequences'
import { countSampleAnnouncements } from '../announcements/announcements-store.ts'
import { deleteSampleAnnouncements } from '../announcements/publication.ts'
import type { Transaction } from '../db/client.ts'
import { copyInto, copyLine } from '../db/copy.ts'
import { exec, many, one, readByCursor, type SQL, scalar, sql } from '../db/query.ts'
import {
  countSampleReports,
  deleteSampleReports,
} from '../payment-reports/payment-reports-store.ts'
import { deleteSampleOrders } from '../payments/payments-store.ts'
import {
  cannotBeInvited,
  countHoldersWithoutAccount,
  fillMissingEmails,
  insertHolderAccounts,
} from '../people/people-store.ts'
import { countSampleProcedures, deleteSampleProcedures } from '../procedures/procedures-store.ts'
import {
  countSampleRequests,
  deleteSampleRequests,
  isRequested,
} from '../requests/requests-store.ts'
import { isErasedHolder } from '../sales/erased-buyers-store.ts'
import {
  confirmSales,
  createStagedSales,
  hasHolderEmail,
  type LoadFacts,
  mergeStagedSales,
  stagedWithEmail,
  unstageSales,
  withdrawSales,
} from '../sales/staged-sales-store.ts'
import { countSampleUfValues, deleteSampleUfValues } from '../uf/uf-store.ts'
import type { LocatedReject } from './sources/export-source.ts'

export interface StagedLine {
  /** The place in the export, whose line numbers may belong to several files. */
  ordinal: number
  line: number
  code: string | null
  sourceHash: string
  isBad: boolean
  /** New or changed: the staged sales have its rows. */
  isChanged: boolean
  /** For the account of a new rut; null unless the sale changed. */
  holder: { rut: string; first_name: string; last_name: string; email: string } | null
}

export interface ReportedReject extends LocatedReject {
  saleCode: string | null
}

export interface StagedReject extends ReportedReject {
  /** Whose value it is: canonical, '' where the export does not say it. */
  personRut: string
}

export const unchangedCodes = sql`select code from staged_lines where not is_bad and not is_changed`

/** Selects `code` and `source_hash` of the sales that the load repeats. */
const unchangedSales = sql`select code, source_hash from staged_lines
  where not is_bad and not is_changed`

/** A condition on `sales`: shown now and missing in the load. */
export const vanishing = sql`withdrawn_at is null
  and not exists (select from staged_lines where staged_lines.code = sales.code)`

export async function createStaging(tx: Transaction): Promise<void> {
  await exec(
    tx,
    sql`create temporary table staged_lines (
        ordinal integer not null, line integer not null, code text, source_hash text,
        is_bad boolean not null,
        is_changed boolean not null, holder_rut text, first_name text, last_name text, email text
      ) on commit drop`,
  )
  await exec(
    tx,
    sql`create temporary table staged_rejects (
        file text not null, line integer not null, sale_code text, field text not null,
        value text not null, reason text not null, person_rut text not null default ''
      ) on commit drop`,
  )
  await createStagedSales(tx)
}

export async function stageLines(tx: Transaction, lines: StagedLine[]): Promise<void> {
  const columns = ['ordinal', 'line', 'code', 'source_hash', 'is_bad', 'is_changed']
  const ofHolder = ['holder_rut', 'first_name', 'last_name', 'email']
  const rows = lines.map(({ ordinal, line, code, sourceHash, isBad, isChanged, holder }) => {
    const person = holder && [holder.rut, holder.first_name, holder.last_name, holder.email]
    return copyLine([
      ordinal,
      line,
      code,
      sourceHash,
      isBad,
      isChanged,
      ...(person ?? ofHolder.map(() => null)),
    ])
  })
  await copyInto(tx, 'staged_lines', [...columns, ...ofHolder], [rows.join('')])
}

export async function stageRejects(tx: Transaction, rejects: StagedReject[]): Promise<void> {
  if (rejects.length === 0) return
  const columns = ['file', 'line', 'sale_code', 'field', 'value', 'reason', 'person_rut']
  const rows = rejects.map(({ file, line, saleCode, field, value, reason, personRut }) =>
    copyLine([file, line, saleCode, field, value, reason, personRut]),
  )
  await copyInto(tx, 'staged_rejects', columns, [rows.join('')])
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
  await unstageSales(tx, sql`select ordinal from staged_lines where is_bad`)
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
          where not is_bad and is_changed) as changed,
        (select count(*) from staged_lines where not is_bad and not is_changed) as unchanged,
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
  const query = sql`
    select file, line, sale_code, field, value, reason from staged_rejects order by line, file, field`
  for await (const rejects of readByCursor<ReportedReject>(tx, 'all_rejects', query)) yield* rejects
}

/** A column of which several rows are rejected, all for one reason; `field` is without the place in a list. */
export interface RejectedColumn {
  file: string
  field: string
  rows: number
  /** Of the first row. */
  value: string
  reason: string
}

const fieldOfList = sql`regexp_replace(field, '\\[\\d+\\]', '')`

export function rejectedColumns(tx: Transaction): Promise<RejectedColumn[]> {
  return many<RejectedColumn>(
    tx,
    sql`select file, ${fieldOfList} as field, count(*) as rows, min(reason) as reason,
        (array_agg(value order by line))[1] as value
      from staged_rejects group by 1, 2 having count(*) > 1 and count(distinct reason) = 1
      order by 1, 2`,
  )
}

/** Drops all rejects of a column but the first, which gets another reason. */
export async function keepFirstReject(
  tx: Transaction,
  { file, field }: { file: string; field: string },
  reason: string,
): Promise<void> {
  await exec(
    tx,
    sql`with numbered as (
        select ctid as id, row_number() over (order by line, field) as place
        from staged_rejects where file = ${file} and ${fieldOfList} = ${field}
      ), dropped as (
        delete from staged_rejects using numbered where ctid = id and place > 1
      )
      update staged_rejects set reason = ${reason} from numbered where ctid = id and place = 1`,
  )
}

export function countRejects(tx: Transaction): Promise<number> {
  return scalar(tx, sql`select count(*) from staged_rejects`)
}

/** Applies the staged sales; replaces all child rows of a changed sale. */
export async function applyStaged(
  tx: Transaction,
  { cutoff, isSample, withdraw }: LoadFacts & { withdraw: boolean },
): Promise<void> {
  // Runs before their sales become real ones, even where no sale is withdrawn.
  if (!isSample) {
    await deleteSampleReports(tx)
    await deleteSampleOrders(tx)
  }
  if (withdraw && !isSample) {
    await deleteSampleRequests(tx)
    await deleteSampleProcedures(tx, isRequested)
    await deleteSampleAnnouncements(tx)
    await deleteSampleUfValues(tx)
  }
  await confirmSales(tx, unchangedSales, { cutoff, isSample })
  await mergeStagedSales(tx, { cutoff, isSample })
  if (withdraw) await withdrawSales(tx, vanishing)
}

export async function countReplacedSample(
  tx: Transaction,
  { replacedSample, vanishingSample }: StagedCounts,
): Promise<ReplacedSample> {
  return {
    sales: replacedSample + vanishingSample,
    ...(await countSampleRequests(tx)),
    procedures: await countSampleProcedures(tx),
    reports: await countSampleReports(tx),
    announcements: await countSampleAnnouncements(tx),
    values: await countSampleUfValues(tx),
  }
}

/**
 * The holders of the staged sales. An erased holder gets an account only for a new sale
 * (docs/decisions/personal-data.md).
 */
const holders: SQL = sql`select distinct on (holder_rut) holder_rut as rut, first_name, last_name, email
  from staged_lines
  where not is_bad and is_changed
    and not ${isErasedHolder(sql`staged_lines.code`, sql`staged_lines.holder_rut`)}
  order by holder_rut, ordinal`

export function countNewAccounts(tx: Transaction): Promise<number> {
  return countHoldersWithoutAccount(tx, holders)
}

/** Creates an account, not activated, for every new holder, and completes those that have no email. */
export async function createHolderAccounts(tx: Transaction, isSample: boolean): Promise<void> {
  await fillMissingEmails(tx, holders)
  await insertHolderAccounts(tx, holders, isSample)
}

/** Selects `code`: the load's sales whose holder has an email in accounting alone, which cannot be read. */
export const unreadableEmails: SQL = sql`
  select staged_lines.code from staged_lines
  where not is_bad and is_changed and email = ''
    and ordinal in (${stagedWithEmail})
    and ${cannotBeInvited(sql`holder_rut`)}
    and not ${isErasedHolder(sql`staged_lines.code`, sql`staged_lines.holder_rut`)}
  union all
  select sales.code from sales
  where sales.code in (${unchangedCodes}) and ${hasHolderEmail}
    and ${cannotBeInvited(sql`sales.holder_rut`)}`

export async function listUnreadableEmails(tx: Transaction): Promise<string[]> {
  const found = await many<{ code: string }>(tx, sql`${unreadableEmails} order by code`)
  return found.map(({ code }) => code)
}
