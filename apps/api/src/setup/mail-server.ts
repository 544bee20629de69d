import type { MailOutcome } from '@carpeta/domain/setup/mail-outcomes'
import type { Config } from '../config/config.ts'
import { EmailRejected } from '../email/mailer.ts'

/** Server and sender, without the password; null where emails are files. */
export function mailServerOf({ smtpUrl, mailFrom }: Config): string | null {
  return smtpUrl ? `${new URL(smtpUrl).host} ${mailFrom}`.slice(0, 500) : null
}

/** What the mail library's error means for the operator. */
export function outcomeOf(error: unknown): MailOutcome {
  if (error instanceof EmailRejected) return 'recipient'
  const { code, command } = error as { code?: string; command?: string }
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'login'
  if (code === 'ETLS') return 'encryption'
  if (code !== undefined && UNREACHABLE.test(code)) return 'connection'
  return command === 'MAIL FROM' ? 'sender' : 'failed'
}

const UNREACHABLE = /^E(CONNECTION|CONNREFUSED|CONNRESET|SOCKET|TIMEDOUT|DNS|NOTFOUND|HOSTUNREACH)$/
