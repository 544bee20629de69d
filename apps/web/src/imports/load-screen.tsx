import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { isRowId } from '../list/row-path.ts'
import { startDetail } from '../list/start-calls.ts'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Stack } from '../ui/layout/stack.tsx'
import { loadQuery } from './calls.ts'
import classes from './imports.module.css'
import {
  BackToLoads,
  LoadFigures,
  LoadMark,
  LoadNotices,
  LoadSource,
  loadTitle,
} from './load-facts.tsx'
import { LoadLists } from './load-lists.tsx'
import { UndoLoad } from './undo-load.tsx'

export const loader = startDetail((client, id) => client.prefetchQuery(loadQuery(id)))

/** One load of the history. */
export function Component() {
  const id = Number(useParams().id)
  const { data: load, error, refetch } = useQuery({ ...loadQuery(id), enabled: isRowId(id) })
  const title = loadTitle(load)
  return (
    <Page
      title={title}
      heading={<UnbrokenDates text={title} />}
      back={<BackToLoads />}
      actions={load?.state === 'applied' && <UndoLoad id={id} />}
    >
      {!isRowId(id) && <Notice tone="error">No encontramos esta carga.</Notice>}
      {isRowId(id) && !load && !error && <ListSkeleton />}
      {error && !load && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {load && (
        <Stack className={classes.page}>
          <p className={classes.head}>
            <LoadMark state={load.state} />
            <LoadSource load={load} />
          </p>
          {load.state === 'undone' && load.undone_at && (
            <Notice tone="info">
              Deshecha el {dateTimeInSantiago(load.undone_at)}
              {load.undone_by && ` por ${load.undone_by}`}.
            </Notice>
          )}
          <LoadNotices load={load} />
          <LoadFigures load={load} />
          <LoadLists key={id} load={load} />
        </Stack>
      )}
    </Page>
  )
}
