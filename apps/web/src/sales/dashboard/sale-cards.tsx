import { type CalendarDate, shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { formatPercent, isPositiveUf } from '@carpeta/domain/money/money'
import { latenessText, notDeducted } from '@carpeta/domain/payments/awaited-notice'
import { doubtedPayment } from '@carpeta/domain/payments/booked-later'
import {
  type NextPayment,
  nextPayment,
  partlyPaidText,
} from '@carpeta/domain/payments/next-payment'
import { deductedText } from '@carpeta/domain/sales/balance-parts'
import { underReviewNotice } from '@carpeta/domain/sales/doubtful-figures'
import type { Sale } from '@carpeta/domain/sales/sale'
import { nameOf, unitOf } from '@carpeta/domain/sales/sale-name'
import {
  isHouse,
  isPaidUp,
  isSelectable,
  isVisible,
  needsViewButton,
  paidShare,
  pendingInstalments,
} from '@carpeta/domain/sales/sale-rules'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../api/server-clock.ts'
import { lazyPart } from '../../connection/lazy-part.ts'
import { type Awaited, useAwaited } from '../../payments/member/awaited.ts'
import { AwaitedNotes } from '../../payments/member/awaited-part.tsx'
import { PayButton, settledLabel } from '../../payments/member/pay-button.tsx'
import { ReviewFirst } from '../../payments/member/review-first.tsx'
import { searchOfTab, tabSlugs } from '../../requests/member-address.ts'
import { useIsExtended } from '../../session/extended.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { UfAmount } from '../../ui/display/amount.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import {
  AlertIcon,
  BuildingIcon,
  CalendarIcon,
  CheckCircleIcon,
  HouseIcon,
} from '../../ui/icons/home-icons.tsx'
import { usePhone } from '../../ui/table/use-cards.ts'
import { Balance } from '../statement/balance.tsx'
import { PaperButton } from '../statement/paper-button.tsx'
import { AdvisorContact } from './advisor-contact.tsx'
import dashboard from './dashboard.module.css'
import { Ring } from './ring.tsx'
import classes from './sale-cards.module.css'
import { SharedMark, UnderReview } from './sale-parts.tsx'
import { SaleShortcuts } from './sale-shortcuts.tsx'

// Loaded on demand: most members have a purchase.
const NoSales = lazyPart(async () => (await import('./no-sales.tsx')).NoSales)

interface SaleCardsProps {
  sales: Sale[]
  selected: Sale | null
  onChoose: (code: string) => void
}

export function SaleCards(props: SaleCardsProps) {
  const { sales } = props
  return (
    <>
      <Suspense>{sales.some(isVisible) ? <Cards {...props} /> : <NoSales />}</Suspense>
      <HiddenRequests sales={sales} />
    </>
  )
}

function Cards({ sales, selected, onChoose }: SaleCardsProps) {
  const today = todayInSantiago(serverNow())
  const visible = sales.filter(isVisible)
  return (
    <ul className={classes.cards}>
      {visible.map((sale) => (
        <li key={sale.code}>
          <BalanceCard
            sale={sale}
            today={today}
            isSelected={sale === selected && visible.length > 1}
            isOnly={visible.length === 1}
            onView={needsViewButton(sales, sale) ? () => onChoose(sale.code) : undefined}
            requestsSearch={
              isSelectable(sale) || sale.requests.length === 0 ? undefined : requestsOf(sale)
            }
          />
        </li>
      ))}
    </ul>
  )
}

/** A sale without a card can still have requests, such as data-subject requests. */
function HiddenRequests({ sales }: { sales: Sale[] }) {
  return sales
    .filter((sale) => !isVisible(sale) && sale.requests.length > 0)
    .map((sale) => (
      <p key={sale.code} className={classes.hidden}>
        <Link to={{ search: requestsOf(sale) }}>
          Ver mis trámites de {sale.project || sale.code}
        </Link>
      </p>
    ))
}

function requestsOf({ code }: Sale): string {
  return searchOfTab(code, tabSlugs.myRequests)
}

interface Props {
  sale: Sale
  today: CalendarDate
  isSelected: boolean
  /** A single card takes the whole width; what is due stands above it. */
  isOnly: boolean
  /** Absent when there is nothing to choose. */
  onView?: (() => void) | undefined
  /** Links to the requests of a sale that can no longer be selected. */
  requestsSearch?: string | undefined
}

/** A summary of one sale. */
export function BalanceCard(props: Props) {
  const { sale, today, isSelected, isOnly, onView, requestsSearch } = props
  const project = sale.project || sale.code
  const isPhone = usePhone()
  const awaited = useAwaited(today)(sale)
  const { covered, rest } = awaited
  const payment = nextPayment(rest, today)
  const isDue = payment.kind === 'due'
  const share = isPaidUp(sale) ? null : paidShare(sale)
  // Its papers are calls that the specification does not have.
  const isFinished = useIsExtended() && sale.completedOn !== null
  const hasShortcuts =
    onView || isFinished || (isPhone && isOnly && isSelectable(sale) && isPaidUp(sale))
  return (
    <article
      className={classes.frame}
      data-selected={isSelected || undefined}
      data-only={isOnly || undefined}
    >
      <div className={classes.card}>
        <div className={classes.identity}>
          <Title sale={sale} name={isOnly ? project : nameOf(sale)} />
          {isPhone && <p className={classes.home}>{homeText(sale)}</p>}
          <SharedMark sale={sale} />
          {!isPhone && <Facts sale={sale} />}
        </div>
        <Money sale={sale} isDue={isDue} missing={notDeducted(covered.values())} />
        <div className={classes.progress}>
          {share !== null && <PaidRing share={share} hasCaption={!isPhone} />}
          <div className={classes.next}>
            {share !== null && isPhone && <PaidCaption />}
            <Pending
              count={pendingInstalments(sale)}
              lateness={isDue && payment.overdue === null && latenessText(sale, covered, today)}
            />
            {!isOnly && (
              <>
                <Next payment={payment} />
                <AwaitedNotes covered={covered} today={today} />
              </>
            )}
            <UnderReview notice={underReviewNotice(sale, ['instalments', 'paid', 'pending'])} />
          </div>
        </div>
        {isPhone && (
          <div className={classes.advisor}>
            <p>Asesor: {sale.advisor || '-'}</p>
            <AdvisorContact sale={sale} />
          </div>
        )}
        {(hasShortcuts || sale.completedOn || (isDue && !isOnly)) && (
          <div className={classes.view}>
            {sale.completedOn && (
              <p>
                Compra finalizada el <UnbrokenDates text={shortDate(sale.completedOn)} />
              </p>
            )}
            {requestsSearch && (
              <Link to={{ search: requestsSearch }} aria-label={`Ver trámites de ${nameOf(sale)}`}>
                Ver trámites
              </Link>
            )}
            {hasShortcuts && <SaleShortcuts sale={sale} today={today} isOnly={isOnly} />}
            {isFinished && (
              <PaperButton code={sale.code} paper="pdf">
                Estado de Cuenta (PDF)
              </PaperButton>
            )}
            {isDue && !isOnly && <Pay {...{ sale, today, awaited }} />}
            {onView && (
              <Button
                variant="default"
                onClick={onView}
                aria-label={`Ver ${unitOf(sale)}, ${project}`}
                aria-pressed={isSelected}
              >
                Ver {unitOf(sale)}
              </Button>
            )}
          </div>
        )}
      </div>
    </article>
  )
}

/** As the line of 'Próximos pagos' offers it, more quietly. */
function Pay({ sale, today, awaited }: { sale: Sale; today: CalendarDate; awaited: Awaited }) {
  const name = nameOf(sale)
  const doubt = doubtedPayment(sale, today, awaited.covered)
  const settled = settledLabel(sale, today, awaited)
  if (doubt) return doubt.asked === null && <ReviewFirst sale={sale} isNamed />
  return settled === null ? (
    <PayButton sale={sale} today={today} of={name} variant="default" />
  ) : (
    <PayButton sale={sale} today={today} of={`de ${name}`} variant="subtle" label={settled} />
  )
}

function Title({ sale, name }: { sale: Sale; name: string }) {
  const Icon = isHouse(sale.mainProperty.type) ? HouseIcon : BuildingIcon
  return (
    <div className={classes.title}>
      <span className={classes.icon}>
        <Icon size={26} />
      </span>
      <h2>{name.replace(' · ', '\u00a0· ')}</h2>
    </div>
  )
}

function Facts({ sale }: { sale: Sale }) {
  const { mainProperty: main } = sale
  return (
    <dl className={classes.facts}>
      <Fact label="Tipo">{main.type}</Fact>
      <Fact label="Lote">{main.lot}</Fact>
      <Fact label="Condominio">{sale.condominium}</Fact>
      <Fact label="Asesor">
        {sale.advisor || '-'}
        <AdvisorContact sale={sale} />
      </Fact>
    </dl>
  )
}

/** The same in one line, without the advisor. */
function homeText({ mainProperty: { type, lot }, condominium }: Sale): string {
  // No line begins with the separator.
  return [type, lot && `Lote ${lot}`, condominium].filter(Boolean).join('\u00a0· ') || '-'
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || '-'}</dd>
    </div>
  )
}

