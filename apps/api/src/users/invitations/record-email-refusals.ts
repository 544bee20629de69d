import type { Database } from '../../db/client.ts'
import { EmailRejected, type Mailer } from '../../email/mailer.ts'
import { clearRefusal, recordRefusal } from './invitations-store.ts'
import { failureMessage } from './send-invitation.ts'

/**
 * Wraps the mailer: records on the account that the mail server refuses its address, and does not
 * retry. Staff can then ask the member for another address.
 */
export function recordEmailRefusals(db: Database, mailer: Mailer): Mailer {
  return async (message) => {
    try {
      await mailer(message)
    } catch (error) {
      if (!(error instanceof EmailRejected)) throw error
      return recordRefusal(db, message.to, failureMessage(error))
    }
    await clearRefusal(db, message.to)
  }
}
