import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import { inBatches } from '../db/prepared/in-batches.ts'
import type { Session } from '../http/access.ts'
import { tokenHash } from '../http/tokens.ts'
import {
  type AlongSession,
  findLiveSessions,
  type LiveSession,
  recordActivity,
} from './sessions-store.ts'

type FindLive = (idHash: string) => Promise<LiveSession | null>

/**
 * Finds the live session of a cookie's id, or null. Only the hash of the id is stored. Calls that arrive
 * together share a statement (docs/decisions/0076).
 */
export function sessionFinder({ db, config }: { db: Database; config: Config }) {
  const finders = new Map<AlongSession | undefined, FindLive>()

  const finderOf = (alongSession: AlongSession | undefined): FindLive => {
    const known = finders.get(alongSession)
    if (known) return known
    const finder = inBatches((idHashes: string[]) =>
      findLiveSessions(db, idHashes, config, alongSession),
    )
    finders.set(alongSession, finder)
    return finder
  }

  return async (id: string | undefined, alongSession?: AlongSession): Promise<Session | null> => {
    if (!id) return null
    const idHash = tokenHash(id)
    const found = await finderOf(alongSession)(idHash)
    if (found === null) return null
    const { isActivityDue, ...session } = found
    // By the call itself: a locked session must not keep the others of its statement waiting.
    if (isActivityDue) await recordActivity(db, idHash)
    return { idHash, ...session }
  }
}
