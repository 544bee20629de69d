import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ApiError, hasCode } from '../../api/client/api-error.ts'
import { staffRequestQuery } from '../../api/workbench.ts'
import { isRowId } from '../../list/row-path.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Content } from '../../ui/layout/content.tsx'
import { PageBody } from '../../ui/layout/page.tsx'
import { BackToQueue } from './detail/back-to-queue.tsx'
import classes from './detail/detail.module.css'
import { DetailSkeleton } from './detail/detail-skeleton.tsx'
import { RequestDetail } from './detail/request-detail.tsx'

export function Screen() {
  const id = Number(useParams().id)
  const {
    data: request,
    error,
    refetch,
  } = useQuery({ ...staffRequestQuery(id), enabled: isRowId(id) })
  const isUnknown = !isRowId(id) || (error instanceof ApiError && error.status === 404)
  const refusal = hasCode(error, 'own_request') ? error : null
  return (
    <Content title={isRowId(id) ? `Solicitud Nº ${id}` : 'Solicitud'}>
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
        {!isUnknown && request && <RequestDetail key={id} request={request} />}
      </PageBody>
    </Content>
  )
}
