import { useEnvironment } from '../../environment/use-environment.ts'
import { EmailLink } from '../../ui/display/email-link.tsx'
import { PhoneLink } from '../../ui/display/phone-link.tsx'

interface Props {
  /** The subject of the email. */
  about: string
}

/** 'escríbenos a contacto@… o llama al +56 …', inside a sentence. */
export function WriteToUs({ about }: Props) {
  const { contact_email: email, contact_phone: phone } = useEnvironment() ?? {}
  return (
    <>
      escríbenos a {email ? <EmailLink email={email} subject={about} /> : 'la cooperativa'}
      {phone && (
        <>
          {' '}
          o llama al <PhoneLink phone={phone} />
        </>
      )}
    </>
  )
}
