import { EmailLink } from '../ui/display/email-link.tsx'
import { useEnvironment } from './use-environment.ts'

/** The cooperative's email address as a link, or plain text until it is known. */
export function CooperativeEmail({ subject }: { subject?: string }) {
  const email = useEnvironment()?.contact_email
  if (!email) return <>nuestro correo</>
  return <EmailLink email={email} subject={subject} />
}
