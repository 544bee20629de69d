import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { formatPercent } from '@carpeta/domain/money/money'
import { markedLabel, statementReviewNotice } from '@carpeta/domain/sales/findings/under-review'
import { accountStatement } from '@carpeta/domain/sales/statement'
import { type ReactNode, useMemo } from 'react'
import { CooperativeEmail } from '../../../environment/cooperative-email.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { useGradually } from '../../../ui/use-gradually.ts'
import { AsOf } from '../cards/as-of.tsx'
import type { SaleTabProps } from '../tabs/sale-tab-props.ts'
import { UnderReview } from '../under-review.tsx'
import classes from './account-statement.module.css'
import { CommitmentTable } from './commitment-table.tsx'
import { Instalments } from './instalments/instalments.tsx'
import { PaymentsTable } from './payments-table.tsx'
import { PropertiesTable } from './properties-table.tsx'
import { UfAndPesos } from './uf-and-pesos.tsx'

interface Props extends SaleTabProps {
  /** Beside the date of the data. */
  tools: ReactNode
  /** Payments that accounting has not recorded yet. */
  reported?: ReactNode
}

/** The statement itself, which is shown offline too: it makes no call. */
export function AccountStatement({ sale, today, tools, reported }: Props) {
  const statement = useMemo(() => accountStatement(sale), [sale])
  const { member, paymentPlan } = statement
  const parts = useGradually(3, 1)
  return (
    <div className={classes.statement}>
      <p className={classes.printTitle}>Estado de Cuenta</p>
      <div className={classes.head}>
        <AsOf sale={sale} />
        {tools}
      </div>
      <UnderReview notice={statementReviewNotice(sale)} />
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
        <PropertiesTable properties={statement.properties} />
      </Section>
      <Section title="3. COMPROMISO DE PAGO DE RESERVA">
        <CommitmentTable rows={statement.reservationCommitment} />
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
      {parts > 1 && <Instalments sale={sale} statement={statement} today={today} />}
      {parts > 2 && (
        <Section title="6. PAGOS">
          <PaymentsTable payments={statement.payments} unapplied={statement.unapplied} />
          {reported}
        </Section>
      )}
      <p className={classes.note}>
        Si encuentras diferencias, comunícate con tu asesor
        {sale.advisor && ` (${sale.advisor})`} o escribe a <CooperativeEmail />.
      </p>
    </div>
  )
}

function dateText(date: CalendarDate | null): string {
  return date ? shortDate(date) : '-'
}

function percentText(share: string | null): string {
  return share === null ? '-' : formatPercent(share)
}
