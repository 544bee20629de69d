import type { User } from '@carpeta/contract/auth'
import { recordAuditedRead } from '../audit/record-audited-read.ts'
import type { Database } from '../db/client.ts'
import { NotFound } from '../http/errors.ts'
import type { Staff } from '../http/staff.ts'
import { presentUser } from './present-user.ts'
import { findById } from './users-store.ts'

/** Somebody else's account; he can see who looked. @throws {NotFound} also for a deleted one. */
export async function readUser(db: Database, { actor }: Staff, userId: number): Promise<User> {
  const found = await findById(db, userId)
  if (!found) throw new NotFound()
  await recordAuditedRead(db, actor, { type: 'user', id: userId }, userId)
  return presentUser(found.account)
}
