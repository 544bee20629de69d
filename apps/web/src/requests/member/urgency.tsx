import { openingHours } from '@carpeta/domain/dates/opening-hours'
import { emergencyPhones, urgencyTexts } from '@carpeta/domain/requests/urgency'
import { useEnvironment } from '../../environment/use-environment.ts'
import { PhoneLink } from '../../ui/display/phone-link.tsx'
import { ChevronDownIcon } from '../../ui/icons/icons.tsx'
import { PhoneIcon } from '../../ui/icons/login-icons.tsx'
import classes from './urgency.module.css'

/** Whom to call instead of asking here: in danger first, then the cooperative while it is open. */
export function Urgency() {
  const phone = useEnvironment()?.contact_phone
  const { danger, lead, call, closed } = urgencyTexts
  return (
    <div className={classes.urgency}>
      <p className={classes.danger}>{danger}</p>
      <div className={classes.phones}>
        <EmergencyPhones />
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

/** One row of telephones above a list; who opens it reads when to call which. */
export function FoldedUrgency() {
  const phone = useEnvironment()?.contact_phone
  return (
    <div className={classes.folded}>
      <details>
        <summary>
          ¿Urgencia? Llama ya
          <ChevronDownIcon size={20} />
        </summary>
        <Urgency />
      </details>
      <div className={classes.phones}>
        <EmergencyPhones />
        {phone && (
          <PhoneLink phone={phone} className={classes.cooperative}>
            <PhoneIcon size={20} /> Oficina
          </PhoneLink>
        )}
      </div>
    </div>
  )
}

function EmergencyPhones() {
  return emergencyPhones.map(({ phone, answers }) => (
    <a key={phone} href={`tel:${phone}`}>
      <strong>{phone}</strong> {answers}
    </a>
  ))
}
