import { type CalendarDate, dateTimeInSantiago, shortDate } from '@carpeta/domain/dates/dates'
import {
  formatPesos,
  formatUf,
  formatUfRate,
  parsePesos,
  type Uf,
  type UfValue,
  ufInPesos,
} from '@carpeta/domain/money/money'
import { bookedLater } from '@carpeta/domain/payments/booked-later'
import {
  type DuePart,
  dueParts,
  paidAlready,
  paidPartText,
  stillOverdueText,
  uncountedText,
  withMovedInstalments,
} from '@carpeta/domain/payments/due-parts'
import {
  datesOf,
  nextPayment,
  overdueLabel,
  type UnrecordedPayment,
} from '@carpeta/domain/payments/next-payment'
import {
  chargeFor,
  nothingLeftToPay,
  onlinePaymentMessages,
  otherAmountRange,
  type PaymentChoice,
  type PaymentUnit,
  readTypedUf,
} from '@carpeta/domain/payments/online-payment-rules'
import { readTypedPesos } from '@carpeta/domain/payments/payment-report-rules'
import type { Sale } from '@carpeta/domain/sales/sale'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { ruleResolver } from '../../forms/rule-resolver.ts'
import { useSave } from '../../forms/use-save.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { UfAmount } from '../../ui/display/amount.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { NativeSelect, TextInput } from '../../ui/fields/inputs.ts'
import { type OnlinePayment, startPayment } from '../calls.ts'
import { type Covered, useAwaited } from './awaited.ts'
import { AwaitedNotes } from './awaited-notes.tsx'
import { BookedQuestion } from './booked-question.tsx'
import { begunByOthers, ownPaymentsQuery, unrecordedOf } from './calls.ts'
import { HowToPay } from './how-to-pay.tsx'
import { HowToPayDialog } from './how-to-pay-dialog.tsx'
import { useWebpay, WebpayUnopened } from './leave-for-webpay.tsx'
import classes from './pay-dialog.module.css'

const TITLE = 'Pagar en línea'

interface Props {
  sale: Sale
  today: CalendarDate
  /** What to begin with, as an address has it. */
  chosen?: { choice: string; amount: string }
  onClose: () => void
}

interface Typed {
  /** '' until one is chosen. */
  choice: PaymentChoice | ''
  amount: string
  unit: PaymentUnit
}

const names = ['choice', 'amount', 'unit'] as const

/** Chooses what to pay, and leaves for Webpay. Before today's UF is published it says how else to pay. */
export function PayDialog(props: Props) {
  const { sale, today, onClose } = props
  const awaited = useAwaited(today)(sale)
  const [isTransfer, setTransfer] = useState(false)
  // Whoever comes with a choice has been asked whether it is paid already.
  const [isAsked, setAsked] = useState(Boolean(props.chosen?.choice))
  if (isTransfer) return <HowToPayDialog {...{ sale, today, isAsked, onClose }} />
  if (sale.ufOfToday?.date === today) {
    return (
      <OnlineDialog
        {...props}
        uf={sale.ufOfToday}
        isAsked={isAsked}
        onAnswer={() => setAsked(true)}
        onTransfer={() => setTransfer(true)}
      />
    )
  }
  return (
    <Dialog title={TITLE} onClose={onClose}>
      <Notice tone="warning">{onlinePaymentMessages.ufUnknown.text}</Notice>
      <HowToPay {...{ sale, today, awaited, isAsked }} />
    </Dialog>
  )
}

interface OnlineProps extends Props {
  uf: UfValue
  isAsked: boolean
  /** What is overdue is not paid yet. */
  onAnswer: () => void
  onTransfer: () => void
}

