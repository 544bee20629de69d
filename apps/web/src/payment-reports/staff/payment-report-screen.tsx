import { dateOrNull, dateTimeInSantiago, shortDate } from '@carpeta/domain/dates/dates'
import { parsePesos, parseUf, type Uf } from '@carpeta/domain/money/money'
import { MAX_REASON } from '@carpeta/domain/payments/online-payment-rules'
import { isDerivedKey } from '@carpeta/domain/payments/payment-keys'
import {
  confirmationQuestion,
  fitOfAll,
  severalQuestion,
  sumText,
} from '@carpeta/domain/payments/payment-match'
import {
  anotherReceiptReason,
  MAX_DECLINE_REASON,
} from '@carpeta/domain/payments/payment-report-rules'
import {
  isPendingReport,
  MAX_CONFIRMING_PAYMENTS,
  mayHandlePaymentOf,
  paymentGoneLabel,
  paymentReportLabels,
  paymentReportMessages,
} from '@carpeta/domain/payments/payment-report-states'
import { formatRut } from '@carpeta/domain/people/rut'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { DocumentPages, ExpandButton, FullPages } from '../../documents/document-pages.tsx'
import { Confirmation } from '../../forms/confirmation.tsx'
import { ReasonDialog } from '../../forms/reason-dialog.tsx'
import page from '../../list/detail-page.module.css'
import { DetailPage } from '../../list/detail-page.tsx'
import { ListWay } from '../../list/list-way.tsx'
import { useNeighbours } from '../../list/neighbours.ts'
import { isRowId, useRowPath } from '../../list/row-path.ts'
import { startDetail } from '../../list/start-calls.ts'
import { Compared } from '../../payments/staff/compared.tsx'
import { ActionFailure, isConflict } from '../../requests/request-parts.tsx'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { useFilePath } from '../../staff/file-path.ts'
import { workCountsQuery } from '../../staff/work-counts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PesosAmount, UfAmount } from '../../ui/display/amount.tsx'
import { type Fact, Facts } from '../../ui/display/facts.tsx'
import { PhoneLink } from '../../ui/display/phone-link.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { WrappingEmail } from '../../ui/display/wrapping-email.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Checkbox } from '../../ui/fields/checkbox.ts'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { PaymentGoneMark, ReceiptButton, ReportStateMark } from '../report-parts.tsx'
import {
  confirmReport,
  declineReport,
  PAYMENT_REPORTS,
  type PaymentCandidate,
  REPORT_FILTERS,
  receiptPageQuery,
  type StaffPaymentReport,
  staffReportQuery,
  undoConfirmation,
} from './calls.ts'
import paymentReports from './payment-reports.module.css'

export const loader = startDetail((client, id) => client.prefetchQuery(staffReportQuery(id)))

export function Component() {
  const id = Number(useParams().id)
  const neighbours = useNeighbours(id, PAYMENT_REPORTS, REPORT_FILTERS)
  const query = useQuery({ ...staffReportQuery(id), enabled: isRowId(id) })
  const pathOf = useRowPath('/payment-reports')
  const navigate = useNavigate()
  const [done, setDone] = useState<{ confirmed: StaffPaymentReport; next: number }>()
  const { next } = neighbours
  return (
    <DetailPage
      id={id}
      query={query}
      title={isRowId(id) ? `Pago informado Nº ${id}` : 'Pago informado'}
      back={
        <>
          <ListWay list="/payment-reports" back="Volver a los pagos informados" {...neighbours} />
          {done?.next === id && <Confirmed report={done.confirmed} />}
        </>
      }
      unknown="No encontramos este pago informado."
    >
      {(report) => (
        <ReportDetail
          key={id}
          report={report}
          onNext={
            next === null
              ? undefined
              : () => {
                  setDone({ confirmed: report, next })
                  void navigate(pathOf(next))
                }
          }
        />
      )}
    </DetailPage>
  )
}

