import { notInPapers } from '@carpeta/domain/payments/awaited-notice'
import { nextPayment } from '@carpeta/domain/payments/next-payment'
import type { Sale } from '@carpeta/domain/sales/sale'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { isInCredit, isOwn } from '@carpeta/domain/sales/sale-rules'
import { lastReceipt } from '@carpeta/domain/sales/statement'
import { type ComponentType, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { lazyPart } from '../../connection/lazy-part.ts'
import { HelpLink } from '../../help/help-link.tsx'
import { ReportedPayments } from '../../payment-reports/member/reported-part.tsx'
import { useAwaited } from '../../payments/member/awaited.ts'
import { AwaitedNotes } from '../../payments/member/awaited-part.tsx'
import { LeaveGuardContext } from '../../requests/leave-guard.ts'
import { CERTIFICATE, tabSlugs } from '../../requests/member-address.ts'
import { useIsExtended } from '../../session/extended.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ChevronDownIcon, ChevronRightIcon, ReceiptIcon } from '../../ui/icons/home-icons.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { PageTabs } from '../../ui/layout/page-tabs.tsx'
import { usePhone } from '../../ui/table/use-cards.ts'
import accountStatement from '../statement/account-statement.module.css'
import { AccountStatement, PrintButton } from '../statement/account-statement.tsx'
import { PaperButton } from '../statement/paper-button.tsx'
import { type TabSlug, tabLabels } from './dashboard-title.ts'
import { useScrollToTabs, useSelection } from './hooks.ts'
import { SharedMark } from './sale-parts.tsx'
import { tabFacts } from './sale-shortcuts.tsx'
import classes from './sale-tabs.module.css'
import { type SaleTabProps, TabSkeleton } from './tab-parts.tsx'

interface SaleTab {
  slug: TabSlug
  Content: ComponentType<SaleTabProps>
}

// Loaded on demand: the tab that is shown first must not wait for them.
const HolderDataTab = lazyPart(async () => (await import('./holder-data-tab.tsx')).HolderDataTab)
const OtherPapers = lazyPart(
  async () => (await import('../statement/other-papers.tsx')).OtherPapers,
)
const DeedTab = lazyPart(async () => (await import('../deed/deed-tab.tsx')).DeedTab)
// A phone that shows something overdue.
const OverdueLine = lazyPart(
  async () => (await import('../statement/overdue-line.tsx')).OverdueLine,
)
const ProceduresTab = lazyPart(
  async () => (await import('../../requests/member/procedures-tab.tsx')).ProceduresTab,
)
const MyRequestsTab = lazyPart(
  async () => (await import('../../requests/member/my-requests.tsx')).MyRequestsTab,
)

const tabs: SaleTab[] = [
  { slug: tabSlugs.holderData, Content: HolderDataTab },
  { slug: tabSlugs.accountStatement, Content: AccountStatementTab },
  { slug: tabSlugs.deed, Content: DeedTab },
  { slug: tabSlugs.procedures, Content: ProceduresTab },
  { slug: tabSlugs.myRequests, Content: MyRequestsTab },
]

/** Only the holder asks for something. */
const ofHolder: readonly TabSlug[] = [tabSlugs.procedures, tabSlugs.myRequests]

const FIRST_SHOWN = tabSlugs.accountStatement

const tabsOf = (sale: Sale) =>
  isOwn(sale) ? tabs : tabs.filter(({ slug }) => !ofHolder.includes(slug))

/** @param tab from the address, which may name one that the sale does not have */
export function shownTab(sale: Sale, tab: string | null): TabSlug {
  return tabsOf(sale).find(({ slug }) => slug === tab)?.slug ?? FIRST_SHOWN
}

interface Props extends SaleTabProps {
  tab: string | null
  onTab: (slug: string) => void
  /** Chosen by the user or by a link, not by default. */
  isChosen: boolean
  /** Nothing of the sale stands above. */
  isAlone: boolean
  /** None is open: each says what it has. */
  isClosed: boolean
}

export function SaleTabs({ sale, today, tab, onTab, isChosen, isAlone, isClosed }: Props) {
  const awaited = sale.requests.filter(({ state }) => state === 'missing').length
  const shown = shownTab(sale, tab)
  const [isLocked, setLocked] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const isExtended = useIsExtended()
  const hasRequest = useSelection().request !== null && isExtended
  const facts = isClosed && {
    ...tabFacts(sale, today, isExtended),
    ...(isOwn(sale) && { [tabSlugs.holderData]: 'tus datos en la cooperativa' }),
    [tabSlugs.accountStatement]: isExtended
      ? 'cuotas, pagos y certificado para el banco'
      : 'cuotas y pagos',
  }
  useScrollToTabs(list, isChosen)
  useLayoutEffect(() => {
    // What stood above them goes, and with it the place that the page was scrolled to.
    if (isAlone) list.current?.scrollIntoView({ block: 'start' })
  }, [isAlone])
  return (
    <div
      ref={isAlone ? list : null}
      className={classes.tabs}
      data-alone={isAlone ? (hasRequest ? 'request' : 'tab') : undefined}
      data-closed={isClosed || undefined}
    >
      {isClosed ? (
        <h2>
          <VisuallyHidden component="span">{nameOf(sale)}</VisuallyHidden>
        </h2>
      ) : (
        <div className={classes.head}>
          {isAlone && !hasRequest && <BackLink to="/dashboard">Mi carpeta</BackLink>}
          <h2 className={classes.tabsHeading}>{nameOf(sale)}</h2>
        </div>
      )}
      {isAlone && <SharedMark sale={sale} />}
      <PageTabs
        tabs={tabsOf(sale).map(({ slug, Content }) => ({
          value: slug,
          label: facts ? (
            <ClosedTab label={tabLabels[slug]} fact={facts[slug]} />
          ) : (
            <>
              {tabLabels[slug]}
              {slug === tabSlugs.myRequests && <AwaitedCount count={awaited} />}
            </>
          ),
          isDisabled: isLocked && slug !== shown,
          content: (
            <ErrorBoundary fallback={<TabFailure />}>
              <LeaveGuardContext value={setLocked}>
                <Suspense fallback={<TabSkeleton />}>
                  <Content sale={sale} today={today} />
                </Suspense>
              </LeaveGuardContext>
            </ErrorBoundary>
          ),
        }))}
        shown={isClosed ? null : shown}
        onTab={onTab}
        label={`Información de ${nameOf(sale)}`}
        listRef={isAlone ? undefined : list}
        panelClassName={classes.tabPanel}
      />
    </div>
  )
}

function ClosedTab({ label, fact }: { label: string; fact: string | undefined }) {
  return (
    <>
      <span>
        {label}{' '}
        {fact && (
          <small>
            <UnbrokenDates text={fact} />
          </small>
        )}
      </span>
      <ChevronRightIcon size={18} />
    </>
  )
}

function AwaitedCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={classes.awaitedCount}>
      {count}
      <VisuallyHidden> por responder</VisuallyHidden>
    </span>
  )
}

