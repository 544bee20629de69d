import type { SecretKeys } from '../config/secret-keys.ts'
import type { Database, Transaction } from '../db/client.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import type { Email } from './render-email.ts'
import { sealEmail } from './sealed-email.ts'

export const SEND_EMAIL = 'send_email'

/** Sends the email after the transaction commits, and not if it rolls back. */
export async function enqueueEmail(
  tx: Database | Transaction,
  message: Email,
  { secretKeys }: { secretKeys: SecretKeys },
): Promise<void> {
  // An account may have no email address.
  if (message.to === '') return
  await enqueueJob(tx, SEND_EMAIL, { sealed: sealEmail(message, secretKeys) })
}
