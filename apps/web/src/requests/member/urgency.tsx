import { FIRE_BRIGADE_PHONE, urgencyTexts } from '@carpeta/domain/requests/urgency'
import { useEnvironment } from '../../environment/use-environment.ts'
import { PhoneLink } from '../../ui/display/phone-link.tsx'

/** Whom to call instead of asking here. */
export function Urgency({ className }: { className?: string | undefined }) {
  const phone = useEnvironment()?.contact_phone
  const { lead, call, hours, fire } = urgencyTexts
  return (
    <p className={className}>
      {lead}
      {phone && (
        <>
          : {call} <PhoneLink phone={phone} />, {hours}
        </>
      )}
      . {fire} <PhoneLink phone={FIRE_BRIGADE_PHONE} />.
    </p>
  )
}
