import { dateOrNull } from '@carpeta/domain/dates/dates'
import type { ComparedSale } from '@carpeta/domain/imports/sale-figures'
import { parseFraction, parseUf } from '@carpeta/domain/money/money'
import type { DeedTracking } from '@carpeta/domain/sales/sale'
import {
  deedFields,
  type Fields,
  holderFields,
  instalmentFields,
  paymentFields,
  propertyFields,
  saleFields,
} from '@carpeta/domain/sales/sale-fields'
import { type CheckedSale, findInSale, type SaleChecks } from '@carpeta/domain/sales/sale-findings'
import { columnOf } from '../db/table-shape.ts'
import type { SaleRow } from '../sales/sales-tables.ts'

/** The sections of a loaded body that are checked. */
interface CheckedBody {
  sale: SaleRow
  instalments: SaleRow[]
  payments: SaleRow[]
  commitments: SaleRow[]
  deed: SaleRow | null
}

/** The findings of a loaded sale, as rows of `sale_findings`. */
export function findInBody(body: CheckedBody, checks: SaleChecks): SaleRow[] {
  return findInSale(checkedSale(body), checks).map((finding) => ({ ...finding }))
}

/** A sale as `saleBody` or an export has it; its amounts are text or numbers. */
export interface StoredBody extends Omit<CheckedBody, 'deed'> {
  deed: SaleRow | SaleRow[] | null
  holders: SaleRow[]
  properties: SaleRow[]
}

/** The same with what staff compare besides. */
export function comparedSale(body: StoredBody): ComparedSale {
  const deed = Array.isArray(body.deed) ? (body.deed[0] ?? null) : body.deed
  const { sale } = body
  return {
    ...checkedSale({ ...body, deed }),
    holderRut: String(sale.holder_rut),
    project: String(sale.project ?? ''),
    approvedOn: dateOrNull(sale.approved_on),
    completedOn: dateOrNull(sale.completed_on),
    details: {
      sale: byName(saleFields, sale),
      holder: holderOf(body, 'holder') ?? {},
      coHolder: holderOf(body, 'co_holder'),
      properties: body.properties.map((row) => byName(propertyFields, row)),
      instalments: body.instalments.map((row) => byName(instalmentFields, row)),
      payments: body.payments.map((row) => byName(paymentFields, row)),
      lender: String(deed?.lender ?? ''),
    },
  }
}

function holderOf({ holders }: StoredBody, role: string): Record<string, unknown> | null {
  const row = holders.find((holder) => holder.role === role)
  return row ? byName(holderFields, row) : null
}

function checkedSale({ sale, instalments, payments, commitments, deed }: CheckedBody): CheckedSale {
  const entry = (kind: string) => commitments.find((row) => row.kind === kind) ?? null
  const amountOf = (kind: string) => parseUf(entry(kind)?.amount)
  const plan = entry('instalments')
  return {
    price: parseUf(sale.price),
    reservation: { amount: amountOf('reservation') },
    instalmentPlan: plan && {
      amount: parseUf(plan.amount),
      paid: parseUf(plan.paid),
      paidShare: parseFraction(plan.paid_share),
      pendingInstalments:
        typeof plan.pending_instalments === 'number' ? plan.pending_instalments : null,
    },
    reservationDebt: amountOf('debt'),
    cashCommitment: amountOf('cash'),
    mortgageCommitment: amountOf('mortgage'),
    instalments: instalments.map(({ amount, balance, state }) => ({
      amount: parseUf(amount),
      balance: parseUf(balance),
      state: String(state ?? ''),
    })),
    payments: payments.map(({ amount }) => ({ amount: parseUf(amount) })),
    deed: deed && (byName(deedFields, deed) as unknown as DeedTracking),
  }
}

/** The columns of a row under the names of the domain. */
function byName(fields: Fields, row: SaleRow): Record<string, unknown> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, row[columnOf(name)]]))
}
