import type { MemberData } from '@carpeta/contract/personal-data'
import { openOrderStates } from '@carpeta/domain/payments/online-payment-rules'
import type { Database, Transaction } from '../db/client.ts'
import { exec, instant, many, sql, wireRows } from '../db/query.ts'
import { saleCodeOf } from '../sales/sales-store.ts'

type ExportedPayment = MemberData['online_payments'][number]

export async function exportPersonalData(
  db: Database,
  userId: number,
): Promise<{ online_payments: ExportedPayment[] }> {
  const online_payments = await wireRows<ExportedPayment>(
    db,
    sql`select payment_orders.id, folio, ${saleCodeOf(sql`sale_id`)} as sale_code, payment_orders.state, pesos::text,
        trim_scale(uf)::text as uf, ${instant('payment_orders.created_at')} as created_at,
        ${instant('authorized_at')} as authorized_at, authorization_code, card_digits
      from payment_orders
      where user_id = ${userId} order by payment_orders.id`,
  )
  return { online_payments }
}

/** The folios of payments whose end is not known yet, with their members. */
export function listOpenOrders(
  tx: Transaction,
  userIds: number[],
): Promise<{ userId: number; folio: string }[]> {
  return many(
    tx,
    sql`select user_id, folio from payment_orders
      where user_id = any(${userIds}) and state = any(${[...openOrderStates]}) order by id`,
  )
}

/**
 * Folio, amount and authorisation stay: they are accounting's proof of a payment. What tells of the card goes. A
 * payment that was not approved at Webpay ends; the end of one that was is asked for, and staff are told
 * (`order-outcome.ts`).
 */
export async function erasePersonalData(
  tx: Transaction,
  userId: number,
): Promise<{ onlinePayments: number }> {
  await exec(
    tx,
    sql`update payment_orders set state = 'aborted', changed_at = clock_timestamp()
      where user_id = ${userId} and state in ('created', 'sent')`,
  )
  const onlinePayments = await exec(
    tx,
    sql`update payment_orders set card_digits = '', refund_reason = '' where user_id = ${userId}`,
  )
  return { onlinePayments }
}
