import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { enhancedCode, isWrongAddress } from '@carpeta/domain/system/mail-failures'
import type { Transporter } from 'nodemailer'
import type { Config } from '../config/config.ts'
import type { Email } from './render-email.ts'

/**
 * Delivers one email. Any error means that the job tries again.
 * @throws {EmailRejected} when a retry is useless
 */
export type Mailer = (email: Email) => Promise<void>

/** The mail server permanently rejected the address; the message is the server's. */
export class EmailRejected extends Error {}

/** Sends by SMTP when `SMTP_URL` is set, on a connection for each email; otherwise writes numbered files. */
export function mailerFor(config: Config): Mailer {
  const { smtpUrl, mailFrom } = config
  if (!smtpUrl) return folderMailer(config)
  return smtpMailer(() => smtpTransport(smtpUrl), mailFrom)
}

/** The same for a process that sends many: its connections stay open for the next email, until it is closed. */
export function openMailer(config: Config): { mailer: Mailer; close: () => Promise<void> } {
  const { smtpUrl, mailFrom } = config
  if (!smtpUrl) return { mailer: folderMailer(config), close: async () => {} }
  let pool: ReturnType<typeof smtpPool> | undefined
  const open = () => {
    pool ??= smtpPool(smtpUrl)
    return pool
  }
  return {
    mailer: smtpMailer(open, mailFrom),
    close: async () => (await pool)?.close(),
  }
}

export function mailboxFolder(config: Config): string {
  return join(config.dataDir, 'mailbox')
}

/** What nodemailer sends. Nobody's absence note answers an email that says so (RFC 3834). */
function messageOf({ isUrgent: _isUrgent, reader: _reader, to, ...email }: Email, from: string) {
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

// `?requireTLS=false` in the URL wins.
const smtpOptions = { requireTLS: true, ...smtpLimits }

async function smtpTransport(url: string) {
  const { createTransport } = await loadNodemailer()
  return createTransport({ url, ...smtpOptions })
}

/** A firewall on the way may forget a connection that is idle for longer. */
const IDLE_MS = 30_000

async function smtpPool(url: string) {
  const { createTransport } = await loadNodemailer()
  return createTransport({ url, ...smtpOptions, pool: true, idleTimeout: IDLE_MS })
}

function smtpMailer(open: () => Promise<Pick<Transporter, 'sendMail'>>, from: string): Mailer {
  return async (email) => {
    const transport = await open()
    try {
      const message = messageOf(email, from)
      await transport.sendMail({ ...message, disableUrlAccess: true, disableFileAccess: true })
    } catch (error) {
      throw withoutAddress(rejectionIn(error) ?? error, email.to)
    }
  }
}

/**
 * The queue stores the message of an error, and the log prints it. Servers write the address in a spelling of theirs, and
 * some only its mailbox. A mailbox of digits alone is left, since it may be the server's own code.
 */
function withoutAddress(error: unknown, address: string): unknown {
  if (!(error instanceof Error)) return error
  const [name = '', domain] = address.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').split(/@(?!.*@)/s)
  const whole = domain ? `${name}@[^\\s<>"',;:)]+` : name
  const mailbox = /\p{L}/u.test(name) ? `|(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])` : ''
  const spelling = new RegExp(whole + mailbox, 'giu')
  error.message = error.message.replace(spelling, 'destinatario')
  error.stack = error.stack?.replace(spelling, 'destinatario')
  return error
}

/** The provider's quota, its policies, and a sender that it blocks: they meet every email. */
const PROVIDER = /^5\.(4\.5|7\.\d+|1\.8)$/

/**
 * A 5xx that says the address is wrong, or without an enhanced code one to the recipient. Any other, such as a quota or a
 * full mailbox, passes with time: the email would be lost for good, and a right address marked as wrong.
 */
function rejectionIn(error: unknown): EmailRejected | null {
  if (!(error instanceof Error)) return null
  const { command, permanent, response } = error as Error & {
    command?: string
    permanent?: boolean
    response?: string
  }
  if (permanent && (command === 'RCPT TO' || command === 'DATA')) {
    const code = enhancedCode(response ?? '')
    const isAddress = code === undefined ? command === 'RCPT TO' : isWrongAddress(code)
    return isAddress ? new EmailRejected(response ?? error.message) : null
  }
  // nodemailer itself rejects an invalid address.
  return command === 'API' && /recipient/i.test(error.message)
    ? new EmailRejected(error.message)
    : null
}

/** Whether it is the mail server that failed: what is not about recipient or content fails for every email. */
export function isMailServerAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A kept connection that the server closes again and again has no command.
  if (!('command' in error)) return 'code' in error && error.code === 'ECONNECTION'
  return PROVIDER.test(codeOf(error)) || !['RCPT TO', 'DATA', 'API'].includes(String(error.command))
}

/** Whether a policy of the mail server refused it, about the sender or about this address. */
export function isPolicy(error: unknown): boolean {
  return error instanceof Error && codeOf(error).startsWith('5.7.')
}

function codeOf(error: Error): string {
  return enhancedCode('response' in error ? String(error.response) : '') ?? ''
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
