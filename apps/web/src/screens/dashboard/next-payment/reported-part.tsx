import { ownReportsQuery } from '../../../api/payments/own-reports.ts'
import { useOptionalQuery } from '../../../session/extended.ts'
import { deferredPart } from '../../../ui/deferred-part.tsx'

const List = deferredPart(
  async () => (await import('./reported-payments.tsx')).ReportedPayments,
  null,
)

interface Props {
  saleCode: string
  isPendingOnly?: boolean
}

/** The list is loaded on demand: most members have reported nothing. */
export function ReportedPayments({ saleCode, isPendingOnly = false }: Props) {
  // A failure here must not cover the amounts: the list is shown once it can be read.
  const { data = [] } = useOptionalQuery(ownReportsQuery)
  const reports = data.filter(({ sale_code }) => sale_code === saleCode)
  return reports.length > 0 && <List reports={reports} isPendingOnly={isPendingOnly} />
}
