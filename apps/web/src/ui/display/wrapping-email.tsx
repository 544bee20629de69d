import { mailTo } from './email-link.tsx'
import { EmailText } from './email-text.tsx'

/** Writes to an address, in a column that may be narrower than it. */
export function WrappingEmail({ email }: { email: string }) {
  return (
    <a href={mailTo(email)}>
      <EmailText email={email} />
    </a>
  )
}
