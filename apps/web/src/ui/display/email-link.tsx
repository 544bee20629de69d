/** Writes to an address. */
export function EmailLink({ email, subject }: { email: string; subject?: string | undefined }) {
  const query = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`
  return <a href={mailTo(email) + query}>{email}</a>
}

/** Encoded: what follows a `?` in a stored address would add recipients or a text. */
export function mailTo(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}
