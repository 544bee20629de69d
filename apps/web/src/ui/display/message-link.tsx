import type { ReactNode } from 'react'

interface Props {
  email: string
  subject: string
  /** What the message begins with. */
  body?: string
  children: ReactNode
}

/** Begins a message to an address, which is encoded as that of `EmailLink`. */
export function MessageLink({ email, subject, body = '', children }: Props) {
  const address = encodeURIComponent(email).replaceAll('%40', '@')
  const text = body && `&body=${encodeURIComponent(body)}`
  return <a href={`mailto:${address}?subject=${encodeURIComponent(subject)}${text}`}>{children}</a>
}
