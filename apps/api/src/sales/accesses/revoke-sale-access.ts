import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Database, Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound } from '../../http/errors.ts'
import { enqueueJob } from '../../jobs/jobs-store.ts'
import { NOTIFY_SALE_ACCESS, type SaleAccessNotice } from './notify-sale-access.ts'
import { markRevoked } from './sale-accesses-store.ts'

/** The holder takes an access back; the reader's next call has nothing of the sale. @throws {NotFound} */
export async function revokeOwnSaleAccess(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, (tx, caller) =>
    revoke(tx, caller, id, caller.user.profile.social_security),
  )
}

/** @throws {NotFound} */
export async function revokeMemberSaleAccess(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, (tx, caller) => revoke(tx, caller, id, null))
}

async function revoke(
  tx: Transaction,
  caller: SignedInCaller,
  id: number,
  holderRut: string | null,
): Promise<void> {
  const revoked = await markRevoked(tx, { id, holderRut, revokedBy: caller.id })
  if (!revoked) throw new NotFound()
  const { kind, saleCode, holderId } = revoked
  await recordAuditEvent(tx, caller, {
    action: 'sale_access.revoked',
    object: { type: 'sale_access', id },
    subjectId: holderId,
    before: { sale_code: saleCode, access_kind: kind },
  })
  const isByHolder = caller.id === holderId
  const notice: SaleAccessNotice = { accessId: id, event: 'revoked', isByHolder }
  await enqueueJob(tx, NOTIFY_SALE_ACCESS, notice)
}
