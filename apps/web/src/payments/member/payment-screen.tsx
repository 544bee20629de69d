import {
  dateOrNull,
  dateTimeInSantiago,
  shortDate,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'
import { formatUfRate, parsePesos, parseUf, parseUfRate } from '@carpeta/domain/money/money'
import { lateRecordingDays } from '@carpeta/domain/payments/awaited-notice'
import { paidPartText } from '@carpeta/domain/payments/due-parts'
import {
  asksByItself,
  cardTypeName,
  doNotPayAgain,
  isOpenOrder,
  leftWebpay,
  mayGoBack,
  mayStartAgain,
  nextStep,
  type OrderState,
  orderOutcomes,
  refundInDoubt,
  returnFieldNames,
  whenReviewed,
} from '@carpeta/domain/payments/online-payment-rules'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { mayPayOnline } from '@carpeta/domain/sales/sale-rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { mayPass } from '../../api/query-client.ts'
import { serverNow } from '../../api/server-clock.ts'
import { lazyPart } from '../../connection/lazy-part.ts'
import { WriteToUs } from '../../environment/write-to-us.tsx'
import { DetailPage } from '../../list/detail-page.tsx'
import { isRowId } from '../../list/row-path.ts'
import { salesQuery } from '../../sales/calls.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { useIsView } from '../../session/use-is-view.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PesosAmount, UfAmount } from '../../ui/display/amount.tsx'
import { type Fact, Facts } from '../../ui/display/facts.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import {
  CheckCircleIcon,
  ClockIcon,
  CrossCircleIcon,
  DashCircleIcon,
  DownloadIcon,
  type IconProps,
} from '../../ui/icons/icons.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import {
  downloadPaymentReceipt,
  type OnlinePayment,
  paymentQuery,
  type ReturnFields,
  returnFromWebpay,
} from '../calls.ts'
import { dayOf, isUnrecorded, ownPaymentsQuery } from './calls.ts'
import { useWebpay, WebpayUnopened } from './leave-for-webpay.tsx'
import { PAY, PAY_AMOUNT } from './pay-address.ts'
import classes from './payment-screen.module.css'
import { Standing } from './standing.tsx'

const HowToPayDialog = lazyPart(
  async () => (await import('./how-to-pay-dialog.tsx')).HowToPayDialog,
)

/** While Webpay does not say how a payment ended, or the next one may not begin yet. */
const ASK_AGAIN_MS = 5000
/** Ten minutes: each call counts as activity, and must not keep the session alive for ever. */
const MAX_ASKED = 120

/** A payment of the member's own, also where Webpay sends the browser back to. */
export function Component() {
  const id = Number(useParams().id)
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const client = useQueryClient()
  const fields: ReturnFields = Object.fromEntries(
    returnFieldNames.flatMap((name) => (params.has(name) ? [[name, params.get(name)]] : [])),
  )
  const isBack = Object.keys(fields).length > 0
  // The same return is one call, however often the page is rendered.
  const returned = useQuery({
    queryKey: ['member', 'online payment', id, 'return', fields],
    queryFn: () => returnFromWebpay(id, fields),
    enabled: isBack && isRowId(id),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => failures < 2 && mayPass(error),
  })
  // Until the portal has it, the order would say that nothing was paid.
  const isUntaken = returned.isError && !isNotFound(returned.error)
  const query = useQuery({
    ...paymentQuery(id),
    enabled: isRowId(id) && (!isBack || (returned.isFetched && !isUntaken)),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && isAboutToChange(data) && dataUpdateCount < MAX_ASKED ? ASK_AGAIN_MS : false,
  })

  // The token is used up: the address that stays in the history has none.
  useEffect(() => {
    if (!isBack || !returned.isSuccess) return
    client.setQueryData(paymentQuery(id).queryKey, returned.data)
    void client.invalidateQueries({ queryKey: ownPaymentsQuery.queryKey })
    void navigate(`/payments/${id}`, { replace: true })
  }, [isBack, returned, client, id, navigate])

  return (
    <DetailPage
      id={id}
      query={isUntaken ? returned : query}
      title="Pago en línea"
      back={<BackLink to="/dashboard">Volver a mi carpeta</BackLink>}
      unknown="No encontramos este pago."
    >
      {(payment) => <Outcome payment={payment} />}
    </DetailPage>
  )
}

/** The token is of another payment, or the payment of another member. */
function isNotFound(error: Error): boolean {
  return error instanceof ApiError && error.status === 404
}

