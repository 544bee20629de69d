import type { WireSlotFile } from '@carpeta/contract/requests/request-schemas'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound } from '../../http/errors.ts'
import { findRequest } from '../requests-store.ts'
import { presentSlotFile } from './present-slot-file.ts'
import { listSlotFiles } from './slot-files-store.ts'

/** The files that the caller has chosen and not sent. @throws {NotFound} for another member's request */
export async function readSlotFiles(
  { db }: { db: Database },
  caller: SignedInCaller,
  requestId: number,
): Promise<{ slot_files: WireSlotFile[] }> {
  const request = await findRequest(db, requestId)
  if (request?.userId !== caller.id) throw new NotFound()
  return { slot_files: (await listSlotFiles(db, requestId)).map(presentSlotFile) }
}
