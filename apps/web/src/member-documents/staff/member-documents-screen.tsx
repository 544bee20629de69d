import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { DocumentImport } from '@carpeta/contract/member-documents'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import {
  exampleIndex,
  INDEX_FILE,
  publishedNotice,
  toldNotice,
  waitingImportStates,
} from '@carpeta/domain/member-documents/document-import-rules'
import {
  documentCategories,
  documentCategoryNames,
} from '@carpeta/domain/member-documents/member-document-rules'
import { counted, formatCount } from '@carpeta/domain/text/counted'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { answered } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import { uploaded } from '../../api/upload.ts'
import { Confirmation } from '../../forms/confirmation.tsx'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { workCountsQuery } from '../../staff/work-counts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Progress } from '../../ui/feedback/progress.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DownloadIcon } from '../../ui/icons/icons.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useDownload } from '../../ui/use-download.ts'
import { useHashArrival } from '../../ui/use-hash-arrival.ts'
import list from '../document-list.module.css'
import classes from './member-documents.module.css'
import { SaleDocuments } from './sale-documents.tsx'
import { SaleSearch } from './sale-search.tsx'
import { type Correction, ZipRejects } from './zip-rejects.tsx'

/** The documents that staff publish: of one sale, or of many in a zip. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const code = params.get('venta')
  const { data: imports } = useQuery(documentImportsQuery)
  // As it was when the page opened: what one works on stays in its place.
  const [opened, setOpened] = useState<{ waits: boolean; hasSale: boolean }>()
  if (!opened && imports) setOpened({ waits: imports.some(waits), hasSale: code !== null })
  const isZipFirst = opened?.waits && !opened.hasSale
  const zip = (
    <Card key="zip" title="De muchas ventas, en un zip">
      <ZipImport waitedAtFirst={opened?.waits ?? false} />
    </Card>
  )
  return (
    <Page title="Documentos de socios">
      <div className={classes.cards}>
        {isZipFirst === false && <WaitingZip waiting={imports?.filter(waits) ?? []} />}
        {isZipFirst && zip}
        <Card key="sale" title="De una venta">
          <SaleSearch key={code} code={code ?? ''} onChoose={(venta) => setParams({ venta })} />
          {code && <SaleDocuments key={`documents ${code}`} code={code} />}
        </Card>
        {!isZipFirst && zip}
      </div>
    </Page>
  )
}

/** Leads past the documents of a sale to a zip that waits below them. */
function WaitingZip({ waiting }: { waiting: DocumentImport[] }) {
  const { search } = useLocation()
  const [first, ...others] = waiting
  if (!first) return null
  return (
    <Notice tone="warning">
      {others.length === 0
        ? `El zip «${first.name}» espera: nada de él se publicó todavía.`
        : `${waiting.length} zips esperan: nada de ellos se publicó todavía.`}{' '}
      <Link to={{ search, hash: zipId(first.id) }}>Ver el zip</Link>
    </Notice>
  )
}

const zipId = (id: number) => `zip-${id}`

const UPLOAD = 'subir-zip'

interface ZipImportProps {
  /** What waits for a decision stands above how a zip is prepared. */
  waitedAtFirst: boolean
}

