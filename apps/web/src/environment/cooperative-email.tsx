import { useEnvironment } from './use-environment.ts'

/** The cooperative's e-mail as a link; plain words until it is known. */
export function CooperativeEmail() {
  const email = useEnvironment()?.contact_email
  if (!email) return <>el correo de la cooperativa</>
  return <a href={`mailto:${email}`}>{email}</a>
}
