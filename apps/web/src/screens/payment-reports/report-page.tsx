import { useQuery } from '@tanstack/react-query'
import { staffReportQuery } from '../../api/payments/payment-matching.ts'
import { DetailPage, isRowId } from '../../list/detail/detail-page.tsx'
import { useSearchWith } from './address.ts'
import { ReportDetail } from './report-detail.tsx'

/** @param id from the address, so it may not exist. */
export function ReportPage({ id }: { id: number }) {
  const searchWith = useSearchWith()
  const query = useQuery({ ...staffReportQuery(id), enabled: isRowId(id) })
  const back = { search: searchWith(null), label: 'Volver a los pagos informados' }
  return (
    <DetailPage
      id={id}
      query={query}
      title={isRowId(id) ? `Pago informado Nº ${id}` : 'Pago informado'}
      back={back}
      unknown="No encontramos este pago informado."
    >
      {(report) => <ReportDetail report={report} />}
    </DetailPage>
  )
}
