import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ApiError } from '../../api/client/api-error.ts'
import { memberFileQuery } from '../../api/staff.ts'
import { ListSkeleton } from '../../list/list-skeleton.tsx'
import { isRowId, useRowPath } from '../../list/row-path.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Content } from '../../ui/layout/content.tsx'
import { PageBody } from '../../ui/layout/page.tsx'
import { MemberFileView } from './member-file.tsx'
import { fullName } from './user-parts.tsx'

/** A member's file. */
export function Screen() {
  const id = Number(useParams().id)
  const pathOf = useRowPath('/users')
  const { data, error, refetch } = useQuery({ ...memberFileQuery(id), enabled: isRowId(id) })
  const isUnknown = !isRowId(id) || (error instanceof ApiError && error.status === 404)
  return (
    <Content title={data ? fullName(data.user) : 'Usuario'}>
      <PageBody>
        <BackLink to={pathOf(null)}>Volver a los usuarios</BackLink>
        {isUnknown && <Notice tone="error">No encontramos este usuario.</Notice>}
        {!isUnknown && error && !data && (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        )}
        {!isUnknown && !error && !data && <ListSkeleton />}
        {!isUnknown && data && <MemberFileView key={id} file={data} />}
      </PageBody>
    </Content>
  )
}
