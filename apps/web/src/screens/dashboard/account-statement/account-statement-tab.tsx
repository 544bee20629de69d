import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { formatPercent } from '@carpeta/domain/money/money'
import { markedLabel, statementReviewNotice } from '@carpeta/domain/sales/findings/under-review'
import type { Sale } from '@carpeta/domain/sales/sale'
import { type AccountStatement, accountStatement } from '@carpeta/domain/sales/statement'
import { CooperativeEmail } from '../../../environment/cooperative-email.tsx'
import { UfAmount } from '../../../ui/display/amount.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AsOf } from '../cards/as-of.tsx'
import type { SaleTabProps } from '../tabs/sale-tab-props.ts'
import { UnderReview } from '../under-review.tsx'
import classes from './account-statement.module.css'
import { CommitmentTable } from './commitment-table.tsx'
import { Instalments } from './instalments.tsx'
import { PaymentsTable } from './payments-table.tsx'
import { PropertiesTable } from './properties-table.tsx'
import { StatementTools } from './statement-tools.tsx'

export function AccountStatementTab({ sale, today }: SaleTabProps) {
  const statement = accountStatement(sale)
  const { member, paymentPlan } = statement
  return (
    <div className={classes.statement}>
      <p className={classes.printTitle}>Estado de Cuenta</p>
      <div className={classes.head}>
        <AsOf sale={sale} />
        <StatementTools code={sale.code} />
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
              <UfAmount key="uf" value={paymentPlan.pendingBalance} />,
            ],
            ['Fecha de la primera cuota', dateText(paymentPlan.firstDueOn)],
            ['Porcentaje del saldo de reserva', percentText(paymentPlan.share)],
          ]}
        />
      </Section>
      <Instalments sale={sale} rows={statement.instalments} today={today}>
        <Totals totals={statement.totals} sale={sale} />
      </Instalments>
      <Section title="6. PAGOS">
        <PaymentsTable payments={statement.payments} />
      </Section>
      <p className={classes.note}>
        Si encuentras diferencias, comunícate con tu asesor
        {sale.advisor && ` (${sale.advisor})`} o escribe a <CooperativeEmail />.
      </p>
    </div>
  )
}

function Totals({ totals, sale }: Pick<AccountStatement, 'totals'> & { sale: Sale }) {
  return (
    <table className={classes.totals}>
      <caption>Totales de la reserva</caption>
      <tbody>
        <tr>
          <th scope="row">{markedLabel(sale, 'Total Reserva Pactada', 'agreed')}</th>
          <td>
            <UfAmount value={totals.agreed} />
          </td>
        </tr>
        <tr>
          <th scope="row">{markedLabel(sale, 'Total Pagado en UF', 'paid')}</th>
          <td>
            <UfAmount value={totals.paid} />
          </td>
        </tr>
        <tr>
          <th scope="row">{markedLabel(sale, 'Total Pagado en %', 'paid')}</th>
          <td>{percentText(totals.paidShare)}</td>
        </tr>
        <tr>
          <th scope="row">Saldo</th>
          <td>
            <UfAmount value={totals.balance} />
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function dateText(date: CalendarDate | null): string {
  return date ? shortDate(date) : '-'
}

function percentText(share: string | null): string {
  return share === null ? '-' : formatPercent(share)
}
