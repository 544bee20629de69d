import { ageText } from '@carpeta/domain/dates/age'
import { dateTimeInSantiago, daysBetween, todayInSantiago } from '@carpeta/domain/dates/dates'
import {
  type ChangeKind,
  exportFileTypes,
  type UploadState,
} from '@carpeta/domain/imports/import-rules'
import { isUnread } from '@carpeta/domain/imports/load-consequences'
import { fileSize } from '@carpeta/domain/requests/document-rules'
import { counted } from '@carpeta/domain/text/counted'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { serverNow } from '../api/server-clock.ts'
import { Chip, ChipGroup } from '../list/chip.tsx'
import linked from '../list/list.module.css'
import { PagedTable } from '../list/paged-table.tsx'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { startCalls } from '../session/start-calls.ts'
import { Button } from '../ui/buttons/button.tsx'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { Dropzone } from '../ui/dropzone.ts'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Progress } from '../ui/feedback/progress.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { withFormerAddresses } from '../ui/former-addresses.ts'
import { KeyIcon, PlusIcon } from '../ui/icons/icons.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Stack } from '../ui/layout/stack.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { useFocusKept } from '../ui/use-focus-kept.ts'
import { useHashArrival } from '../ui/use-hash-arrival.ts'
import {
  type Load,
  loadsPageQuery,
  UPLOADS,
  type UploadedExport,
  undoableLoadQuery,
  uploadExport,
  uploadsPageQuery,
} from './calls.ts'
import classes from './imports.module.css'
import { LoadMark, loadTitle, UploadMark } from './load-facts.tsx'
import { UndoDialog, UndoUnderWay, useFreshLoads } from './undo-load.tsx'

export const loader = withFormerAddresses(
  {
    carga: (id) => `/imports/loads/${id}`,
    archivo: (id) => `/imports/uploads/${id}`,
    vista: () => '/imports/tokens',
  },
  startCalls((client) => {
    void client.prefetchQuery(uploadsPageQuery(1))
    void client.prefetchQuery(loadsPageQuery({ page: 1, withRejects: false }))
    void client.prefetchQuery(undoableLoadQuery)
  }),
)

/** Accounting's exports: uploaded, compared, applied and undone. */
export function Component() {
  const [isUploading, setUploading] = useState(false)
  return (
    <Page
      title="Cargas"
      actions={
        <>
          <Button
            component={Link}
            to="/imports/tokens"
            variant="default"
            leftSection={<KeyIcon size={18} />}
          >
            Tokens
          </Button>
          <Button leftSection={<PlusIcon size={18} />} onClick={() => setUploading(true)}>
            Subir una exportación
          </Button>
        </>
      }
    >
      <Standing />
      <Stack gap="xl">
        <RecentUploads />
        <History />
      </Stack>
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
    </Page>
  )
}

/** Which figures members see, and what waits or was stopped since. */
function Standing() {
  const uploads = useQuery(uploadsPageQuery(1))
  const loads = useQuery(loadsPageQuery({ page: 1, withRejects: false }))
  const last = useQuery(undoableLoadQuery)
  if (uploads.isPending || loads.isPending || last.isPending) return <Skeleton height={24} />
  const shown = last.data?.load
  const seen = shown?.cutoff && (
    <UnbrokenDates
      text={`Los socios ven los datos del ${dateTimeInSantiago(shown.cutoff)} (${ageOf(shown.cutoff)}).`}
    />
  )
  const since = notSeen(shown, uploads.data?.results ?? [], loads.data?.results[0])
  const isOld = shown?.cutoff ? daysSince(shown.cutoff) > 1 : false
  if (since.length === 0 && !isOld) return seen && <p className={classes.standing}>{seen}</p>
  const isWarning = isOld || since.some(({ tone }) => tone === 'warning')
  return (
    <div className={classes.standing}>
      <Notice tone={isWarning ? 'warning' : 'info'}>
        {seen && <p>{seen}</p>}
        {since.map(({ text, to, link }) => (
          <p key={to}>
            <UnbrokenDates text={text} /> <Link to={to}>{link}</Link>
          </p>
        ))}
      </Notice>
    </div>
  )
}

