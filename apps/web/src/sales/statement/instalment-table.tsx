// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the table semantics when the parts of
// a table are displayed as a grid.
// biome-ignore-all lint/a11y/useSemanticElements: the header belongs to a group of rows.
import { shortDate } from '@carpeta/domain/dates/dates'
import { partlyPaidText } from '@carpeta/domain/payments/next-payment'
import {
  type DatedInstalment,
  type InstalmentYear,
  openYear,
  yearText,
} from '@carpeta/domain/sales/instalment-years'
import { instalmentStateText } from '@carpeta/domain/sales/instalments'
import type { Payment } from '@carpeta/domain/sales/sale'
import { isWebAddress } from '@carpeta/domain/sales/statement'
import { useId, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { UfAmount } from '../../ui/display/amount.tsx'
import { StatusMark } from '../../ui/display/status-mark.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { ChevronRightIcon, ReceiptIcon } from '../../ui/icons/home-icons.tsx'
import { useCards } from '../../ui/table/use-cards.ts'
import { usePrinting } from '../../ui/use-printing.ts'
import accountStatement from './account-statement.module.css'
import instalmentTable from './instalment-table.module.css'

const columns: { header: string; isAmount?: boolean; isOnPhone?: boolean }[] = [
  { header: 'Vencimiento', isOnPhone: true },
  { header: 'Valor Cuota UF', isAmount: true, isOnPhone: true },
  { header: 'Monto pagado UF', isAmount: true },
  { header: 'Saldo UF', isAmount: true },
  { header: 'Estado', isOnPhone: true },
]

interface Props {
  years: InstalmentYear[]
  onlyPending: boolean
}

/**
 * One table with a group of rows for each year. On a phone an instalment is one line, and its other
 * amounts are shown on demand. What is folded is rendered for print.
 */
export function InstalmentTable({ years, onlyPending }: Props) {
  const isPhone = useCards(columns)
  const isPrinting = usePrinting()
  const opened = openYear(years)
  const [isWhole, setWhole] = useState(false)
  const near = isPhone && !isWhole && !isPrinting ? nearYears(years, opened) : years
  const isEmpty = onlyPending && years.every(({ isPaid }) => isPaid)
  const table = (
    <table
      className={instalmentTable.table}
      role="table"
      data-phone={isPhone || undefined}
      hidden={isEmpty}
    >
      <VisuallyHidden component="caption">Cuotas</VisuallyHidden>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ header, isAmount, isOnPhone }) => (
            <th
              key={header}
              role="columnheader"
              scope="col"
              data-amount={isAmount || undefined}
              hidden={isPhone && !isOnPhone}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      {near.map((year) => (
        <YearOfInstalments
          key={year.year}
          year={year}
          isOpenAtFirst={year === opened}
          onlyPending={onlyPending}
          isPhone={isPhone}
          isPrinting={isPrinting}
        />
      ))}
    </table>
  )
  return (
    <>
      {table}
      {near.length < years.length && !isEmpty && (
        <Button variant="default" onClick={() => setWhole(true)}>
          Ver los {years.length} años
        </Button>
      )}
    </>
  )
}

/** A phone shows this many years at first. */
const FEW_YEARS = 6

/** The years around the open one, and those with something overdue. */
function nearYears(years: InstalmentYear[], opened: InstalmentYear | undefined): InstalmentYear[] {
  if (years.length <= FEW_YEARS) return years
  const place = opened ? years.indexOf(opened) : years.length - 1
  return years.filter(({ overdueCount }, index) => overdueCount > 0 || Math.abs(index - place) <= 1)
}

interface YearOfInstalmentsProps {
  year: InstalmentYear
  isOpenAtFirst: boolean
  onlyPending: boolean
  isPhone: boolean
  isPrinting: boolean
}

/** A phone shows so many paid instalments of the open year. */
const FEW_PAID = 2

/** Folded at first, except the year of the next instalment. */
function YearOfInstalments({
  year,
  isOpenAtFirst,
  onlyPending,
  isPhone,
  isPrinting,
}: YearOfInstalmentsProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const [isWhole, setWhole] = useState(false)
  // What a phone folds of the open year: only on a phone one scrolls past it.
  const isFolding =
    isPhone && isOpenAtFirst && !isWhole && !year.isPaid && year.paidCount > FEW_PAID
  const isPaidShown = !onlyPending && !isFolding
  return (
    <tbody role="rowgroup" hidden={onlyPending && year.isPaid}>
      <tr className={instalmentTable.year} role="row">
        <th role="rowheader" scope="rowgroup" colSpan={5}>
          <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <ChevronRightIcon size={18} />
            <strong>{year.year ?? 'Sin fecha'}</strong>
            <span className={instalmentTable.count}>{yearText(year)}</span>
            <YearTotal year={year} />
          </button>
        </th>
      </tr>
      {isOpen && isFolding && !onlyPending && (
        <tr className={instalmentTable.details} role="row">
          <td role="cell" colSpan={5}>
            <Button variant="default" size="sm" onClick={() => setWhole(true)}>
              Ver las {year.paidCount} pagadas
            </Button>
          </td>
        </tr>
      )}
      {(isOpen || isPrinting) &&
        year.instalments.map((instalment) => (
          <InstalmentLine
            key={instalment.index}
            instalment={instalment}
            isShown={isOpen && (isPaidShown || instalment.status !== 'paid')}
            isPhone={isPhone}
            // One tap, on the year, shows every column of what was folded.
            opensWithYear={isPhone && !isOpenAtFirst}
          />
        ))}
    </tbody>
  )
}