/** What was done to the report before this one. */
function Confirmed({ report: { id, amount, member } }: { report: StaffPaymentReport }) {
  const pathOf = useRowPath('/payment-reports')
  return (
    <Notice tone="success">
      Confirmaste <PesosAmount value={parsePesos(amount)} /> de {member.name}.{' '}
      <Link to={pathOf(id)}>Ver el pago informado Nº&nbsp;{id}</Link>
    </Notice>
  )
}

interface ReportProps {
  report: StaffPaymentReport
  /** Opens the next one of the list; undefined after the last one. */
  onNext: (() => void) | undefined
}

/** A reported payment, and what staff decide about it. */
function ReportDetail({ report, onNext }: ReportProps) {
  const { id, state, amount, member, reported_at } = report
  const me = useStoredUser()
  const isPending = isPendingReport(state)
  const isOwn = me ? !mayHandlePaymentOf(me.id, member.id) : false
  const isPaymentGone = state === 'confirmed' && !report.payment
  const title = useFocusOnArrival()
  const kept = useFocusKept<HTMLDivElement>('h1')
  return (
    <div {...kept}>
      <VisuallyHidden role="status">
        Estado: {isPaymentGone ? paymentGoneLabel : paymentReportLabels[state]}
      </VisuallyHidden>
      <div className={page.head}>
        <h1 ref={title} tabIndex={-1}>
          <PesosAmount value={parsePesos(amount)} /> de {member.name}
        </h1>
        <p className={page.detail}>
          Pago informado Nº {id} · {dateTimeInSantiago(reported_at)}
        </p>
        {isPaymentGone ? <PaymentGoneMark /> : <ReportStateMark state={state} />}
      </div>
      {isPending && !isOwn ? (
        <Decision report={report} onNext={onNext} />
      ) : (
        <Parts report={report}>
          {isPending ? (
            <Notice tone="info">{paymentReportMessages.ownReport.text}.</Notice>
          ) : (
            <Outcome report={report} isOwn={isOwn} />
          )}
        </Parts>
      )}
    </div>
  )
}

/** What was reported, and beside it what it is compared with or what became of it. */
function Parts({ report, children }: { report: StaffPaymentReport; children: ReactNode }) {
  return (
    <div className={paymentReports.parts}>
      <Reported report={report} />
      <div className={page.main}>
        {report.is_former_holder && (
          <Notice tone="warning">
            Ya no es titular de esta venta: contabilidad informa a otra persona. Antes de confirmar,
            revisa que el pago no sea de ella.
          </Notice>
        )}
        {children}
        <MemberCard report={report} />
      </div>
    </div>
  )
}

/** Beside the payments that may be it, so that one look decides. */
function Reported({
  report: { id, paid_on, amount, amount_uf, comment, receipt },
}: {
  report: StaffPaymentReport
}) {
  const paidOn = dateOrNull(paid_on)
  const [isFull, setFull] = useState(false)
  const pages = (name: string, tools?: ReactNode) => (
    <DocumentPages
      title={name}
      pageQuery={(page) => receiptPageQuery(id, page)}
      tools={tools}
      isCompact
    />
  )
  return (
    <Card title="Lo que informó">
      <Facts
        facts={[
          ['Fecha del pago', paidOn && shortDate(paidOn)],
          ['Monto', <PesosAmount key="amount" value={parsePesos(amount)} />],
          // Accounting's payments are in UF.
          ['En UF de ese día', amount_uf && <UfAmount key="uf" value={parseUf(amount_uf)} />],
        ]}
      />
      {comment && <p className={page.text}>«{comment}»</p>}
      {receipt ? (
        <div className={paymentReports.receipt}>
          {pages(receipt.name, <ExpandButton onClick={() => setFull(true)} />)}
          <div className={paymentReports.file}>
            <span className={paymentReports.fileName}>{receipt.name}</span>
            <ReceiptButton reportId={id} name={receipt.name} />
          </div>
        </div>
      ) : (
        <p className={page.detail}>El comprobante se borró con los datos del socio.</p>
      )}
      {receipt && isFull && (
        <Dialog title={receipt.name} fullScreen onClose={() => setFull(false)}>
          <FullPages>{pages(receipt.name)}</FullPages>
        </Dialog>
      )}
    </Card>
  )
}

