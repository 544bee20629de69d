import {
  BYTES_PER_MB,
  documentMessages,
  MAX_FILE_MB,
  MAX_UPLOADED_MB_A_DAY,
} from '@carpeta/domain/requests/document-rules'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Throttled } from '../../http/errors.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import { bytesOfLastDay } from '../documents-store.ts'

const MAX_FILE_BYTES = MAX_FILE_MB * BYTES_PER_MB
const RETRY_AFTER_SECONDS = 3600

/** Runs before the file is received. @throws {Throttled} */
export async function refuseTooManyUploads(
  { db, limits }: { db: Database; limits: RateLimits },
  { id: memberId }: SignedInCaller,
): Promise<void> {
  const isWithinRate = await limits.uploads.tryConsume(String(memberId))
  if (!isWithinRate) throw new Throttled(RETRY_AFTER_SECONDS, documentMessages.tooManyToday)
  await refuseBeyondQuota({ db }, { id: memberId }, MAX_FILE_BYTES)
}

/** Runs before so many bytes are stored for the member. @throws {Throttled} */
export async function refuseBeyondQuota(
  { db }: { db: Database },
  { id: memberId }: Pick<SignedInCaller, 'id'>,
  moreBytes: number,
): Promise<void> {
  const bytes = (await bytesOfLastDay(db, memberId, MAX_FILE_BYTES)) + moreBytes
  if (bytes > MAX_UPLOADED_MB_A_DAY * BYTES_PER_MB) {
    throw new Throttled(RETRY_AFTER_SECONDS, documentMessages.tooManyToday)
  }
}