function OnlineDialog(props: OnlineProps) {
  const { sale, today, chosen, onClose, uf, isAsked, onAnswer, onTransfer } = props
  const { data: online } = useQuery(ownPaymentsQuery)
  const unrecorded = unrecordedOf(sale.code, online)
  const choices = choicesOf(sale, today, unrecorded)
  const { covered, rest } = useAwaited(today)(sale)
  const reported = reportedOf(covered)
  const named = choices.find(({ choice, paidOn }) => choice === chosen?.choice && paidOn === null)
  const first = firstOf(sale, choices, reported)
  const booked = isAsked ? null : bookedLater(sale, today, covered)
  const charge = (values: Typed) => {
    const asked = chosenOf(values)
    if (asked) return chargeFor(sale, today, asked, unrecorded)
    return { field: 'choice' as const, refusal: onlinePaymentMessages.choiceRequired }
  }
  const form = useForm<Typed>({
    defaultValues: {
      // Nothing is proposed that should perhaps not be paid.
      choice: named?.choice ?? (booked?.question || booked?.asked ? '' : first.choice),
      amount: chosen?.amount ?? '',
      unit: 'clp',
    },
    resolver: ruleResolver<Typed>((typed) => {
      const result = charge(typed)
      if ('charge' in result || result.field === '__all__') return {}
      return { [result.field]: result.refusal }
    }),
  })
  const { register, control, formState } = form
  const typed = useWatch({ control }) as Typed
  const client = useQueryClient()
  const navigate = useNavigate()
  // An order of another amount: begun before, or by figures that changed meanwhile.
  const [earlier, setEarlier] = useState<OnlinePayment | null>(null)
  // Whether the member wants to pay although nothing due is left.
  const [isMore, setMore] = useState(named !== undefined)
  const { leave, isLeaving, unopened } = useWebpay()
  const saving = useSave({
    form,
    names,
    save: async (values) => {
      const asked = chosenOf(values)
      if (!asked) return
      // Also when it was refused: somebody else may have paid.
      const order = await startPayment({ sale_code: sale.code, ...asked }).finally(
        () => void client.invalidateQueries({ queryKey: ownPaymentsQuery.queryKey }),
      )
      // It ended after all, or nobody knows yet how: its page says so.
      if (order.redirect === null) return await navigate(`/payments/${order.id}`)
      const now = charge(values)
      const isAsked = 'charge' in now && now.charge.pesos === order.pesos
      if (!isAsked) return setEarlier(order)
      leave(order.redirect)
    },
  })
  if (earlier) return <Earlier order={earlier} onClose={onClose} />
  // What is overdue may have been paid in part: nothing else than another amount can be chosen then, but it is owed.
  const stillOverdue = stillOverdueText(nextPayment(rest, today))
  const isNothingLeft = choices.length > 1 && first === other && stillOverdue === null
  if (isNothingLeft && !isMore) {
    const payMore = () => {
      form.setValue('choice', other.choice)
      setMore(true)
    }
    return (
      <NothingLeft sale={sale} covered={covered} today={today} onMore={payMore} onClose={onClose} />
    )
  }

  const payOverdue = () => {
    form.setValue('choice', first.choice)
    // The button goes with the question.
    form.setFocus('choice')
    onAnswer()
  }
  const result = charge(typed)
  const isAnyAmount = typed.choice === 'other'
  const range = isAnyAmount ? otherAmountRange(sale, unrecorded, typed.unit, uf) : null
  const uncounted = uncountedText(sale)
  const offered = isNothingLeft ? choices.filter(({ paidOn }) => paidOn === null) : choices
  return (
    <FormDialog
      {...saving}
      isBusy={saving.isBusy || isLeaving}
      isDirty={false}
      title={TITLE}
      submit={'charge' in result ? `Pagar ${formatPesos(result.charge.pesos)}` : 'Pagar'}
      onClose={onClose}
    >
      <AwaitedNotes covered={reported} today={today} />
      {booked && (
        <BookedQuestion
          {...{ booked, today }}
          no={
            <Button variant="default" onClick={payOverdue}>
              {booked.no}
            </Button>
          }
        />
      )}
      {begunByOthers(sale.code, online)
        .slice(-1)
        .map((createdAt) => (
          <Notice key={createdAt} tone="info">
            Otra persona empezó a pagar esta compra el{' '}
            <UnbrokenDates text={dateTimeInSantiago(createdAt)} /> y no ha terminado. Si pagan lo
            mismo, se cobra solo una vez.
          </Notice>
        ))}
      <p className={classes.hint}>
        Pagas en la página de Webpay, con tarjeta de débito, crédito o prepago: la cooperativa no la
        ve. En pesos con la <UnbrokenDates text={`UF del ${shortDate(uf.date)}`} />:{' '}
        {formatUfRate(uf.pesos)}.
      </p>
      <fieldset className={classes.choices}>
        <legend>
          ¿Qué quieres pagar?
          <span className={classes.of}>{nameOf(sale)}</span>
          {uncounted && (
            <span className={classes.of}>
              <UnbrokenDates text={uncounted} />
            </span>
          )}
        </legend>
        {offered.map(({ choice, label, detail, amount, paidOn }) => (
          <label key={choice} className={classes.choice}>
            <input {...register('choice')} type="radio" value={choice} disabled={paidOn !== null} />
            <span>
              <strong className={classes.label}>{label}</strong>
              {amount && (
                <span className={classes.sums} translate="no">
                  <strong>{formatPesos(ufInPesos(amount, uf))}</strong> ·{' '}
                  <UfAmount value={amount} />
                </span>
              )}
              {detail && (
                <small>
                  <UnbrokenDates text={detail} />
                  {choice === 'next' && paidOn === null && stillOverdue && `. ${stillOverdue}`}
                </small>
              )}
            </span>
          </label>
        ))}
        {formState.errors.choice && (
          <p className={classes.error} role="alert">
            {formState.errors.choice.message}
          </p>
        )}
      </fieldset>
      {isAnyAmount && (
        <div className={classes.amount}>
          <TextInput
            {...register('amount')}
            label="Monto"
            placeholder={typed.unit === 'uf' ? 'UF 0,00' : '$ 0'}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            error={formState.errors.amount?.message}
          />
          <NativeSelect
            {...register('unit')}
            label="En"
            data={[
              { value: 'clp', label: 'Pesos' },
              { value: 'uf', label: 'UF' },
            ]}
          />
        </div>
      )}
      {range && !('charge' in result) && (
        <p className={classes.hint} translate="no">
          {range}
        </p>
      )}
      {isAnyAmount && 'charge' in result && (
        <p className={classes.total} translate="no">
          Pagarás <strong>{formatPesos(result.charge.pesos)}</strong> · {formatUf(result.charge.uf)}
        </p>
      )}
      <div className={classes.transfer}>
        <Button variant="subtle" onClick={onTransfer}>
          Prefiero transferir
        </Button>
      </div>
      <WebpayUnopened redirect={unopened} />
    </FormDialog>
  )
}

