import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database, Transaction } from '../db/client.ts'
import { type Caller, isSignedIn } from '../http/caller.ts'

/** Runs a change of a signed-in caller, whose rights are judged again, or of a command or program. */
export function writeAs<Result>(
  db: Database,
  caller: Caller,
  work: (tx: Transaction, caller: Caller) => Promise<Result>,
): Promise<Result> {
  return isSignedIn(caller)
    ? callerTransaction(db, caller, work)
    : db.transaction((tx) => work(tx, caller))
}
