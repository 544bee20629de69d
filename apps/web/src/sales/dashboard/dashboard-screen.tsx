import { can } from '@carpeta/domain/access/permissions'
import { shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { NO_REPLY_DEADLINE } from '@carpeta/domain/requests/request-labels'
import { requestNumber } from '@carpeta/domain/requests/request-number'
import type { Sale } from '@carpeta/domain/sales/sale'
import { unitOf } from '@carpeta/domain/sales/sale-name'
import { isOwn, isSelectable, isVisible, selectedSale } from '@carpeta/domain/sales/sale-rules'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { preferencesQuery } from '../../accounts/profile/preferences.ts'
import { ownAnnouncementsQuery } from '../../announcements/member/calls.ts'
import { useUnread } from '../../announcements/member/unread.ts'
import { serverNow } from '../../api/server-clock.ts'
import { lazyPart } from '../../connection/lazy-part.ts'
import { memberDocumentsQuery } from '../../member-documents/member/calls.ts'
import { FIRST_NEWS, ownNewsQuery } from '../../news/calls.ts'
import { News } from '../../news/news.tsx'
import { ownReportsQuery } from '../../payment-reports/member/calls.ts'
import { ownPaymentsQuery } from '../../payments/member/calls.ts'
import { NextPayment } from '../../payments/member/next-payment.tsx'
import { PAY } from '../../payments/member/pay-address.ts'
import { UnsentPart } from '../../requests/member/unsent-part.tsx'
import { searchOfRequest, tabSlugs } from '../../requests/member-address.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Urgent } from '../../session/failures/urgent.tsx'
import { startCalls } from '../../session/start-calls.ts'
import { useIsView } from '../../session/use-is-view.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { workCountsQuery } from '../../staff/work-counts.ts'
import { tabStorage } from '../../ui/browser-storage.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { UfOfToday } from '../../ui/display/equivalent.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Unread } from '../../ui/display/unread.tsx'
import {
  AlertIcon,
  BellIcon,
  ChevronRightIcon,
  FileIcon,
  UsersIcon,
} from '../../ui/icons/home-icons.tsx'
import { Splash } from '../../ui/icons/splash.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { usePhone } from '../../ui/table/use-cards.ts'
import { salesQuery } from '../calls.ts'
import classes from './dashboard.module.css'
import { ANNOUNCEMENTS, DASHBOARD_TITLE, dashboardTitle, listSearch } from './dashboard-title.ts'
import { type Selection, useSelection } from './hooks.ts'
import { OfflineOfferPart } from './offline-offer-part.tsx'
import { CardSkeleton, SaleCards } from './sale-cards.tsx'
import { AsOf } from './sale-parts.tsx'
import { SaleTabs, shownTab } from './sale-tabs.tsx'
import { TabSkeleton, TabsPlace } from './tab-parts.tsx'

// After a payment that was not approved.
const PayFromAddress = lazyPart(
  async () => (await import('../../payments/member/pay-from-address.tsx')).PayFromAddress,
)
const StaffWelcome = lazyPart(
  async () => (await import('../../staff/staff-welcome.tsx')).StaffWelcome,
)
// A member opens an announcement now and then.
const Announcements = lazyPart(
  async () => (await import('../../announcements/member/announcements.tsx')).Announcements,
)
const RequestsWithoutTab = lazyPart(
  async () => (await import('../../requests/member/my-requests.tsx')).RequestsWithoutTab,
)

export const loader = startCalls((client, { user }) => {
  if (!user.profile?.is_client) return void client.prefetchQuery(workCountsQuery)
  void client.prefetchQuery(salesQuery).then(() => {
    void client.prefetchQuery(ownReportsQuery)
    void client.prefetchQuery(ownPaymentsQuery)
    void client.prefetchQuery(preferencesQuery)
    void client.prefetchQuery(ownAnnouncementsQuery)
    void client.prefetchQuery(ownNewsQuery(FIRST_NEWS))
  })
})

export function Component() {
  const user = useStoredUser()
  const [params] = useSearchParams()
  const isFirstVisit = useFirstVisit()
  const isTabAlone = useTabAlone() && user?.profile?.is_client
  if (!user) return null
  const isStaff = !user.profile?.is_client
  return (
    <Page
      title={DASHBOARD_TITLE}
      documentTitle={isStaff ? DASHBOARD_TITLE : dashboardTitle(params)}
      picture={
        !isTabAlone && (
          <Splash
            className={(isStaff ? classes.strip : classes.splash) ?? ''}
            isFirstVisit={isFirstVisit}
          />
        )
      }
      actions={
        !isTabAlone && (
          <>
            {!isStaff && <AnnouncementsLink hasBar={user.permissions.length === 0} />}
            {can(user, 'users.manage_users') && (
              <Button component={Link} to="/users" variant="default" leftSection={<UsersIcon />}>
                Usuarios
              </Button>
            )}
          </>
        )
      }
    >
      {isStaff ? (
        <Suspense>
          <StaffWelcome user={user} />
        </Suspense>
      ) : (
        <MemberPart opened={user.extended ? params.get(ANNOUNCEMENTS) : null} />
      )}
    </Page>
  )
}

