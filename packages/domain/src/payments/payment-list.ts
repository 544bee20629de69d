import type { CalendarDate } from '../dates/dates.ts'
import type { Sale } from '../sales/sale.ts'
import { isVisible } from '../sales/sale-rules.ts'
import { newestFirst, type StatementPayment, statementPayments } from '../sales/statement.ts'

/** Of a payment that accounting has. */
export const RECORDED = 'Registrado'

/** A payment that the portal knows besides accounting's: by Webpay, or reported. */
interface OwnPayment {
  saleCode: string
  paidOn: CalendarDate | null
  /** The keys of its payments in accounting; none, or '', while there is none. */
  paymentKeys: readonly string[]
}

export interface ListedPayment<Online extends OwnPayment, Report extends OwnPayment> {
  saleCode: string
  depositedOn: CalendarDate | null
  /** As accounting has it; null until it does. */
  recorded: StatementPayment | null
  online: Online | null
  report: Report | null
}

/** Every payment of the sales that a member reads, each once however many ways the portal knows it; newest first. */
export function listPayments<Online extends OwnPayment, Report extends OwnPayment>(
  sales: Sale[],
  online: Online[],
  reports: Report[],
): ListedPayment<Online, Report>[] {
  const found = new Set<OwnPayment>()
  function take<Payment extends OwnPayment>(payments: Payment[], sale: Sale, key: string) {
    const same = payments.find(
      ({ saleCode, paymentKeys }) => saleCode === sale.code && paymentKeys.includes(key),
    )
    if (same) found.add(same)
    return same ?? null
  }
  const recorded = sales.filter(isVisible).flatMap((sale) =>
    statementPayments(sale).payments.map((payment, index) => {
      // The statement shows no key of the portal's own.
      const key = sale.payments[index]?.key ?? ''
      return {
        saleCode: sale.code,
        depositedOn: payment.depositedOn,
        recorded: payment,
        online: take(online, sale, key),
        report: take(reports, sale, key),
      }
    }),
  )
  const others = [
    ...online.map((payment) => ({ payment, online: payment, report: null })),
    ...reports.map((payment) => ({ payment, online: null, report: payment })),
  ].flatMap(({ payment, ...from }) => {
    if (found.has(payment)) return []
    const { saleCode, paidOn } = payment
    return [{ saleCode, depositedOn: paidOn, recorded: null, ...from }]
  })
  return newestFirst([...others, ...recorded])
}
