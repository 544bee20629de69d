import { EmailLink } from '../ui/display/email-link.tsx'
import { PhoneLink } from '../ui/display/phone-link.tsx'
import { useEnvironment } from './use-environment.ts'

interface Props {
  /** The subject of the email. */
  about?: string
  /** It begins its sentence. */
  isFirst?: boolean
}

/** 'escríbenos a contacto@… o llama al +56 …'. */
export function WriteToUs({ about, isFirst }: Props) {
  const { contact_email: email, contact_phone: phone } = useEnvironment() ?? {}
  return (
    <>
      {isFirst ? 'Escríbenos' : 'escríbenos'} a{' '}
      {email ? <EmailLink email={email} subject={about} /> : 'la cooperativa'}
      {phone && (
        <>
          {' '}
          o llama al <PhoneLink phone={phone} />
        </>
      )}
    </>
  )
}
