import { openingHours } from '@carpeta/domain/dates/opening-hours'
import { emergencyPhones, urgencyTexts } from '@carpeta/domain/requests/urgency'
import { useEnvironment } from '../../environment/use-environment.ts'
import { PhoneLink } from '../../ui/display/phone-link.tsx'
import classes from './urgency.module.css'

/** Whom to call instead of asking here: in danger first, then the cooperative while it is open. */
export function Urgency() {
  const phone = useEnvironment()?.contact_phone
  const { danger, lead, call, closed } = urgencyTexts
  return (
    <div className={classes.urgency}>
      <p className={classes.danger}>{danger}</p>
      <div className={classes.phones}>
        {emergencyPhones.map(({ phone: number, answers }) => (
          <a key={number} href={`tel:${number}`}>
            <strong>{number}</strong> {answers}
          </a>
        ))}
      </div>
      {phone && (
        <>
          <p>
            {lead}: {call} <PhoneLink phone={phone} />.
          </p>
          <p className={classes.hours}>
            {openingHours().join(' · ')}. {closed}
          </p>
        </>
      )}
    </div>
  )
}
