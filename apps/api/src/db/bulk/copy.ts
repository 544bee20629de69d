import type { CopyChunks, Transaction } from '../client.ts'

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

export type CopyValue = string | number | boolean | null

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
