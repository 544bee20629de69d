import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ApiError, hasCode } from '../../../api/client/api-error.ts'
import { staffRequestQuery } from '../../../api/workbench.ts'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Content } from '../../../ui/layout/content.tsx'
import { PageBody } from '../../../ui/layout/page.tsx'
import { BackToQueue } from './back-to-queue.tsx'
import classes from './detail.module.css'
import { DetailSkeleton } from './detail-skeleton.tsx'
import { RequestDetail } from './request-detail.tsx'

/** @param id from the address, so it may not exist. */
export function RequestPage({ id }: { id: number }) {
  const isNumber = Number.isSafeInteger(id) && id > 0
  const {
    data: request,
    error,
    refetch,
  } = useQuery({ ...staffRequestQuery(id), enabled: isNumber })
  const isUnknown = !isNumber || (error instanceof ApiError && error.status === 404)
  const refusal = hasCode(error, 'own_request') ? error : null
  return (
    <Content title={isNumber ? `Solicitud Nº ${id}` : 'Solicitud'}>
      <PageBody className={classes.page}>
        <BackToQueue />
        {isUnknown && <Notice tone="error">No encontramos esta solicitud.</Notice>}
        {refusal && (
          <Notice tone="info">
            {refusal.message}. <Link to="/dashboard">Volver a mi carpeta</Link>
          </Notice>
        )}
        {!isUnknown && !refusal && error && !request && (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        )}
        {!isUnknown && !error && !request && <DetailSkeleton />}
        {!isUnknown && request && <RequestDetail request={request} />}
      </PageBody>
    </Content>
  )
}