function Outcome({ report, isOwn }: { report: StaffPaymentReport; isOwn: boolean }) {
  const { state, reason, closed_at, handler, payment } = report
  const [isUndoing, setUndoing] = useState(false)
  return (
    <Card title="Resultado">
      <p className={page.detail}>
        {[handler?.name, closed_at && dateTimeInSantiago(closed_at)].filter(Boolean).join(' · ')}
      </p>
      {state === 'declined' && <p className={page.text}>{reason}</p>}
      {state === 'cancelled' && <p>El socio anuló este informe.</p>}
      {state === 'confirmed' &&
        (payment ? (
          [payment, ...report.further_payments].map((each) => (
            <PaymentFacts key={each.key} payment={each} />
          ))
        ) : (
          <Notice tone="warning">
            La contabilidad ya no informa el pago con que se confirmó. Revísalo con el socio
            {isOwn ? '.' : ', o deshaz la confirmación para ver qué otros pagos podrían ser.'}
          </Notice>
        ))}
      {state === 'confirmed' && !isOwn && (
        <div>
          <Button variant="default" onClick={() => setUndoing(true)}>
            No es ese pago
          </Button>
        </div>
      )}
      {isUndoing && <UnmatchDialog report={report} onClose={() => setUndoing(false)} />}
    </Card>
  )
}

/** Says that accounting's payment is another one. */
function UnmatchDialog({ report, onClose }: { report: StaffPaymentReport; onClose: () => void }) {
  const reload = useReload()
  return (
    <ReasonDialog
      title="No es ese pago"
      submit="Deshacer la confirmación"
      maxLength={MAX_REASON}
      required={paymentReportMessages.reasonRequired}
      save={async (reason) => {
        await undoConfirmation(report.id, reason)
        await reload()
      }}
      onClose={onClose}
    >
      <p>
        {report.further_payments.length > 0
          ? 'Los pagos de contabilidad quedan libres'
          : 'El pago de contabilidad queda libre'}
        , y este informe vuelve a esperar: el socio lo ve otra vez pendiente de validación.
      </p>
    </ReasonDialog>
  )
}

/** Everybody's lists and this report are outdated after a decision; the list that it was opened from waits. */
function useReload(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: [PAYMENT_REPORTS, 'active'], refetchType: 'none' })
    await client.invalidateQueries({ queryKey: [PAYMENT_REPORTS, 'one'] })
    void client.invalidateQueries({ queryKey: workCountsQuery.queryKey })
  }
}

function MemberCard({ report }: { report: StaffPaymentReport }) {
  const { member, phone, project, sale_code } = report
  const path = useFilePath(member)
  return (
    <Card title="Socio">
      <Facts
        facts={[
          [
            'Nombre',
            path ? (
              <Link key="name" to={path}>
                {member.name}
              </Link>
            ) : (
              member.name
            ),
          ],
          ...(phone
            ? ([['Teléfono', <PhoneLink key="phone" phone={phone} />]] satisfies Fact[])
            : []),
          ['Rut', formatRut(member.social_security)],
          ['Correo', member.email && <WrappingEmail key="email" email={member.email} />, true],
          ['Proyecto', project],
          // What else was reported of it.
          [
            'Venta',
            <Link
              key="sale"
              to={`/payment-reports?${new URLSearchParams({ q: sale_code })}`}
              aria-label={`${sale_code}, sus pagos informados`}
            >
              {sale_code}
            </Link>,
          ],
        ]}
      />
    </Card>
  )
}

