import type { MailOutcome } from '@carpeta/domain/setup/mail-outcomes'
import { setupMessages } from '@carpeta/domain/setup/setup-steps'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import { outcomeOf } from '../email/mail-outcome.ts'
import { mailerFor } from '../email/mailer.ts'
import { type Email, greeting, renderEmail, senderOf } from '../email/render-email.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { saveMailTest } from './setup-store.ts'

interface TestServices {
  db: Database
  config: Config
  limits: RateLimits
  log: { warn: (facts: object, message: string) => void }
}

/**
 * Sends an email to the caller's own address at once, not as a job, so that its outcome is known.
 * @throws {Refused} 409 without an address
 */
export async function sendTestEmail(
  { db, config, limits, log }: TestServices,
  caller: SignedInCaller,
): Promise<MailOutcome> {
  if (caller.user.email === '') throw new Refused(setupMessages.noEmail, 409)
  await limits.testEmails.consume(String(caller.id))
  const outcome = await send(config, testEmail(caller.user, config), log)
  await callerTransaction(db, caller, async (tx, caller) => {
    await saveMailTest(tx, { outcome, server: mailServerOf(config) ?? '' })
    await recordAuditEvent(tx, caller, { action: 'setup.email_tested', after: { outcome } })
  })
  return outcome
}

async function send(config: Config, email: Email, log: TestServices['log']): Promise<MailOutcome> {
  try {
    await mailerFor(config)(email)
    return config.smtpUrl ? 'sent' : 'folder'
  } catch (error) {
    const { code, command, responseCode } = error as Record<string, unknown>
    log.warn({ code, command, responseCode }, 'the test email was not sent')
    return outcomeOf(error)
  }
}

function testEmail(
  { first_name: firstName, email }: { first_name: string; email: string },
  config: Config,
): Email {
  return renderEmail(
    email,
    {
      subject: 'Correo de prueba de la Carpeta Virtual',
      greeting: greeting(firstName),
      paragraphs: [
        'Pediste este correo en «Puesta en marcha». Si lo lees, el portal puede enviar correos a los socios.',
      ],
      action: {
        label: 'Volver a la puesta en marcha',
        address: new URL('/setup', config.publicUrl).href,
      },
    },
    senderOf(config),
  )
}

/** Server and sender, without the password; null where emails are files. */
export function mailServerOf({ smtpUrl, mailFrom }: Config): string | null {
  return smtpUrl ? `${new URL(smtpUrl).host} ${mailFrom}`.slice(0, 500) : null
}
