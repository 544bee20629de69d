import type { Environment } from '@carpeta/contract/environments'
import { openingHours } from '@carpeta/domain/dates/business-hours'
import { legalNotice } from '@carpeta/domain/sales/legal-notice'
import type { ReactNode } from 'react'
import { useEnvironment } from '../../environment/use-environment.ts'
import { MailIcon, PhoneIcon, PinIcon } from '../../ui/icons/login-icons.tsx'
import classes from './layout.module.css'

export function Footer() {
  const contact = useEnvironment()
  return (
    <footer className={classes.footer}>
      <div className={classes.footerInner}>
        <section className={classes.legal}>
          <h2>Aviso legal</h2>
          <p>{legalNotice}</p>
          <p>
            <a href="/privacy">Privacidad</a>
          </p>
          <p className={classes.company}>{contact?.company}</p>
        </section>
        <Contact contact={contact} />
        <section>
          <h2>Horario de atención</h2>
          <ul className={classes.lines}>
            {openingHours().map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      </div>
    </footer>
  )
}

/** Left out where the host table has no contact data; its lines keep their place until that is known. */
function Contact({ contact }: { contact: Environment | undefined }) {
  const { contact_email, contact_phone, office_address } = contact ?? {}
  if (contact && !contact_email && !contact_phone && !office_address) return null
  return (
    <section>
      <h2>Contacto</h2>
      <ul className={classes.lines}>
        <Line icon={<MailIcon size={18} />} text={contact_email}>
          {(email) => <a href={`mailto:${email}`}>{email}</a>}
        </Line>
        <Line icon={<PhoneIcon size={18} />} text={contact_phone}>
          {(phone) => <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
        </Line>
        <Line icon={<PinIcon size={18} />} text={office_address}>
          {(address) => address}
        </Line>
      </ul>
    </section>
  )
}

interface LineProps {
  icon: ReactNode
  /** Undefined until it is known, and then empty where the host table does not say it. */
  text: string | undefined
  children: (text: string) => ReactNode
}

function Line({ icon, text, children }: LineProps) {
  if (text === '') return null
  return (
    <li className={classes.line}>
      {icon}
      <span>{text && children(text)}</span>
    </li>
  )
}
