import { canonicalRut, rutMessages } from '@carpeta/domain/people/rut'
import type { Config } from '../../config/config.ts'
import { openSealedText, sealText } from '../../config/sealed-text.ts'
import type { Database } from '../../db/client.ts'
import { type AuditActor, anonymous, auditActor, type Caller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { enqueueJob } from '../../jobs/jobs-store.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'

export const SEND_RESTORE_EMAIL = 'send_restore_email'

export interface RestoreRequest {
  rut: string
  actor: AuditActor
}

/** The payload of the job, encrypted: a rut in the queue would outlast an erasure (docs/security.md 15.25). */
export interface SealedRestoreRequest {
  sealed: string
}

const PURPOSE = 'carpeta restore requests'

/** @throws when none of the keys fits or the text was changed */
export function openRestoreRequest(
  { sealed }: SealedRestoreRequest,
  { secretKeys }: Pick<Config, 'secretKeys'>,
): RestoreRequest {
  return JSON.parse(openSealedText(sealed, secretKeys, PURPOSE))
}

/**
 * Queues one job for every valid rut. The job looks for the account, so that neither the answer nor
 * its time tells which ruts are members (docs/security.md 1.3, 1.4).
 * @throws {Refused} for an invalid rut
 */
export async function requestRestore(
  { db, limits, config }: { db: Database; limits: RateLimits; config: Config },
  caller: Caller,
  text: string,
): Promise<void> {
  const rut = canonicalRut(text)
  if (rut === null) throw new Refused([rutMessages.invalid])
  await limits.emailRequests.consume(caller.address)
  const request: RestoreRequest = { rut, actor: auditActor(anonymous(caller)) }
  const sealed = sealText(JSON.stringify(request), config.secretKeys, PURPOSE)
  await enqueueJob(db, SEND_RESTORE_EMAIL, { sealed } satisfies SealedRestoreRequest)
}
