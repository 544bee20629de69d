import {
  getPaymentAccount,
  listOwnPaymentReports,
} from '@carpeta/contract/payments/member-reports-endpoints'
import type { WirePaymentReport } from '@carpeta/contract/payments/report-schemas'
import type { PaymentAccount } from '@carpeta/domain/payments/payment-account'
import { queryOptions } from '@tanstack/react-query'
import { answered } from '../client/answered.ts'

// Apart from the calls that few members make: every dashboard asks for it.

export type PaymentReport = WirePaymentReport

export const ownReportsQuery = queryOptions({
  queryKey: ['member', 'payment reports'],
  queryFn: async ({ signal }): Promise<PaymentReport[]> =>
    (await answered(listOwnPaymentReports, { signal })).results,
})

/** Null where the cooperative has not set its account. */
export const paymentAccountQuery = queryOptions({
  queryKey: ['payment account'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<PaymentAccount | null> => {
    const { account } = await answered(getPaymentAccount, { signal })
    if (account === null) return null
    const { account_type, ...others } = account
    return { ...others, accountType: account_type }
  },
})
