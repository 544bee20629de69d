import type { ReactNode } from 'react'
import { mailTo } from './email-link.tsx'

interface Props {
  email: string
  subject: string
  /** What the message begins with. */
  body?: string
  children: ReactNode
}

/** Begins a message. */
export function MessageLink({ email, subject, body = '', children }: Props) {
  const text = body && `&body=${encodeURIComponent(body)}`
  return <a href={`${mailTo(email)}?subject=${encodeURIComponent(subject)}${text}`}>{children}</a>
}
