import { deferredPart } from '../../../ui/deferred-part.tsx'

/** Loaded on demand: most members have reported nothing. */
export const ReportedPayments = deferredPart(
  async () => (await import('./reported-payments.tsx')).ReportedPayments,
  null,
)