/** @param opened an announcement, or the list of them; null for the sales. */
function MemberPart({ opened }: { opened: string | null }) {
  const isTabAlone = useTabAlone()
  if (opened !== null) {
    return (
      <Suspense fallback={<CardSkeleton />}>
        <Announcements opened={opened} />
      </Suspense>
    )
  }
  return (
    <>
      <p className={classes.lead} data-alone={isTabAlone || undefined}>
        Aquí ves lo que debes, lo que has pagado y cómo avanza la escritura de tu propiedad.
      </p>
      <MemberSales />
    </>
  )
}

function MemberSales() {
  const { data: sales, error, isPending, refetch } = useQuery(salesQuery)
  const isTabAlone = useTabAlone()
  if (sales) return <Sales sales={sales} />
  if (isPending) {
    return (
      <>
        {isTabAlone ? <TabSkeleton /> : <CardSkeleton />}
        <TabsPlace />
      </>
    )
  }
  return (
    <div className={classes.failure}>
      <LoadFailure error={error} onRetry={() => void refetch()}>
        <Urgent />
      </LoadFailure>
    </div>
  )
}

function Sales({ sales }: { sales: Sale[] }) {
  const selection = useSelection()
  const withoutTab = saleWithoutTab(sales, selection)
  const selected = selectedSale(sales, selection.code)
  const today = todayInSantiago(serverNow())
  const isPhone = usePhone()
  const isTabAlone = useTabAlone()
  const [params] = useSearchParams()
  // Its tab has what was not sent whole.
  const asking = selected !== null && isOwn(selected) ? selected.code : undefined
  const isUnsentBeside = !isPhone && asking !== undefined
  const tab = selected === null ? selection.tab : shownTab(selected, selection.tab)
  const hasMoney = !isTabAlone || !withoutMoney.includes(tab)
  // A phone opens tabs one at a time, each alone.
  const isClosed = isPhone && !isTabAlone && selected !== null
  const tabs = (
    <SelectedSale sale={selected} selection={selection} isAlone={isTabAlone} isClosed={isClosed} />
  )
  // A phone's home has it below what is due, which stands higher so.
  const isUfBelow = isPhone && !isTabAlone
  const uf = <UfOfToday uf={sales.find(isVisible)?.ufOfToday ?? null} />
  const asOf = (
    <div className={classes.asOf}>
      <AsOf sale={oldestOf(sales.filter(isVisible))} isFolded={isPhone} />
      {hasMoney && !isUfBelow && uf}
      {isUnsentBeside && <UnsentPart place="page" saleCode={asking} />}
    </div>
  )
  return (
    <>
      {hasMoney && asOf}
      {params.has(PAY) && (
        <Suspense>
          <PayFromAddress sales={sales} today={today} />
        </Suspense>
      )}
      {!isTabAlone && (
        <>
          <AwaitedReply sales={sales} open={selection.request} />
          <NextPayment sales={sales} selected={selected} today={today} />
          {isUfBelow && <div className={classes.ufBelow}>{uf}</div>}
          {!isUnsentBeside && (
            <UnsentPart place="page" saleCode={asking} rowClass={classes.linkRow} />
          )}
          {isClosed && tabs}
          <SaleCards sales={sales} selected={selected} onChoose={selection.chooseSale} />
          <NewDocuments />
          {sales.some(isVisible) && <News />}
          {sales.some(isVisible) && <OfflineOfferPart today={today} />}
        </>
      )}
      {withoutTab === null ? (
        !isClosed && tabs
      ) : (
        <Suspense fallback={<TabSkeleton />}>
          <RequestsWithoutTab
            code={withoutTab}
            sale={sales.find(({ code }) => code === withoutTab)}
          />
        </Suspense>
      )}
      {!hasMoney && ofAccounting.includes(tab) && asOf}
    </>
  )
}

const ofAccounting: readonly (string | null)[] = [tabSlugs.holderData, tabSlugs.deed]
const withoutMoney = [...ofAccounting, tabSlugs.procedures, tabSlugs.myRequests]

/** A phone shows a tab that the address names without what it came from. */
function useTabAlone(): boolean {
  const selection = useSelection()
  const { data: sales } = useQuery({ ...salesQuery, enabled: false })
  if (!usePhone() || selection.tab === null) return false
  const hasTab = (sales: Sale[]) =>
    selectedSale(sales, selection.code) !== null || saleWithoutTab(sales, selection) !== null
  return !sales || hasTab(sales)
}

