import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { formatPercent } from '@carpeta/domain/money/money'
import { markedLabel } from '@carpeta/domain/sales/doubtful-figures'
import type { Sale } from '@carpeta/domain/sales/sale'
import { statementSummary } from '@carpeta/domain/sales/statement'
import { Facts } from '../../../ui/display/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { CommitmentTable } from './commitment-table.tsx'
import { PropertiesTable } from './properties-table.tsx'
import { UfAndPesos } from './uf-and-pesos.tsx'

/** The part of the statement above the instalments. */
export function Summary({ sale }: { sale: Sale }) {
  const { member, properties, reservationCommitment, paymentPlan } = statementSummary(sale)
  return (
    <>
      <Section title="1. IDENTIFICACIÓN DEL SOCIO">
        <Facts
          facts={[
            ['Nombre', member.name],
            ['Rut', member.rut],
            ['Representante legal', member.legalRepresentative],
          ]}
        />
      </Section>
      <Section title="2. IDENTIFICACIÓN DE LA PROPIEDAD">
        <PropertiesTable properties={properties} />
      </Section>
      <Section title="3. COMPROMISO DE PAGO DE RESERVA">
        <CommitmentTable rows={reservationCommitment} />
      </Section>
      <Section title="4. PLAN DE PAGOS DE RESERVA">
        <Facts
          facts={[
            ['Número de cuotas', paymentPlan.numberOfInstalments],
            [
              markedLabel(sale, 'Saldo de reserva pendiente', 'balance'),
              <UfAndPesos key="uf" value={paymentPlan.pendingBalance} ufOfToday={sale.ufOfToday} />,
            ],
            ['Fecha de la primera cuota', dateText(paymentPlan.firstDueOn)],
            ['Porcentaje del saldo de reserva', percentText(paymentPlan.share)],
          ]}
        />
      </Section>
    </>
  )
}

function dateText(date: CalendarDate | null): string {
  return date ? shortDate(date) : '-'
}

function percentText(share: string | null): string {
  return share === null ? '-' : formatPercent(share)
}
