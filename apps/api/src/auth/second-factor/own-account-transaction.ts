import type { Database, Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotSignedIn } from '../../http/errors.ts'
import type { Account } from '../../users/account.ts'
import { lockActive } from '../../users/users-store.ts'
import { callerTransaction } from '../caller-transaction.ts'

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