interface NothingLeftProps {
  sale: Sale
  covered: Covered
  today: CalendarDate
  onMore: () => void
  onClose: () => void
}

/** What is due was paid, and accounting has not recorded it: another amount is a choice of its own. */
function NothingLeft({ sale, covered, today, onMore, onClose }: NothingLeftProps) {
  return (
    <Dialog
      title={TITLE}
      onClose={onClose}
      buttons={
        <>
          <Button data-autofocus onClick={onClose}>
            Entendido
          </Button>
          <Button variant="default" onClick={onMore}>
            Pagar otro monto
          </Button>
        </>
      }
    >
      <div className={classes.nothingLeft}>
        <p className={classes.home}>{nameOf(sale)}</p>
        <p>
          <strong>{nothingLeftToPay.title}</strong>
        </p>
        <AwaitedNotes covered={covered} today={today} isWhole />
        <p>{nothingLeftToPay.next}</p>
      </div>
    </Dialog>
  )
}

interface Choice {
  choice: PaymentChoice
  label: string
  /** Which instalments, or that they were paid already. */
  detail: string
  amount: Uf | null
  /** Paid online, and not in accounting yet. */
  paidOn: CalendarDate | null
  dates: ReturnType<typeof datesOf>
}

const other: Choice = {
  choice: 'other',
  label: 'Otro monto',
  detail: '',
  amount: null,
  paidOn: null,
  dates: null,
}

