import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ApiError } from '../../api/client/api-error.ts'
import { staffReportQuery } from '../../api/payments/payment-matching.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.ts'
import { ArrowLeftIcon } from '../../ui/icons/icons.tsx'
import { Content } from '../../ui/layout/content.tsx'
import { PageBody } from '../../ui/layout/page.tsx'
import { useSearchWith } from './address.ts'
import classes from './report-detail.module.css'
import { ReportDetail } from './report-detail.tsx'

/** @param id from the address, so it may not exist. */
export function ReportPage({ id }: { id: number }) {
  const isNumber = Number.isSafeInteger(id) && id > 0
  const { data: report, error, refetch } = useQuery({ ...staffReportQuery(id), enabled: isNumber })
  const isUnknown = !isNumber || (error instanceof ApiError && error.status === 404)
  const searchWith = useSearchWith()
  return (
    <Content title={isNumber ? `Pago informado Nº ${id}` : 'Pago informado'}>
      <PageBody className={classes.page}>
        <Link className={classes.back} to={{ search: searchWith(null) }}>
          <ArrowLeftIcon size={18} />
          Volver a los pagos informados
        </Link>
        {isUnknown && <Notice tone="error">No encontramos este pago informado.</Notice>}
        {!isUnknown && error && !report && (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        )}
        {!isUnknown && !error && !report && <DetailSkeleton />}
        {!isUnknown && report && <ReportDetail report={report} />}
      </PageBody>
    </Content>
  )
}

function DetailSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Cargando…</VisuallyHidden>
      <div aria-hidden="true" className={classes.parts}>
        <Skeleton height={320} radius={14} />
        <Skeleton height={240} radius={14} />
      </div>
    </>
  )
}