/** Rendering again does not help when a file failed to load: React keeps the failure. */
function TabFailure() {
  return (
    <Notice
      tone="error"
      action={
        <Button variant="default" onClick={() => window.location.reload()}>
          Recargar la página
        </Button>
      }
    >
      No pudimos mostrar esta sección. Las demás pestañas siguen disponibles.
    </Notice>
  )
}

export function AccountStatementTab({ sale, today }: SaleTabProps) {
  const { covered, rest } = useAwaited(today)(sale)
  const isPhone = usePhone()
  const payment = nextPayment(rest, today)
  // Beside a balance in the member's favour nothing is asked for.
  const overdue = payment.kind === 'due' && !isInCredit(sale) ? payment.overdue : null
  return (
    <AccountStatement
      isDated={isPhone}
      covered={covered}
      notes={<AwaitedNotes covered={covered} today={today} />}
      sale={sale}
      today={today}
      tools={
        <>
          {!isPhone && <HelpLink topic="statement" />}
          {isPhone && overdue && (
            <Suspense fallback={<Skeleton width="100%" height={44} />}>
              <OverdueLine sale={sale} today={today} overdue={overdue} />
            </Suspense>
          )}
          <StatementTools
            code={sale.code}
            receipt={lastReceipt(sale)}
            year={today.slice(0, 4)}
            owed={rest}
            lacking={notInPapers(covered.values())}
          />
        </>
      }
      reported={
        <>
          <ReportedPayments sale={sale} isPendingOnly={!isPhone} />
          <p className={accountStatement.allPayments}>
            <Link to="/payments/own">Ver todos mis pagos</Link>
          </p>
        </>
      }
    />
  )
}

