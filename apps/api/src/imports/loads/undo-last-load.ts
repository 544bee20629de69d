import type { undoableSchema } from '@carpeta/contract/imports/loads-schemas'
import { importMessages } from '@carpeta/domain/imports/import-rules'
import type { z } from 'zod'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import { requireRecentAuthentication } from '../../auth/reauthentication/require-recent-authentication.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { type UndoableLoad, undoLastLoad } from '../undo-load.ts'
import { findWireLoads } from './loads-list-store.ts'

/**
 * Undoes the last load, which must be the one that the caller saw.
 * @throws {Refused} 403 without a recent authentication, 409 when it cannot be undone
 */
export async function undoLoad(
  { db }: { db: Database },
  caller: SignedInCaller,
  loadId: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    await requireRecentAuthentication(tx, caller)
    const outcome = await undoLastLoad(tx, caller, loadId)
    if (outcome.result === 'undone') return
    const isOther = outcome.refusal === 'another_load' || outcome.refusal === 'no_load'
    throw new Refused(isOther ? importMessages.undoneMeanwhile : importMessages.cannotUndo, 409)
  })
}

export async function presentUndoable(
  db: Database,
  undoable: UndoableLoad | null,
): Promise<z.infer<typeof undoableSchema> | null> {
  if (undoable === null) return null
  const { refusal, accounts, requestsOnAdded, reportsOnAdded, news, deletedSample } = undoable
  if (refusal === 'no_load') return null
  const [load] = await findWireLoads(db, [undoable.load.id])
  if (!load) return null
  return {
    load,
    refusal,
    accounts,
    requests_on_added: requestsOnAdded,
    reports_on_added: reportsOnAdded,
    news,
    deleted_sample: deletedSample,
  }
}
