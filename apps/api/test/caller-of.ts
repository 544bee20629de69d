import { findSession } from '../src/auth/sessions.ts'
import { operator, type SignedInCaller } from '../src/http/caller.ts'
import type { Portal } from './open-portal.ts'
import type { Visitor } from './visitor.ts'

/** The caller of a call that needs `access`, as it was at the start of the call. */
export async function callerOf(
  portal: Portal,
  person: Visitor,
  access: SignedInCaller['access'],
): Promise<SignedInCaller> {
  const session = await findSession(portal, person.cookies.get('sessionid'))
  if (!session) throw new Error('the session does not exist')
  const { user, viewer, idHash: sessionHash, number: sessionNumber } = session
  return { ...operator, user, viewer, id: (viewer ?? user).id, sessionHash, sessionNumber, access }
}
