import { setTimeout as delay } from 'node:timers/promises'
import {
  isRecentAuthentication,
  reauthenticationMessages,
} from '@carpeta/domain/access/reauthentication-rules'
import type { Config } from '../config/config.ts'
import {
  callLimits,
  type Database,
  isDeadlock,
  refersToDeleted,
  type Transaction,
} from '../db/client.ts'
import { requireAccess } from '../http/access.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, NotSignedIn, Refused, Unavailable } from '../http/errors.ts'
import type { Account } from '../people/account.ts'
import { lockActive, lockUser } from '../people/users-store.ts'
import { readAuthentication, readSession, type SessionLimits } from './sessions-store.ts'

const MAX_DEADLOCKS = 10

interface Options {
  /** 'update' where the action changes the caller's own account: two share locks would deadlock. */
  lock?: 'share' | 'update'
}

/**
 * Runs a change that a signed-in caller makes. The session may end, and permissions may be withdrawn,
 * between the check at the start of the call and the change: both are judged again here. The lock
 * on the caller's account keeps them valid until the commit (docs/security.md 5.35).
 * @param work gets the caller as the database has it now. Runs again after a deadlock.
 * @throws {NotSignedIn} · {Forbidden} · {Unavailable} · {NotFound} when what it refers to was deleted meanwhile
 */
export async function callerTransaction<Result>(
  db: Database,
  caller: SignedInCaller,
  work: (tx: Transaction, caller: SignedInCaller) => Promise<Result>,
  { lock = 'share' }: Options = {},
): Promise<Result> {
  for (let deadlocks = 0; ; deadlocks++) {
    try {
      return await oneAtATime(caller.id, () =>
        db.uncheckedTransaction(async (tx) => {
          await lockUser(tx, caller.id, lock)
          return work(tx, await judgeAgain(tx, caller))
        }),
      )
    } catch (error) {
      // The undo of a load may delete a sale that the change is about.
      if (refersToDeleted(error)) throw new NotFound()
      if (!isDeadlock(error) || deadlocks === MAX_DEADLOCKS) throw error
    }
  }
}

/** The changes of each account that run or wait in this process. */
const changesOf = new Map<number, Promise<void>>()

/**
 * One change of an account at a time: those that would wait for its row, or for one that it keeps
 * locked, hold no connection that others need. @throws {Unavailable} after the wait for a connection
 */
async function oneAtATime<Result>(accountId: number, work: () => Promise<Result>): Promise<Result> {
  const earlier = changesOf.get(accountId)
  const result = waitFor(earlier).then(work)
  const all = Promise.allSettled([earlier, result]).then(() => {
    if (changesOf.get(accountId) === all) changesOf.delete(accountId)
  })
  changesOf.set(accountId, all)
  return result
}

async function waitFor(earlier: Promise<void> | undefined): Promise<void> {
  if (!earlier) return
  const late = new AbortController()
  const limit = delay(callLimits.connectMs, 'late' as const, { signal: late.signal })
  const first = await Promise.race([earlier, limit.catch(() => {})])
  late.abort()
  if (first === 'late') throw new Unavailable('an earlier change of the account takes too long')
}

/**
 * Read after the lock is granted, so that it includes what the lock waited for. A new id of the session,
 * which a confirmed password gives, ends no call that was admitted; the start or end of a view does.
 */
async function judgeAgain(
  db: Database | Transaction,
  caller: SignedInCaller,
  limits?: SessionLimits,
): Promise<SignedInCaller> {
  const { sessionNumber, user, viewer } = caller
  const principal = await readSession(db, sessionNumber, limits)
  if (principal?.user.id !== user.id || principal.viewer?.id !== viewer?.id) throw new NotSignedIn()
  requireAccess(principal.user, caller.access)
  return { ...caller, ...principal }
}

/**
 * Before each part of an answer that is read while it is sent, which may take hours.
 * @returns the caller as the database has it now @throws {NotSignedIn} once the session has ended or the account is closed · {Forbidden} without the permission
 */
export function requireStillAllowed(
  { db, config }: { db: Database; config: Config },
  caller: SignedInCaller,
): Promise<SignedInCaller> {
  return judgeAgain(db, caller, config)
}

/** Changes the caller's own account, which stays locked: two changes of factors follow each other. */
export function ownAccountTransaction<Result>(
  db: Database,
  caller: SignedInCaller,
  work: (tx: Transaction, account: Account) => Promise<Result>,
): Promise<Result> {
  const change = async (tx: Transaction) => {
    const account = await lockActive(tx, caller.user.id)
    if (!account) throw new NotSignedIn()
    return work(tx, account)
  }
  return callerTransaction(db, caller, change, { lock: 'update' })
}

/**
 * For actions that give access or data away: an unattended session is not enough.
 * @throws {Refused} 403 with the code `reauthentication_required`
 */
export async function requireRecentAuthentication(
  db: Database | Transaction,
  { sessionHash }: SignedInCaller,
  minutes?: number,
): Promise<void> {
  const session = await readAuthentication(db, sessionHash)
  if (!session) throw new NotSignedIn()
  if (isRecentAuthentication(session.authenticatedAt, session.now, minutes)) return
  throw new Refused(reauthenticationMessages.required, 403)
}

/**
 * For what staff do to the accounts of others by calls of the specification: where other clients make them, which
 * know no confirmation, the cooperative may turn it off.
 * @throws {Refused} 403 with the code `reauthentication_required`
 */
export async function requireRecentLogin(
  tx: Transaction,
  caller: SignedInCaller,
  { recentLoginMinutes }: Pick<Config, 'recentLoginMinutes'>,
): Promise<void> {
  if (recentLoginMinutes === 0) return
  await requireRecentAuthentication(tx, caller, recentLoginMinutes)
}

/**
 * For what opens the account later, or locks its owner out: the login does not count, however recent, only the
 * password or a factor since. A thief may have found the session open.
 * @throws {Refused} 403 with the code `reauthentication_required`
 */
export async function requireRecentConfirmation(
  db: Database | Transaction,
  caller: SignedInCaller,
): Promise<void> {
  await requireRecentAuthentication(db, caller)
  await requireConfirmation(db, caller)
}

/** For the end of what a recent confirmation began. @throws {Refused} 403 */
export async function requireConfirmation(
  db: Database | Transaction,
  { sessionHash }: SignedInCaller,
): Promise<void> {
  const session = await readAuthentication(db, sessionHash)
  if (!session) throw new NotSignedIn()
  if (session.authenticatedAt > session.createdAt) return
  throw new Refused(reauthenticationMessages.required, 403)
}
