import {
  acceptanceConsequences,
  acceptedLabels,
  acceptLabel,
  isAcceptable,
  notRestoredSentence,
  plannedChanges,
  plannedEmailsText,
} from '@carpeta/domain/imports/load-consequences'
import { counted, formatCount } from '@carpeta/domain/text/counted'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { Confirmation } from '../forms/confirmation.tsx'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { isRowId } from '../list/row-path.ts'
import { startDetail } from '../list/start-calls.ts'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Progress } from '../ui/feedback/progress.ts'
import { LabelledSwitch } from '../ui/fields/labelled-switch.tsx'
import { ButtonRow } from '../ui/layout/button-row.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Stack } from '../ui/layout/stack.tsx'
import {
  acceptRefusal,
  applyExport,
  checkExport,
  discardExport,
  LOADS,
  UPLOADS,
  type UploadedExport,
  uploadedExportQuery,
} from './calls.ts'
import classes from './imports.module.css'
import {
  BackToLoads,
  LoadFigures,
  LoadNotices,
  LoadSource,
  loadTitle,
  UploadMark,
} from './load-facts.tsx'
import { LoadLists } from './load-lists.tsx'

export const loader = startDetail((client, id) => client.prefetchQuery(uploadedExportQuery(id)))

/** An uploaded export: what it would change, and the decision about it. */
export function Component() {
  const id = Number(useParams().id)
  const {
    data: upload,
    error,
    refetch,
  } = useQuery({ ...uploadedExportQuery(id), enabled: isRowId(id) })
  useFreshLists(upload?.state)
  const title = loadTitle(upload?.load)
  return (
    <Page title={title} heading={<UnbrokenDates text={title} />} back={<BackToLoads />}>
      {!isRowId(id) && <Notice tone="error">No encontramos este archivo.</Notice>}
      {isRowId(id) && !upload && !error && <ListSkeleton />}
      {error && !upload && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {upload && <Upload key={id} upload={upload} />}
    </Page>
  )
}

function Upload({ upload }: { upload: UploadedExport }) {
  const { name, load } = upload
  return (
    <Stack className={classes.page}>
      <p className={classes.head}>
        <UploadMark upload={upload} />
        {load ? <LoadSource load={load} /> : <span className={classes.name}>{name}</span>}
      </p>
      <StateNotice upload={upload} />
      {load && <LoadNotices load={load} />}
      {load && (
        <>
          <LoadFigures load={load} />
          <LoadLists load={load} />
        </>
      )}
      <UploadActions upload={upload} />
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
    if (load?.state === 'undone') {
      return <Notice tone="info">La carga se deshizo: los socios ven las cifras de antes.</Notice>
    }
    return (
      <Notice tone="success">
        {isRepeated
          ? 'La última carga ya era esta exportación: nada cambió.'
          : 'Aplicada: los socios ya ven estas cifras.'}
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

type Asked = 'accept' | 'apply' | 'discard' | 'check'

/** The actions on an export that waits or is checked, also on one whose refusal a person may accept. */
function UploadActions({ upload }: { upload: UploadedExport }) {
  const { id, state, is_stale, has_file, load } = upload
  const [asked, setAsked] = useState<Asked | null>(null)
  const [pausesEmails, setPausesEmails] = useState(false)
  const accepted = useId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => client.invalidateQueries({ queryKey: [UPLOADS] })
  const code = load?.refusal_code ?? null
  const notRestored = load?.replaced_sample && notRestoredSentence(load.replaced_sample)
  // As many as its list 'Diferencias' has.
  const changes = load ? load.added + load.changed + load.withdrawn : 0
  const refusal = state === 'refused' && isAcceptable(code) ? code : null
  const accept = refusal && load ? acceptLabel(refusal, load) : ''
  if (!has_file || !(state === 'waiting' || state === 'checked' || refusal)) return null

  async function discard() {
    await discardExport(id)
    await navigate('/imports')
    await refresh()
  }

  const ask = (kind: Asked) => () => setAsked(kind)
  const close = () => setAsked(null)
  return (
    <>
      <div className={classes.decision}>
        {refusal && (
          <p id={accepted} className={classes.detail}>
            «{accept}» no aplica nada todavía. {acceptanceConsequences[refusal]}
          </p>
        )}
        <ButtonRow>
          {/* It overrides what protects the members: not the solid button. */}
          {refusal && (
            <Button variant="default" aria-describedby={accepted} onClick={ask('accept')}>
              {accept}
            </Button>
          )}
          {state === 'checked' &&
            (is_stale ? (
              <Button onClick={ask('check')}>Revisar de nuevo</Button>
            ) : (
              <Button onClick={ask('apply')}>Aplicar</Button>
            ))}
          <Button variant="subtle" onClick={ask('discard')}>
            Descartar
          </Button>
        </ButtonRow>
      </div>
      {asked === 'accept' && refusal && (
        <Confirmation
          title="Aceptar el motivo"
          confirm={accept}
          action={async () => {
            await acceptRefusal(id, refusal)
            await refresh()
          }}
          onClose={close}
        >
          <p>{load?.refusal}</p>
          <p>{acceptanceConsequences[refusal]}</p>
          <p>
            Nada cambia todavía: el archivo se revisa otra vez, y después se puede aplicar o
            descartar. Queda anotado quién lo aceptó.
          </p>
        </Confirmation>
      )}
      {asked === 'apply' && (
        <Confirmation
          title="Aplicar la carga"
          confirm={applyLabel(changes, pausesEmails ? 0 : (load?.emails ?? 0))}
          action={async () => {
            // Refused, it may have to be checked again.
            await applyExport(upload, pausesEmails).finally(refresh)
          }}
          onClose={close}
        >
          <PlannedChanges load={load} />
          {notRestored && <Notice tone="warning">{notRestored}</Notice>}
          <LabelledSwitch
            label="Dejar en pausa los correos a los socios"
            description={plannedEmailsText(load?.emails ?? null, pausesEmails)}
            isOn={pausesEmails}
            onMove={setPausesEmails}
          />
        </Confirmation>
      )}
      {asked === 'check' && (
        <Confirmation
          title="Revisar de nuevo"
          confirm="Revisar"
          action={async () => {
            await checkExport(id)
            await refresh()
          }}
          onClose={close}
        >
          <p>El archivo se compara con las ventas como están ahora. Nada cambia.</p>
        </Confirmation>
      )}
      {asked === 'discard' && (
        <Confirmation
          title="Descartar el archivo"
          confirm="Descartar"
          action={discard}
          onClose={close}
        >
          <p>El archivo y su revisión se borran. Las ventas quedan como están.</p>
        </Confirmation>
      )}
    </>
  )
}

/** Says what goes out, which nothing takes back, before what changes. */
function applyLabel(changes: number, emails: number): string {
  if (emails > 0) return `Aplicar y enviar ${counted(emails, 'correo', 'correos')}`
  return changes > 0 ? `Aplicar ${counted(changes, 'cambio', 'cambios')}` : 'Aplicar'
}

/** The changes by number, without those that the page's notices already name. */
function PlannedChanges({ load }: Pick<UploadedExport, 'load'>) {
  const planned = load ? plannedChanges(load) : []
  return (
    <>
      {planned.length === 0 && <p>Ninguna venta cambia.</p>}
      {planned.length > 0 && (
        <ul className={classes.planned}>
          {planned.map(({ count, text }) => (
            <li key={text}>
              <strong>{formatCount(count)}</strong> {text}
            </li>
          ))}
        </ul>
      )}
      <p>Los socios lo ven de inmediato. Se puede deshacer mientras sea la última carga.</p>
    </>
  )
}
