import type { ComponentProps } from 'react'
import { mailTo } from './email-link.tsx'

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  email: string
  subject: string
  /** What the message begins with. */
  body?: string
}

/** Begins a message. */
export function MessageLink({ email, subject, body = '', ...link }: Props) {
  const text = body && `&body=${encodeURIComponent(body)}`
  return <a {...link} href={`${mailTo(email)}?subject=${encodeURIComponent(subject)}${text}`} />
}
