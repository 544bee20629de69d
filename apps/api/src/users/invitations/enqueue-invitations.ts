import type { Transaction } from '../../db/client.ts'
import { enqueueJobs } from '../../jobs/jobs-store.ts'
import { claimInvitees } from './invitations-store.ts'
import { SEND_INVITATION } from './send-invitation.ts'

/**
 * Queues an activation letter for each of the accounts that is not activated, has an e-mail and no
 * letter in the queue already. @returns how many that were
 */
export async function enqueueInvitations(tx: Transaction, ids: number[]): Promise<number> {
  const claimed = await claimInvitees(tx, ids)
  await enqueueJobs(tx, SEND_INVITATION, claimed)
  return claimed.length
}