function ageOf(cutoff: string): string {
  return ageText(todayInSantiago(new Date(cutoff)), todayInSantiago(serverNow()))
}

function daysSince(cutoff: string): number {
  return daysBetween(todayInSantiago(new Date(cutoff)), todayInSantiago(serverNow()))
}

interface Since {
  tone: 'info' | 'warning'
  text: string
  to: string
  link: string
}

const uploadsSince: Partial<Record<UploadState, Pick<Since, 'tone' | 'text'>>> = {
  waiting: { tone: 'info', text: 'La última carga recibida espera su turno.' },
  running: { tone: 'info', text: 'La última carga recibida se está procesando.' },
  checked: { tone: 'warning', text: 'La última carga recibida está revisada, sin aplicar.' },
  failed: { tone: 'warning', text: 'La última carga recibida no se pudo procesar.' },
}

/** The one that was stopped last, and the newest file, where members do not see them yet. */
function notSeen(
  shown: Load | undefined,
  uploads: UploadedExport[],
  load: Load | undefined,
): Since[] {
  const isNewer = ({ at }: { at: string }, than: { at: string } | undefined) =>
    !than || Date.parse(at) > Date.parse(than.at)
  const stoppedLoad = load?.state === 'refused' && isNewer(load, shown) ? load : undefined
  const refused = uploads.find((each) => each.state === 'refused' && isNewer(each, shown))
  const stopped: Since[] = []
  if (refused && isNewer(refused, stoppedLoad)) {
    stopped.push(stoppedSince(refused.load, `/imports/uploads/${refused.id}`))
  } else if (stoppedLoad) {
    stopped.push(stoppedSince(stoppedLoad, `/imports/loads/${stoppedLoad.id}`))
  }
  // Applied in this list is the last load over again.
  const upload = uploads.find(({ state }) => state !== 'applied')
  const told = upload && uploadsSince[upload.state]
  if (!told || !isNewer(upload, shown) || !isNewer(upload, stoppedLoad)) return stopped
  return [...stopped, { ...told, to: `/imports/uploads/${upload.id}`, link: 'Ver la carga' }]
}

/** 'La carga del 22-11-2026 06:00 está detenida: 138 ventas rechazadas.' */
function stoppedSince(load: Load | null, to: string): Since {
  const isRejected = load?.refusal_code === 'too_many_rejects'
  const why = isRejected
    ? `: ${counted(load.rejected, 'venta rechazada', 'ventas rechazadas')}`
    : ''
  const text = `La ${loadTitle(load).toLowerCase()} está detenida${why}.`
  return { tone: 'warning', text, to, link: 'Revisarla' }
}

/** Uploads an export, and leads to what it would change. */
function UploadDialog({ onClose }: { onClose: () => void }) {
  const { percent, failure, send } = useUpload()
  const openChooser = useRef<() => void>(null)
  const isSending = percent !== null
  // The chooser gives way to the progress, and comes back after a failure.
  const kept = useFocusKept<HTMLDivElement>('[role="status"], button')
  return (
    <Dialog
      title="Subir una exportación"
      closeOnClickOutside={false}
      onClose={onClose}
      buttons={
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
      }
    >
      <div {...kept} className={classes.upload}>
        {failure !== undefined && <FailureNotice error={failure} />}
        {isSending ? (
          <div className={classes.sending}>
            <p role="status" tabIndex={-1}>
              {percent < 100 ? 'Subiendo. No cierres esta ventana.' : 'Guardando el archivo…'}
            </p>
            <Progress.Root size="lg" className={classes.track ?? ''}>
              <Progress.Section value={percent} aria-label="Avance de la subida" />
            </Progress.Root>
            <p className={classes.detail}>{percent}&nbsp;%</p>
          </div>
        ) : (
          <Dropzone
            className={classes.chooser ?? ''}
            openRef={openChooser}
            multiple={false}
            onDrop={(files) => void send(files[0])}
            onReject={(refused) => void send(refused[0]?.file)}
            // The button below handles clicks and keys.
            activateOnClick={false}
            activateOnKeyboard={false}
            enablePointerEvents
            inputProps={{
              accept: exportFileTypes.join(','),
              'aria-label': 'Archivo de contabilidad',
            }}
          >
            <div className={classes.ways}>
              <Button onClick={() => openChooser.current?.()}>Elegir archivo</Button>
              <span className={classes.detail}>o arrástralo hasta aquí</span>
            </div>
          </Dropzone>
        )}
        <p className={classes.detail}>
          Un archivo .ndjson o .ndjson.gz, un .zip con la carpeta de CSV, o un libro de Excel
          (.xlsx) con una hoja por cada CSV. Primero se revisa: nada cambia hasta que lo apliques.
        </p>
      </div>
    </Dialog>
  )
}

