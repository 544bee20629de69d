import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { listAllRejects } from './loads-list-store.ts'
import { rejectsCsv } from './rejects-csv.ts'

/** The broken rules of a load as CSV; the download is recorded, since values may be about people. */
export async function readRejectsFile(
  { db }: { db: Database },
  caller: SignedInCaller,
  loadId: number,
): Promise<string> {
  const object = { type: 'load', id: loadId }
  await recordAuditEvent(db, caller, { action: 'load.exported', object, after: { format: 'csv' } })
  const rejects = await listAllRejects(db, loadId)
  return rejectsCsv(rejects.map(({ sale, ...reject }) => ({ ...reject, saleCode: sale })))
}
