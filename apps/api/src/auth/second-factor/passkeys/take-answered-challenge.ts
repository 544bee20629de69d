import type { Database } from '../../../db/client.ts'
import { type ChallengePurpose, takeChallenge } from './challenges-store.ts'

/** The challenge that the browser answered; null for one that the portal does not expect. */
export async function takeAnsweredChallenge(
  db: Database,
  clientDataJSON: string,
  expected: { purpose: ChallengePurpose; boundTo: string },
): Promise<string | null> {
  const challenge = await challengeIn(clientDataJSON)
  if (challenge === null) return null
  return (await takeChallenge(db, { ...expected, challenge })) ? challenge : null
}

async function challengeIn(clientDataJSON: string): Promise<string | null> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON)
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}
