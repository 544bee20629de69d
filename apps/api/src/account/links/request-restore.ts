import { canonicalRut, rutMessages } from '@carpeta/domain/people/rut'
import type { Database } from '../../db/client.ts'
import { type AuditActor, anonymous, auditActor, type Caller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { enqueueJob } from '../../jobs/jobs-store.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'

export const REQUEST_RESTORE = 'request_restore'

/** The payload of the job. */
export interface RestoreRequest {
  rut: string
  actor: AuditActor
}

/**
 * Queues one job for every valid rut. The job looks for the account, so that neither the answer nor
 * its time tells which ruts are members (docs/security.md 1.3, 1.4).
 * @throws {Refused} for an invalid rut
 */
export async function requestRestore(
  { db, limits }: { db: Database; limits: RateLimits },
  caller: Caller,
  text: string,
): Promise<void> {
  const rut = canonicalRut(text)
  if (rut === null) throw new Refused([rutMessages.invalid])
  await limits.emailRequests.consume(caller.address)
  const actor = auditActor(anonymous(caller))
  await enqueueJob(db, REQUEST_RESTORE, { rut, actor } satisfies RestoreRequest)
}
