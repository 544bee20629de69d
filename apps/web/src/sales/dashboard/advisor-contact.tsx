import type { Sale } from '@carpeta/domain/sales/sale'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { useEnvironment } from '../../environment/use-environment.ts'
import { MessageLink } from '../../ui/display/message-link.tsx'
import classes from './advisor-contact.module.css'

/** Accounting tells the advisor's name alone: the cooperative's own mail and telephone lead there. */
export function AdvisorContact({ sale }: { sale: Sale }) {
  const { contact_email: email, contact_phone: phone } = useEnvironment() ?? {}
  if (!sale.advisor || !(email || phone)) return null
  return (
    <p className={classes.contact}>
      <span>En la cooperativa:</span>
      {email && (
        <MessageLink email={email} subject={`Para ${sale.advisor}: ${nameOf(sale)}`}>
          Escribir
        </MessageLink>
      )}
      {phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>Llamar</a>}
    </p>
  )
}
