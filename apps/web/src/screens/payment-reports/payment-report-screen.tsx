import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { staffReportQuery } from '../../api/payments/payment-matching.ts'
import { DetailPage } from '../../list/detail/detail-page.tsx'
import { isRowId, useRowPath } from '../../list/row-path.ts'
import { ReportDetail } from './report-detail.tsx'

export function Screen() {
  const id = Number(useParams().id)
  const pathOf = useRowPath('/payment-reports')
  const query = useQuery({ ...staffReportQuery(id), enabled: isRowId(id) })
  return (
    <DetailPage
      id={id}
      query={query}
      title={isRowId(id) ? `Pago informado Nº ${id}` : 'Pago informado'}
      back={{ to: pathOf(null), label: 'Volver a los pagos informados' }}
      unknown="No encontramos este pago informado."
    >
      {(report) => <ReportDetail key={id} report={report} />}
    </DetailPage>
  )
}
