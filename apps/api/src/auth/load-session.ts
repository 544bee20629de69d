import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import type { Cookies } from '../http/cookies.ts'
import { tokenHash } from '../http/tokens.ts'
import { findLiveSession } from './sessions-store.ts'

/** Fills `request.session` from the cookie, and from nowhere else (security.md 3.13). */
export async function loadSession(
  { db, config, cookies }: { db: Database; config: Config; cookies: Cookies },
  request: FastifyRequest,
): Promise<void> {
  const id = cookies.session(request)
  if (!id) return
  const idHash = tokenHash(id)
  const user = await findLiveSession(db, idHash, config)
  if (user) request.session = { idHash, user }
}
