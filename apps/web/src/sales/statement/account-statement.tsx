import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { formatPercent, formatUf, isZeroUf } from '@carpeta/domain/money/money'
import { markedLabel, statementReviewNotice } from '@carpeta/domain/sales/doubtful-figures'
import type { Property, Sale } from '@carpeta/domain/sales/sale'
import {
  type CommitmentRow,
  newestFirst,
  type StatementPayment,
  statementPayments,
  statementSummary,
} from '@carpeta/domain/sales/statement'
import {
  firstInstalmentHint,
  paymentPesosNote,
  RESERVATION_BALANCE,
  RESERVATION_BALANCE_SHARE,
  statementLabels,
  UNAPPLIED,
  unappliedNote,
} from '@carpeta/domain/sales/statement-labels'
import { type ReactNode, useState } from 'react'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import type { Covered } from '../../payments/member/awaited.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PesosAmount, UfAmount } from '../../ui/display/amount.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { ChevronRightIcon, PrinterIcon } from '../../ui/icons/home-icons.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { usePhone } from '../../ui/table/use-cards.ts'
import { AsOf, UnderReview } from '../dashboard/sale-parts.tsx'
import type { SaleTabProps } from '../dashboard/tab-parts.tsx'
import classes from './account-statement.module.css'
import { Receipt } from './instalment-table.tsx'
import { Instalments, PAYMENTS_ID, UfAndPesos } from './instalments.tsx'

interface Props extends SaleTabProps {
  /** Beside the date of the data. */
  tools: ReactNode
  /** Payments that accounting has not recorded yet. */
  reported?: ReactNode
  /** The instalments that they pay. */
  covered?: Covered
  /** What is said of those. */
  notes?: ReactNode
  /** The date of the data stands above already. */
  isDated?: boolean
}

const NONE: Covered = new Map()

/** The statement itself, which is shown offline too: it makes no call. */
export function AccountStatement(props: Props) {
  const { sale, today, tools, reported, covered = NONE, notes, isDated = false } = props
  const isPhone = usePhone()
  return (
    <div className={classes.statement}>
      <p className={classes.printTitle}>Estado de Cuenta</p>
      <div className={classes.head}>
        {!isDated && <AsOf sale={sale} isFolded={isPhone} />}
        {tools}
      </div>
      <UnderReview notice={statementReviewNotice(sale)} />
      <Summary sale={sale} />
      <Instalments sale={sale} today={today} covered={covered} notes={notes} />
      <div id={PAYMENTS_ID} tabIndex={-1} className={classes.target}>
        <Section title={statementLabels.payments.title}>
          <PaymentsTable sale={sale} />
          {reported}
        </Section>
      </div>
      <p className={classes.note}>
        Si encuentras diferencias, comunícate con tu asesor
        {sale.advisor && ` (${sale.advisor})`} o escribe a <CooperativeEmail />.
      </p>
    </div>
  )
}

/** The part above the instalments: folded on a phone, where they come sooner so; not on paper. */
function Summary({ sale }: { sale: Sale }) {
  const isPhone = usePhone()
  const parts = <SummaryParts sale={sale} />
  if (!isPhone) return parts
  return (
    <details className={classes.folded}>
      <summary>
        <span>
          <span className={classes.foldTitle}>1 a 4. DATOS DE LA COMPRA</span>
          <small className={classes.small}>Socio, propiedad, compromiso y plan de pagos</small>
        </span>
        <ChevronRightIcon size={18} />
      </summary>
      {parts}
    </details>
  )
}

