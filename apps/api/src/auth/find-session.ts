import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { Session } from '../http/access.ts'
import { tokenHash } from '../http/tokens.ts'
import { type AlongSession, findLiveSession } from './sessions-store.ts'

/** The live session of a cookie's id, or null. Only the hash of the id is stored. */
export async function findSession(
  { db, config }: { db: Database; config: Config },
  id: string | undefined,
  alongSession?: AlongSession,
): Promise<Session | null> {
  if (!id) return null
  const idHash = tokenHash(id)
  const found = await findLiveSession(db, idHash, config, alongSession)
  return found && { idHash, ...found }
}