interface StatementToolsProps {
  code: string
  /** The address of the newest payment's receipt. */
  receipt?: string | null
  /** Whose days are offered first. */
  year?: string
  /** For the calendar. */
  owed?: Sale
  /** What the papers do not count yet. */
  lacking?: string | null
}

/** The newest receipt, the certificate, the statement as a file, and what else can be done with it. */
export function StatementTools({
  code,
  receipt = null,
  year = '',
  owed,
  lacking = null,
}: StatementToolsProps) {
  const [hasOthers, setHasOthers] = useState(false)
  const hasFiles = useIsExtended()
  const isPhone = usePhone()
  const { hash, key } = useLocation()
  const asked = hash === CERTIFICATE ? key : ''
  const certificate = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (asked === '') return
    certificate.current?.focus({ preventScroll: true })
    certificate.current?.scrollIntoView({ block: 'nearest' })
  }, [asked])
  const toCertificate = hasFiles && (
    <PaperButton code={code} paper="certificate" isMain={asked !== ''} ref={certificate}>
      Certificado para el banco
    </PaperButton>
  )
  const purpose = (
    <p className={accountStatement.purpose}>
      El certificado dice lo que debes y lo que has pagado, con un folio que tu banco puede
      verificar. El estado de cuenta, en PDF o CSV, es para ti: cada cuota y cada pago.{' '}
      {lacking && (
        <strong>
          <UnbrokenDates text={lacking} />
        </strong>
      )}
    </p>
  )
  return (
    <div className={accountStatement.tools}>
      <ButtonRow>
        {asked !== '' && toCertificate}
        {receipt && (
          <Button
            component="a"
            variant={asked === '' ? 'filled' : 'default'}
            size="sm"
            leftSection={<ReceiptIcon size={18} />}
            href={receipt}
            target="_blank"
            rel="noopener noreferrer"
          >
            Ver último comprobante
            <VisuallyHidden> (se abre en otra pestaña)</VisuallyHidden>
          </Button>
        )}
        {hasFiles ? (
          <>
            {asked === '' && toCertificate}
            <PaperButton code={code} paper="pdf">
              Descargar PDF
            </PaperButton>
            <PaperButton code={code} paper="csv">
              Descargar CSV
            </PaperButton>
            <Button
              variant="default"
              size="sm"
              leftSection={<ChevronDownIcon size={18} />}
              aria-expanded={hasOthers}
              onClick={() => setHasOthers(!hasOthers)}
            >
              Fechas, calendario e imprimir
            </Button>
          </>
        ) : (
          <PrintButton />
        )}
      </ButtonRow>
      <div className={accountStatement.purposes}>
        {hasFiles &&
          (isPhone && lacking === null ? (
            <details className={accountStatement.folded}>
              <summary>
                Para qué sirven
                <ChevronRightIcon size={18} />
              </summary>
              {purpose}
            </details>
          ) : (
            purpose
          ))}
        {isPhone && <HelpLink topic="statement" />}
      </div>
      <Suspense>{hasOthers && <OtherPapers code={code} year={year} owed={owed} />}</Suspense>
    </div>
  )
}
