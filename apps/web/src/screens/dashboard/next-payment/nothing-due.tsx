import type { NextPayment } from '@carpeta/domain/payments/next-payment'
import type { ReactNode } from 'react'
import { CooperativeEmail } from '../../../environment/cooperative-email.tsx'
import { CheckCircleIcon, InfoIcon } from '../../../ui/icons/icons.tsx'
import classes from './next-payment.module.css'

type Kind = Exclude<NextPayment['kind'], 'due'>

const texts: Record<Kind, { title: string; detail: ReactNode }> = {
  paid_up: { title: 'Estás al día', detail: 'No queda nada por pagar de esta venta.' },
  instalments_paid: {
    title: 'Pagaste todas tus cuotas',
    detail: 'El saldo que queda se paga con la escritura. Tu asesor te avisará cuándo.',
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
