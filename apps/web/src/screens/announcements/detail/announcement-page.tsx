import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { announcementQuery } from '../../../api/announcements/announcements.ts'
import { ApiError } from '../../../api/client/api-error.ts'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.ts'
import { ArrowLeftIcon } from '../../../ui/icons/icons.tsx'
import { Content } from '../../../ui/layout/content.tsx'
import { PageBody } from '../../../ui/layout/page.tsx'
import { useSearchWith } from '../address.ts'
import { AnnouncementDetail } from './announcement-detail.tsx'
import classes from './detail.module.css'

/** @param id from the address, so it may not exist. */
export function AnnouncementPage({ id }: { id: number }) {
  const searchWith = useSearchWith()
  const isNumber = Number.isSafeInteger(id) && id > 0
  const {
    data: announcement,
    error,
    refetch,
  } = useQuery({ ...announcementQuery(id), enabled: isNumber })
  const isUnknown = !isNumber || (error instanceof ApiError && error.status === 404)
  return (
    <Content title={announcement?.title || 'Aviso'}>
      <PageBody className={classes.page}>
        <Link className={classes.back} to={{ search: searchWith(null) }}>
          <ArrowLeftIcon size={18} />
          Volver a los avisos
        </Link>
        {isUnknown && <Notice tone="error">No encontramos este aviso.</Notice>}
        {!isUnknown && error && !announcement && (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        )}
        {!isUnknown && !error && !announcement && <Skeleton height={320} />}
        {!isUnknown && announcement && <AnnouncementDetail announcement={announcement} />}
      </PageBody>
    </Content>
  )
}
