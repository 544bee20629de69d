import type { SecondFactorMethod } from '@carpeta/domain/access/second-factor-rules'
import { recordAuditedRead } from '../../../audit/record-audit-event.ts'
import type { Config } from '../../../config/config.ts'
import type { Database } from '../../../db/client.ts'
import type { SignedInCaller } from '../../../http/caller.ts'
import { NotFound } from '../../../http/errors.ts'
import { findById } from '../../../users/users-store.ts'
import { listSessions } from '../../sessions-store.ts'
import { listMethods } from '../methods-store.ts'

/** How another user logs in; the read is audited. @throws {NotFound} also for a deleted account */
export async function readUserSignIn(
  { db, config }: { db: Database; config: Config },
  caller: SignedInCaller,
  userId: number,
): Promise<{ methods: SecondFactorMethod[]; open_sessions: number }> {
  if (!(await findById(db, userId))) throw new NotFound()
  await recordAuditedRead(db, caller, { type: 'user', id: userId }, userId)
  const sessions = await listSessions(db, userId, config)
  return { methods: await listMethods(db, userId), open_sessions: sessions.length }
}
