import { IMPORT_TOKEN_PREFIX } from '@carpeta/domain/imports/import-token-rules'
import type { Database } from '../../db/client.ts'
import type { ImportToken } from '../../http/access.ts'
import { InvalidToken } from '../../http/errors.ts'
import { tokenHash } from '../../http/tokens.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import { useToken } from './import-tokens-store.ts'

/** RFC 6750. */
const BEARER = /^Bearer +([\w-]{1,200})$/i

/**
 * The token of a call's `Authorization` header.
 * @throws {InvalidToken} · {Throttled} after many wrong ones from an address
 */
export async function authenticateImportToken(
  { db, limits }: { db: Database; limits: RateLimits },
  { authorization = '', address }: { authorization: string | undefined; address: string },
): Promise<ImportToken> {
  const given = BEARER.exec(authorization)?.[1]
  if (given === undefined) throw new InvalidToken()
  await limits.importTokenFailures.requireRemaining(address)
  const isToken = given.startsWith(IMPORT_TOKEN_PREFIX)
  const token = isToken ? await useToken(db, tokenHash(given)) : null
  if (token) return token
  await limits.importTokenFailures.tryConsume(address)
  throw new InvalidToken()
}
