import { canonicalRut, rutMessages } from '@carpeta/domain/people/rut'
import type { Database } from '../../db/client.ts'
import { type AuditActor, anonymous, auditActor, type Caller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { enqueueJob } from '../../jobs/jobs-store.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'

export const REQUEST_RESTORE = 'request_restore'

/** What the job is told: whose account, and from where somebody asked. */
export interface RestoreRequest {
  rut: string
  actor: AuditActor
}

/**
 * Does the same for every well-formed rut, whoever has it: one job is queued. Looking for the
 * account happens later, so that neither answer nor time tells who is a member (security.md §1).
 * @throws {Refused} for a rut that is none.
 */
export async function requestRestore(
  { db, limits }: { db: Database; limits: RateLimits },
  caller: Caller,
  text: string,
): Promise<void> {
  const rut = canonicalRut(text)
  if (rut === null) throw new Refused([rutMessages.invalid])
  await limits.emailRequests.spend(caller.address)
  const actor = auditActor(anonymous(caller))
  await enqueueJob(db, REQUEST_RESTORE, { rut, actor } satisfies RestoreRequest)
}