function useUpload() {
  const [percent, setPercent] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>()
  const client = useQueryClient()
  const navigate = useNavigate()
  const aborting = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    aborting.current = controller
    return () => controller.abort()
  }, [])

  async function send(file: File | undefined) {
    if (!file) return
    const { signal } = aborting.current
    setFailure(undefined)
    setPercent(0)
    try {
      const onProgress = (share: number) => setPercent(Math.floor(share * 100))
      const { id } = await uploadExport(file, { onProgress, signal })
      await client.invalidateQueries({ queryKey: [UPLOADS] })
      void navigate(`/imports/uploads/${id}`)
    } catch (error) {
      if (!signal.aborted) setFailure(error)
    } finally {
      setPercent(null)
    }
  }

  return { percent, failure, send }
}

/** Tells apart two exports of one cut-off. */
const receivedAt = (at: string) => `recibida el ${dateTimeInSantiago(at)}`

const columns: Column<UploadedExport>[] = [
  {
    header: 'Carga',
    cell: ({ id, at, name, size, state, failure, load }) => {
      const title = load?.cutoff ? loadTitle(load) : name
      return (
        <>
          <Link
            className={`${classes.name} ${linked.open}`}
            to={`/imports/uploads/${id}`}
            aria-label={`Ver ${title}, ${receivedAt(at)}`}
          >
            <UnbrokenDates text={title} />
          </Link>{' '}
          {title === name && <span className={classes.shortDetail}>{fileSize(size)}</span>}
          {state === 'failed' && <p className={classes.why}>{failure}</p>}
          {state === 'refused' && <p className={classes.why}>{load?.refusal}</p>}
        </>
      )
    },
    isLong: true,
    onCard: 'title',
  },
  { header: 'Subido', cell: ({ at }) => dateTimeInSantiago(at), isShort: true },
  { header: 'Por', cell: ({ by, token }) => by || `Programa: ${token}`, onCard: 'line' },
  { header: 'Estado', cell: (upload) => <UploadMark upload={upload} />, onCard: 'aside' },
]

/** Exports that staff uploaded and programs sent, until they are a load; nothing where there are none. */
function RecentUploads() {
  const heading = useId()
  const [page, setPage] = useState(1)
  const { data, isFetched } = useQuery(uploadsPageQuery(1))
  if (!isFetched || data?.results.length === 0) return null
  return (
    <section
      className={`${classes.part} ${classes.loads} ${linked.rows}`}
      aria-labelledby={heading}
    >
      <h2 id={heading}>Cargas sin aplicar</h2>
      <PagedTable
        caption="Cargas sin aplicar"
        columns={columns}
        rowKey={({ id }) => id}
        query={uploadsPageQuery(page)}
        onPage={setPage}
        empty="Ya no hay ninguna."
      />
    </section>
  )
}

const loadColumns: Column<Load>[] = [
  {
    header: 'Corte',
    cell: ({ id, at, cutoff }) => (
      <Link
        className={`${classes.name} ${linked.open}`}
        to={`/imports/loads/${id}`}
        aria-label={`Ver la carga ${cutoff ? dateTimeInSantiago(cutoff) : 'sin corte'}, ${receivedAt(at)}`}
      >
        {cutoff ? dateTimeInSantiago(cutoff) : 'Sin corte'}
      </Link>
    ),
    isShort: true,
    onCard: 'title',
  },
  { header: 'Cuándo', cell: ({ at }) => dateTimeInSantiago(at), isShort: true },
  { header: 'Quién', cell: ({ by }) => by || 'Comando o programa' },
  {
    header: 'Ventas',
    // Of one that was refused nothing changed.
    cell: ({ state, ...load }) => (state === 'refused' ? null : changesText(load)),
  },
  {
    header: 'Problemas',
    cell: (load) => <Problems load={load} />,
    isLong: true,
    onCard: 'line',
  },
  { header: 'Estado', cell: ({ state }) => <LoadMark state={state} />, onCard: 'aside' },
]

