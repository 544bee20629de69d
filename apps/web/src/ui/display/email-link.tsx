import type { ReactNode } from 'react'

interface Props {
  email: string
  subject?: string | undefined
  /** What the message begins with. */
  body?: string
  children?: ReactNode
}

/** Writes to an address. Encoded: what follows a `?` in a stored one would add recipients or a text. */
export function EmailLink({ email, subject, body, children = email }: Props) {
  const address = encodeURIComponent(email).replaceAll('%40', '@')
  const query = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`
  const text = body === undefined ? '' : `&body=${encodeURIComponent(body)}`
  return <a href={`mailto:${address}${query}${text}`}>{children}</a>
}
