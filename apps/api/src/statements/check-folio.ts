import { readFolio } from '@carpeta/domain/sales/folio'
import type { Database } from '../db/client.ts'
import type { Caller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { printedHash } from './printed-hash.ts'
import { findStatement, type IssuedStatement } from './statements-store.ts'

interface CheckedStatement {
  folio: string
  /** ISO 8601 in UTC. */
  issuedAt: string
  isCurrent: boolean
}

/**
 * Tells anyone with a folio when the statement was issued and whether it is still current.
 * @throws {NotFound} · {Throttled} for an address that guesses folios
 */
export async function checkFolio(
  { db, limits }: { db: Database; limits: RateLimits },
  { address }: Caller,
  typed: string,
): Promise<CheckedStatement> {
  await limits.folioFailures.requireRemaining(address)
  const folio = readFolio(typed)
  const statement = folio === null ? null : await findStatement(db, folio)
  if (folio === null || statement === null) {
    await limits.folioFailures.tryConsume(address)
    throw new NotFound()
  }
  return { folio, issuedAt: statement.issuedAt, isCurrent: isCurrent(statement) }
}

/** Current: the portal shows the sale, and what was printed is what would be printed now. */
function isCurrent({ view, isUnchanged, printedHash: printed }: IssuedStatement): boolean {
  return view !== null && (isUnchanged || printed === printedHash(view))
}
