import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ApiError, hasCode } from '../../api/client/api-error.ts'
import { staffRequestQuery } from '../../api/staff-requests.ts'
import { isRowId, useRowPath } from '../../list/row-path.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Content } from '../../ui/layout/content.tsx'
import { PageBody } from '../../ui/layout/page.tsx'
import classes from './request.module.css'
import { RequestDetail } from './request-detail.tsx'

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

/** Returns to the same page and filters of the list. */
function BackToQueue() {
  const pathOf = useRowPath('/requests')
  return <BackLink to={pathOf(null)}>Volver a las solicitudes</BackLink>
}

function DetailSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Cargando…</VisuallyHidden>
      <div aria-hidden="true">
        <Skeleton width="min(420px, 80%)" height={30} />
        <Skeleton width="min(320px, 60%)" height={18} style={{ marginTop: 12, marginBottom: 24 }} />
        <div className={classes.parts}>
          <Skeleton height={320} radius={14} />
          <Skeleton height={240} radius={14} />
        </div>
      </div>
    </>
  )
}
