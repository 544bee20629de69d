import { type CalendarDate, dateTimeInSantiago, shortDate } from '@carpeta/domain/dates/dates'
import { formatPesos, formatUf, parsePesos, type Uf } from '@carpeta/domain/money/money'
import { formatUfRate } from '@carpeta/domain/money/uf-value'
import {
  nextPayment,
  paidAlready,
  type UnrecordedPayment,
} from '@carpeta/domain/payments/next-payment'
import {
  chargeFor,
  onlinePaymentMessages,
  type PaymentChoice,
  type PaymentUnit,
  readTypedUf,
} from '@carpeta/domain/payments/online-payment-rules'
import { readTypedPesos } from '@carpeta/domain/payments/payment-report-rules'
import type { Sale } from '@carpeta/domain/sales/sale'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { type OnlinePayment, startPayment } from '../../api/online-payments.ts'
import { ownPaymentsQuery } from '../../api/own-payments.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { ruleResolver } from '../../forms/rule-resolver.ts'
import { useSave } from '../../forms/use-save.ts'
import { useWebpay, WebpayUnopened } from '../../payments/leave-for-webpay.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { UfAmount } from '../../ui/display/amount.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { NativeSelect, TextInput } from '../../ui/fields/inputs.ts'
import classes from './pay-dialog.module.css'

interface Props {
  sale: Sale
  today: CalendarDate
  /** The online payments of the sale, by anybody, that accounting has not recorded. */
  unrecorded: UnrecordedPayment[]
  /** When others began payments of the sale that have not ended. */
  begunByOthers: string[]
  onClose: () => void
}

interface Typed {
  choice: PaymentChoice
  amount: string
  unit: PaymentUnit
}

const names = ['choice', 'amount', 'unit'] as const

/** Chooses what to pay, and leaves for Webpay. */
export function PayDialog({ sale, today, unrecorded, begunByOthers, onClose }: Props) {
  const due = dueParts(sale, today, unrecorded)
  const form = useForm<Typed>({
    defaultValues: {
      choice: due.find(({ paidOn }) => paidOn === null)?.value ?? 'other',
      amount: '',
      unit: 'clp',
    },
    resolver: ruleResolver<Typed>((typed) => {
      const result = chargeFor(sale, today, chosenOf(typed))
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
  const { leave, isLeaving, unopened } = useWebpay()
  const saving = useSave({
    form,
    names,
    save: async (values) => {
      // Also when it was refused: somebody else may have paid.
      const order = await startPayment({ sale_code: sale.code, ...chosenOf(values) }).finally(
        () => void client.invalidateQueries({ queryKey: ownPaymentsQuery.queryKey }),
      )
      // It ended after all, or nobody knows yet how: its page says so.
      if (order.redirect === null) return await navigate(`/payments/${order.id}`)
      const now = chargeFor(sale, today, chosenOf(values))
      const isAsked = 'charge' in now && now.charge.pesos === order.pesos
      if (!isAsked) return setEarlier(order)
      leave(order.redirect)
    },
  })
  if (earlier) return <Earlier order={earlier} onClose={onClose} />

  const result = chargeFor(sale, today, chosenOf(typed))
  const isAnyAmount = typed.choice === 'other'
  const choices: Choice[] = [
    ...due,
    { value: 'other', label: 'Otro monto', amount: null, paidOn: null },
  ]
  return (
    <FormDialog
      {...saving}
      isBusy={saving.isBusy || isLeaving}
      isDirty={false}
      title="Pagar en línea"
      submit="Ir a Webpay"
      onClose={onClose}
    >
      {begunByOthers.slice(-1).map((createdAt) => (
        <Notice key={createdAt} tone="info">
          Otra persona empezó a pagar esta compra el {dateTimeInSantiago(createdAt)} y no ha
          terminado. Si pagan lo mismo, se cobra solo una vez.
        </Notice>
      ))}
      {sale.ufOfToday === null && (
        <Notice tone="warning">{onlinePaymentMessages.ufUnknown.text}</Notice>
      )}
      <fieldset className={classes.choices}>
        <legend>¿Qué quieres pagar?</legend>
        {choices.map(({ value, label, amount, paidOn }) => (
          <label key={value} className={classes.choice}>
            <input {...register('choice')} type="radio" value={value} disabled={paidOn !== null} />
            <span>
              {label}
              {paidOn && (
                <span className={classes.paid}>
                  Pagado en línea el {shortDate(paidOn)}, por registrar
                </span>
              )}
            </span>
            {amount && (
              <strong>
                <UfAmount value={amount} />
              </strong>
            )}
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
      {'charge' in result && (
        <div className={classes.total}>
          <p>
            Pagarás <strong translate="no">{formatPesos(result.charge.pesos)}</strong>
          </p>
          <p className={classes.hint} translate="no">
            UF {formatUf(result.charge.uf)} · UF del {shortDate(result.charge.value.date)}:{' '}
            {formatUfRate(result.charge.value.pesos)}
          </p>
        </div>
      )}
      <p className={classes.hint}>
        Pagas en la página de Webpay: la cooperativa no ve tu tarjeta. Verás el pago en tu estado de
        cuenta cuando contabilidad lo registre.
      </p>
      <WebpayUnopened redirect={unopened} />
    </FormDialog>
  )
}

interface Choice {
  value: PaymentChoice
  label: string
  amount: Uf | null
  /** Paid online, and not in accounting yet. */
  paidOn: CalendarDate | null
}

/** The due parts with a known amount. */
function dueParts(sale: Sale, today: CalendarDate, unrecorded: UnrecordedPayment[]): Choice[] {
  const payment = nextPayment(sale, today)
  if (payment.kind !== 'due') return []
  const parts = [
    { value: 'overdue', label: 'Todo lo atrasado', part: payment.overdue },
    { value: 'next', label: 'La próxima cuota', part: payment.next },
  ] as const
  return parts.flatMap(({ value, label, part }) => {
    if (!part?.amount) return []
    const paid = paidAlready({ choice: value, dueOn: part.dueOn, chosenOn: today }, unrecorded)
    return [{ value, label, amount: part.amount, paidOn: paid?.paidOn ?? null }]
  })
}

/** As the server takes it: decimal text with a dot. */
function chosenOf({ choice, amount, unit }: Typed) {
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
      title="Ya tienes un pago en curso"
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
