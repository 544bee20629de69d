import type { Sale } from '@carpeta/domain/sales/sale'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { isOwn } from '@carpeta/domain/sales/sale-rules'
import { type ComponentType, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { lazyPart } from '../../connection/lazy-part.ts'
import { LeaveGuardContext } from '../../requests/leave-guard.ts'
import { tabSlugs } from '../../requests/member-address.ts'
import { useIsExtended } from '../../session/extended.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ChevronRightIcon } from '../../ui/icons/home-icons.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { PageTabs } from '../../ui/layout/page-tabs.tsx'
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

// Loaded on demand: a phone's home opens none.
const HolderDataTab = lazyPart(async () => (await import('./holder-data-tab.tsx')).HolderDataTab)
const AccountStatementTab = lazyPart(
  async () => (await import('../statement/account-statement-tab.tsx')).AccountStatementTab,
)
const DeedTab = lazyPart(async () => (await import('../deed/deed-tab.tsx')).DeedTab)
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