/** First what matches and what does not; then all, or what matches. */
function ZipImport({ waitedAtFirst }: ZipImportProps) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>()
  const [isDiscarded, setDiscarded] = useState(false)
  const { data: imports, error, refetch } = useQuery(documentImportsQuery)
  // Those that somebody has to act on, those whose rejects are still to be uploaded, and the last one.
  const shown = imports?.filter(
    (each, place) => place === 0 || waits(each) || isRunning(each) || (each.rejected ?? 0) > 0,
  )

  async function upload({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    currentTarget.value = ''
    if (!file) return
    setPercent(0)
    setFailure(undefined)
    setDiscarded(false)
    try {
      await uploadDocuments(file, (share) => setPercent(Math.round(share * 100)))
      await client.invalidateQueries({ queryKey: documentImportsQuery.queryKey })
    } catch (reason) {
      setFailure(reason)
    } finally {
      setPercent(null)
    }
  }

  /** Its card goes with the answer: a card that stays would ask for it again. */
  async function discard(discarded: DocumentImport) {
    await discardImport(discarded)
    client.setQueryData(documentImportsQuery.queryKey, (all) =>
      all?.filter(({ id }) => id !== discarded.id),
    )
    client.removeQueries({ queryKey: documentImportQuery(discarded.id).queryKey })
    setDiscarded(true)
    // The pressed button is gone.
    document.getElementById(UPLOAD)?.focus()
  }

  const zips = (
    <>
      {isDiscarded && <Notice tone="success">El zip se descartó. Nada se publicó.</Notice>}
      {error && !imports && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {shown?.map(({ id }) => (
        <Import key={id} id={id} onDiscard={discard} />
      ))}
    </>
  )
  return (
    <>
      {waitedAtFirst && zips}
      <p>
        Un zip cuyos archivos se llaman <code>CÓDIGO_categoría_título.pdf</code>, por ejemplo{' '}
        <code>V-1001_escritura_Copia legalizada.pdf</code>, o con un <code>{INDEX_FILE}</code>.
        Primero ves qué calza y qué no; lo que no, se corrige aquí o queda fuera.
      </p>
      <div className={classes.categories}>
        <p>
          Categorías: {documentCategories.map((each) => documentCategoryNames[each]).join(', ')}.
        </p>
        <Button
          variant="default"
          leftSection={<DownloadIcon size={16} />}
          onClick={() => saveFile(new Blob([exampleIndex()], { type: 'text/csv' }), INDEX_FILE)}
        >
          Descargar un {INDEX_FILE} de ejemplo
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label="Zip de documentos"
        onChange={(event) => void upload(event)}
      />
      <div>
        <Button
          id={UPLOAD}
          variant="default"
          loading={percent !== null}
          onClick={() => input.current?.click()}
        >
          Subir un zip
        </Button>
      </div>
      {percent !== null && <Progress value={percent} aria-label="Enviando el zip" />}
      {failure !== undefined && <FailureNotice error={failure} />}
      {!waitedAtFirst && zips}
    </>
  )
}

interface ImportProps {
  id: number
  onDiscard: (discarded: DocumentImport) => Promise<void>
}

function Import({ id, onDiscard }: ImportProps) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(documentImportQuery(id))
  const { underWay, failure: unsaved, save } = useDownload()
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  useHashArrival(data !== undefined)

  async function act(action: () => Promise<unknown>) {
    setBusy(true)
    setFailure(undefined)
    try {
      await action()
    } catch (reason) {
      setFailure(reason)
    } finally {
      void client.invalidateQueries({ queryKey: workCountsQuery.queryKey })
      // Also after a refusal: a colleague may have changed it.
      await client.invalidateQueries({ queryKey: documentImportsQuery.queryKey })
      setBusy(false)
    }
  }

  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  const { name, state, created_by, created_at, rejects, rejected, documents } = data
  const added = data.added ?? 0
  const publishing =
    state === 'refused'
      ? publishMatching(added)
      : `Publicar ${counted(added, 'documento', 'documentos')}`
  return (
    <section id={zipId(id)} tabIndex={-1} className={classes.import} aria-label={`Zip ${name}`}>
      <p>
        <strong>{name}</strong>{' '}
        <span className={list.detail}>
          {created_by.name} · {dateTimeInSantiago(created_at)}
        </span>
      </p>
      <StateNotice data={data} />
      {(rejected ?? 0) > 0 && (
        <>
          <h3 className={classes.heading}>
            {state === 'published' ? 'Quedaron fuera' : 'No calzan'}
          </h3>
          <ZipRejects
            key={data.state}
            rejects={rejects}
            isBusy={isBusy}
            onCorrect={
              state === 'refused'
                ? (corrections) => void act(() => correctImport(data, corrections))
                : undefined
            }
          />
          <div>
            <Button
              variant="default"
              leftSection={<DownloadIcon size={16} />}
              loading={underWay !== null}
              onClick={() => void save(`rechazos-${id}.csv`, () => downloadImportRejects(id))}
            >
              Descargar los rechazos
            </Button>
          </div>
        </>
      )}
      {documents.length > 0 && <Matching documents={documents} count={added + (data.known ?? 0)} />}
      {failure !== undefined && <FailureNotice error={failure} />}
      {unsaved !== undefined && <FailureNotice error={unsaved} />}
      {state !== 'publishing' && state !== 'published' && (
        <ButtonRow>
          {(state === 'checked' || state === 'refused') && added > 0 && (
            <Button disabled={isBusy} onClick={() => setAsking(true)}>
              {publishing}
            </Button>
          )}
          <Button
            variant="subtle"
            disabled={isBusy}
            onClick={() => void act(() => onDiscard(data))}
          >
            Descartar
          </Button>
        </ButtonRow>
      )}
      {isAsking && (
        <Confirmation
          title={publishing}
          confirm={`Publicar ${counted(added, 'documento', 'documentos')}`}
          action={async () => {
            await publishImport(data, { withoutRejects: state === 'refused' }).finally(() =>
              client.invalidateQueries({ queryKey: documentImportsQuery.queryKey }),
            )
            void client.invalidateQueries({ queryKey: workCountsQuery.queryKey })
          }}
          onClose={() => setAsking(false)}
        >
          <p>{toldNotice(added, { ...data.told, byEmail: data.told.by_email })}</p>
          {(rejected ?? 0) > 0 && (
            <p>
              {counted(rejected ?? 0, 'archivo no calza y queda', 'archivos no calzan y quedan')}{' '}
              fuera. La lista sigue aquí, para subirlos después.
            </p>
          )}
        </Confirmation>
      )}
    </section>
  )
}

