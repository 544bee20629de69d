import type { Database } from '../../../db/client.ts'
import { exec, sql } from '../../../db/query.ts'
import { tokenHash } from '../../../http/tokens.ts'

export type ChallengePurpose = 'registration' | 'login' | 'reauthentication'

interface Challenge {
  challenge: string
  purpose: ChallengePurpose
  /** The hash of the session, or of the anonymous visitor's cookie. */
  boundTo: string
}

const LIFETIME_MINUTES = 5
export const CHALLENGE_LIFETIME_MS = LIFETIME_MINUTES * 60_000

export async function saveChallenge(db: Database, challenge: Challenge): Promise<void> {
  const { purpose, boundTo } = challenge
  const challengeHash = tokenHash(challenge.challenge)
  const expiresAt = sql`now() + ${LIFETIME_MINUTES} * interval '1 minute'`
  const row = sql.insert({ challengeHash, purpose, boundTo, expiresAt })
  await exec(db, sql`insert into passkey_challenges ${row}`)
}

/** Deletes the challenge, so that it is answered once. False for an unknown or expired one. */
export async function takeChallenge(db: Database, challenge: Challenge): Promise<boolean> {
  const { purpose, boundTo } = challenge
  const taken = await exec(
    db,
    sql`delete from passkey_challenges
      where challenge_hash = ${tokenHash(challenge.challenge)} and purpose = ${purpose}
        and bound_to = ${boundTo} and expires_at > now()`,
  )
  return taken === 1
}

export async function deleteExpiredChallenges(db: Database): Promise<void> {
  await exec(db, sql`delete from passkey_challenges where expires_at < now()`)
}
