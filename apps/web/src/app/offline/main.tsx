import '../../styles/styles.ts'
import { readSales } from '@carpeta/contract/read-sale'
import { type CalendarDate, shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { offlineMessages, offlineTitle } from '@carpeta/domain/offline/offline-texts'
import { bookedLater } from '@carpeta/domain/payments/booked-later'
import { type NextPayment, nextPayment, overdueLabel } from '@carpeta/domain/payments/next-payment'
import type { PaymentAccount } from '@carpeta/domain/payments/payment-account'
import { underReviewNotice } from '@carpeta/domain/sales/doubtful-figures'
import type { Sale } from '@carpeta/domain/sales/sale'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { isInCredit, isSelectable } from '@carpeta/domain/sales/sale-rules'
import { type ReactNode, useId, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { environment, setEnvironment } from '../../environment/environment.ts'
import { useEnvironment } from '../../environment/use-environment.ts'
import { WriteToUs } from '../../environment/write-to-us.tsx'
import { expiredOfflineCopy, readOfflineCopy } from '../../offline/offline-copy.ts'
import { canWorkOffline, stopOffline } from '../../offline/offline-device.ts'
import { AccountLines, FraudWarning } from '../../payments/member/account-lines.tsx'
import { BookedQuestion } from '../../payments/member/booked-question.tsx'
import { NothingDue } from '../../payments/member/due-amounts.tsx'
import { FiguresClash } from '../../payments/member/figures-clash.tsx'
import howToPay from '../../payments/member/how-to-pay.module.css'
import { UnderReview } from '../../sales/dashboard/sale-parts.tsx'
import { AccountStatement, PrintButton } from '../../sales/statement/account-statement.tsx'
import { Balance } from '../../sales/statement/balance.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { UfAmount } from '../../ui/display/amount.tsx'
import { Equivalent, UfOfToday } from '../../ui/display/equivalent.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Logo } from '../../ui/icons/logo.tsx'
import { PageTabs } from '../../ui/layout/page-tabs.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { Mantine } from '../../ui/mantine.tsx'
import layout from '../layout/layout.module.css'
import classes from './offline-page.module.css'

// The page that the service worker shows when there is no network or no server. With a copy it makes no call.

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const copy = canWorkOffline() ? await readOfflineCopy() : null
const expired = canWorkOffline() ? await expiredOfflineCopy() : null
if (expired) await stopOffline()
const { environment: known } = copy ?? expired ?? {}
if (known) setEnvironment(known)
// Somebody opened this page itself, with a network.
else if (!copy) void environment()

createRoot(root).render(
  <Mantine>
    <OfflinePage copy={copy && { ...copy, sales: readSales(copy.sales) }} />
  </Mantine>,
)

interface Props {
  /** Null when this device stores none. */
  copy: { savedAt: number; sales: Sale[]; account?: PaymentAccount | undefined } | null
}

/** The last account statement of this device, without any form. */
function OfflinePage({ copy }: Props) {
  const title = copy ? offlineTitle(copy.savedAt) : 'Sin conexión'
  return (
    <>
      <header className={`${layout.navbar} ${classes.bar}`}>
        <div className={layout.navbarInner}>
          <p className={`${layout.home} ${classes.home}`}>
            <Logo />
            <span>Carpeta Virtual</span>
          </p>
        </div>
      </header>
      <main className={classes.page}>
        <div className={classes.head}>
          <h1>
            <UnbrokenDates text={title} />
          </h1>
          <Button onClick={() => window.location.assign('/dashboard')}>Reintentar</Button>
        </div>
        <ErrorBoundary fallback={<NoCopy />}>
          {copy ? <Sales {...copy} /> : <NoCopy />}
        </ErrorBoundary>
      </main>
    </>
  )
}

function NoCopy() {
  return (
    <Stack>
      <Notice tone="warning">
        <p>{offlineMessages.none}</p>
        <p>{offlineMessages.next}</p>
      </Notice>
      <Contact />
    </Stack>
  )
}

/** A telephone works without internet. */
function Contact() {
  const { contact_email: email, contact_phone: phone } = useEnvironment() ?? {}
  if (!email && !phone) return null
  return (
    <p>
      Si tienes dudas, <WriteToUs />.
    </p>
  )
}

function Sales({ sales, savedAt, account }: NonNullable<Props['copy']>) {
  const open = sales.filter(isSelectable)
  const [chosen, setChosen] = useState(open[0]?.code ?? '')
  const day = todayInSantiago(new Date(savedAt))
  const [only, ...others] = open
  if (!only) return <Notice tone="info">No tenías una compra vigente.</Notice>
  if (others.length === 0) return <OfflineSale sale={only} day={day} account={account} />
  return (
    <PageTabs
      label="Tus compras"
      shown={chosen}
      onTab={setChosen}
      tabs={open.map((sale) => ({
        value: sale.code,
        label: nameOf(sale),
        content: <OfflineSale sale={sale} day={day} account={account} />,
      }))}
    />
  )
}

interface OfflineSaleProps {
  sale: Sale
  /** The day of the copy: what was due then is told by its date, not by the days that are left. */
  day: CalendarDate
  account: PaymentAccount | undefined
}

function OfflineSale({ sale, day, account }: OfflineSaleProps) {
  const titleId = useId()
  const payment = nextPayment(sale, day)
  const isCredit = isInCredit(sale)
  const booked = isCredit ? null : bookedLater(sale, day, new Map())
  return (
    <>
      <section className={classes.figures} aria-label="Lo que debías">
        <h2>{nameOf(sale)}</h2>
        <UfOfToday uf={sale.ufOfToday} />
        {payment.kind === 'due' ? (
          <>
            <dl className={classes.due}>
              <Due payment={payment} sale={sale} />
            </dl>
            {isCredit && <FiguresClash sale={sale} />}
            {booked && <BookedQuestion booked={booked} today={day} isOffline />}
            <p className={classes.awaited}>{offlineMessages.awaited}</p>
          </>
        ) : (
          <NothingDue kind={payment.kind} />
        )}
        <div className={classes.balance}>
          <Balance sale={sale} isDue={payment.kind === 'due'} />
        </div>
        <UnderReview notice={underReviewNotice(sale, ['instalments', 'balance'])} />
        <Contact />
      </section>
      {account && payment.kind === 'due' && !isCredit && (
        <section className={classes.figures} aria-labelledby={titleId}>
          <h2 id={titleId}>Cómo pagar por transferencia</h2>
          <dl className={howToPay.account}>
            <AccountLines account={account} sale={sale} />
          </dl>
          <p className={classes.awaited}>{offlineMessages.account}</p>
          <FraudWarning />
        </section>
      )}
      <AccountStatement sale={sale} today={day} tools={<PrintButton />} />
    </>
  )
}

interface DueProps {
  payment: Extract<NextPayment, { kind: 'due' }>
  sale: Sale
}

function Due({ payment: { overdue, next }, sale }: DueProps) {
  return (
    <>
      {overdue && (
        <Figure label={overdueLabel(overdue.count)} isOverdue>
          <UfAmount value={overdue.amount} size="large" />{' '}
          <Equivalent amount={overdue.amount} uf={sale.ufOfToday} />
          {overdue.dueOn && (
            <p>
              {overdue.count > 1 ? 'La más antigua venció el ' : 'Venció el '}
              <UnbrokenDates text={shortDate(overdue.dueOn)} />
            </p>
          )}
        </Figure>
      )}
      {next && (
        <Figure label="Próxima cuota">
          <UfAmount value={next.amount} size="large" />{' '}
          <Equivalent amount={next.amount} uf={sale.ufOfToday} />
          <p>
            Vence el <UnbrokenDates text={shortDate(next.dueOn)} />
          </p>
        </Figure>
      )}
    </>
  )
}

interface FigureProps {
  label: string
  isOverdue?: boolean
  children: ReactNode
}

function Figure({ label, isOverdue, children }: FigureProps) {
  return (
    <div className={classes.figure} data-overdue={isOverdue}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
