import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ApiError } from '../../../api/client/api-error.ts'
import { memberFileQuery } from '../../../api/staff/member-file.ts'
import { ListSkeleton } from '../../../list/list-skeleton.tsx'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ArrowLeftIcon } from '../../../ui/icons/icons.tsx'
import { Content } from '../../../ui/layout/content.tsx'
import { PageBody } from '../../../ui/layout/page.tsx'
import { useSearchWith } from '../address.ts'
import { fullName } from '../full-name.ts'
import classes from './member-file.module.css'
import { MemberFileView } from './member-file-view.tsx'

/** @param id from the address, so it may not exist. */
export function MemberFilePage({ id }: { id: number }) {
  const isNumber = Number.isSafeInteger(id) && id > 0
  const searchWith = useSearchWith()
  const { data, error, refetch } = useQuery({ ...memberFileQuery(id), enabled: isNumber })
  const isUnknown = !isNumber || (error instanceof ApiError && error.status === 404)
  return (
    <Content title={data ? fullName(data.user) : 'Usuario'}>
      <PageBody>
        <Link className={classes.back} to={{ search: searchWith(null) }}>
          <ArrowLeftIcon size={18} />
          Volver a los usuarios
        </Link>
        {isUnknown && <Notice tone="error">No encontramos este usuario.</Notice>}
        {!isUnknown && error && !data && (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        )}
        {!isUnknown && !error && !data && <ListSkeleton />}
        {!isUnknown && data && <MemberFileView file={data} />}
      </PageBody>
    </Content>
  )
}
