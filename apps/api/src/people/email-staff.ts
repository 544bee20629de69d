import type { Transaction } from '../db/client.ts'
import { enqueueStaffEmail } from '../email/email-queue.ts'
import type { Email, StaffReader } from '../email/render-email.ts'
import { type Colleague, listPermitted, listSuperusers } from './staff-store.ts'

/** Writes to all who have the permission. @returns to how many */
export async function emailPermitted(
  tx: Transaction,
  permission: StaffReader['permission'],
  write: (colleague: Colleague) => Email,
  config: Parameters<typeof enqueueStaffEmail>[3],
): Promise<number> {
  const colleagues = await (permission === 'superuser'
    ? listSuperusers(tx)
    : listPermitted(tx, permission))
  for (const colleague of colleagues) {
    await enqueueStaffEmail(tx, write(colleague), { colleague, permission }, config)
  }
  return colleagues.length
}