function isAboutToChange(payment: OnlinePayment): boolean {
  const { state, redirect } = payment
  const isLeft = state === 'sent' && redirect === null
  return state === 'created' || state === 'unknown' || (isLeft && !mayBeginAnew(payment))
}

/** As the server decides, of a payment whose member did not come back. */
function mayBeginAnew({ state, created_at }: OnlinePayment): boolean {
  const order = { state, createdAt: new Date(created_at), commitStartedAt: null }
  return mayStartAgain(order, serverNow())
}

const looks: Record<OrderState, [icon: ComponentType<IconProps>, tone: string]> = {
  created: [ClockIcon, 'waiting'],
  sent: [ClockIcon, 'waiting'],
  unknown: [ClockIcon, 'uncertain'],
  authorized: [CheckCircleIcon, 'good'],
  rejected: [CrossCircleIcon, 'bad'],
  aborted: [DashCircleIcon, 'none'],
  expired: [DashCircleIcon, 'none'],
  refunded: [DashCircleIcon, 'none'],
}

function Outcome({ payment }: { payment: OnlinePayment }) {
  const { id, state, pesos, redirect } = payment
  const heading = useFocusOnArrival()
  const isView = useIsView()
  const { leave, isLeaving, unopened } = useWebpay()
  const isLeft = state === 'sent' && redirect === null && !isView
  const [Icon, tone] = looks[isLeft ? 'aborted' : state]
  const { title } = isLeft ? leftWebpay : orderOutcomes[state]
  const mayStart = isLeft && mayBeginAnew(payment)
  const isPaid = payment.authorized_at !== null
  const isEnded = !isOpenOrder(state) && !isPaid
  const facts = <Facts facts={factsOf(payment)} />
  return (
    <Card>
      <div className={classes.outcome} data-tone={tone} role="status">
        <Icon size={40} />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className={classes.pesos}>
          <PesosAmount value={parsePesos(pesos)} />
        </p>
        <WhatFor payment={payment} />
        {state === 'authorized' && <Standing payment={payment} />}
        <ReceiptSent payment={payment} />
        <p
          className={classes.next}
          data-lines={state === 'unknown' || redirect !== null || undefined}
        >
          {isLeft ? leftWebpay[mayStart ? 'next' : 'wait'] : <Next payment={payment} />}
        </p>
      </div>
      {isPaid && facts}
      <div className={classes.buttons}>
        {redirect && !isView && (
          <Button loading={isLeaving} onClick={() => leave(redirect)}>
            Seguir en Webpay
          </Button>
        )}
        {state === 'unknown' && <RefreshButton id={id} />}
        {isPaid && <ReceiptButton id={id} folio={payment.folio} />}
        {(isEnded || mayStart) && (
          <Button component={Link} to={payAgain(payment)}>
            {isLeft ? 'Empezar de nuevo' : 'Intentar de nuevo'}
          </Button>
        )}
        {state === 'authorized' && (
          <Button component={Link} to="/dashboard">
            Volver a mi carpeta
          </Button>
        )}
        {(state === 'rejected' || isLeft) && !isView && (
          <TransferButton saleCode={payment.sale_code} />
        )}
      </div>
      <WebpayUnopened redirect={unopened} />
      {state === 'unknown' && (
        <p className={classes.doubts}>
          Si tienes dudas, <WriteToUs about={aboutOf(payment)} /> e indica el <Folio of={payment} />
          .
        </p>
      )}
      {/* What can be done comes before what is kept of it. */}
      {!isPaid && facts}
    </Card>
  )
}

function aboutOf({ folio }: OnlinePayment): string {
  return `Pago en línea ${folio}`
}

/** What comes next, and whom to write to when it does not come. */
function Next({ payment }: { payment: OnlinePayment }) {
  const { state, redirect, recorded_on } = payment
  const created = new Date(payment.created_at)
  const about = aboutOf(payment)
  if (payment.is_refund_uncertain) {
    return (
      <>
        {refundInDoubt} <WriteToUs about={about} /> e indica el <Folio of={payment} />.
      </>
    )
  }
  const lateDays = isUnrecorded(payment)
    ? lateRecordingDays(dayOf(payment), todayInSantiago(serverNow()))
    : null
  if (lateDays !== null) {
    return (
      <>
        <strong className={classes.first}>{doNotPayAgain.late}</strong> Contabilidad todavía no lo
        registra y ya pasaron {lateDays} días: <WriteToUs about={about} /> e indica el{' '}
        <Folio of={payment} />.
      </>
    )
  }
  const next = nextStep(state, dateOrNull(recorded_on))
  if (redirect) return `${next}\n${mayGoBack(created)}`
  if (state !== 'unknown') return next
  return (
    <>
      <strong className={classes.first}>{doNotPayAgain.unknown}</strong>{' '}
      {[next, whenReviewed(created, serverNow()), asksByItself].join('\n')}
    </>
  )
}