/** Confirms the report with a payment of accounting, or declines it, from the foot of the window. */
function Decision({ report, onNext }: ReportProps) {
  const refetch = useReload()
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>()
  const [doubtful, setDoubtful] = useState<PaymentCandidate[]>()
  const [ticked, setTicked] = useState<string[]>([])
  const [asked, setAsked] = useState<'reason' | 'receipt' | null>(null)
  // Nobody decides about a state that has changed.
  const isStale = isConflict(failure)
  const matching = report.candidates.filter(({ fit }) => fit === 'match')
  const [only] = matching.length === 1 ? matching : []
  // A payment that matches needs no others.
  const summed =
    matching.length === 0 ? report.candidates.filter(({ key }) => ticked.includes(key)) : []

  async function reload(): Promise<boolean> {
    await refetch()
    setFailure(undefined)
    return true
  }

  async function decide(name: string, action: () => Promise<unknown>, onDone?: () => void) {
    setBusy(name)
    setFailure(undefined)
    try {
      await action()
      await reload()
      onDone?.()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(null)
    }
  }

  const confirmWith = (payments: PaymentCandidate[]) =>
    confirmReport(
      report.id,
      payments.map(({ key }) => key),
      fitTogether(report, payments) !== 'match',
    )

  const confirm = (payments: PaymentCandidate[]) =>
    decide(payments.length === 1 ? (payments[0]?.key ?? '') : SEVERAL, () => confirmWith(payments))

  /** Asks first where they do not match. */
  function choose(payments: PaymentCandidate[]) {
    if (fitTogether(report, payments) === 'match') void confirm(payments)
    else setDoubtful(payments)
  }

  const tickOf = (candidate: PaymentCandidate) =>
    matching.length === 0 &&
    candidate.amount_uf !== '' && (
      <Checkbox
        label="Sumar"
        aria-label={`Sumar ${paymentName(candidate)}`}
        checked={ticked.includes(candidate.key)}
        disabled={
          busy !== null ||
          (!ticked.includes(candidate.key) && summed.length >= MAX_CONFIRMING_PAYMENTS)
        }
        onChange={({ currentTarget: { checked } }) =>
          setTicked(
            checked ? [...ticked, candidate.key] : ticked.filter((each) => each !== candidate.key),
          )
        }
      />
    )

  /** A conflict is said on the page, where the present state can be loaded. */
  async function decline(reason: string) {
    try {
      await declineReport(report.id, reason)
      await reload()
    } catch (error) {
      if (!isConflict(error)) throw error
      setFailure(error)
    }
  }

  const waysOf = (candidate: PaymentCandidate) => (
    <Ways
      candidate={candidate}
      isNamed={candidate === only}
      busy={busy}
      tick={tickOf(candidate)}
      onConfirm={() => choose([candidate])}
      onNext={
        onNext &&
        (() => void decide(goingOn(candidate.key), () => confirmWith([candidate]), onNext))
      }
    />
  )

  return (
    <>
      <Parts report={report}>
        <Card title="Pagos de la venta en contabilidad">
          <Candidates
            report={report}
            chosen={isStale ? undefined : only}
            waysOf={(candidate) => !isStale && candidate !== only && waysOf(candidate)}
          />
        </Card>
      </Parts>
      <section className={paymentReports.foot} aria-label="Decisión">
        <ActionFailure failure={failure} reload={reload} needsReload update="Ver cómo quedó" />
        {/* Always there, so that what it says later is announced. */}
        <p role="status" className={paymentReports.sum}>
          {!isStale && summed.length > 0 && sumText(parseUf(report.amount_uf), amountsOf(summed))}
        </p>
        {!isStale && (
          <ButtonRow>
            {only && waysOf(only)}
            {summed.length > 1 && (
              <Button
                loading={busy === SEVERAL}
                disabled={busy !== null && busy !== SEVERAL}
                onClick={() => choose(summed)}
              >
                Confirmar con {summed.length} pagos
              </Button>
            )}
            <Button variant="default" disabled={busy !== null} onClick={() => setAsked('reason')}>
              Rechazar…
            </Button>
            {report.receipt && (
              <Button
                variant="default"
                disabled={busy !== null}
                onClick={() => setAsked('receipt')}
              >
                Pedir otro comprobante
              </Button>
            )}
          </ButtonRow>
        )}
      </section>
      {asked === 'reason' && (
        <ReasonDialog
          title="Rechazar el pago informado"
          submit="Rechazar"
          maxLength={MAX_DECLINE_REASON}
          required={paymentReportMessages.reasonRequired}
          save={decline}
          onClose={() => setAsked(null)}
        >
          <p>El socio lee el motivo en su carpeta; recibe un correo sin el motivo.</p>
        </ReasonDialog>
      )}
      {asked === 'receipt' && (
        <Confirmation
          title="Pedir otro comprobante"
          confirm="Pedir otro comprobante"
          action={() => decline(anotherReceiptReason)}
          onClose={() => setAsked(null)}
        >
          <p>
            Este informe queda «Rechazado», y {report.member.name} recibe un correo. En su carpeta
            lee:
          </p>
          <blockquote className={paymentReports.quote}>{anotherReceiptReason}</blockquote>
        </Confirmation>
      )}
      {doubtful && (
        <Doubt
          report={report}
          payments={doubtful}
          action={() => confirm(doubtful)}
          onClose={() => setDoubtful(undefined)}
        />
      )}
    </>
  )
}

