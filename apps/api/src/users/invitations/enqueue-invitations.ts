import type { Transaction } from '../../db/client.ts'
import { enqueueJobs } from '../../jobs/jobs-store.ts'
import { claimInvitees } from './invitations-store.ts'
import { SEND_INVITATION } from './send-invitation.ts'

/**
 * Queues an activation email for each account that is not activated, has an email address and has no
 * email in the queue. @returns how many
 */
export async function enqueueInvitations(tx: Transaction, ids: number[]): Promise<number> {
  const claimed = await claimInvitees(tx, ids)
  await enqueueJobs(tx, SEND_INVITATION, claimed)
  return claimed.length
}