/** Its hyphen breaks no line. */
function Folio({ of: { folio } }: { of: OnlinePayment }) {
  return <span className={classes.folio}>folio {folio}</span>
}

/** The page asks by itself, but not for ever. */
function RefreshButton({ id }: { id: number }) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const refresh = async () => {
    setBusy(true)
    await client.refetchQueries({ queryKey: paymentQuery(id).queryKey })
    setBusy(false)
  }
  return (
    <Button variant="default" loading={isBusy} onClick={() => void refresh()}>
      Actualizar
    </Button>
  )
}

/** What the bank did not authorise can be transferred. */
function TransferButton({ saleCode }: { saleCode: string }) {
  const { data: sales = [] } = useQuery(salesQuery)
  const [isOpen, setOpen] = useState(false)
  const sale = sales.find(({ code }) => code === saleCode)
  if (!sale || !mayPayOnline(sale)) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Prefiero transferir
      </Button>
      {isOpen && (
        <Suspense>
          <HowToPayDialog
            sale={sale}
            today={todayInSantiago(serverNow())}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Opens the dialog with the same choice. */
function payAgain({ sale_code, choice, pesos }: OnlinePayment): string {
  const search = new URLSearchParams({ venta: sale_code, [PAY]: choice })
  if (choice === 'other') search.set(PAY_AMOUNT, pesos)
  return `/dashboard?${search}`
}

/** 'Altos de Tumbes · Casa 7 · cuota del 05-12-2026'. */
function WhatFor({ payment }: { payment: OnlinePayment }) {
  const { data: sales = [] } = useQuery(salesQuery)
  const { sale_code, choice, due_on, last_due_on } = payment
  const sale = sales.find(({ code }) => code === sale_code)
  const part = paidPartText({
    choice,
    dueOn: dateOrNull(due_on),
    lastDueOn: dateOrNull(last_due_on),
  })
  return (
    <p className={classes.whatFor}>
      <UnbrokenDates text={`${sale ? nameOf(sale) : sale_code} · ${part}`} />
    </p>
  )
}

/** A receipt is sent whatever the member prefers. */
function ReceiptSent({ payment: { authorized_at } }: { payment: OnlinePayment }) {
  const user = useStoredUser()
  if (authorized_at === null || !user?.email) return null
  return (
    <p className={classes.next}>
      Enviamos el comprobante a <span className={classes.address}>{user.email}</span>.
    </p>
  )
}

function factsOf(payment: OnlinePayment): Fact[] {
  const { authorized_at, created_at, refunded_at, instalments, card_type, card_digits } = payment
  const rate = parseUfRate(payment.uf_value)
  const day = dateOrNull(payment.uf_date)
  const isApproved = authorized_at !== null
  return [
    ['Compra', payment.sale_code],
    ['Folio', payment.folio],
    [isApproved ? 'Fecha' : 'Empezado', dateTimeInSantiago(authorized_at ?? created_at)],
    ['Monto en UF', <UfAmount key="uf" value={parseUf(payment.uf)} />],
    ['Valor de la UF', rate && day ? `${formatUfRate(rate)} del ${shortDate(day)}` : null],
    ...(isApproved
      ? ([
          ['Medio de pago', `${cardTypeName(card_type)} terminada en ${card_digits}`],
          ['Cuotas de la tarjeta', instalments > 0 ? String(instalments) : 'Sin cuotas'],
          ['Código de autorización', payment.authorization_code],
        ] satisfies Fact[])
      : []),
    ...(refunded_at ? ([['Devuelto', dateTimeInSantiago(refunded_at)]] satisfies Fact[]) : []),
  ]
}

function ReceiptButton({ id, folio }: { id: number; folio: string }) {
  const { underWay, failure, save } = useDownload()
  const name = `Comprobante de pago en línea ${folio}.pdf`
  return (
    <>
      <Button
        variant="default"
        leftSection={<DownloadIcon size={18} />}
        loading={underWay !== null}
        onClick={() => void save(name, () => downloadPaymentReceipt(id))}
      >
        Descargar comprobante
      </Button>
      {failure !== undefined && <FailureNotice error={failure} />}
    </>
  )
}
