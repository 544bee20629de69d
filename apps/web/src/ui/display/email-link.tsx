/** Writes to an address. Encoded: what follows a `?` in a stored one would add recipients or a text. */
export function EmailLink({ email }: { email: string }) {
  return <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>{email}</a>
}