function SummaryParts({ sale }: { sale: Sale }) {
  const { member, properties, reservationCommitment, paymentPlan } = statementSummary(sale)
  return (
    <>
      <Section title={statementLabels.member.title}>
        <Facts
          facts={[
            ['Nombre', member.name],
            ['Rut', member.rut],
            ['Representante legal', member.legalRepresentative],
          ]}
        />
      </Section>
      <Section title={statementLabels.properties.title}>
        <PropertiesTable properties={properties} />
      </Section>
      <Section title={statementLabels.commitment.title}>
        <CommitmentTable rows={reservationCommitment} />
      </Section>
      <Section title={statementLabels.plan.title}>
        <Facts
          facts={[
            ['Número de cuotas', paymentPlan.numberOfInstalments],
            [
              markedLabel(sale, RESERVATION_BALANCE, 'balance'),
              <UfAndPesos key="uf" value={paymentPlan.pendingBalance} ufOfToday={sale.ufOfToday} />,
            ],
            ['Fecha de la primera cuota', dateText(paymentPlan.firstDueOn)],
            [RESERVATION_BALANCE_SHARE, percentText(paymentPlan.share)],
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

const commitmentColumns: Column<CommitmentRow>[] = [
  { header: 'Forma de Pago', cell: (row) => <FormOfPayment row={row} />, onCard: 'title' },
  { header: 'Fecha', cell: ({ date }) => <UnbrokenDates text={dateText(date)} /> },
  { header: 'Monto Pesos', cell: ({ pesos }) => <PesosAmount value={pesos} />, isAmount: true },
  { header: 'Monto UF', cell: ({ uf }) => <UfAmount value={uf} isBare />, isAmount: true },
]

function CommitmentTable({ rows }: { rows: CommitmentRow[] }) {
  return (
    <DataTable
      caption="Compromiso de pago de reserva"
      columns={commitmentColumns}
      rows={rows}
      rowKey={({ label }) => label}
      empty="No hay compromisos de pago de reserva."
    />
  )
}

function FormOfPayment({ row: { kind, label, documentType } }: { row: CommitmentRow }) {
  return (
    <>
      {label}
      {documentType && <small className={classes.small}>{documentType}</small>}
      {kind === 'first_instalment' && (
        <small className={classes.small}>{firstInstalmentHint}</small>
      )}
    </>
  )
}

const propertyColumns: Column<Property>[] = [
  { header: 'Tipo', cell: ({ type }) => type || '-', onCard: 'title' },
  { header: 'Lote', cell: ({ lot }) => lot || '-' },
  { header: 'Modelo', cell: ({ model }) => model || '-', onCard: 'line' },
]

function PropertiesTable({ properties }: { properties: Property[] }) {
  return (
    <DataTable
      caption="Propiedades"
      columns={propertyColumns}
      rows={properties}
      rowKey={(_, index) => index}
      empty="La contabilidad no informa propiedades para esta compra."
    />
  )
}

const paymentColumns: Column<StatementPayment>[] = [
  { header: 'Pago', cell: ({ key }) => key || '-', onCard: 'title' },
  { header: 'Monto UF', cell: (payment) => <Amount payment={payment} />, isAmount: true },
  {
    header: 'Fecha depósito',
    cell: ({ depositedOn }) => <UnbrokenDates text={dateText(depositedOn)} />,
  },
  {
    header: 'Tipo documento',
    cell: (payment) => <DocumentType payment={payment} />,
    onCard: 'line',
  },
  { header: 'Comprobante', cell: (payment) => <Receipt payment={payment} />, onCard: 'aside' },
]

/** How many payments a phone shows at first. */
const RECENT = 2

/** On a phone the earlier payments are shown on demand. */
function PaymentsTable({ sale }: { sale: Sale }) {
  const { payments: listed, unapplied } = statementPayments(sale)
  const payments = newestFirst(listed)
  const isPhone = usePhone()
  const [isAll, setAll] = useState(false)
  const earlier = payments.length - RECENT
  const isFolded = isPhone && !isAll && earlier > 1
  return (
    <div className={classes.payments}>
      <DataTable
        caption="Pagos"
        columns={paymentColumns}
        rows={isFolded ? payments.slice(0, RECENT) : payments}
        rowKey={({ key }, index) => `${key}-${index}`}
        empty="Todavía no hay pagos registrados."
      />
      {isFolded && (
        <Button variant="default" onClick={() => setAll(true)}>
          Ver los {earlier} pagos anteriores
        </Button>
      )}
      {unapplied !== null && (
        <p className={classes.unapplied}>
          <strong>
            {UNAPPLIED}: <UfAmount value={unapplied} />
          </strong>
          {unappliedNote}
        </p>
      )}
      {payments.some(({ pesos }) => pesos) && (
        <p className={classes.unapplied}>{paymentPesosNote}</p>
      )}
    </div>
  )
}

function Amount({ payment: { amount, pesos, unapplied } }: { payment: StatementPayment }) {
  return (
    <>
      <UfAmount value={amount} isBare />
      {pesos && (
        <span className={classes.small}>
          <PesosAmount value={pesos} isAbout />
        </span>
      )}
      {unapplied !== null && !isZeroUf(unapplied) && (
        <span className={classes.small}>
          {UNAPPLIED} {formatUf(unapplied)}
        </span>
      )}
    </>
  )
}

/** With the instalments that the payment covers, where accounting tells them. */
function DocumentType({ payment: { documentType, covers } }: { payment: StatementPayment }) {
  return (
    <>
      {documentType || '-'}
      {covers && (
        <span className={classes.covers}>
          {' · '}
          <UnbrokenDates text={covers} />
        </span>
      )}
    </>
  )
}

export function PrintButton() {
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<PrinterIcon size={18} />}
      onClick={() => window.print()}
    >
      Imprimir
    </Button>
  )
}
