import { acceptedLabels } from '@carpeta/domain/imports/load-consequences'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import {
  LOADS,
  UPLOADS,
  type UploadedExport,
  uploadedExportQuery,
} from '../../api/imports/imports.ts'
import { ListSkeleton } from '../../list/list-skeleton.tsx'
import { isRowId } from '../../list/row-path.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Progress } from '../../ui/feedback/progress.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { BackToLoads } from './back-to-loads.tsx'
import classes from './imports.module.css'
import { LoadFacts } from './load/load-facts.tsx'
import { LoadLists } from './load/load-lists.tsx'
import { UploadMark } from './state-mark.tsx'
import { UploadActions } from './upload/upload-actions.tsx'

/** An uploaded export: what it would change, and the decision about it. */
export function Screen() {
  const id = Number(useParams().id)
  const {
    data: upload,
    error,
    refetch,
  } = useQuery({ ...uploadedExportQuery(id), enabled: isRowId(id) })
  useFreshLists(upload?.state)
  return (
    <Page title="Archivo de contabilidad" actions={<BackToLoads />}>
      {!isRowId(id) && <Notice tone="error">No encontramos este archivo.</Notice>}
      {isRowId(id) && !upload && !error && <ListSkeleton />}
      {error && !upload && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {upload && <Upload key={id} upload={upload} />}
    </Page>
  )
}

function Upload({ upload }: { upload: UploadedExport }) {
  const { name, state, load } = upload
  return (
    <Stack className={classes.page}>
      <div className={classes.tools}>
        <p className={classes.head}>
          <span className={classes.name}>{name}</span>
          <UploadMark state={state} />
        </p>
        <UploadActions upload={upload} />
      </div>
      <StateNotice upload={upload} />
      {load && (
        <>
          <LoadFacts load={load} />
          <LoadLists load={load} />
        </>
      )}
    </Stack>
  )
}

function StateNotice({ upload }: { upload: UploadedExport }) {
  const { state, failure, is_stale, load, accepted } = upload
  if (state === 'waiting' || state === 'running') {
    return (
      <div className={classes.sending}>
        <p role="status">
          {state === 'waiting'
            ? 'En espera de su turno: se procesa una carga a la vez.'
            : 'Procesando el archivo. Puedes salir de esta página y volver después.'}
        </p>
        <Progress.Root size="lg" className={classes.track ?? ''}>
          <Progress.Section value={100} animated striped aria-label="Procesando" />
        </Progress.Root>
      </div>
    )
  }
  if (state === 'failed') return <Notice tone="error">{failure}</Notice>
  if (is_stale) {
    return (
      <Notice tone="warning">
        Otra carga entró después de esta revisión, y lo que dice ya no vale. Revisa el archivo de
        nuevo.
      </Notice>
    )
  }
  if (state === 'checked') {
    return accepted.length > 0 ? (
      <Notice tone="warning">
        Nada ha cambiado todavía. Se aceptó{' '}
        {new Intl.ListFormat('es-CL').format(accepted.map((each) => acceptedLabels[each]))}: revisa
        bien las ventas antes de aplicar.
      </Notice>
    ) : (
      <Notice tone="info">Nada ha cambiado todavía. Revisa las ventas antes de aplicar.</Notice>
    )
  }
  if (state === 'applied') {
    const isRepeated = load === null
    return (
      <Notice tone="success">
        {isRepeated
          ? 'La última carga ya era esta exportación: nada cambió.'
          : 'Aplicado: los socios ya ven estas cifras.'}
      </Notice>
    )
  }
  return null
}

/** The lists and the history are others once the state changed. */
function useFreshLists(state: string | undefined) {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new state.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: [LOADS] })
    void client.invalidateQueries({ queryKey: [UPLOADS, 'page'] })
  }, [client, state])
}
