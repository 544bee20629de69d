/** Writes to an address. Encoded: what follows a `?` in a stored one would add recipients or a text. */
export function EmailLink({ email, subject }: { email: string; subject?: string | undefined }) {
  const address = encodeURIComponent(email).replaceAll('%40', '@')
  const query = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`
  return <a href={`mailto:${address}${query}`}>{email}</a>
}
