import { dateOrNull, shortDate } from '@carpeta/domain/dates/dates'
import { type Pesos, parsePesos, parseUf } from '@carpeta/domain/money/money'
import { paidPartText } from '@carpeta/domain/payments/due-parts'
import { type ListedPayment, RECORDED } from '@carpeta/domain/payments/payment-list'
import {
  isPendingReport,
  pendingReportNotice,
} from '@carpeta/domain/payments/payment-report-states'
import { isWebAddress } from '@carpeta/domain/sales/statement'
import { Link } from 'react-router'
import { downloadReceipt } from '../../payment-reports/calls.ts'
import type { PaymentReport } from '../../payment-reports/member/calls.ts'
import { OWN_FILE, ReceiptButton, ReportStateMark } from '../../payment-reports/report-parts.tsx'
import { Receipt } from '../../sales/statement/instalment-table.tsx'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { PesosAmount, UfAmount } from '../../ui/display/amount.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import {
  CheckCircleIcon,
  ChevronRightIcon,
  DownloadIcon,
  ReceiptIcon,
} from '../../ui/icons/icons.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { useCards } from '../../ui/table/use-cards.ts'
import { useDownload } from '../../ui/use-download.ts'
import type { OnlinePayment } from '../calls.ts'
import classes from './all-payments.module.css'
import { MemberOrderState } from './member-order-state.tsx'

interface Told {
  sale_code: string
  payment_key?: string
  further_keys?: string[]
}

/** An API may not tell which payment of accounting it is. */
export function known({ sale_code, payment_key = '', further_keys = [] }: Told) {
  return { saleCode: sale_code, paymentKeys: [payment_key, ...further_keys] }
}

type Known = ReturnType<typeof known> & { paidOn: ListedPayment<never, never>['depositedOn'] }
export type Row = ListedPayment<Known & { order: OnlinePayment }, Known & { report: PaymentReport }>

type NameOf = (saleCode: string) => string

interface Props {
  title: string
  rows: Row[]
  nameOf: NameOf
  /** Short, on a phone; absent where all rows are of one home. */
  unitOf: NameOf | undefined
}

/** A table, or on a phone two lines a payment, year by year. */
export function PaymentRows({ title, rows, nameOf, unitOf }: Props) {
  const columns = columnsWith(nameOf)
  if (!useCards(columns)) {
    return (
      <DataTable
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={(_, index) => index}
        empty=""
      />
    )
  }
  const years = [...new Set(rows.map(yearOf))]
  return years.map((year) => (
    <section key={year} className={classes.year} aria-label={`${title} · ${year}`}>
      <h2>{year}</h2>
      <ul>
        {rows
          .filter((row) => yearOf(row) === year)
          .map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: accounting may give no key; rows keep their order.
            <li key={index}>
              <Lines row={row} home={unitOf?.(row.saleCode) ?? ''} />
            </li>
          ))}
      </ul>
    </section>
  ))
}

function yearOf({ depositedOn }: Row): string {
  return depositedOn?.slice(0, 4) ?? 'Sin fecha'
}

/** What for and how much, below it when and how it stands; a press anywhere opens what there is of it. */
function Lines({ row, home }: { row: Row; home: string }) {
  const { depositedOn, recorded, online } = row
  const what = purposeOf(row) ?? howOf(row)
  return (
    <>
      <div className={classes.lines}>
        <div>
          <p className={classes.what}>
            <UnbrokenDates text={[home, what].filter(Boolean).join(' · ')} />
          </p>
          <p className={classes.when}>
            <span>{depositedOn ? shortDate(depositedOn) : '-'}</span>
            <State row={row} isPlain />
          </p>
        </div>
        <Amount row={row} />
        <Opening row={row} />
      </div>
      {recorded && isWebAddress(recorded.receiptUrl) && online && (
        <p className={classes.more}>
          <OnlinePaymentLink order={online.order} isRecorded />
        </p>
      )}
    </>
  )
}

/** The receipt of accounting, or else the payment's page, or what the member sent. */
function Opening({ row: { recorded, online, report } }: { row: Row }) {
  const { underWay, failure, save } = useDownload()
  const attached = report?.report.receipt
  if (recorded && isWebAddress(recorded.receiptUrl)) {
    return (
      <a
        className={classes.open}
        href={recorded.receiptUrl}
        target="_blank"
        rel="noopener noreferrer"
      >
        <ReceiptIcon size={20} />
        <VisuallyHidden component="span">
          Ver comprobante{recorded.key && ` del pago ${recorded.key}`} (se abre en otra pestaña)
        </VisuallyHidden>
      </a>
    )
  }
  if (online) {
    const { id, folio } = online.order
    const label = `${onlineText(online.order, recorded !== null)} ${folio}`
    return (
      <Link className={classes.open} to={`/payments/${id}`} aria-label={label}>
        <ChevronRightIcon size={20} />
      </Link>
    )
  }
  if (!attached || !report) return null
  return (
    <>
      <button
        type="button"
        className={classes.open}
        aria-label={`${OWN_FILE} ${attached.name}`}
        disabled={underWay !== null}
        onClick={() => void save(attached.name, () => downloadReceipt(report.report.id))}
      >
        <DownloadIcon size={20} />
      </button>
      {failure !== undefined && <FailureNotice error={failure} />}
    </>
  )
}

function columnsWith(nameOf: NameOf): Column<Row>[] {
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
          {nameOf(row.saleCode)}
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
function detailOf(row: Row): string {
  return [howOf(row), purposeOf(row)].filter(Boolean).join(' · ')
}

function howOf({ recorded, online, report }: Row): string {
  if (online) return 'En línea'
  return recorded?.documentType || (report ? 'Informado por ti' : '')
}

function purposeOf({ recorded, online }: Row): string | null {
  return recorded?.covers ?? (online && capital(partOf(online.order)))
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

/** As Webpay charged them, or the member reported them, unless accounting booked that in parts. */
function paidPesos({ online, report }: Row): Pesos | null {
  const isPart = report !== null && report.paymentKeys.length > 1
  return parsePesos(online?.order.pesos ?? (isPart ? null : report?.report.amount))
}

/** Shown if nothing else tells them. */
export function pesosByUf(row: Row): Pesos | null {
  return paidPesos(row) ? null : (row.recorded?.pesos ?? null)
}

/** @param isPlain what is as usual has no colour of its own */
function State({ row: { recorded, online, report }, isPlain }: { row: Row; isPlain?: boolean }) {
  if (recorded && isPlain) return <span>{RECORDED}</span>
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
  const { id, folio } = order
  const text = onlineText(order, isRecorded)
  return (
    <Link to={`/payments/${id}`} aria-label={`${text} ${folio}`}>
      {text}
    </Link>
  )
}

function onlineText({ authorized_at }: OnlinePayment, isRecorded: boolean): string {
  return authorized_at === null || isRecorded ? 'Ver el pago en línea' : 'Ver comprobante'
}
