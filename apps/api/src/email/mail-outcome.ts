import type { CountedOutcome } from '@carpeta/domain/system/mail-failures'
import { EmailRejected } from './mailer.ts'

/** The mail library's error as an outcome for the operator. */
export function outcomeOf(error: unknown): Exclude<CountedOutcome, 'sent'> {
  if (error instanceof EmailRejected) return 'recipient'
  const { code, command } = error as { code?: string; command?: string }
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'login'
  if (code === 'ETLS') return 'encryption'
  if (code !== undefined && UNREACHABLE.test(code)) return 'connection'
  return command === 'MAIL FROM' ? 'sender' : 'failed'
}

const UNREACHABLE = /^E(CONNECTION|CONNREFUSED|CONNRESET|SOCKET|TIMEDOUT|DNS|NOTFOUND|HOSTUNREACH)$/
