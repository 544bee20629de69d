import { finished } from 'node:stream/promises'
import type { CopyChunks, CopyOut, Transaction } from './client.ts'

/**
 * Writes rows into a table by COPY, the fastest way into PostgreSQL. `chunks` are whole lines of its
 * text format (`copyLine`).
 */
export async function copyInto(
  tx: Transaction,
  table: string,
  columns: readonly string[],
  chunks: CopyChunks,
): Promise<void> {
  const names = columns.map((name) => `"${name}"`).join(', ')
  await tx.copy(`copy "${table}" (${names}) from stdin`, chunks)
}

type CopyValue = string | number | boolean | null

/** One row in the text format of COPY. */
export function copyLine(values: readonly CopyValue[]): string {
  return `${values.map(copyText).join('\t')}\n`
}

const SPECIAL = /[\\\n\r\t]/
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function copyText(value: CopyValue): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return String(value)
  if (!SPECIAL.test(value)) return value
  return value.replaceAll(/[\\\n\r\t]/g, (character) => escapes[character] ?? character)
}

/** A table with the columns that hold data, in their order. */
export interface CopiedTable {
  schema: string
  name: string
  columns: string[]
}

/** Every row in the text format of COPY. `rows` is asked once all chunks have been read. */
export function copyTableOut(
  tx: Transaction,
  table: CopiedTable,
): { chunks: AsyncGenerator<Buffer>; rows: () => number } {
  const columns = table.columns.map(quoted).join(', ')
  const name = `${quoted(table.schema)}.${quoted(table.name)}`
  // A query, because a partitioned table has no rows of its own to copy.
  const copied = tx.copyOut(`copy (select ${columns} from ${name}) to stdout`)
  return { chunks: readToTheEnd(copied), rows: () => copied.rowCount }
}

/** Also when the reader breaks off: the connection must be free for the rollback. */
async function* readToTheEnd(copied: CopyOut): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of copied.iterator({ destroyOnReturn: false })) yield chunk
  } finally {
    if (!copied.readableEnded && !copied.errored) await finished(copied.resume())
  }
}

export async function copyTableIn(
  tx: Transaction,
  table: CopiedTable,
  chunks: CopyChunks,
): Promise<void> {
  await tx.copy(`copy ${target(table)} from stdin`, chunks)
}

function target({ schema, name, columns }: CopiedTable): string {
  return `${quoted(schema)}.${quoted(name)} (${columns.map(quoted).join(', ')})`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