/** The year's unpaid rest, or its total once it is paid. */
function YearTotal({ year: { isPaid, amount, balance } }: { year: InstalmentYear }) {
  const value = isPaid ? amount : balance
  if (value === null) return null
  return (
    <span className={instalmentTable.total}>
      {isPaid ? 'Total ' : 'Por pagar '}
      <UfAmount value={value} />
    </span>
  )
}

interface InstalmentLineProps {
  instalment: DatedInstalment
  isShown: boolean
  isPhone: boolean
  opensWithYear: boolean
}

/** An instalment; its payments, and on a phone its other amounts, are in a row below on demand. */
function InstalmentLine({ instalment, isShown, isPhone, opensWithYear }: InstalmentLineProps) {
  const [isOpen, setIsOpen] = useState(opensWithYear)
  const id = useId()
  const { dueOn, amount, paid, balance, payments, status, isNext } = instalment
  const date = <UnbrokenDates text={dueOn ? shortDate(dueOn) : '-'} />
  const hasDetails = isPhone || payments.length > 0
  return (
    <>
      <tr
        className={instalmentTable.line}
        role="row"
        data-status={status}
        data-next={isNext || undefined}
        hidden={!isShown}
      >
        <td role="cell">
          {hasDetails ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setIsOpen(!isOpen)}
            >
              {date}
              <ChevronRightIcon size={16} />
            </button>
          ) : (
            date
          )}
          <Mark instalment={instalment} />
        </td>
        <td role="cell" data-amount>
          <UfAmount value={amount} isBare />
        </td>
        <td role="cell" data-amount hidden={isPhone}>
          <UfAmount value={paid} isBare />
        </td>
        <td role="cell" data-amount hidden={isPhone}>
          <UfAmount value={balance} isBare />
        </td>
        <td role="cell">
          <State instalment={instalment} isPhone={isPhone} />
        </td>
      </tr>
      {hasDetails && isOpen && (
        <tr className={instalmentTable.details} id={id} role="row" hidden={!isShown}>
          <td role="cell" colSpan={5}>
            <InstalmentDetails instalment={instalment} isPhone={isPhone} />
          </td>
        </tr>
      )}
    </>
  )
}

function Mark({ instalment }: { instalment: DatedInstalment }) {
  return instalment.isNext && <span className={instalmentTable.mark}> Próxima</span>
}

interface StateProps {
  instalment: DatedInstalment
  /** What is left, which has no column there. */
  isPhone: boolean
}

function State({ instalment, isPhone }: StateProps) {
  const { state, status, amount, balance } = instalment
  const partly = isPhone && status !== 'paid' && partlyPaidText({ amount: balance, whole: amount })
  return (
    <span className={instalmentTable.state} data-status={status}>
      <StatusMark status={status} />
      <span>
        {instalmentStateText(status, state)}
        {partly && <small>{partly}</small>}
      </span>
    </span>
  )
}

interface InstalmentDetailsProps {
  instalment: DatedInstalment
  /** The amounts that a phone's line has no room for. */
  isPhone: boolean
}

function InstalmentDetails({
  instalment: { paid, balance, payments },
  isPhone,
}: InstalmentDetailsProps) {
  return (
    <>
      {isPhone && (
        <dl className={instalmentTable.amounts}>
          <div>
            <dt>Monto pagado UF</dt>
            <dd>
              <UfAmount value={paid} isBare />
            </dd>
          </div>
          <div>
            <dt>Saldo UF</dt>
            <dd>
              <UfAmount value={balance} isBare />
            </dd>
          </div>
        </dl>
      )}
      {payments.length > 0 && (
        <ul className={instalmentTable.payments} aria-label="Pagos de esta cuota">
          {payments.map((payment, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a payment may have no key.
            <PaymentLine key={index} payment={payment} />
          ))}
        </ul>
      )}
    </>
  )
}

function PaymentLine({ payment }: { payment: Payment }) {
  const { key, amount, depositedOn, documentType, receiptUrl } = payment
  const facts = [depositedOn && shortDate(depositedOn), documentType].filter(Boolean).join(', ')
  return (
    <li>
      <span>Pago {key}</span>
      <UfAmount value={amount} />
      <span>
        <UnbrokenDates text={facts} />
      </span>
      {receiptUrl && <Receipt payment={payment} />}
    </li>
  )
}

/**
 * Links only to web addresses: a `javascript:` URL in the data must not run (docs/security.md 9.4).
 */
export function Receipt({ payment: { key, receiptUrl } }: { payment: Payment }) {
  if (!isWebAddress(receiptUrl)) return '-'
  return (
    <a
      className={accountStatement.receipt}
      href={receiptUrl}
      target="_blank"
      rel="noopener noreferrer"
    >
      <ReceiptIcon size={16} />
      Ver comprobante
      <VisuallyHidden component="span">
        {key && ` del pago ${key}`} (se abre en otra pestaña)
      </VisuallyHidden>
    </a>
  )
}
