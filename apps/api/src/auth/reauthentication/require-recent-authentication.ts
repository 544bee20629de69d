import {
  isRecentAuthentication,
  reauthenticationMessages,
} from '@carpeta/domain/access/reauthentication-rules'
import type { Database, Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotSignedIn, Refused } from '../../http/errors.ts'
import { readAuthentication } from '../sessions-store.ts'

/**
 * For actions that give access or data away: an unattended session is not enough.
 * @throws {Refused} 403 with the code `reauthentication_required`
 */
export async function requireRecentAuthentication(
  db: Database | Transaction,
  { sessionHash }: SignedInCaller,
): Promise<void> {
  const session = await readAuthentication(db, sessionHash)
  if (!session) throw new NotSignedIn()
  if (isRecentAuthentication(session.authenticatedAt, session.now)) return
  throw new Refused(reauthenticationMessages.required, 403)
}
