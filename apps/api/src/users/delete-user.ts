import type { User } from '@carpeta/contract/auth'
import { userRefusals } from '@carpeta/domain/people/user-rules'
import { accountReopenedEmail } from '../account/account-emails.ts'
import { startFromMailbox } from '../account/take-back.ts'
import { recordAuditEvent, recordAuditedRead } from '../audit/record-audit-event.ts'
import { callerTransaction, requireRecentLogin } from '../auth/caller-transaction.ts'
import { closeAccess, lockTarget, requireMayDeleteOrRestore } from '../auth/managed-account.ts'
import { endAccessPreparedBy } from '../auth/prepared-access.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import { deleteNonUrgentEmailsTo, enqueueEmail } from '../email/email-queue.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { presentUser, userAuditFacts } from '../people/account.ts'
import { replaceGroups } from '../people/groups-store.ts'
import { findById, lockActive, softDeleteUser, undeleteUser } from '../people/users-store.ts'
import { countOpenRequestsOf } from '../requests/requests-store.ts'
import { requireNoCommonPurchase } from '../sales/sale-accesses.ts'
import { countOpenSales } from '../sales/sales-store.ts'
import { refuseTakenLogin, tellFormerOwners } from './save-user.ts'
import { requireOtherSuperuser } from './superusers.ts'
import { accountDeletedEmail } from './user-emails.ts'

interface OpenMatters {
  sales: number
  requests: number
  assigned: number
}

/** What deleting an account leaves open; the read is audited. @throws {NotFound} also for a deleted account */
export async function readOpenMatters(
  { db }: { db: Database },
  caller: SignedInCaller,
  userId: number,
): Promise<OpenMatters> {
  const found = await findById(db, userId)
  if (!found) throw new NotFound()
  await recordAuditedRead(db, caller, { type: 'user', id: userId }, userId)
  const { rut } = found.account
  return {
    sales: rut ? await countOpenSales(db, rut) : 0,
    ...(await countOpenRequestsOf(db, userId)),
  }
}

/**
 * Moves an account to the trash. Ends its access at once, frees its rut and tells its owner.
 * @throws {Refused} 403 for the caller's own account, for the last superuser, for a user with more permissions
 * than the caller, and without a recent authentication: another account could take its rut
 */
export async function deleteUser(
  { db, config }: { db: Database; config: Config },
  caller: SignedInCaller,
  userId: number,
): Promise<void> {
  if (userId === caller.user.id) throw new Refused(userRefusals.deletesSelf, 403)
  await callerTransaction(db, caller, async (tx, caller) => {
    const target = await lockTarget(tx, caller, userId)
    requireMayDeleteOrRestore(caller.user, target)
    await requireRecentLogin(tx, caller, config)
    await requireOtherSuperuser(tx, target)
    await closeAccess(tx, target)
    await deleteNonUrgentEmailsTo(tx, target, config)
    await endAccessPreparedBy(tx, caller, userId)
    await softDeleteUser(tx, userId)
    if (target.isActivated && target.email !== '') {
      await enqueueEmail(tx, accountDeletedEmail(target, config), config)
    }
    await recordAuditEvent(tx, caller, {
      action: 'user.deleted',
      object: { type: 'user', id: userId },
      subjectId: userId,
      before: userAuditFacts(target),
    })
  })
}

/**
 * Takes an account out of the trash, without its groups. Nothing that opened it before does; its owner gets a link
 * to choose a password.
 * @throws {InvalidFields} when another account has its rut, or the email that it logs in with
 * @throws {Refused} 403 for a user with more permissions than the caller, for somebody with whom the caller shares a
 * purchase, and without a recent authentication
 */
export function restoreUser(
  { db, config }: { db: Database; config: Config },
  caller: SignedInCaller,
  userId: number,
): Promise<User> {
  return refuseTakenLogin(() =>
    callerTransaction(db, caller, async (tx, caller) => {
      const target = await lockTarget(tx, caller, userId, 'deleted')
      requireMayDeleteOrRestore(caller.user, target)
      await requireRecentLogin(tx, caller, config)
      await requireNoCommonPurchase(tx, caller, target.rut)
      await undeleteUser(tx, userId)
      // Who comes back may have another task: a superuser decides on the groups again.
      await replaceGroups(tx, userId, [])
      await tellFormerOwners(tx, target.rut, config)
      const groupIds = target.groups.map(({ id }) => id)
      await recordAuditEvent(tx, caller, {
        action: 'user.restored',
        object: { type: 'user', id: userId },
        subjectId: userId,
        ...(groupIds.length > 0 && {
          before: { group_ids: groupIds },
          after: { group_ids: [] },
        }),
      })
      const start = { account: target, email: accountReopenedEmail }
      await startFromMailbox(tx, caller, start, config)
      const restored = await lockActive(tx, userId)
      if (!restored) throw new Error('the locked account has no row')
      return presentUser(restored)
    }),
  )
}
