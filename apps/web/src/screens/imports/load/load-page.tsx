import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { loadQuery } from '../../../api/imports/imports.ts'
import { ListSkeleton } from '../../../list/list-skeleton.tsx'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ArrowLeftIcon } from '../../../ui/icons/icons.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import classes from '../imports.module.css'
import { LoadMark } from '../state-mark.tsx'
import { LoadFacts } from './load-facts.tsx'
import { LoadLists } from './load-lists.tsx'

/** One load of the history. */
export function LoadPage({ id }: { id: number }) {
  const { data: load, error, refetch, isPending } = useQuery(loadQuery(id))
  return (
    <Page title="Carga" documentTitle={`Carga Nº ${id}`} actions={<BackToLoads />}>
      {isPending && <ListSkeleton />}
      {error && !load && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {load && (
        <Stack className={classes.page}>
          <p>
            <LoadMark state={load.state} />
          </p>
          {load.state === 'undone' && load.undone_at && (
            <Notice tone="info">
              Deshecha el {dateTimeInSantiago(load.undone_at)}
              {load.undone_by && ` por ${load.undone_by}`}.
            </Notice>
          )}
          <LoadFacts load={load} />
          <LoadLists load={load} />
        </Stack>
      )}
    </Page>
  )
}

export function BackToLoads() {
  return (
    <Button
      component={Link}
      to={{ search: '' }}
      variant="default"
      leftSection={<ArrowLeftIcon size={18} />}
    >
      Volver a las cargas
    </Button>
  )
}
