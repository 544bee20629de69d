import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import type { Uf } from '@carpeta/domain/money/money'
import { dueLabel, type NextPayment } from '@carpeta/domain/payments/next-payment'
import type { Sale } from '@carpeta/domain/sales/sale'
import type { ReactNode } from 'react'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { useIsExtended } from '../../session/extended.ts'
import { UfAmount } from '../../ui/display/amount.tsx'
import { Equivalent } from '../../ui/display/equivalent.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { AlertIcon, CalendarIcon, CheckCircleIcon, InfoIcon } from '../../ui/icons/icons.tsx'
import classes from './next-payment.module.css'

interface Props {
  payment: Extract<NextPayment, { kind: 'due' }>
  /** Says whether it was paid online. */
  paid?: (choice: 'overdue' | 'next', dueOn: CalendarDate | null) => ReactNode
  sale: Sale
  today: CalendarDate
}

/** What is overdue and the next instalment, in UF and in pesos of today. */
export function DueAmounts({ payment: { overdue, next }, sale, today, paid }: Props) {
  const isExtended = useIsExtended()
  return (
    <>
      <ul className={classes.amounts}>
        {overdue && (
          <Due
            icon={<AlertIcon />}
            label={overdue.count === 1 ? '1 cuota atrasada' : `${overdue.count} cuotas atrasadas`}
            isOverdue
            amount={overdue.amount}
            sale={sale}
          >
            {overdue.dueOn && (
              <>
                {overdue.count > 1 && 'La más antigua: '}
                <When dueOn={overdue.dueOn} today={today} isInside={overdue.count > 1} />
              </>
            )}
            {paid?.('overdue', overdue.dueOn)}
          </Due>
        )}
        {next && (
          <Due icon={<CalendarIcon />} label="Próxima cuota" amount={next.amount} sale={sale}>
            <When dueOn={next.dueOn} today={today} />
            {paid?.('next', next.dueOn)}
          </Due>
        )}
      </ul>
      {isExtended && sale.ufOfToday === null && (
        <p className={classes.note}>
          La UF de hoy todavía no está publicada, así que no mostramos el monto en pesos.
        </p>
      )}
    </>
  )
}

interface DueProps {
  icon: ReactNode
  label: string
  isOverdue?: boolean
  amount: Uf | null
  sale: Sale
  /** When it is due, and whether it was paid online. */
  children: ReactNode
}

function Due({ icon, label, isOverdue, amount, sale, children }: DueProps) {
  return (
    <li className={classes.due} data-overdue={isOverdue || undefined}>
      <p className={classes.label}>
        {icon}
        {label}
      </p>
      <p className={classes.sum}>
        <UfAmount value={amount} size="large" />
        <Equivalent amount={amount} uf={sale.ufOfToday} />
      </p>
      <div className={classes.when}>{children}</div>
    </li>
  )
}

interface WhenProps {
  dueOn: CalendarDate
  today: CalendarDate
  /** Inside a sentence, which it does not begin. */
  isInside?: boolean
}

function When({ dueOn, today, isInside = false }: WhenProps) {
  const label = dueLabel(dueOn, today)
  return (
    <>
      {isInside ? label.charAt(0).toLowerCase() + label.slice(1) : label}, el {shortDate(dueOn)}
    </>
  )
}

type Kind = Exclude<NextPayment['kind'], 'due'>

const texts: Record<Kind, { title: string; detail: ReactNode }> = {
  paid_up: { title: 'Estás al día', detail: 'No queda nada por pagar de esta venta.' },
  credit: {
    title: 'Tienes saldo a tu favor',
    detail: 'No tienes que pagar nada ahora.',
  },
  finished: {
    title: 'Compra terminada',
    detail: 'Su estado de cuenta queda como registro.',
  },
  instalments_paid: {
    title: 'Pagaste todas tus cuotas',
    detail: 'Lo que queda se paga con la escritura. Tu asesor te avisará cuándo.',
  },
  no_plan: {
    title: 'No hay una próxima cuota informada',
    detail: (
      <>
        La contabilidad todavía no nos informa tus cuotas. Si tienes dudas, escribe a{' '}
        <CooperativeEmail />.
      </>
    ),
  },
}

export function NothingDue({ kind }: { kind: Kind }) {
  const { title, detail } = texts[kind]
  const Icon = kind === 'no_plan' ? InfoIcon : CheckCircleIcon
  return (
    <div className={classes.nothing} data-kind={kind}>
      <Icon size={28} />
      <div>
        <p className={classes.nothingTitle}>{title}</p>
        <p className={classes.note}>{detail}</p>
      </div>
    </div>
  )
}

export function HowToPaySkeleton() {
  return (
    <div className={classes.how}>
      <Skeleton height={176} />
    </div>
  )
}
