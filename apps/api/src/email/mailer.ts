import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Email } from './render-email.ts'

/**
 * Delivers one email. Any error means that the job tries again.
 * @throws {EmailRejected} when a retry is useless
 */
export type Mailer = (email: Email) => Promise<void>

/** The mail server permanently rejected the address; the message is the server's. */
export class EmailRejected extends Error {}

/** Sends by SMTP when `SMTP_URL` is set, otherwise writes numbered files. */
export function mailerFor(config: Config): Mailer {
  return config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : folderMailer(config)
}

export function mailboxFolder(config: Config): string {
  return join(config.dataDir, 'mailbox')
}

/** What nodemailer sends. Nobody's absence note answers an email that says so (RFC 3834). */
function messageOf({ isUrgent: _, to, ...email }: Email, from: string) {
  return {
    ...email,
    // Exactly one recipient: nodemailer would split a list in the address.
    to: { name: '', address: to },
    from,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** Connects, encrypts and logs in, without an email. @throws when one of them fails */
export async function checkMailServer(url: string): Promise<void> {
  const transport = await smtpTransport(url)
  await transport.verify()
}

/** Milliseconds without an answer of the mail server. */
export const smtpLimits = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}

// Loaded at the first email: most processes only serve calls.
const loadNodemailer = () => import('nodemailer')

async function smtpTransport(url: string) {
  const { createTransport } = await loadNodemailer()
  return createTransport({
    url,
    // `?requireTLS=false` in the URL wins.
    requireTLS: true,
    ...smtpLimits,
  })
}

function smtpMailer(url: string, from: string): Mailer {
  let opening: ReturnType<typeof smtpTransport> | undefined
  return async (email) => {
    opening ??= smtpTransport(url)
    const transport = await opening
    try {
      const message = messageOf(email, from)
      await transport.sendMail({ ...message, disableUrlAccess: true, disableFileAccess: true })
    } catch (error) {
      throw withoutAddress(rejectionIn(error) ?? error, email.to)
    }
  }
}

/** The queue stores the message of an error, and the log prints it. */
function withoutAddress(error: unknown, address: string): unknown {
  if (!(error instanceof Error)) return error
  error.message = error.message.replaceAll(address, 'destinatario')
  error.stack = error.stack?.replaceAll(address, 'destinatario')
  return error
}

/** A 5xx to the recipient or the message; one to the login or the sender is no rejection. */
function rejectionIn(error: unknown): EmailRejected | null {
  if (!(error instanceof Error)) return null
  const { command, permanent, response } = error as Error & {
    command?: string
    permanent?: boolean
    response?: string
  }
  if (permanent && (command === 'RCPT TO' || command === 'DATA')) {
    return new EmailRejected(response ?? error.message)
  }
  // nodemailer itself rejects an invalid address.
  return command === 'API' && /recipient/i.test(error.message)
    ? new EmailRejected(error.message)
    : null
}

/** Whether it is the mail server that failed: what is not about recipient or content fails for every email. */
export function isMailServerAway(error: unknown): boolean {
  if (!(error instanceof Error) || !('command' in error)) return false
  return !['RCPT TO', 'DATA', 'API'].includes(String(error.command))
}

function folderMailer(config: Config): Mailer {
  const folder = mailboxFolder(config)
  return async (email) => {
    const { createTransport } = await loadNodemailer()
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    const { message } = await transport.sendMail(messageOf(email, config.mailFrom))
    if (!Buffer.isBuffer(message)) throw new Error('the email was not written to memory')
    mkdirSync(folder, { recursive: true })
    writeNumbered(folder, message)
  }
}

/** NNNNNN.eml in the order of sending; `wx` prevents two processes from taking one number. */
function writeNumbered(folder: string, message: Buffer): void {
  const numbers = readdirSync(folder).map((name) => Number.parseInt(name, 10) || 0)
  for (let number = Math.max(0, ...numbers) + 1; ; number++) {
    const file = join(folder, `${String(number).padStart(6, '0')}.eml`)
    try {
      writeFileSync(file, message, { flag: 'wx', mode: 0o600 })
      return
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

/** The message of the mail server, cut to the length of the column. */
export function failureMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/\p{Cc}+/gu, ' ').slice(0, 500)
}