interface DoubtProps {
  report: StaffPaymentReport
  payments: PaymentCandidate[]
  action: () => Promise<void>
  onClose: () => void
}

/** Names the reported payment and accounting's, where one cannot see them together. */
function Doubt({ report, payments, action, onClose }: DoubtProps) {
  const { paidOn, amount, uf } = paidOf(report)
  const [candidate] = payments
  const deposits = amountsOf(payments)
  const question =
    payments.length > 1
      ? severalQuestion
      : (asked: Omit<Parameters<typeof severalQuestion>[0], 'deposits'>) =>
          confirmationQuestion({
            ...{ source: 'reported', ...asked },
            deposit: {
              depositedOn: dateOrNull(candidate?.deposited_on ?? ''),
              uf: deposits[0] ?? null,
            },
          })
  return (
    <Confirmation
      title={
        payments.length > 1
          ? `Confirmar con ${payments.length} pagos distintos`
          : 'Confirmar con un pago distinto'
      }
      confirm="Confirmar"
      isDanger
      action={action}
      onClose={onClose}
    >
      {paidOn && amount && (
        <p>
          <UnbrokenDates text={question({ paidOn, amount, uf, deposits })} />
        </p>
      )}
      {payments.map((each) => (
        <div key={each.key}>
          {payments.length > 1 && <PaymentFacts payment={each} />}
          {payments.length === 1 && <Compared paid={paidOf(report)} candidate={each} />}
        </div>
      ))}
      {payments.length > 1 && <p>{sumText(uf, deposits)}</p>}
    </Confirmation>
  )
}

// No payment has these keys, since keys have no spaces around them.
const SEVERAL = ' several '
const goingOn = (key: string) => `${key} `

function fitTogether({ paid_on, amount }: StaffPaymentReport, payments: PaymentCandidate[]) {
  const [paidOn, pesos] = [dateOrNull(paid_on), parsePesos(amount)]
  if (!paidOn || !pesos) return 'other'
  return fitOfAll(
    { paidOn, amount: pesos },
    payments.map(({ deposited_on, pesos }) => ({
      depositedOn: dateOrNull(deposited_on),
      pesos: parsePesos(pesos),
    })),
  )
}

function amountsOf(payments: PaymentCandidate[]): Uf[] {
  return payments.flatMap(({ amount_uf }) => parseUf(amount_uf) ?? [])
}

interface CandidatesProps {
  report: StaffPaymentReport
  /** The payment with which the foot's button confirms. */
  chosen: PaymentCandidate | undefined
  /** The buttons of one payment. */
  waysOf: (candidate: PaymentCandidate) => ReactNode
}

