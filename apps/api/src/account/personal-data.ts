import { deleteLinksOf, type ExportedLink, exportLinks } from '../auth/links-store.ts'
import type { Database, Transaction } from '../db/client.ts'

export async function exportPersonalData(
  db: Database,
  userId: number,
): Promise<{ links: ExportedLink[] }> {
  return { links: await exportLinks(db, userId) }
}

export function erasePersonalData(tx: Transaction, userId: number): Promise<void> {
  return deleteLinksOf(tx, userId)
}
