import type { Database } from '../../db/client.ts'
import { EmailRejected, type Mailer } from '../../email/mailer.ts'
import { recordArrival, recordRefusal } from './invitations-store.ts'
import { wordsOf } from './send-invitation.ts'

/**
 * Posts letters, and notes beside the account when the mail server refuses its address: to try again
 * for three days would change nothing, and staff can ask the member for another one.
 */
export function recordEmailRefusals(db: Database, mailer: Mailer): Mailer {
  return async (message) => {
    try {
      await mailer(message)
    } catch (error) {
      if (!(error instanceof EmailRejected)) throw error
      return recordRefusal(db, message.to, wordsOf(error))
    }
    await recordArrival(db, message.to)
  }
}
