import { createHash } from 'node:crypto'
import { readSale } from '@carpeta/contract/sales/read-sale'
import { printedContent } from '@carpeta/domain/sales/statement/printed-content'
import type { Database } from '../db/client.ts'
import { parseExactly } from '../sales/exact-json.ts'
import { findWithoutPrintedHash, savePrintedHash } from './statements-store.ts'

const BATCH = 200

/** SHA-256 of what a statement of this sale shows. @param view the sale's JSON text */
export function printedHash(view: string): string {
  const sale = readSale(parseExactly(view) as Record<string, unknown>)
  return createHash('sha256').update(printedContent(sale)).digest('hex')
}

/**
 * Statements of release 1.1.0 that are still valid: the sale has not changed, so what it prints now is
 * what was printed.
 */
export async function completePrintedHashes(db: Database): Promise<void> {
  let found = await findWithoutPrintedHash(db, BATCH)
  while (found.length > 0) {
    for (const each of found) await savePrintedHash(db, each, printedHash(each.view))
    found = await findWithoutPrintedHash(db, BATCH)
  }
}
