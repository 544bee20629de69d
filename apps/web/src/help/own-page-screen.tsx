import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { WrittenText } from '../ui/display/written-text.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { helpPagesQuery, startHelp } from './calls.ts'
import { HelpFrame } from './help-frame.tsx'

export const loader = startHelp

/** A page that the cooperative added. */
export function Component() {
  const id = Number(useParams().id)
  const { data: pages, error, refetch } = useQuery(helpPagesQuery)
  const page = pages?.find((each) => each.id === id)
  if (page) {
    return (
      <HelpFrame title={page.title}>
        <WrittenText body={page.body} />
      </HelpFrame>
    )
  }
  return (
    <HelpFrame title="Ayuda">
      {pages !== undefined && <Notice tone="info">Esta página ya no está en la ayuda.</Notice>}
      {pages === undefined && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {pages === undefined && !error && <Skeleton height={240} />}
    </HelpFrame>
  )
}
