import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { isPositiveUf, type Uf, ufInPesos } from '@carpeta/domain/money/money'
import {
  dueLabel,
  type NextPayment,
  type Overdue,
  overdueLabel,
  partlyPaidText,
} from '@carpeta/domain/payments/next-payment'
import type { Sale } from '@carpeta/domain/sales/sale'
import { isInCredit, isOwn } from '@carpeta/domain/sales/sale-rules'
import type { ReactNode } from 'react'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { useIsExtended } from '../../session/extended.ts'
import { PesosAmount, UfAmount } from '../../ui/display/amount.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { AlertIcon, CalendarIcon, CheckCircleIcon, InfoIcon } from '../../ui/icons/home-icons.tsx'
import classes from './due-amounts.module.css'
import howToPay from './how-to-pay.module.css'
import { Reminder } from './reminder.tsx'

interface Props {
  payment: Extract<NextPayment, { kind: 'due' }>
  sale: Sale
  today: CalendarDate
  only?: 'overdue' | 'next' | undefined
  /** Something was paid and waits for accounting, which is said first. */
  isPaid?: boolean
}

/** What is overdue and the next instalment, in UF and in pesos of today. */
export function DueAmounts({ payment, sale, today, only, isPaid = false }: Props) {
  const { overdue, next } = payment
  const isExtended = useIsExtended()
  // Beside a balance in the member's favour: no amount that is to be paid.
  const isDoubted = isInCredit(sale)
  return (
    <>
      <ul className={classes.amounts}>
        {overdue && only !== 'next' && (
          <Due
            icon={<AlertIcon />}
            label={overdueLabel(overdue.count)}
            isOverdue={!isDoubted}
            isSmall={isDoubted}
            due={overdue}
            sale={sale}
            today={today}
          >
            {overdue.dueOn && (
              <>
                {overdue.count > 1 && 'La más antigua: '}
                <When dueOn={overdue.dueOn} today={today} isInside={overdue.count > 1} />
              </>
            )}
          </Due>
        )}
        {next && only !== 'overdue' && (
          <Due
            icon={<CalendarIcon />}
            label="Próxima cuota"
            isSmall={isDoubted || isPaid || overdue !== null}
            due={next}
            sale={sale}
            today={today}
          >
            <When dueOn={next.dueOn} today={today} />
            {isOwn(sale) && <Reminder />}
          </Due>
        )}
      </ul>
      {isExtended && sale.ufOfToday === null && only !== 'next' && (
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
  /** It is not what is paid first. */
  isSmall: boolean
  due: Pick<Overdue, 'amount' | 'whole'>
  sale: Sale
  today: CalendarDate
  /** When it is due. */
  children: ReactNode
}

function Due(props: DueProps) {
  const { icon, label, isOverdue, isSmall, due, sale, today, children } = props
  const partly = partlyPaidText(due)
  return (
    <li className={classes.due} data-overdue={isOverdue || undefined}>
      <p className={classes.label}>
        {icon}
        {label}
      </p>
      <p className={classes.sum}>
        {isOverdue && <span className={classes.lead}>{CATCH_UP}: </span>}
        <PesosAndUf
          amount={due.amount}
          sale={sale}
          isExact={isOverdue && sale.ufOfToday?.date === today}
          size={isSmall ? 'body' : 'large'}
        />
      </p>
      {partly && <p className={classes.note}>{partly}</p>}
      <div className={classes.when}>{children}</div>
    </li>
  )
}

/** Before what is overdue: what is paid today, whatever comes next. */
export const CATCH_UP = 'Para ponerte al día hoy'

interface PesosAndUfProps {
  amount: Uf | null
  sale: Pick<Sale, 'ufOfToday'>
  /** Paid today; another day it is other pesos. */
  isExact?: boolean | undefined
  size?: 'body' | 'large'
}

/** Pesos, in which members pay, and the UF that they owe, of one weight. */
export function PesosAndUf({ amount, sale, isExact = false, size = 'body' }: PesosAndUfProps) {
  const { ufOfToday } = sale
  return (
    <>
      {amount !== null && isPositiveUf(amount) && ufOfToday && (
        <>
          <PesosAmount value={ufInPesos(amount, ufOfToday)} size={size} isAbout={!isExact} />{' '}
        </>
      )}
      <UfAmount value={amount} size={size} />
    </>
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
      {isInside ? label.charAt(0).toLowerCase() + label.slice(1) : label}, el{' '}
      <UnbrokenDates text={shortDate(dueOn)} />
    </>
  )
}

type Kind = Exclude<NextPayment['kind'], 'due'>

const texts: Record<Kind, { title: string; detail: ReactNode }> = {
  paid_up: { title: 'Estás al día', detail: 'No queda nada por pagar de esta compra.' },
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
    detail: 'Lo que queda no se paga en cuotas. Tu asesor te avisará cuándo pagarlo.',
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
    <div className={howToPay.how}>
      <Skeleton height={176} />
    </div>
  )
}
