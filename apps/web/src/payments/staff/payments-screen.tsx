import {
  dateOrNull,
  dateTimeInSantiago,
  shortDate,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'
import { formatPesos, parsePesos, parseUf } from '@carpeta/domain/money/money'
import {
  cardTypeName,
  MAX_REASON,
  type OrderState,
  onlinePaymentMessages,
  orderLabels,
  orderStates,
} from '@carpeta/domain/payments/online-payment-rules'
import { confirmationQuestion } from '@carpeta/domain/payments/payment-match'
import { mayHandlePaymentOf } from '@carpeta/domain/payments/payment-report-states'
import { formatRut } from '@carpeta/domain/people/rut'
import { counted } from '@carpeta/domain/text/counted'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ANY_STATE, filtersOf } from '../../api/resources.ts'
import { Confirmation } from '../../forms/confirmation.tsx'
import { ReasonDialog } from '../../forms/reason-dialog.tsx'
import { Chip, ChipGroup } from '../../list/chip.tsx'
import { CsvButton } from '../../list/csv-button.tsx'
import type { FilterField } from '../../list/filters.tsx'
import linked from '../../list/list.module.css'
import { List } from '../../list/list.tsx'
import { type ListAddress, useListAddress } from '../../list/list-address.ts'
import { useListPage } from '../../list/list-page.tsx'
import { useListSearch } from '../../list/search-box.tsx'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { workCountsQuery } from '../../staff/work-counts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PesosAmount, UfAmount } from '../../ui/display/amount.tsx'
import { type Fact, Facts } from '../../ui/display/facts.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ExplainedCheckbox } from '../../ui/fields/explained-checkbox.tsx'
import { AlertIcon, ClockIcon } from '../../ui/icons/icons.tsx'
import { Page } from '../../ui/layout/page.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { OrderStateMark } from '../order-state.tsx'
import {
  candidatesQuery,
  expirePayment,
  exportPayments,
  matchPayment,
  PAYMENTS,
  type PaymentCandidate,
  type PaymentsPage,
  refundPayment,
  type StaffPayment,
  undoMatch,
} from './calls.ts'
import { Compared } from './compared.tsx'
import classes from './payments.module.css'

const FILTERS = ['q', 'state', 'from', 'to', 'unrecorded']
const FILE = 'pagos-en-linea.csv'

const fields: FilterField[] = [
  { name: 'from', label: 'Desde', isDay: true },
  { name: 'to', label: 'Hasta', isDay: true },
]

/** The members' payments by Webpay, the newest first. */
export function Component() {
  const address = useListAddress(FILTERS)
  const search = useListSearch({
    label: 'Buscar por nombre, rut, correo, venta o folio',
    text: address.asked.filters.q ?? '',
    onSearch: (q) => address.filter({ q }, { replace: true }),
    none: (text) => `Ningún pago coincide con «${text}».`,
  })
  const [shown, setShown] = useState<StaffPayment | null>(null)
  const [recorded, setRecorded] = useState<StaffPayment>()
  const { data } = useListPage<PaymentsPage>(PAYMENTS, address)
  const me = useStoredUser()
  const next = shown && me && data ? nextUnrecorded(data.results, shown, me.id) : undefined
  const { underWay, failure, save } = useDownload()
  return (
    <Page
      title="Pagos en línea"
      isWide
      actions={
        <>
          {search.inHead}
          <CsvButton
            isBusy={underWay !== null}
            onPress={() =>
              void save(FILE, () => exportPayments(filtersOf(PAYMENTS, address.asked)))
            }
          />
        </>
      }
    >
      {failure !== undefined && <FailureNotice error={failure} />}
      <div className={`${linked.rows} ${linked.pairs}`}>
        <List
          resource={PAYMENTS}
          caption="Pagos en línea"
          columns={columnsWith((payment) => {
            setRecorded(undefined)
            setShown(payment)
          })}
          nameOf={({ folio }) => `pago ${folio}`}
          address={address}
          {...search.ofList}
          filters={fields}
          besideFilters={<StateChips address={address} />}
          emptyHint="Ningún pago por Webpay espera que lo aclares. Los demás están en «Todos»."
        />
      </div>
      <Totals address={address} />
      {shown && (
        <PaymentDialog
          key={shown.id}
          payment={shown}
          recorded={recorded}
          onNext={
            next &&
            (() => {
              setRecorded(shown)
              setShown(next)
            })
          }
          onClose={() => setShown(null)}
        />
      )}
    </Page>
  )
}

