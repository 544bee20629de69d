import {
  type SecondFactorMethod,
  secondFactorMessages,
} from '@carpeta/domain/access/second-factor-rules'
import { userRefusals } from '@carpeta/domain/people/user-rules'
import { secondFactorResetEmail } from '../account/account-emails.ts'
import { startFromMailbox } from '../account/take-back.ts'
import { recordAuditEvent, recordAuditedRead } from '../audit/record-audit-event.ts'
import { sessionsEndedEmail } from '../auth/auth-emails.ts'
import { callerTransaction, requireRecentAuthentication } from '../auth/caller-transaction.ts'
import { lockTarget, requireMayChangeCredentials } from '../auth/managed-account.ts'
import { listMethods } from '../auth/second-factor-store.ts'
import { deleteSessionsOf, listSessions } from '../auth/sessions-store.ts'
import type { Config } from '../config/config.ts'
import type { Database, JobDatabase, Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import { type Caller, operator, type SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import type { Account } from '../people/account.ts'
import { findById, findByRut, lockActive } from '../people/users-store.ts'
import { requireNoCommonPurchase } from '../sales/sale-accesses.ts'

interface Services {
  db: Database
  config: Config
}

/** How another user logs in; the read is audited. @throws {NotFound} also for a deleted account */
export async function readUserSignIn(
  { db, config }: Services,
  caller: SignedInCaller,
  userId: number,
): Promise<{ methods: SecondFactorMethod[]; open_sessions: number }> {
  if (!(await findById(db, userId))) throw new NotFound()
  await recordAuditedRead(db, caller, { type: 'user', id: userId }, userId)
  const sessions = await listSessions(db, userId, config)
  return { methods: await listMethods(db, userId), open_sessions: sessions.length }
}

/**
 * Staff end all sessions of a user, who keeps the password. @returns how many
 * @throws {Refused} 403 for the caller's own account and for one with more permissions
 */
export async function endUserSessions(
  { db, config }: Services,
  caller: SignedInCaller,
  userId: number,
): Promise<number> {
  if (userId === caller.user.id) throw new Refused(secondFactorMessages.endsOwnSessions, 403)
  return callerTransaction(db, caller, async (tx, judged) => {
    const target = await lockManagedAccount(tx, judged, userId)
    const ended = await deleteSessionsOf(tx, userId)
    if (ended === 0) return 0
    await recordAuditEvent(tx, caller, {
      action: 'session.ended_by_staff',
      object: { type: 'user', id: userId },
      subjectId: userId,
      after: { ended },
    })
    await enqueueEmail(tx, sessionsEndedEmail(target, config), config)
    return ended
  })
}

/**
 * Staff remove all factors of a user who lost them.
 * @throws {Refused} 403 for the caller's own account, for one with more permissions and for that of somebody with whom
 * the caller shares a purchase, 409 without a factor
 */
export async function resetSecondFactor(
  { db, config }: Services,
  caller: SignedInCaller,
  userId: number,
): Promise<void> {
  if (userId === caller.user.id) throw new Refused(secondFactorMessages.resetsSelf, 403)
  await callerTransaction(db, caller, async (tx, judged) => {
    await requireRecentAuthentication(tx, judged)
    const target = await lockManagedAccount(tx, judged, userId)
    // Whoever bought with the owner may read the mailbox, too, which alone opens the account then.
    await requireNoCommonPurchase(tx, judged, target.rut)
    await removeAllFactors(tx, config, caller, target)
  })
}

/** For the last superuser who lost every factor. @throws {Refused} without an account, an email or a factor */
export async function resetByOperator(
  { db, config }: Services & { db: JobDatabase },
  rut: string,
): Promise<void> {
  const [found] = await findByRut(db, rut)
  await db.transaction(async (tx) => {
    const target = found && (await lockActive(tx, found.account.id))
    if (!target) throw new Refused(userRefusals.unknownRut)
    // The password ends too, and only an email leads to another one.
    if (target.email === '') throw new Refused(userRefusals.resetWithoutEmail)
    await removeAllFactors(tx, config, operator, target)
  })
}

/**
 * Also ends the user's sessions and password: whoever asks for it may be a thief who has the password alone.
 * @throws {Refused} 409 without a factor
 */
async function removeAllFactors(
  tx: Transaction,
  config: Config,
  caller: Caller,
  target: Account,
): Promise<void> {
  // Staff may have typed a temporary password before, for the same thief on the telephone.
  const account = target.email === '' ? target : { ...target, temporaryPasswordUntil: null }
  const start = { account, email: secondFactorResetEmail }
  const methods = await startFromMailbox(tx, caller, start, config)
  if (methods.length === 0) throw new Refused(secondFactorMessages.nothingToReset, 409)
}

/** Locks an account whose access staff change. @throws {NotFound} · {Forbidden} · {Refused} 403 */
async function lockManagedAccount(
  tx: Transaction,
  caller: SignedInCaller,
  userId: number,
): Promise<Account> {
  const target = await lockTarget(tx, caller, userId)
  requireMayChangeCredentials(caller.user, target)
  return target
}
