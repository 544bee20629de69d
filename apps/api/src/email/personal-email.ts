import type { Config } from '../config/config.ts'
import { greeting } from './greeting.ts'
import { type Email, type EmailContent, renderEmail } from './render-email.ts'
import { senderOf } from './sender.ts'

export interface Addressee {
  firstName: string
  email: string
}

/** An email to one person, greeted by name and signed by the cooperative. */
export function personalEmail(
  to: Addressee,
  config: Config,
  content: Omit<EmailContent, 'greeting'>,
): Email {
  return renderEmail(to.email, { greeting: greeting(to.firstName), ...content }, senderOf(config))
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
