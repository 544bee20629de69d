import type { SavedFilter, savedFilterForm } from '@carpeta/contract/requests/queue-schemas'
import {
  MAX_SAVED_FILTERS,
  savedFilterErrors,
  savedFilterMessages,
} from '@carpeta/domain/requests/queue-rules'
import type { z } from 'zod'
import { callerTransaction } from '../../../auth/caller-transaction.ts'
import type { Database } from '../../../db/client.ts'
import type { SignedInCaller } from '../../../http/caller.ts'
import { NotFound, refuseFields } from '../../../http/errors.ts'
import { countOtherFilters, deleteFilter, upsertFilter } from './saved-filters-store.ts'

/** Replaces the caller's filter of the same name. @throws {InvalidFields} */
export function saveFilter(
  { db }: { db: Database },
  caller: SignedInCaller,
  form: z.infer<typeof savedFilterForm>,
): Promise<SavedFilter> {
  refuseFields(savedFilterErrors(form))
  const name = form.name.trim()
  const userId = caller.user.id
  return callerTransaction(
    db,
    caller,
    async (tx) => {
      if ((await countOtherFilters(tx, { userId, name })) >= MAX_SAVED_FILTERS) {
        refuseFields({ name: savedFilterMessages.tooMany })
      }
      return upsertFilter(tx, { userId, name, filters: form.filters })
    },
    // So that the count holds.
    { lock: 'update' },
  )
}

/** @throws {NotFound} for another user's filter too */
export async function deleteSavedFilter(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx) => {
    if (!(await deleteFilter(tx, { userId: caller.user.id, id }))) throw new NotFound()
  })
}
