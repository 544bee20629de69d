import { endpoint } from '../endpoint.ts'
import type { definitions } from './member-reports-schemas.ts'

type Definitions = typeof definitions

export const getPaymentAccount = endpoint<Definitions['getPaymentAccount']>(
  'GET',
  '/api/payment-account/',
)
export const listOwnPaymentReports = endpoint<Definitions['listOwnPaymentReports']>(
  'GET',
  '/api/payment-reports/own/',
)
export const reportPayment = endpoint<Definitions['reportPayment']>('POST', '/api/payment-reports/')
export const cancelPaymentReport = endpoint<Definitions['cancelPaymentReport']>(
  'POST',
  '/api/payment-reports/:id/cancel/',
)
export const downloadReceipt = endpoint<Definitions['downloadReceipt']>(
  'GET',
  '/api/payment-reports/:id/receipt/',
)