/** The payments that may be the reported one, of which one that matches is alone; the others only when asked for. */
function Candidates({ report, chosen, waysOf }: CandidatesProps) {
  const { candidates } = report
  const matching = candidates.filter(({ fit }) => fit === 'match')
  const close = matching.length > 0 ? matching : candidates.filter(({ fit }) => fit !== 'other')
  const others = candidates.filter((candidate) => !close.includes(candidate))
  const list = (listed: PaymentCandidate[]) => (
    <ul className={paymentReports.candidates}>
      {listed.map((candidate) => (
        <li
          key={candidate.key}
          className={paymentReports.candidate}
          data-chosen={candidate === chosen || undefined}
        >
          <div>
            <PaymentFacts payment={candidate} />
            <Compared paid={paidOf(report)} candidate={candidate} />
          </div>
          {candidate === chosen && <p className={paymentReports.mark}>Se confirma con este</p>}
          {waysOf(candidate)}
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {close.length === 0 ? (
        <p>Todavía no hay un pago parecido. Puede llegar con la próxima carga de contabilidad.</p>
      ) : (
        list(close)
      )}
      {others.length > 0 && (
        <details className={paymentReports.others}>
          <summary>
            {others.length === 1
              ? 'Otro pago de la venta'
              : `Otros ${others.length} pagos de la venta`}
          </summary>
          {list(others)}
        </details>
      )}
    </>
  )
}

interface WaysProps {
  candidate: PaymentCandidate
  /** The first button names it, since they stand apart from it. */
  isNamed: boolean
  /** Lets the payment be added to others; stands before its buttons. */
  tick: ReactNode
  /** The key of the payment that is being confirmed, or `goingOn` of it. */
  busy: string | null
  onConfirm: () => void
  /** Confirms with one that matches and opens the next report; undefined where there is none. */
  onNext: (() => void) | undefined
}

function Ways({ candidate, isNamed, tick, busy, onConfirm, onNext }: WaysProps) {
  const { key, fit } = candidate
  const isLeading = fit === 'match' && onNext !== undefined
  const label = fit === 'match' ? 'Confirmar con' : 'Usar este pago…,'
  const confirm = isNamed ? `Confirmar con ${paymentName(candidate)}` : 'Confirmar'
  const buttonOf = (name: string) =>
    ({
      size: 'sm',
      loading: busy === name,
      disabled: busy !== null && busy !== name,
    }) as const
  return (
    <div className={paymentReports.ways}>
      {tick}
      {isLeading && (
        <Button
          {...buttonOf(goingOn(key))}
          aria-label={`Confirmar con ${paymentName(candidate)} y abrir el siguiente`}
          onClick={onNext}
        >
          {confirm} y abrir el siguiente
        </Button>
      )}
      <Button
        {...buttonOf(key)}
        variant={fit === 'match' && !isLeading ? 'filled' : 'default'}
        aria-label={`${label} ${paymentName(candidate)}`}
        onClick={onConfirm}
      >
        {fit !== 'match' ? 'Usar este pago…' : isLeading ? 'Confirmar' : confirm}
      </Button>
    </div>
  )
}

/** The reported payment, as one of accounting is compared with it. */
function paidOf({ paid_on, amount, amount_uf }: StaffPaymentReport) {
  return {
    paidOn: dateOrNull(paid_on),
    amount: parsePesos(amount),
    uf: parseUf(amount_uf),
  }
}

/** A payment of accounting in one line. */
function PaymentFacts({ payment }: { payment: NonNullable<StaffPaymentReport['payment']> }) {
  const { key, deposited_on, amount_uf, document_type, pesos } = payment
  const day = dateOrNull(deposited_on)
  return (
    <div className={paymentReports.payment}>
      <p className={paymentReports.paymentTitle}>
        {pesos !== null && (
          <>
            <PesosAmount value={parsePesos(pesos)} isAbout />
            {' · '}
          </>
        )}
        <UfAmount value={parseUf(amount_uf)} />
      </p>
      <p className={page.detail}>
        {[day ? shortDate(day) : 'Sin fecha', document_type, !isDerivedKey(key) && `Pago ${key}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

/** Its accessible name. A key that the portal derived is not accounting's number, so it is left out. */
function paymentName({ key, deposited_on }: { key: string; deposited_on: string }): string {
  const day = dateOrNull(deposited_on)
  if (!isDerivedKey(key)) return `el pago ${key}`
  return day ? `el pago del ${shortDate(day)}` : 'el pago sin fecha'
}
