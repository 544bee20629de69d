import { dateOrNull, dateTimeInSantiago, shortDate } from '@carpeta/domain/dates/dates'
import { parsePesos, parseUf, parseUfRate, type UfValue } from '@carpeta/domain/money/money'
import { unrecordedLabel } from '@carpeta/domain/payments/online-payment-rules'
import { saleName } from '@carpeta/domain/sales/sale-name'
import { paymentPesosNote } from '@carpeta/domain/sales/statement-labels'
import { counted } from '@carpeta/domain/text/counted'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ReportStateMark } from '../payment-reports/report-parts.tsx'
import { OrderStateMark } from '../payments/order-state.tsx'
import { NextAmount, OverdueAmount } from '../sales/staff/due.tsx'
import type { MemberFile, MemberPayment, SaleSummary } from '../staff/calls.ts'
import { PesosAmount, UfAmount } from '../ui/display/amount.tsx'
import { Equivalent, UfOfToday } from '../ui/display/equivalent.tsx'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { Card } from '../ui/layout/card.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import classes from './member-file.module.css'

function saleColumns(uf: UfValue | null): Column<SaleSummary>[] {
  return [
    {
      header: 'Venta',
      cell: ({ code, project, condominium, property: { type, lot } }) => (
        <>
          <span className={classes.name}>{saleName({ project, code, type, lot })}</span>
          <span className={classes.detail}>{[code, condominium].filter(Boolean).join(' · ')}</span>
        </>
      ),
      onCard: 'title',
    },
    {
      header: 'Atrasado',
      cell: ({ due }) => (due ? <OverdueAmount due={due} uf={uf} /> : '-'),
    },
    {
      header: 'Próxima cuota',
      cell: ({ due }) => (due ? <NextAmount due={due} uf={uf} /> : '-'),
    },
    {
      header: 'Saldo',
      cell: ({ balance, pending_instalments: pending }) => (
        <>
          <UfAmount value={parseUf(balance)} />
          {uf && ' '}
          <Equivalent amount={parseUf(balance)} uf={uf} />
          {pending !== null && (
            <span className={classes.asOf}>
              {counted(pending, 'cuota pendiente', 'cuotas pendientes')}
            </span>
          )}
        </>
      ),
    },
    {
      header: 'Estado',
      cell: (sale) => (
        <>
          <UnbrokenDates text={saleState(sale)} />
          <span className={classes.asOf}>
            <UnbrokenDates text={`Datos al ${dateTimeInSantiago(sale.as_of)}`} />
          </span>
        </>
      ),
      onCard: 'line',
    },
  ]
}

function saleState({ withdrawn_at, completed_on, approved_on }: SaleSummary): string {
  if (withdrawn_at !== null) return 'Retirada por contabilidad'
  const [completed, approved] = [dateOrNull(completed_on), dateOrNull(approved_on)]
  if (completed) return `Terminada el ${shortDate(completed)}`
  return approved ? `Aprobada el ${shortDate(approved)}` : 'Sin aprobar: el socio no la ve'
}

/** What is owed of each sale comes first: that is what members call about. */
export function SalesCard({
  sales,
  uf_of_today,
}: Pick<MemberFile, 'uf_of_today'> & { sales: SaleSummary[] }) {
  const uf = readUf(uf_of_today)
  return (
    <Card title="Ventas, según contabilidad" className={classes.sales}>
      <DataTable
        caption="Ventas"
        columns={saleColumns(uf)}
        rows={sales}
        rowKey={({ code }) => code}
        empty="Contabilidad no informa ventas a su nombre."
      />
      {sales.length > 0 && <UfOfToday uf={uf} />}
    </Card>
  )
}

function readUf(uf: MemberFile['uf_of_today']): UfValue | null {
  const [date, pesos] = [dateOrNull(uf?.date), parseUfRate(uf?.pesos)]
  return date && pesos ? { date, pesos } : null
}

interface PaymentsProps {
  payments: MemberPayment[]
  /** The sale of each is said, as there are several. */
  hasSales: boolean
  rut: string
}

const SHOWN_PAYMENTS = 3

/** Accounting's, and those online or reported that accounting does not have. The older ones are folded. */
export function PaymentsCard(props: PaymentsProps) {
  const { payments } = props
  const before = payments.slice(SHOWN_PAYMENTS)
  return (
    <Card title="Últimos pagos" className={classes.payments}>
      {payments.length === 0 && <p className={classes.detail}>No hay pagos.</p>}
      {payments.length > 0 && <Payments {...props} payments={payments.slice(0, SHOWN_PAYMENTS)} />}
      {before.length > 0 && (
        <details className={classes.more}>
          <summary>{counted(before.length, 'anterior', 'anteriores')}</summary>
          <Payments {...props} payments={before} />
        </details>
      )}
      {payments.some(({ pesos, source }) => pesos && source === 'accounting') && (
        <p className={classes.detail}>{paymentPesosNote}</p>
      )}
    </Card>
  )
}

function Payments({ payments, hasSales, rut }: PaymentsProps) {
  return (
    <ul className={classes.rows}>
      {payments.map((payment) => (
        <li key={keyOf(payment)} className={classes.payment}>
          <span className={classes.moment}>{dayOf(payment.paid_on)}</span>
          <span>
            <PaymentKind payment={payment} rut={rut} />
            {hasSales && <span className={classes.detail}>{payment.sale_code}</span>}
          </span>
          <PaymentAmount payment={payment} />
        </li>
      ))}
    </ul>
  )
}

function keyOf(payment: MemberPayment): string {
  const { source, sale_code: sale } = payment
  return `${source} ${sale} ${payment.source === 'accounting' ? payment.key : payment.id}`
}

function dayOf(day: string): string {
  const date = dateOrNull(day)
  return date ? shortDate(date) : 'Sin fecha'
}

function PaymentKind({ payment, rut }: { payment: MemberPayment; rut: string }): ReactNode {
  switch (payment.source) {
    case 'accounting':
      return payment.document_type || 'Pago'
    case 'online':
      return (
        <>
          <Link to={`/payments?${new URLSearchParams({ q: rut })}`}>En línea {payment.folio}</Link>
          <OrderStateMark
            state={payment.state}
            {...(payment.state === 'authorized' && {
              label: unrecordedLabel,
            })}
          />
        </>
      )
    case 'reported':
      return (
        <>
          <Link to={`/payment-reports/${payment.id}`}>Informado por el socio</Link>
          <ReportStateMark state={payment.state} />
        </>
      )
  }
}

function PaymentAmount({ payment }: { payment: MemberPayment }) {
  return (
    <span className={classes.sum}>
      {payment.source === 'accounting' ? (
        <>
          <UfAmount value={parseUf(payment.uf)} />
          {payment.pesos && (
            <span className={classes.about}>
              <PesosAmount value={parsePesos(payment.pesos)} isAbout />
            </span>
          )}
        </>
      ) : (
        <PesosAmount value={parsePesos(payment.pesos)} />
      )}
    </span>
  )
}
