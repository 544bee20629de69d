import type { MemberPayment } from '@carpeta/contract/staff'
import { can } from '@carpeta/domain/access/permissions'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { listReportsOf } from '../payment-reports/payment-reports-store.ts'
import { pesosOf } from '../payments/free-payments.ts'
import { listOrdersOf } from '../payments/payments-store.ts'
import { listPaymentsOfHolder } from '../sales/sales-store.ts'

const MAX_PAYMENTS = 6

/**
 * A person's last payments in accounting and, for staff who match payments, those made online or reported that
 * accounting does not have, newest first.
 */
export async function listMemberPayments(
  db: Database,
  { user }: SignedInCaller,
  { userId, rut }: { userId: number; rut: string | null },
): Promise<MemberPayment[]> {
  const recorded = rut === null ? [] : await listPaymentsOfHolder(db, rut, MAX_PAYMENTS)
  const payments: MemberPayment[] = recorded.map((payment) => ({
    source: 'accounting',
    sale_code: payment.saleCode,
    paid_on: payment.depositedOn ?? '',
    document_type: payment.documentType,
    ...{ key: payment.key, uf: payment.amount, pesos: pesosOf(payment) },
  }))
  if (can(user, 'payments.match_payments')) {
    payments.push(...(await listOnline(db, userId)), ...(await listReported(db, userId)))
  }
  return payments.toSorted((a, b) => b.paid_on.localeCompare(a.paid_on)).slice(0, MAX_PAYMENTS)
}

async function listOnline(db: Database, userId: number): Promise<MemberPayment[]> {
  const orders = await listOrdersOf(db, userId)
  return orders
    .filter(({ recordedOn }) => recordedOn === null)
    .map(({ id, saleCode, authorizedAt, createdAt, folio, pesos, state }) => ({
      source: 'online',
      sale_code: saleCode,
      paid_on: todayInSantiago(authorizedAt ?? createdAt),
      ...{ id, folio, pesos, state },
    }))
}

async function listReported(db: Database, userId: number): Promise<MemberPayment[]> {
  const reports = await listReportsOf(db, userId)
  return reports
    .filter(({ state }) => state === 'reported' || state === 'declined')
    .map(({ id, saleCode, paidOn, amount, state }) => ({
      source: 'reported',
      sale_code: saleCode,
      paid_on: paidOn,
      pesos: amount,
      ...{ id, state },
    }))
}
