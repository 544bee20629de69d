import { IMPORT_TOKEN_PREFIX } from '@carpeta/domain/imports/import-token-rules'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../db/client.ts'
import type { ImportToken } from '../../http/access.ts'
import { clientAddress } from '../../http/client-address.ts'
import { InvalidToken } from '../../http/errors.ts'
import { tokenHash } from '../../http/tokens.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import { useToken } from './import-tokens-store.ts'

/** RFC 6750. */
const BEARER = /^Bearer +([\w-]{1,200})$/i

/**
 * The token that a call carries in its header, and nowhere else.
 * @throws {InvalidToken} · {Throttled} after many wrong ones from an address
 */
export async function authenticateImportToken(
  { db, limits }: { db: Database; limits: RateLimits },
  request: FastifyRequest,
): Promise<ImportToken> {
  const given = BEARER.exec(request.headers.authorization ?? '')?.[1]
  if (given === undefined) throw new InvalidToken()
  const address = clientAddress(request)
  await limits.importTokenFailures.requireRemaining(address)
  const isToken = given.startsWith(IMPORT_TOKEN_PREFIX)
  const token = isToken ? await useToken(db, tokenHash(given)) : null
  if (token) return token
  await limits.importTokenFailures.tryConsume(address)
  throw new InvalidToken()
}