interface MoneyProps {
  sale: Sale
  isDue: boolean
  /** What accounting has not deducted yet. */
  missing: string | null
}

function Money({ sale, isDue, missing }: MoneyProps) {
  return (
    <div className={classes.money}>
      <Balance {...{ sale, isDue, missing }} />
      <UnderReview notice={underReviewNotice(sale, ['balance'])} />
      {sale.price && isPositiveUf(sale.price) && (
        <p className={classes.price}>
          Precio de compra <UfAmount value={sale.price} />
          <br />
          {deductedText(sale)}
        </p>
      )}
    </div>
  )
}

/** What is paid at the signing is 'Reserva (2 %)' beside it. */
const PAID = 'pagado en cuotas'

interface PaidRingProps {
  share: string
  /** Below it. */
  hasCaption: boolean
}

function PaidRing({ share, hasCaption }: PaidRingProps) {
  const percent = formatPercent(share)
  return (
    <div className={classes.ring}>
      <Ring share={Number(share)} label={`${percent} ${PAID}`}>
        {percent}
      </Ring>
      {hasCaption && <PaidCaption />}
    </div>
  )
}

/** The ring's name says it too. */
function PaidCaption() {
  return <span aria-hidden="true">{PAID}</span>
}

/** Its icon is red above zero (docs/specification.md §2.47), so that nothing is late is said in words. */
function Pending({ count, lateness }: { count: number; lateness: string | false }) {
  const isNone = count === 0
  const Icon = isNone ? CheckCircleIcon : CalendarIcon
  return (
    <p className={classes.pending} data-none={isNone || undefined}>
      <Icon />
      <span>
        {isNone
          ? 'Sin cuotas pendientes'
          : `${count} ${count === 1 ? 'cuota pendiente' : 'cuotas pendientes'}`}
        {!isNone && lateness && <span className={classes.lateness}>{lateness}</span>}
      </span>
    </p>
  )
}

