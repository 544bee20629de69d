import type { AuditEvent } from '../../audit/audit-event.ts'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import type { Account } from '../../users/account.ts'
import { deleteOtherSessions } from '../sessions-store.ts'
import { listMethods } from './methods-store.ts'
import { ownAccountTransaction } from './own-account-transaction.ts'
import { generateRecoveryCodes } from './recovery-codes/recovery-codes.ts'
import { replaceRecoveryCodes } from './recovery-codes/recovery-codes-store.ts'
import type { SecondFactorServices } from './second-factor-services.ts'

type Added<Factor> = { added: Factor; event: AuditEvent }

/**
 * Adds a factor to the caller's account. With the first one the account gets recovery codes, and its
 * other sessions end: a password alone opened them.
 */
export async function addFactor<Factor>(
  { db }: SecondFactorServices,
  caller: SignedInCaller,
  add: (tx: Transaction, account: Account) => Promise<Added<Factor>>,
): Promise<{ added: Factor; recoveryCodes: string[] }> {
  const { user, sessionHash } = caller
  const hasFactor = (await listMethods(db, user.id)).length > 0
  const generated = hasFactor ? null : await generateRecoveryCodes(user.id)
  return ownAccountTransaction(db, caller, async (tx, account) => {
    const isFirst = (await listMethods(tx, user.id)).length === 0
    const { added, event } = await add(tx, account)
    await recordAuditEvent(tx, caller, { ...event, subjectId: user.id })
    if (isFirst) await deleteOtherSessions(tx, user.id, sessionHash)
    if (!isFirst || !generated) return { added, recoveryCodes: [] }
    await replaceRecoveryCodes(tx, user.id, generated.stored)
    return { added, recoveryCodes: generated.codes }
  })
}
