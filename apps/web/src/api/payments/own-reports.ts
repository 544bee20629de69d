import { listOwnPaymentReports } from '@carpeta/contract/payments/member-reports-endpoints'
import type { WirePaymentReport } from '@carpeta/contract/payments/report-schemas'
import { queryOptions } from '@tanstack/react-query'
import { answered } from '../client/answered.ts'

// Apart from the calls that few members make: every dashboard asks for it.

export type PaymentReport = WirePaymentReport

export const ownReportsQuery = queryOptions({
  queryKey: ['member', 'payment reports'],
  queryFn: async ({ signal }): Promise<PaymentReport[]> =>
    (await answered(listOwnPaymentReports, { signal })).results,
})