function Next({ payment }: { payment: NextPayment }) {
  if (payment.kind !== 'due') return null
  const { overdue, next } = payment
  const partly = next && partlyPaidText(next)
  return (
    <>
      {overdue && (
        <p className={classes.overdue}>
          <AlertIcon />
          <span>
            Atrasado <UfAmount value={overdue.amount} />
          </span>
        </p>
      )}
      {next && (
        <p className={classes.due}>
          <span className={classes.label}>Próxima cuota</span>
          <span>
            <UnbrokenDates text={shortDate(next.dueOn)} /> · <UfAmount value={next.amount} />
          </span>
          {partly && <span className={classes.label}>{partly}</span>}
        </p>
      )}
    </>
  )
}

export function CardSkeleton() {
  return (
    <>
      <p className={dashboard.asOf} role="status">
        Cargando…
      </p>
      <div className={classes.frame} data-only>
        <div className={classes.card} aria-hidden="true">
          <div className={classes.identity}>
            <div className={classes.title}>
              <Skeleton width={44} height={44} />
              <Skeleton width="60%" height={24} />
            </div>
            <div className={classes.facts}>
              {['Tipo', 'Lote', 'Condominio', 'Asesor'].map((label) => (
                <Skeleton key={label} height={40} />
              ))}
            </div>
          </div>
          <div className={classes.money}>
            <Skeleton width={48} height={20} />
            <Skeleton width={200} height={42} style={{ marginTop: 4 }} />
            <Skeleton width={160} height={20} style={{ marginTop: 8 }} />
          </div>
          <div className={classes.progress}>
            <Skeleton circle height={88} />
            <div className={classes.next}>
              <Skeleton width={150} height={24} />
              <Skeleton width={170} height={48} />
            </div>
          </div>
        </div>
      </div>
    </>
  )
}
