import type { Database, Transaction } from '../db/client.ts'
import { queueJob } from '../jobs/jobs-store.ts'
import type { Letter } from './render-email.ts'
import { sealLetter } from './sealed-email.ts'

export const POST_LETTER = 'post_letter'

/** The letter goes out once the transaction is in, and never if it is rolled back. */
export async function queueLetter(
  tx: Database | Transaction,
  letter: Letter,
  { secretKey }: { secretKey: string },
): Promise<void> {
  // An account without an e-mail has nowhere to write to.
  if (letter.to === '') return
  await queueJob(tx, POST_LETTER, { sealed: sealLetter(letter, secretKey) })
}
