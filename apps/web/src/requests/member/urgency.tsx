import { openingHours } from '@carpeta/domain/dates/opening-hours'
import { emergencyPhones, urgencyTexts } from '@carpeta/domain/requests/urgency'
import { useState } from 'react'
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

/** One row above a list: the emergency telephones, and what opens when to call which. */
export function FoldedUrgency() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.folded}>
      <div className={classes.phones}>
        <EmergencyPhones />
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <strong>Otra</strong> urgencia
        </button>
      </div>
      {isOpen && <Urgency />}
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
