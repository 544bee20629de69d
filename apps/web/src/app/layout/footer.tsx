import { legalNotice } from '@carpeta/domain/sales/legal-notice'
import type { ReactNode } from 'react'
import { useEnvironment } from '../../environment/use-environment.ts'
import { MailIcon, PhoneIcon, PinIcon } from '../../ui/icons/icons.tsx'
import classes from './footer.module.css'

export function Footer() {
  const contact = useEnvironment()
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <section className={classes.legal}>
          <h2>Aviso legal</h2>
          <p>{legalNotice}</p>
          <p>
            <a href="/privacy">Privacidad</a>
          </p>
          <p className={classes.company}>{contact?.company}</p>
        </section>
        <section>
          <h2>Contacto</h2>
          <ul className={classes.lines}>
            <Line icon={<MailIcon size={18} />}>
              {contact && <a href={`mailto:${contact.contact_email}`}>{contact.contact_email}</a>}
            </Line>
            <Line icon={<PhoneIcon size={18} />}>
              {contact && (
                <a href={`tel:${contact.contact_phone.replace(/[^+\d]/g, '')}`}>
                  {contact.contact_phone}
                </a>
              )}
            </Line>
            <Line icon={<PinIcon size={18} />}>{contact?.office_address}</Line>
          </ul>
        </section>
        <section>
          <h2>Horario de atención</h2>
          <ul className={classes.lines}>
            <li>Lunes a jueves 10:00 a 13:30 y 15:00 a 18:00</li>
            <li>Viernes 10:00 a 13:30</li>
          </ul>
        </section>
      </div>
    </footer>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.line}>
      {icon}
      <span>{children}</span>
    </li>
  )
}
