import type { WirePaymentReport } from '@carpeta/contract/payment-reports'
import type { PaymentAccount } from '@carpeta/domain/payments/payment-account'
import { queryOptions } from '@tanstack/react-query'
import { answered } from '../../api/client.ts'

// Apart from the calls that few members make: every dashboard asks for it.

export type PaymentReport = WirePaymentReport

export const ownReportsQuery = queryOptions({
  queryKey: ['member', 'payment reports'],
  queryFn: async ({ signal }): Promise<PaymentReport[]> =>
    (await answered('GET /api/payment-reports/own/', { signal })).results,
})

/** Null where the cooperative has not set its account. */
export const paymentAccountQuery = queryOptions({
  queryKey: ['payment account'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<PaymentAccount | null> => {
    const { account } = await answered('GET /api/payment-account/', { signal })
    if (account === null) return null
    const { account_type, ...others } = account
    return { ...others, accountType: account_type }
  },
})
