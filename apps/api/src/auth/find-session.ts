import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import { inBatches } from '../db/prepared/in-batches.ts'
import type { Session } from '../http/access.ts'
import { tokenHash } from '../http/tokens.ts'
import { findLiveSessions, recordActivity } from './sessions-store.ts'

/**
 * Finds the live session of a cookie's id, or null. Only the hash of the id is stored. Calls that arrive
 * together share a statement (docs/decisions/0076).
 */
export function sessionFinder({ db, config }: { db: Database; config: Config }) {
  const findLive = inBatches((idHashes: string[]) => findLiveSessions(db, idHashes, config))

  return async (id: string | undefined): Promise<Session | null> => {
    if (!id) return null
    const idHash = tokenHash(id)
    const found = await findLive(idHash)
    if (found === null) return null
    const { isActivityDue, ...session } = found
    // By the call itself: a locked session must not keep the others of its statement waiting.
    if (isActivityDue) await recordActivity(db, idHash)
    return { idHash, ...session }
  }
}
