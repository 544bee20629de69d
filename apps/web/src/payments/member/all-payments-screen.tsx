import { dateOrNull, shortDate } from '@carpeta/domain/dates/dates'
import { type Pesos, parsePesos, parseUf } from '@carpeta/domain/money/money'
import { paidPartText } from '@carpeta/domain/payments/due-parts'
import { type ListedPayment, listPayments, RECORDED } from '@carpeta/domain/payments/payment-list'
import {
  isPendingReport,
  pendingReportNotice,
} from '@carpeta/domain/payments/payment-report-states'
import type { Sale } from '@carpeta/domain/sales/sale'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { isVisible } from '@carpeta/domain/sales/sale-rules'
import { paymentPesosNote } from '@carpeta/domain/sales/statement-labels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ownReportsQuery, type PaymentReport } from '../../payment-reports/member/calls.ts'
import { OWN_FILE, ReceiptButton, ReportStateMark } from '../../payment-reports/report-parts.tsx'
import { salesQuery } from '../../sales/calls.ts'
import { AsOf } from '../../sales/dashboard/sale-parts.tsx'
import { Receipt } from '../../sales/statement/instalment-table.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { startCalls } from '../../session/start-calls.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PesosAmount, UfAmount } from '../../ui/display/amount.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { NativeSelect } from '../../ui/fields/inputs.ts'
import { CheckCircleIcon } from '../../ui/icons/icons.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { usePhone } from '../../ui/table/use-cards.ts'
import { usePrinting } from '../../ui/use-printing.ts'
import type { OnlinePayment } from '../calls.ts'
import classes from './all-payments.module.css'
import { dayOf, ownPaymentsQuery } from './calls.ts'
import { MemberOrderState } from './member-order-state.tsx'

export const loader = startCalls((client) => {
  void client.prefetchQuery(salesQuery)
  void client.prefetchQuery(ownPaymentsQuery)
  void client.prefetchQuery(ownReportsQuery)
})

/** Every payment of the sales that the member reads, however the portal knows it. */
export function Component() {
  const salesRead = useQuery(salesQuery)
  const onlineRead = useQuery(ownPaymentsQuery)
  const reportsRead = useQuery(ownReportsQuery)
  const [sales, online, reports] = [salesRead.data, onlineRead.data, reportsRead.data]
  const areKnown = online !== undefined && reports !== undefined
  const failed = [salesRead, onlineRead, reportsRead].find(
    ({ data, error }) => data === undefined && error,
  )
  return (
    <Page title={TITLE} back={<BackLink to="/dashboard">Volver</BackLink>}>
      {failed?.error && <LoadFailure error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !(sales && areKnown) && <Skeleton height={320} radius={14} />}
      {sales && areKnown && (
        <Payments
          sales={sales}
          payments={listPayments(
            sales,
            (online?.results ?? []).map((order) => ({
              ...known(order),
              paidOn: dayOf(order),
              order,
            })),
            (reports ?? []).map((report) => ({
              ...known(report),
              paidOn: dateOrNull(report.paid_on),
              report,
            })),
          )}
        />
      )}
    </Page>
  )
}

const TITLE = 'Mis pagos'
/** The query parameter of the sale. */
const SALE = 'venta'
/** How many are shown at first. */
const RECENT = 24
const RECENT_ON_PHONE = 12

/** An API may not tell which payment of accounting it is. */
function known({ sale_code, payment_key = '' }: { sale_code: string; payment_key?: string }) {
  return { saleCode: sale_code, paymentKey: payment_key }
}

type Known = ReturnType<typeof known> & { paidOn: ListedPayment<never, never>['depositedOn'] }
type Row = ListedPayment<Known & { order: OnlinePayment }, Known & { report: PaymentReport }>

function Payments({ sales, payments }: { sales: Sale[]; payments: Row[] }) {
  const [params, setParams] = useSearchParams()
  const [isAll, setAll] = useState(false)
  const isPrinting = usePrinting()
  const recent = usePhone() ? RECENT_ON_PHONE : RECENT
  const codes = [...new Set(payments.map(({ saleCode }) => saleCode))]
  if (codes.length === 0) {
    return (
      <EmptyState title="Todavía no hay pagos">
        Cuando contabilidad registre un pago tuyo, o pagues en línea o informes uno, lo encontrarás
        aquí. Lo que debes está en <Link to="/dashboard">tu carpeta</Link>.
      </EmptyState>
    )
  }
  const nameOfSale = (code: string) => {
    const sale = sales.find((each) => each.code === code)
    return sale ? nameOf(sale) : code
  }
  const chosen = codes.find((code) => code === params.get(SALE))
  const found = payments.filter(({ saleCode }) => !chosen || saleCode === chosen)
  const earlier = found.length - recent
  const isFolded = !isAll && !isPrinting && earlier > 1
  return (
    <>
      <AsOf sale={sales.find(isVisible)} />
      {codes.length > 1 && (
        <NativeSelect
          className={classes.filter ?? ''}
          label="Compra"
          value={chosen ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setParams(value ? { [SALE]: value } : {}, { replace: true })
          }
          data={[
            { value: '', label: 'Todas' },
            ...codes.map((code) => ({ value: code, label: nameOfSale(code) })),
          ]}
        />
      )}
      <div className={classes.payments}>
        <DataTable
          caption={TITLE}
          columns={columnsWith(nameOfSale)}
          rows={isFolded ? found.slice(0, recent) : found}
          rowKey={(_, index) => index}
          empty=""
        />
        {isFolded && (
          <Button variant="default" onClick={() => setAll(true)}>
            Ver los {earlier} pagos anteriores
          </Button>
        )}
        {found.some(pesosByUf) && <p className={classes.detail}>{paymentPesosNote}</p>}
      </div>
    </>
  )
}