/** The one of the page after it that is compared with accounting's payments too. */
function nextUnrecorded(rows: StaffPayment[], shown: StaffPayment, userId: number) {
  const place = rows.findIndex(({ id }) => id === shown.id)
  return rows
    .slice(place + 1)
    .find((row) => isUnrecorded(row) && mayHandlePaymentOf(userId, row.member.id))
}

function isUnrecorded({ state, recorded_on }: StaffPayment): boolean {
  return state === 'authorized' && recorded_on === ''
}

function columnsWith(show: (payment: StaffPayment) => void): Column<StaffPayment>[] {
  return [
    {
      header: 'Socio',
      cell: (payment) => (
        <>
          <button
            type="button"
            className={`${classes.opener} ${linked.open}`}
            aria-label={`${payment.member.name}, pago ${payment.folio}`}
            onClick={() => show(payment)}
          >
            {payment.member.name}
          </button>
          <span className={linked.detail}>{formatRut(payment.member.social_security)}</span>
        </>
      ),
      onCard: 'title',
    },
    {
      header: 'Venta',
      cell: ({ sale_code, project }) => (
        <>
          {sale_code}
          <span className={linked.detail}>{project}</span>
        </>
      ),
      isShort: true,
    },
    {
      header: 'Fecha',
      cell: ({ authorized_at, created_at }) => (
        <span className={linked.moment}>
          <UnbrokenDates text={dateTimeInSantiago(authorized_at ?? created_at)} />
        </span>
      ),
      isShort: true,
    },
    {
      header: 'Monto',
      cell: ({ pesos, uf }) => (
        <>
          <PesosAmount value={parsePesos(pesos)} />
          <span className={linked.detail}>
            <UfAmount value={parseUf(uf)} />
          </span>
        </>
      ),
      isAmount: true,
      onCard: 'aside',
    },
    {
      header: 'Estado',
      cell: (payment) => <State payment={payment} />,
      isShort: true,
    },
    { header: 'Folio', cell: ({ folio }) => folio, isShort: true },
  ]
}

function State({ payment }: { payment: StaffPayment }) {
  const { recorded_on, is_late, is_refund_uncertain } = payment
  const day = dateOrNull(recorded_on)
  return (
    <>
      <StateMark payment={payment} />
      {day && (
        <span className={linked.detail}>
          <UnbrokenDates text={`Registrado el ${shortDate(day)}`} />
        </span>
      )}
      {is_late && !is_refund_uncertain && (
        <span className={classes.late}>
          <AlertIcon size={16} />
          {lateLabel(payment)}
        </span>
      )}
    </>
  )
}

/** Approved is not the state of a payment that may have been given back. */
function StateMark({ payment: { state, is_refund_uncertain } }: { payment: StaffPayment }) {
  if (!is_refund_uncertain) return <OrderStateMark state={state} />
  return (
    <Tag icon={ClockIcon} tone="amber">
      Devolución sin confirmar
    </Tag>
  )
}

function lateLabel({ state }: StaffPayment): string {
  if (state === 'refunded') return 'Devuelto, y contabilidad todavía lo tiene'
  return state === 'authorized' ? 'Sin registrar' : 'Sin respuesta de Webpay'
}

/** The states by their names, which are the member's words: two of them have one. */
const chipStates: readonly (readonly OrderState[])[] = [
  ['created', 'sent'],
  ['unknown'],
  ['authorized'],
  ['rejected'],
  ['aborted'],
  ['expired'],
  ['refunded'],
]

function StateChips({ address }: { address: ListAddress }) {
  const { data } = useListPage<PaymentsPage>(PAYMENTS, address)
  const { state = '', unrecorded = '' } = filtersOf(PAYMENTS, address.asked)
  const chips = chipStates
    .map((states) => ({
      asked: states.join(','),
      states,
      count: data ? sumOf(states, data) : null,
    }))
    // A state without payments needs no chip.
    .filter(({ asked, count }) => count !== 0 || asked === state)
  return (
    <ChipGroup label="Estado">
      <Chip
        isOn={unrecorded !== ''}
        count={data?.unrecorded ?? null}
        onClick={() => address.filter(unrecorded ? all : { state: '', unrecorded: '1' })}
      >
        Por aclarar
      </Chip>
      {chips.map(({ asked, states: [first = 'sent'], count }) => {
        return (
          <Chip
            key={asked}
            isOn={state === asked}
            count={count}
            onClick={() => address.filter(state === asked ? all : { state: asked, unrecorded: '' })}
          >
            {orderLabels[first]}
          </Chip>
        )
      })}
      <Chip
        isOn={unrecorded === '' && (state === '' || state === ANY_STATE)}
        count={data ? sumOf(orderStates, data) : null}
        onClick={() => address.filter(all)}
      >
        Todos
      </Chip>
    </ChipGroup>
  )
}

