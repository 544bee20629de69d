import type { Transaction } from '../../db/client.ts'
import { listOpenRequests, lockRequestsOf, type OpenRequest } from '../../requests/personal-data.ts'
import { type ErasableAccount, lockForErasure } from '../../users/personal-data.ts'

export interface LockedAccount extends ErasableAccount {
  openRequests: OpenRequest[]
}

/**
 * Locks these accounts and their requests to the end of the transaction; leaves out the erased
 * accounts. Requests come first, as in every action on one: sending locks the request, then refers
 * to the account.
 */
export async function lockAccounts(tx: Transaction, ids: number[]): Promise<LockedAccount[]> {
  await lockRequestsOf(tx, ids)
  const accounts = await lockForErasure(tx, ids)
  const open = await listOpenRequests(tx, ids)
  return accounts.map((account) => ({
    ...account,
    openRequests: open.filter(({ userId }) => userId === account.id),
  }))
}