/** Its button stands at the last load. */
function undoColumn({ id: last, cutoff }: Load, onUndo: () => void): Column<Load> {
  return {
    header: 'Acciones',
    cell: ({ id }) =>
      id === last && (
        <Button
          className={classes.undo ?? ''}
          variant="default"
          size="sm"
          aria-label={`Deshacer la carga ${cutoff ? dateTimeInSantiago(cutoff) : 'sin corte'}`}
          onClick={onUndo}
        >
          Deshacer
        </Button>
      ),
    onCard: 'foot',
  }
}

/** '12 nuevas, 1.280 cambian'. */
function changesText({ added, changed, withdrawn }: Pick<Load, ChangeKind>): string {
  const parts = [
    added > 0 && counted(added, 'nueva', 'nuevas'),
    changed > 0 && counted(changed, 'cambia', 'cambian'),
    withdrawn > 0 && counted(withdrawn, 'se retira', 'se retiran'),
  ]
  return parts.filter((part) => part !== false).join(', ') || 'Ninguna cambia'
}

/** Why it was stopped, and what is wrong: '2 ventas rechazadas · 3 hallazgos'. */
function Problems({ load: { refusal, refusal_code, rejected, findings } }: { load: Load }) {
  const counts = [
    rejected > 0 && counted(rejected, 'venta rechazada', 'ventas rechazadas'),
    findings > 0 && counted(findings, 'hallazgo', 'hallazgos'),
  ].filter((part) => part !== false)
  const isCounted = counts.length > 0 && !isUnread(refusal_code)
  return (
    <>
      {refusal && <p className={classes.why}>{refusal}</p>}
      {isCounted && (
        <p className={rejected > 0 ? classes.why : classes.doubt}>{counts.join(' · ')}</p>
      )}
    </>
  )
}

/** Loads that were applied, refused or undone, also by commands. */
function History() {
  const heading = useId()
  const [params, setParams] = useSearchParams()
  const withRejects = params.has(WITH_REJECTS)
  const [page, setPage] = useState(1)
  useHashArrival()
  const [isUndoing, setUndoing] = useState(false)
  const { data: undoable } = useQuery(undoableLoadQuery)
  const isUnderWay = undoable?.is_under_way === true
  useFreshLoads(isUnderWay)
  return (
    <section
      id={HISTORY}
      tabIndex={-1}
      className={`${classes.part} ${classes.loads} ${linked.rows}`}
      aria-labelledby={heading}
    >
      <div className={classes.title}>
        <h2 id={heading}>Historia de cargas</h2>
        <ChipGroup label="Cargas">
          <Chip
            isOn={withRejects}
            onClick={() => {
              setParams(withRejects ? {} : { [WITH_REJECTS]: '1' }, { preventScrollReset: true })
              setPage(1)
            }}
          >
            Con ventas rechazadas sin corregir
          </Chip>
        </ChipGroup>
      </div>
      {isUnderWay && <UndoUnderWay />}
      <PagedTable
        caption="Historia de cargas"
        columns={
          undoable?.refusal === null && !isUnderWay
            ? [...loadColumns, undoColumn(undoable.load, () => setUndoing(true))]
            : loadColumns
        }
        rowKey={({ id }) => id}
        query={loadsPageQuery({ page, withRejects })}
        onPage={setPage}
        empty={
          withRejects
            ? 'Ninguna carga tiene ventas rechazadas sin corregir.'
            : 'Todavía no hay ninguna carga.'
        }
      />
      {isUndoing && undoable && (
        <UndoDialog undoable={undoable} onClose={() => setUndoing(false)} />
      )}
    </section>
  )
}

/** The history shows only loads with rejects that no later load corrected. */
const WITH_REJECTS = 'con_rechazos'
const HISTORY = 'historia'
