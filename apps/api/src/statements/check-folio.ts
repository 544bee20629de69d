import { readFolio } from '@carpeta/domain/sales/folio'
import type { Database } from '../db/client.ts'
import type { Caller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { findStatement, type IssuedStatement } from './statements-store.ts'

/**
 * What a paper tells whoever holds it: that it was issued, when, and whether it still holds.
 * @throws {NotFound}, and {Throttled} for an address that tries folios.
 */
export async function checkFolio(
  { db, limits }: { db: Database; limits: RateLimits },
  { address }: Caller,
  typed: string,
): Promise<IssuedStatement & { folio: string }> {
  await limits.folioFailures.requireRemaining(address)
  const folio = readFolio(typed)
  const statement = folio === null ? null : await findStatement(db, folio)
  if (folio === null || statement === null) {
    await limits.folioFailures.tryConsume(address)
    throw new NotFound()
  }
  return { ...statement, folio }
}