function columnsWith(nameOfSale: (code: string) => string): Column<Row>[] {
  return [
    {
      header: 'Fecha',
      cell: ({ depositedOn }) => (depositedOn ? shortDate(depositedOn) : '-'),
      isShort: true,
    },
    {
      header: 'Compra',
      cell: (row) => (
        <>
          {nameOfSale(row.saleCode)}
          <small className={classes.detail}>
            <UnbrokenDates text={detailOf(row)} />
          </small>
        </>
      ),
      onCard: 'title',
    },
    { header: 'Monto', cell: (row) => <Amount row={row} />, isAmount: true, onCard: 'aside' },
    { header: 'Estado', cell: (row) => <State row={row} /> },
    { header: 'Comprobante', cell: (row) => <Receipts row={row} />, onCard: 'foot' },
  ]
}

/** How it was paid and for what: 'Transferencia · Cuota del 05-12-2026'. */
function detailOf({ recorded, online, report }: Row): string {
  const how = online ? 'En línea' : recorded?.documentType || (report && 'Informado por ti')
  return [how, recorded?.covers ?? (online && capital(partOf(online.order)))]
    .filter(Boolean)
    .join(' · ')
}

function partOf({ choice, due_on, last_due_on }: OnlinePayment): string {
  return paidPartText({ choice, dueOn: dateOrNull(due_on), lastDueOn: dateOrNull(last_due_on) })
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Accounting knows UF alone, a report pesos alone. */
function Amount({ row }: { row: Row }) {
  const { recorded, online } = row
  const uf = recorded?.amount ?? (online && parseUf(online.order.uf))
  const pesos = paidPesos(row)
  const about = pesosByUf(row)
  return (
    <span className={classes.amount}>
      {uf && <UfAmount value={uf} />}
      {pesos && <PesosAmount value={pesos} />}
      {about && (
        <span className={classes.detail}>
          <PesosAmount value={about} isAbout />
        </span>
      )}
      {!uf && !pesos && '-'}
    </span>
  )
}

/** As Webpay charged them, or the member reported them. */
function paidPesos({ online, report }: Row): Pesos | null {
  return parsePesos(online?.order.pesos ?? report?.report.amount)
}

/** Where nothing else tells them. */
function pesosByUf(row: Row): Pesos | null {
  return paidPesos(row) ? null : (row.recorded?.pesos ?? null)
}

function State({ row: { recorded, online, report } }: { row: Row }) {
  if (recorded)
    return (
      <Tag icon={CheckCircleIcon} tone="green">
        {RECORDED}
      </Tag>
    )
  if (online) return <MemberOrderState order={online.order} />
  if (!report) return null
  const { state, reason } = report.report
  return (
    <>
      <ReportStateMark
        state={state}
        {...(isPendingReport(state) && { label: pendingReportNotice })}
      />
      {reason && <span className={classes.detail}>Motivo: {reason}</span>}
    </>
  )
}

/** Accounting's receipt, that of Webpay, and what the member sent. */
function Receipts({ row: { recorded, online, report } }: { row: Row }) {
  const attached = report?.report.receipt
  return (
    <div className={classes.receipts}>
      {recorded && <Receipt payment={recorded} />}
      {online && <OnlinePaymentLink order={online.order} isRecorded={recorded !== null} />}
      {attached && report && (
        <ReceiptButton reportId={report.report.id} name={attached.name} label={OWN_FILE} />
      )}
      {!recorded && !online && !attached && '-'}
    </div>
  )
}

/** Webpay's receipt is on its page, until accounting has one. */
function OnlinePaymentLink({ order, isRecorded }: { order: OnlinePayment; isRecorded: boolean }) {
  const { id, folio, authorized_at } = order
  const text = authorized_at === null || isRecorded ? 'Ver el pago en línea' : 'Ver comprobante'
  return (
    <Link to={`/payments/${id}`} aria-label={`${text} ${folio}`}>
      {text}
    </Link>
  )
}
