import type { WirePaymentReport } from '@carpeta/contract/payment-reports'
import type { PaymentAccount } from '@carpeta/domain/payments/payment-account'
import type { QueryClient } from '@tanstack/react-query'
import { answered } from '../../api/client.ts'
import { optionalQuery } from '../../api/optional-query.ts'

// Apart from the calls that few members make: every dashboard asks for it.

export type PaymentReport = WirePaymentReport

export const ownReportsQuery = optionalQuery({
  queryKey: ['member', 'payment reports'],
  queryFn: async ({ signal }): Promise<PaymentReport[]> =>
    (await answered('GET /api/payment-reports/own/', { signal })).results,
})

/** For the copy of this device; undefined where it is not known. */
export async function accountToKeep(client: QueryClient): Promise<PaymentAccount | undefined> {
  return (await client.ensureQueryData(paymentAccountQuery))?.[0]
}

/** An empty list where the cooperative has not set its account. */
export const paymentAccountQuery = optionalQuery({
  queryKey: ['payment account'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<PaymentAccount[]> => {
    const { account } = await answered('GET /api/payment-account/', { signal })
    if (account === null) return []
    const { account_type, ...others } = account
    return [{ ...others, accountType: account_type }]
  },
})