interface SelectedSaleProps {
  sale: Sale | null
  selection: Selection
  isAlone: boolean
  isClosed: boolean
}

function SelectedSale({ sale, selection, isAlone, isClosed }: SelectedSaleProps) {
  const { code, tab, chooseTab } = selection
  if (!sale) return null
  return (
    <SaleTabs
      key={sale.code}
      sale={sale}
      today={todayInSantiago(serverNow())}
      tab={tab}
      onTab={(next) => chooseTab(sale.code, next, isClosed)}
      isChosen={code === sale.code && !isClosed}
      isAlone={isAlone}
      isClosed={isClosed}
    />
  )
}

/** The sale with the oldest data: nothing shown is older than its date. */
function oldestOf(sales: Sale[]): Sale | undefined {
  const dated = sales.filter(({ asOf }) => asOf !== null)
  return dated.sort((a, b) => Date.parse(a.asOf ?? '') - Date.parse(b.asOf ?? ''))[0]
}

/**
 * The sale whose requests the address names but no tab shows: it is completed, not approved or
 * withdrawn. Its requests can still be read.
 */
function saleWithoutTab(sales: Sale[], { code, tab, request }: Selection): string | null {
  if (tab !== tabSlugs.myRequests) return null
  const sale = sales.find((each) => each.code === code)
  const hasNoTab = sale ? isOwn(sale) && !isSelectable(sale) : request !== null
  return hasNoTab ? code : null
}

const AWAITED_TITLE = 'Esperamos tu respuesta'

interface AwaitedReplyProps {
  sales: Sale[]
  /** The open request is not listed. */
  open: string | null
}

/** The requests that wait for a reply of the member. */
function AwaitedReply({ sales, open }: AwaitedReplyProps) {
  const isView = useIsView()
  const awaited = sales.flatMap((sale) =>
    sale.requests
      .filter(({ state, key }) => state === 'missing' && key !== open)
      .map((request) => ({ sale, request })),
  )
  if (awaited.length === 0) return null
  return (
    <section className={classes.awaited} aria-label={AWAITED_TITLE}>
      <AlertIcon size={22} />
      <div>
        <h2>{AWAITED_TITLE}</h2>
        <ul>
          {awaited.map(({ sale, request: { key, procedureTitle, question, askedOn } }) => (
            <li key={key}>
              <p>
                <strong>{procedureTitle || 'Trámite'}</strong>
                <UnbrokenDates text={` · ${requestNumber(key)}`} />
                {sales.length > 1 && ` · ${unitOf(sale)}`}
              </p>
              {question && (
                <blockquote>
                  <UnbrokenDates text={question} />
                </blockquote>
              )}
              {askedOn && (
                <p>
                  <UnbrokenDates
                    text={`Te lo pedimos el ${shortDate(askedOn)}. ${NO_REPLY_DEADLINE}`}
                  />
                </p>
              )}
              <Button
                component={Link}
                to={{ search: searchOfRequest(sale.code, key) }}
                aria-label={`${isView ? 'Ver' : 'Responder'} ${procedureTitle || 'trámite'} ${requestNumber(key)}`}
              >
                {isView ? 'Ver' : 'Responder'}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** How many documents the member has not opened yet; nothing without any. */
function NewDocuments() {
  const { data } = useQuery(memberDocumentsQuery)
  const count = data?.filter(({ is_new }) => is_new).length
  if (!count) return null
  return (
    <Link className={classes.linkRow} to="/documents">
      <FileIcon size={20} />
      <span>{count === 1 ? 'Un documento nuevo' : `${count} documentos nuevos`}</span>
      <ChevronRightIcon size={18} />
    </Link>
  )
}

/** Leads to the announcements and news; says how many are unread. On a wide screen the bar of every page has both. */
function AnnouncementsLink({ hasBar }: { hasBar: boolean }) {
  // They wait for the balance, which the member came for.
  const { isPending } = useQuery(salesQuery)
  const unread = useUnread(!isPending)
  if (unread === null) return null
  return (
    <Button
      component={Link}
      to={{ search: listSearch }}
      className={hasBar ? classes.announcements : ''}
      variant="default"
      leftSection={<BellIcon size={18} />}
    >
      Avisos{' '}
      {unread > 0 && (
        <Unread className={classes.unread}>
          {unread} <span className={classes.words}>sin leer</span>
        </Unread>
      )}
    </Button>
  )
}

const VISITED = 'visited'

/** Whether this tab opens a dashboard for the first time. */
export function useFirstVisit(): boolean {
  const [isFirst] = useState(() => tabStorage.get(VISITED) === null)
  useEffect(() => tabStorage.set(VISITED, '1'), [])
  return isFirst
}
