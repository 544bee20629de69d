import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { Session } from '../http/access.ts'
import { tokenHash } from '../http/tokens.ts'
import { findLiveSession, recordActivity } from './sessions-store.ts'

/** Finds the live session of a cookie's id, or null. Only the hash of the id is stored. */
export async function findSession(
  { db, config }: { db: Database; config: Config },
  id: string | undefined,
): Promise<Session | null> {
  if (!id) return null
  const idHash = tokenHash(id)
  const found = await findLiveSession(db, idHash, config)
  if (found === null) return null
  const { isActivityDue, ...session } = found
  if (isActivityDue) await recordActivity(db, idHash)
  return { idHash, ...session }
}
