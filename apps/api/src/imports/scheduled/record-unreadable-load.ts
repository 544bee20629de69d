import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Transaction } from '../../db/client.ts'
import { operator } from '../../http/caller.ts'
import { insertLoad } from '../loads-store.ts'
import type { ExportSource, UnreadableExport } from '../sources/export-source.ts'

/** An export that could not even be read belongs in the history too, since nobody saw it fail. */
export async function recordUnreadableLoad(
  tx: Transaction,
  { name }: ExportSource,
  { message }: UnreadableExport,
): Promise<void> {
  await insertLoad(tx, {
    state: 'refused',
    fileName: name,
    fileHash: '',
    refusal: message,
    refusalCode: 'unreadable',
  })
  const object = { type: 'load', id: name.slice(0, 500) }
  await recordAuditEvent(tx, operator, { action: 'load.refused', object, reason: message })
}
