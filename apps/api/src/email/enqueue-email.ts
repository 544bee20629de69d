import type { Database, Transaction } from '../db/client.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import type { Email } from './render-email.ts'
import { sealEmail } from './sealed-email.ts'

export const SEND_EMAIL = 'send_email'

/** The letter goes out once the transaction is in, and never if it is rolled back. */
export async function enqueueEmail(
  tx: Database | Transaction,
  message: Email,
  { secretKey }: { secretKey: string },
): Promise<void> {
  // An account without an e-mail has nowhere to write to.
  if (message.to === '') return
  await enqueueJob(tx, SEND_EMAIL, { sealed: sealEmail(message, secretKey) })
}