const all = { state: ANY_STATE, unrecorded: '' }

function sumOf(states: readonly OrderState[], { counts }: PaymentsPage): number {
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
}

/** What was approved, by day, under the same filters. */
function Totals({ address }: { address: ListAddress }) {
  const { data } = useListPage<PaymentsPage>(PAYMENTS, address)
  if (!data || data.totals.length === 0) return null
  return (
    <details className={classes.totals}>
      <summary>Total aprobado por día</summary>
      <dl>
        {data.totals.map(({ date, count, pesos }) => {
          const day = dateOrNull(date)
          return (
            <div key={date}>
              <dt>
                {day && shortDate(day)} · {count === 1 ? '1 pago' : `${count} pagos`}
              </dt>
              <dd>
                <PesosAmount value={parsePesos(pesos)} />
              </dd>
            </div>
          )
        })}
      </dl>
    </details>
  )
}

interface DialogProps {
  payment: StaffPayment
  onClose: () => void
}

interface PaymentProps extends DialogProps {
  /** The payment before it, which was just recorded. */
  recorded: StaffPayment | undefined
  /** Opens the next one that accounting has not recorded; undefined after the last one. */
  onNext: (() => void) | undefined
}

/** A payment, and what staff do with it. */
function PaymentDialog({ payment, recorded, onNext, onClose }: PaymentProps) {
  const [action, setAction] = useState<'refund' | 'expire' | 'unmatch' | null>(null)
  const me = useStoredUser()
  if (action === 'refund') return <RefundDialog payment={payment} onClose={onClose} />
  if (action === 'expire') return <ExpireDialog payment={payment} onClose={onClose} />
  if (action === 'unmatch') return <UnmatchDialog payment={payment} onClose={onClose} />
  const { state, authorized_at, recorded_on, refunded_at } = payment
  const isRecorded = state === 'authorized' && recorded_on !== ''
  const isOwn = me ? !mayHandlePaymentOf(me.id, payment.member.id) : false
  const day = dateOrNull(recorded_on)
  return (
    <Dialog
      title={titleOf(payment)}
      onClose={onClose}
      buttons={
        <>
          <Button variant="default" onClick={onClose}>
            Cerrar
          </Button>
          {isRecorded && !isOwn && (
            <Button variant="default" onClick={() => setAction('unmatch')}>
              No es ese pago
            </Button>
          )}
          {payment.may_expire && !isOwn && (
            <Button variant="danger" className={classes.apart} onClick={() => setAction('expire')}>
              Dar por vencido
            </Button>
          )}
          {state === 'authorized' && !isOwn && (
            <Button variant="danger" className={classes.apart} onClick={() => setAction('refund')}>
              Devolver el pago
            </Button>
          )}
        </>
      }
    >
      <p className={classes.head}>
        <StateMark payment={payment} />
        <span className={classes.folio}>Pago {payment.folio}</span>
      </p>
      {recorded && (
        <Notice tone="success">
          Registraste <PesosAmount value={parsePesos(recorded.pesos)} /> de {recorded.member.name}.
        </Notice>
      )}
      {isUnrecorded(payment) && !isOwn && (
        <Candidates payment={payment} onNext={onNext} onClose={onClose} />
      )}
      <Facts
        facts={[
          ['Socio', payment.member.name],
          ['Venta', payment.sale_code],
          ['Monto', <PesosAmount key="pesos" value={parsePesos(payment.pesos)} />],
          ['En UF', <UfAmount key="uf" value={parseUf(payment.uf)} />],
          ['Empezado', dateTimeInSantiago(payment.created_at)],
          // What has not happened has no line.
          ...(authorized_at
            ? ([
                ['Aprobado', dateTimeInSantiago(authorized_at)],
                ['Código de autorización', payment.authorization_code],
                ['Tarjeta', `${cardTypeName(payment.card_type)} ${payment.card_digits}`],
              ] satisfies Fact[])
            : []),
          ...(day ? ([['Registrado', shortDate(day)]] satisfies Fact[]) : []),
          ...(refunded_at
            ? ([
                ['Devuelto', dateTimeInSantiago(refunded_at)],
                ['Motivo', payment.refund_reason],
              ] satisfies Fact[])
            : []),
        ]}
      />
      {(state === 'authorized' || payment.may_expire) && isOwn && (
        <Notice tone="info">{onlinePaymentMessages.ownPayment.text}.</Notice>
      )}
      {state === 'refunded' && payment.is_late && (
        <Notice tone="warning">
          {lateLabel(payment)}: la compra figura pagada. Pide a contabilidad que anule ese pago.
        </Notice>
      )}
    </Dialog>
  )
}

