import { accountChangedEmail } from '../account/account-emails.ts'
import { enqueueLinkEmail } from '../auth/links.ts'
import {
  endAccessPreparedBy,
  endPreparedAccess,
  recordPreparedAccessEnd,
} from '../auth/prepared-access.ts'
import type { Config } from '../config/config.ts'
import type { Transaction } from '../db/client.ts'
import type { AuditActor, SignedInCaller } from '../http/caller.ts'
import { type Account, presentUser } from '../people/account.ts'
import { lockActive } from '../people/users-store.ts'
import { enqueueInvitation } from './invitations.ts'

// What follows for prepared ways into accounts when an account gets other permissions or another rut.

/** What somebody prepared for the account as it was opens more, or somebody else's, now. */
export function becomesAnother(before: Account, after: Account): boolean {
  const { permissions } = presentUser(before)
  return (
    before.rut !== after.rut ||
    presentUser(after).permissions.some((permission) => !permissions.includes(permission))
  )
}

/**
 * Ends the account's unused ways in. An invitation, and a link instead of a temporary password, goes to the address
 * that the caller sees.
 */
export async function renewPreparedAccess(
  tx: Transaction,
  caller: SignedInCaller,
  before: Account,
  config: Config,
): Promise<void> {
  const ended = await endPreparedAccess(tx, before)
  if (!ended.any) return
  await recordPreparedAccessEnd(tx, caller, before.id)
  const account = await lockActive(tx, before.id)
  if (!account?.isActive || account.email === '') return
  if (!account.isActivated) {
    if (ended.invitation || ended.unprovenPassword) await enqueueInvitation(tx, caller, account.id)
  } else if (ended.unprovenPassword) {
    const email = accountChangedEmail
    await enqueueLinkEmail(tx, account, { purpose: 'restore', email }, config)
  }
}

const PREPARING = ['auth.add_user', 'auth.change_user'] as const

/** Ends what a user prepared who has lost the permission to. */
export async function endLostPreparations(
  tx: Transaction,
  actor: AuditActor,
  before: Account,
  after: Account,
): Promise<void> {
  const [had, has] = [presentUser(before).permissions, presentUser(after).permissions]
  if (PREPARING.some((permission) => had.includes(permission) && !has.includes(permission))) {
    await endAccessPreparedBy(tx, actor, after.id)
  }
}
