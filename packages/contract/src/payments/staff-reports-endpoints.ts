import { endpoint } from '../endpoint.ts'
import type { definitions } from './staff-reports-schemas.ts'

type Definitions = typeof definitions

export const listPaymentReports = endpoint<Definitions['listPaymentReports']>(
  'GET',
  '/api/payment-reports/',
)
export const getPaymentReport = endpoint<Definitions['getPaymentReport']>(
  'GET',
  '/api/payment-reports/:id/',
)
export const confirmPaymentReport = endpoint<Definitions['confirmPaymentReport']>(
  'POST',
  '/api/payment-reports/:id/confirm/',
)
export const declinePaymentReport = endpoint<Definitions['declinePaymentReport']>(
  'POST',
  '/api/payment-reports/:id/decline/',
)
