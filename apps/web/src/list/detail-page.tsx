import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Content } from '../ui/layout/content.tsx'
import { PageBody } from '../ui/layout/page.tsx'
import classes from './detail-page.module.css'
import { isRowId } from './row-path.ts'

interface Props<Data> {
  /** From the address, so it may be none: no call is made for that. */
  id: number
  query: UseQueryResult<Data>
  /** Of the document. */
  title: string
  /** Leads to where it is one of several. */
  back: ReactNode
  /** There is nothing with this id. */
  unknown: string
  children: (data: Data) => ReactNode
}

/** The page of one row of a list. */
export function DetailPage<Data>({ id, query, title, back, unknown, children }: Props<Data>) {
  const { data, error, refetch } = query
  const isUnknown = !isRowId(id) || (error instanceof ApiError && error.status === 404)
  return (
    <Content title={title}>
      <PageBody className={classes.page}>
        {back}
        {isUnknown && <Notice tone="error">{unknown}</Notice>}
        {!isUnknown && error && !data && (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        )}
        {!isUnknown && !error && !data && <DetailSkeleton />}
        {!isUnknown && data && children(data)}
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
