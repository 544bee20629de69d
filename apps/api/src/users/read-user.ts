import type { User } from '@carpeta/contract/auth/auth-schemas'
import { recordAuditedRead } from '../audit/record-audit-event.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import { presentUser } from './present-user.ts'
import { findById } from './users-store.ts'

/** Another user's account; the read is audited. @throws {NotFound} also for a deleted account */
export async function readUser(
  { db }: { db: Database },
  caller: SignedInCaller,
  userId: number,
): Promise<User> {
  const found = await findById(db, userId)
  if (!found) throw new NotFound()
  await recordAuditedRead(db, caller, { type: 'user', id: userId }, userId)
  return presentUser(found.account)
}
