import { useEnvironment } from '../../environment/use-environment.ts'
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
      escríbenos a{' '}
      {email ? (
        <a
          href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(about)}`}
        >
          {email}
        </a>
      ) : (
        'la cooperativa'
      )}
      {phone && (
        <>
          {' '}
          o llama al <PhoneLink phone={phone} />
        </>
      )}
    </>
  )
}
