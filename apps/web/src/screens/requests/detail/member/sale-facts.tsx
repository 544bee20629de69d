import { dateOrNull, shortDate } from '@carpeta/domain/dates/dates'
import type { RequestMember, StaffRequest } from '../../../../api/workbench.ts'
import { UnbrokenDates } from '../../../../ui/display/unbroken-dates.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import classes from '../detail.module.css'

interface Props {
  request: StaffRequest
  /** As accounting says; undefined for staff who do not see sales. */
  sale: RequestMember['sale']
}

export function SaleFacts({ request: { project, sale_code }, sale }: Props) {
  const property = sale && [sale.property.type, sale.property.lot].filter(Boolean).join(' ')
  return (
    <Card title="Venta">
      <dl className={classes.facts}>
        <dt>Código</dt>
        <dd>{sale_code}</dd>
        <dt>Proyecto</dt>
        <dd>{project || '-'}</dd>
        {sale && (
          <>
            <dt>Propiedad</dt>
            <dd>{[property, sale.condominium].filter(Boolean).join(' · ') || '-'}</dd>
            <dt>Escritura</dt>
            <dd>
              <UnbrokenDates text={deedText(sale)} />
            </dd>
          </>
        )}
      </dl>
    </Card>
  )
}

function deedText({ deed, completed_on, withdrawn_at }: NonNullable<Props['sale']>): string {
  if (withdrawn_at !== null) return 'Contabilidad retiró la venta'
  const completed = dateOrNull(completed_on)
  if (completed) return `Venta terminada el ${shortDate(completed)}`
  if (!deed) return 'Sin comenzar'
  const last = dateOrNull(deed.last_on)
  const done = `${deed.done} de ${deed.steps} pasos`
  return last ? `${done}; el último, ${deed.last_step}, el ${shortDate(last)}` : done
}