/** The due parts with a known amount, and any other one. */
function choicesOf(sale: Sale, today: CalendarDate, unrecorded: UnrecordedPayment[]): Choice[] {
  const paid = withMovedInstalments(unrecorded, sale.instalments)
  const dues = dueParts(nextPayment(sale, today))
  const hasNext = dues.some(({ choice }) => choice === 'next')
  const parts = dues.flatMap((due): Choice[] => {
    const { choice, amount } = due
    if (!amount) return []
    const part = { ...due, chosenOn: today }
    const paidOn = paidAlready(part, paid)?.paidOn ?? null
    const detail = paidOn
      ? `Pagado en línea el ${shortDate(paidOn)}, por registrar`
      : detailOf(part, hasNext)
    return [{ choice, label: labelOf(due), detail, amount, paidOn, dates: datesOf(part) }]
  })
  return [...parts, other]
}

/** The first that pays nothing again. */
function firstOf(sale: Sale, choices: Choice[], reported: Covered): Choice {
  const reportedDates = [...reported.keys()].flatMap(
    (place) => sale.instalments[place]?.dueOn ?? [],
  )
  const isReported = ({ dates }: Choice) =>
    dates !== null && reportedDates.some((date) => dates.first <= date && date <= dates.last)
  return choices.find((each) => each.paidOn === null && !isReported(each)) ?? other
}

/** What was paid online cannot be chosen again; of what was reported the server does not know which it is. */
function reportedOf(covered: Covered): Covered {
  return new Map([...covered].filter(([, { part }]) => part === null))
}

function labelOf({ choice, count }: DuePart): string {
  if (choice === 'all_due') return `Lo atrasado y la próxima: ${count} cuotas`
  if (choice === 'next') return 'La próxima cuota'
  return `Ponerme al día: ${overdueLabel(count)}`
}

/** Which instalments; of what is overdue also that the one that is not due yet is not among them. */
function detailOf(part: DuePart, hasNext: boolean): string {
  const text = capitalised(paidPartText(part))
  if (!hasNext || part.choice !== 'overdue') return text
  return `${text}, sin la próxima`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** As the server takes it: decimal text with a dot. Null until one is chosen. */
function chosenOf({ choice, amount, unit }: Typed) {
  if (choice === '') return null
  if (choice !== 'other') return { choice }
  const read = unit === 'uf' ? readTypedUf(amount) : readTypedPesos(amount)
  return { choice, unit, amount: read ?? amount }
}

/** A payment of this sale is under way already: it ends before another begins. */
function Earlier({ order, onClose }: { order: OnlinePayment; onClose: () => void }) {
  const { redirect, pesos } = order
  const { leave, isLeaving, unopened } = useWebpay()
  const amount = parsePesos(pesos)
  return (
    <Dialog
      title="Ya empezaste un pago"
      onClose={onClose}
      buttons={
        <>
          {redirect && (
            <Button data-autofocus loading={isLeaving} onClick={() => leave(redirect)}>
              Seguir en Webpay
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Volver
          </Button>
        </>
      }
    >
      <p>
        Es de {amount && formatPesos(amount)} (folio {order.folio}) para esta compra. Síguelo en
        Webpay o anúlalo ahí. Si saliste de Webpay, puedes empezar otro seis minutos después.
      </p>
      <WebpayUnopened redirect={unopened} />
    </Dialog>
  )
}