function titleOf({ pesos, member }: StaffPayment): string {
  const amount = parsePesos(pesos)
  return amount === null ? member.name : `${formatPesos(amount)} de ${member.name}`
}

/** Which payment of accounting was confirmed, and whether the next report opens afterwards. */
interface Pressed {
  key: string
  goesOn: boolean
}

/** The payments of accounting that may be this one. */
function Candidates({ payment, onNext, onClose }: Omit<PaymentProps, 'recorded'>) {
  const client = useQueryClient()
  const { data, error } = useQuery(candidatesQuery(payment.id))
  const [busy, setBusy] = useState<Pressed | null>(null)
  const [failure, setFailure] = useState<unknown>()
  const [doubtful, setDoubtful] = useState<PaymentCandidate>()

  async function match(key: string) {
    await matchPayment(payment.id, key)
    await client.invalidateQueries({ queryKey: [PAYMENTS] })
    void client.invalidateQueries({ queryKey: workCountsQuery.queryKey })
  }

  async function matchAndLeave(pressed: Pressed) {
    setBusy(pressed)
    setFailure(undefined)
    try {
      await match(pressed.key)
      if (pressed.goesOn) onNext?.()
      else onClose()
    } catch (reason) {
      setFailure(reason)
      setBusy(null)
    }
  }

  const paid = {
    paidOn: todayInSantiago(new Date(payment.created_at)),
    amount: parsePesos(payment.pesos),
    uf: parseUf(payment.uf),
  }
  const close = data?.filter(({ fit }) => fit !== 'other') ?? []
  const others = data?.filter(({ fit }) => fit === 'other') ?? []
  const list = (candidates: PaymentCandidate[]) => (
    <ul>
      {candidates.map((candidate) => {
        const { key, deposited_on, amount_uf, document_type, fit } = candidate
        const day = dateOrNull(deposited_on)
        const which = `${day ? shortDate(day) : 'sin fecha'}, ${document_type}`
        const isLeading = fit === 'match' && onNext !== undefined
        const matchButton = (goesOn: boolean) => {
          const isPressed = busy?.key === key && busy.goesOn === goesOn
          return {
            loading: isPressed,
            disabled: busy !== null && !isPressed,
            onClick: () => void matchAndLeave({ key, goesOn }),
          }
        }
        return (
          <li key={key}>
            <div>
              <strong>
                <UfAmount value={parseUf(amount_uf)} />
              </strong>
              {` · ${day ? shortDate(day) : 'Sin fecha'} · ${document_type}`}
              <Compared paid={paid} candidate={candidate} />
            </div>
            <div className={classes.ways}>
              {isLeading && (
                <Button
                  {...matchButton(true)}
                  aria-label={`Registrar y abrir el siguiente, con este: ${which}`}
                >
                  Registrar y abrir el siguiente
                </Button>
              )}
              {fit === 'match' ? (
                <Button
                  {...matchButton(false)}
                  variant={isLeading ? 'default' : 'filled'}
                  aria-label={`Registrar con este, ${which}`}
                >
                  Registrar con este
                </Button>
              ) : (
                <Button
                  variant="default"
                  disabled={busy !== null}
                  aria-label={`Usar este pago…, ${which}`}
                  onClick={() => setDoubtful(candidate)}
                >
                  Usar este pago…
                </Button>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
  return (
    <section className={classes.candidates} aria-label="Pagos en contabilidad">
      <h3>¿Cuál es en contabilidad?</h3>
      {error && !data && <FailureNotice error={error} />}
      {!error && !data && <Skeleton height={64} />}
      {data && close.length === 0 && (
        <p className={classes.hint}>
          Contabilidad todavía no informa un pago parecido, del día del pago en adelante. Llegará
          con una carga.
        </p>
      )}
      {list(close)}
      {others.length > 0 && (
        <details className={classes.totals}>
          <summary>
            {counted(others.length, 'otro pago posterior', 'otros pagos posteriores')} de la venta
          </summary>
          {list(others)}
        </details>
      )}
      {failure !== undefined && <FailureNotice error={failure} />}
      {doubtful && (
        <Confirmation
          title="Registrar con un pago distinto"
          confirm="Registrar"
          isDanger
          action={async () => {
            await match(doubtful.key)
            onClose()
          }}
          onClose={() => setDoubtful(undefined)}
        >
          {paid.amount && (
            <p>
              <UnbrokenDates
                text={confirmationQuestion({
                  ...{ source: 'online', paidOn: paid.paidOn, amount: paid.amount, uf: paid.uf },
                  deposit: {
                    depositedOn: dateOrNull(doubtful.deposited_on),
                    uf: parseUf(doubtful.amount_uf),
                  },
                })}
              />
            </p>
          )}
          <Compared paid={paid} candidate={doubtful} />
        </Confirmation>
      )}
    </section>
  )
}

/** Gives the whole amount back. */
function RefundDialog({ payment, onClose }: DialogProps) {
  const [isDone, setDone] = useState(false)
  const pesos = parsePesos(payment.pesos)
  return (
    <PaymentReason
      payment={payment}
      title={isDone ? 'Registrar la devolución' : 'Devolver el pago'}
      submit={
        isDone ? 'Registrar la devolución' : `Devolver ${pesos === null ? '' : formatPesos(pesos)}`
      }
      save={(reason) => refundPayment(payment.id, { reason, isDone })}
      more={
        <ExplainedCheckbox
          label="Ya se devolvió"
          description="La devolución está en el portal de Transbank: aquí solo queda registrada."
          checked={isDone}
          onChange={({ currentTarget }) => setDone(currentTarget.checked)}
        />
      }
      onClose={onClose}
    >
      {isDone ? (
        <>
          El pago de {payment.member.name} quedará como devuelto: aquí solo se anota, y no se mueve
          dinero.{' '}
        </>
      ) : (
        <>
          Se devuelven <PesosAmount value={pesos} /> a la tarjeta de {payment.member.name}.{' '}
        </>
      )}
      No se puede deshacer. Avísale tú a contabilidad: el portal no lo hace.
    </PaymentReason>
  )
}

/** Says that accounting's payment is another one. */
function UnmatchDialog({ payment, onClose }: DialogProps) {
  return (
    <PaymentReason
      payment={payment}
      title="No es ese pago"
      submit="Deshacer el registro"
      save={(reason) => undoMatch(payment.id, reason)}
      onClose={onClose}
    >
      El pago de contabilidad queda libre, y este vuelve a estar sin registrar. Después elige cuál
      es: ya no se reconoce solo.
    </PaymentReason>
  )
}

/** Ends what nobody paid, or Webpay may have forgotten. */
function ExpireDialog({ payment, onClose }: DialogProps) {
  return (
    <PaymentReason
      payment={payment}
      title="Dar por vencido"
      submit="Dar por vencido"
      save={(reason) => expirePayment(payment.id, reason)}
      onClose={onClose}
    >
      Busca antes el folio en el portal de Transbank: {payment.member.name} leerá que no se cobró
      nada y podrá pagar de nuevo. No se puede deshacer.
    </PaymentReason>
  )
}

interface PaymentReasonProps extends DialogProps {
  title: string
  submit: string
  save: (reason: string) => Promise<StaffPayment>
  more?: ReactNode
  children: ReactNode
}

function PaymentReason({ payment, save, children, ...rest }: PaymentReasonProps) {
  const client = useQueryClient()
  return (
    <ReasonDialog
      {...rest}
      maxLength={MAX_REASON}
      required={onlinePaymentMessages.reasonRequired}
      save={async (reason) => {
        await save(reason)
        await client.invalidateQueries({ queryKey: [PAYMENTS] })
        void client.invalidateQueries({ queryKey: workCountsQuery.queryKey })
      }}
    >
      <p>
        <strong>
          <PesosAmount value={parsePesos(payment.pesos)} /> · {payment.folio} · {payment.sale_code}{' '}
          · {payment.member.name}
        </strong>
      </p>
      <p>{children}</p>
    </ReasonDialog>
  )
}