function publishMatching(count: number): string {
  return count === 1 ? 'Publicar el que calza' : `Publicar los ${formatCount(count)} que calzan`
}

function StateNotice({ data }: { data: DocumentImport }) {
  const { state, done, total, added, known, rejected, failure } = data
  if (isRunning(data)) {
    const label = state === 'checking' ? 'Revisando' : 'Publicando'
    return (
      <div>
        {/* Without the numbers, which would be announced every second. */}
        <VisuallyHidden role="status">{label}…</VisuallyHidden>
        <p>
          {label} {done} de {total}
        </p>
        <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={label} />
      </div>
    )
  }
  if (state === 'failed') return <Notice tone="error">{failure}</Notice>
  if (state === 'published') {
    return <Notice tone="success">{publishedNotice(added ?? 0)}</Notice>
  }
  if (state === 'refused') {
    return (
      <Notice tone="warning">
        {rejected === 1
          ? 'Un archivo no calza: corrígelo'
          : `${rejected} archivos no calzan: corrígelos`}{' '}
        aquí, o publica los demás. Nada se publicó todavía.
      </Notice>
    )
  }
  return (
    <Notice tone="info">
      Calzan todos: {added} por publicar
      {known ? `, ${counted(known, 'ya publicado', 'ya publicados')}` : ''}.
    </Notice>
  )
}

interface MatchingProps {
  /** The first ones. */
  documents: DocumentImportPlan['documents']
  count: number
}

function Matching({ documents, count }: MatchingProps) {
  return (
    <details className={classes.withdrawn}>
      <summary>Ver {counted(count, 'documento que calza', 'documentos que calzan')}</summary>
      <ul className={classes.lines}>
        {documents.map(({ file, sale_code, category, title, is_known }) => (
          <li key={file}>
            <span className={classes.name}>{title}</span>
            <span className={list.detail}>
              {[sale_code, documentCategoryNames[category], is_known && 'ya publicado']
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

// Zips of documents for many sales.

type DocumentImportPlan = AnswerOf<'GET /api/document-imports/:id/'>

const RUNNING_MS = 1000
/** A page left open must not keep the session alive. */
const MAX_POLLS = 900
const running = new Set<DocumentImport['state']>(['checking', 'publishing'])

const waits = ({ state }: DocumentImport) => waitingImportStates.some((each) => each === state)

const isRunning = ({ state }: DocumentImport) => running.has(state)

const documentImportsQuery = queryOptions({
  queryKey: ['document imports'],
  queryFn: async ({ signal }) => (await answered('GET /api/document-imports/', { signal })).results,
})

/** Asked again while the server works on it. */
function documentImportQuery(id: number) {
  return queryOptions({
    queryKey: ['document imports', id],
    staleTime: 0,
    queryFn: ({ signal }): Promise<DocumentImportPlan> =>
      answered('GET /api/document-imports/:id/', { params: { id }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && isRunning(data) && dataUpdateCount < MAX_POLLS ? RUNNING_MS : false,
  })
}

function uploadDocuments(file: File, onProgress: (share: number) => void): Promise<DocumentImport> {
  return answered('POST /api/document-imports/', uploaded(file, { onProgress }))
}

function publishImport(
  { id, version }: DocumentImport,
  { withoutRejects = false } = {},
): Promise<DocumentImport> {
  const query = { version: String(version), ...(withoutRejects && { without_rejects: 'true' }) }
  return answered('POST /api/document-imports/:id/publish/', { params: { id }, query })
}

function correctImport(
  { id, version }: DocumentImport,
  corrections: Correction[],
): Promise<DocumentImport> {
  return answered('POST /api/document-imports/:id/correct/', {
    params: { id },
    body: { corrections, version },
  })
}

async function discardImport({ id, version }: DocumentImport): Promise<void> {
  const query = { version: String(version) }
  await answered('DELETE /api/document-imports/:id/', { params: { id }, query })
}

function downloadImportRejects(id: number): Promise<Blob | null> {
  return download('GET /api/document-imports/:id/rejects.csv', { params: { id } })
}
