import {
  awaitedLabel,
  leadsToWebpay,
  leftLabel,
  unchargedLabels,
} from '@carpeta/domain/payments/online-payment-rules'
import { serverNow } from '../../api/server-clock.ts'
import type { OnlinePayment } from '../calls.ts'
import { OrderStateMark } from '../order-state.tsx'
import { isUnrecorded } from './calls.ts'

/** The state as it concerns the member. */
export function MemberOrderState({ order }: { order: OnlinePayment }) {
  if (isUnrecorded(order)) return <OrderStateMark state={order.state} label={awaitedLabel} />
  if (isLeft(order)) return <OrderStateMark state={order.state} label={leftLabel} />
  const label = unchargedLabels[order.state]
  return <OrderStateMark state={order.state} {...(label && { label })} />
}

/** Webpay's page no longer opens, and nobody came back from it. */
function isLeft({ state, created_at }: OnlinePayment): boolean {
  const order = { state, createdAt: new Date(created_at), commitStartedAt: null }
  return state === 'sent' && !leadsToWebpay(order, serverNow())
}
