import type { Transaction } from '../../db/client.ts'
import type { CopiedTable } from '../../db/copy.ts'
import { exec, type SQL, scalar, sql } from '../../db/query.ts'
import type { BackupHeader } from '../archive/archive-format.ts'

/** Nobody reads or writes them until the transaction ends. */
export async function lockTables(tx: Transaction, tables: CopiedTable[]): Promise<void> {
  await exec(tx, sql`lock table ${namesOf(tables)} in access exclusive mode`)
}

export async function emptyTables(tx: Transaction, tables: CopiedTable[]): Promise<void> {
  await exec(tx, sql`truncate ${namesOf(tables)}`)
}

export function countRows(tx: Transaction, table: CopiedTable): Promise<number> {
  return scalar(tx, sql`select count(*) as rows from ${nameOf(table)}`)
}

/** A sequence that was never used stays as the migrations made it. */
export async function setSequence(
  tx: Transaction,
  { schema, name, lastValue }: BackupHeader['sequences'][number],
): Promise<void> {
  if (lastValue === null) return
  const sequence = sql`format('%I.%I', ${schema}::text, ${name}::text)::regclass`
  await exec(tx, sql`select setval(${sequence}, ${lastValue}::bigint)`)
}

function namesOf(tables: CopiedTable[]): SQL {
  return sql.join(tables.map(nameOf), sql`, `)
}

function nameOf({ schema, name }: CopiedTable): SQL {
  return sql`${sql.identifier(schema)}.${sql.identifier(name)}`
}
