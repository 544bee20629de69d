import { canonicalRut, rutMessages } from '@carpeta/domain/rut'
import type { Database } from '../db/client.ts'
import { Refused } from '../http/errors.ts'
import { queueJob } from '../jobs/jobs-store.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'

export const REQUEST_RESTORE = 'request_restore'

/**
 * Does the same for every well-formed rut, whoever has it: one job is queued. Looking for the
 * account happens later, so that neither answer nor time tells who is a member (security.md §1).
 * @throws {Refused} for a rut that is none.
 */
export async function requestRestore(
  { db, limits }: { db: Database; limits: RateLimits },
  text: string,
  address: string,
): Promise<void> {
  const rut = canonicalRut(text)
  if (rut === null) throw new Refused([rutMessages.invalid])
  await limits.letterRequests.spend(address)
  await queueJob(db, REQUEST_RESTORE, { rut })
}
