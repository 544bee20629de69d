import { createHash } from 'node:crypto'
import type { Permission } from '@carpeta/domain/access/permissions'
import { nameProblem } from '@carpeta/domain/people/name-rules'
import type { Config } from '../config/config.ts'
import { cooperativeOf } from '../config/cooperative-settings.ts'

/** Plain text and HTML have the same content. */
export interface Email {
  to: string
  subject: string
  text: string
  html: string
  /** Set where a second delivery of the same email must be recognised. */
  messageId?: string
  /** The List-Unsubscribe header: where the recipient chooses which emails to get. */
  list?: { unsubscribe: string }
  /** Sent before other emails. */
  isUrgent?: true
  /** For staff: sent only while they still have the permission. */
  reader?: StaffReader
}

export interface StaffReader {
  userId: number
  permission: Permission | 'superuser'
  /** Set for an email about a request: staff get none about a purchase of their own. */
  requestId?: number
}

interface EmailContent {
  subject: string
  greeting: string
  paragraphs: string[]
  /** A button, where the email asks for an action. */
  action?: { label: string; address: string }
  /** Small print after the action. */
  footnotes?: string[]
}

interface Sender {
  company: string
  contactEmail: string
  contactPhone: string
}

const INK = '#12303B'
const PAPER = '#FAF7F2'
const PETROL = '#0E6E6E'

/** The same layout for every email: readable on a phone, without images or remote content. */
export function renderEmail(to: string, content: EmailContent, sender: Sender): Email {
  const { greeting, paragraphs, footnotes = [] } = content
  const clean = {
    ...content,
    subject: oneLine(content.subject),
    greeting: oneLine(greeting),
    paragraphs: paragraphs.map(oneLine),
    footnotes: footnotes.map(oneLine),
  }
  return { to, subject: clean.subject, text: asText(clean, sender), html: asHtml(clean, sender) }
}

/**
 * A process that is killed between sending and recording an email sends it again: mailboxes drop the second copy. Its
 * words are in the id, since a restore gives the number in its name to another email.
 */
export function withMessageId(email: Email, name: string, { publicUrl }: Config): Email {
  const words = `${email.subject}\n${email.text}`
  const digest = createHash('sha256').update(words).digest('hex').slice(0, 16)
  return { ...email, messageId: `<${name}-${digest}@${publicUrl.hostname}>` }
}

function asText(content: EmailContent, sender: Sender): string {
  const { greeting, paragraphs, action, footnotes = [] } = content
  const lines = [greeting, ...paragraphs]
  if (action) lines.push(`${action.label}:\n${action.address}`)
  lines.push(...footnotes, signature(sender).join('\n'))
  return `${lines.join('\n\n')}\n`
}

function asHtml(content: EmailContent, sender: Sender): string {
  const { greeting, paragraphs, action, footnotes = [] } = content
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const small = (text: string) =>
    `<p style="margin:0 0 12px;font-size:14px;color:#47606A">${escapeHtml(text)}</p>`
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.address)}" style="display:inline-block;padding:14px 24px;border-radius:10px;background:${PETROL};color:#FFFFFF;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
${small('Si el botón no funciona, copia esta dirección en tu navegador:')}
<p style="margin:0 0 16px;font-size:14px;word-break:break-all">${escapeHtml(action.address)}</p>`
    : ''
  return `<!doctype html>
<html lang="es-CL">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:${PAPER};color:${INK};font:17px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:28px 24px;background:#FFFFFF;border:1px solid #E4DCD0;border-radius:10px">
<p style="margin:0 0 20px;font-weight:700;color:${PETROL}">Carpeta Virtual</p>
${paragraph(greeting)}
${paragraphs.map(paragraph).join('\n')}
${button}
${footnotes.map(small).join('\n')}
<hr style="border:0;border-top:1px solid #E4DCD0;margin:24px 0 16px">
${signature(sender).map(small).join('\n')}
</div>
</body>
</html>
`
}

function signature({ company, contactEmail, contactPhone }: Sender): string[] {
  return [company, `Contacto: ${contactEmail} · ${contactPhone}`]
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char)
}

/** User input cannot add a header, a line, or a sign that turns the text around (docs/security.md 9.6). */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
}

export interface Addressee {
  firstName: string
  email: string
}

/** An email that greets its recipient and is signed by the cooperative. */
export function emailTo(
  { email, firstName }: Addressee,
  config: Pick<Config, 'company'>,
  content: Omit<EmailContent, 'greeting'>,
): Email {
  return renderEmail(email, { greeting: greeting(firstName), ...content }, senderOf(config))
}

/** About the recipient's own account: it waits for no other email. */
export function personalEmail(...email: Parameters<typeof emailTo>): Email {
  return { ...emailTo(...email), isUrgent: true }
}

/** A page of the web. Its host comes from PUBLIC_URL, never from a request. */
export function pageAddress(
  path: string,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  query: Record<string, string> = {},
): string {
  const url = new URL(path, publicUrl)
  url.search = new URLSearchParams(query).toString()
  return url.href
}

/**
 * Leaves out what reads as a message instead of a name, since a thief may have typed it, and a name that the rule
 * of names refuses, which may be stored from before it.
 */
export function greeting(firstName: string): string {
  const isMessage =
    /\p{Nd}/u.test(firstName) || firstName.split(/\s+/).length > 4 || firstName.length > 40
  const isShown = firstName !== '' && !isMessage && nameProblem(firstName) === null
  return isShown ? `Hola, ${firstName}:` : 'Hola:'
}

/** The cooperative's details for the signature of emails. */
export function senderOf(config: Pick<Config, 'company'>): Sender {
  const { company, contact_email, contact_phone } = cooperativeOf(config)
  return { company, contactEmail: contact_email, contactPhone: contact_phone }
}
