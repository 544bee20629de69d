import { announcementLimits, audienceLabel } from '@carpeta/domain/announcements/announcement-rules'
import { dateOrNull, dateTimeInSantiago, shortDate } from '@carpeta/domain/dates/dates'
import { LIMITED_READERS_NOTICE } from '@carpeta/domain/people/limited-lists'
import { formatRut } from '@carpeta/domain/people/rut'
import { counted, formatCount } from '@carpeta/domain/text/counted'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { Chip, ChipGroup } from '../../list/chip.tsx'
import page from '../../list/detail-page.module.css'
import { DetailPage } from '../../list/detail-page.tsx'
import { type FilterField, Filters } from '../../list/filters.tsx'
import { isRowId, useRowPath } from '../../list/row-path.ts'
import { startDetail } from '../../list/start-calls.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { type Fact, Facts } from '../../ui/display/facts.tsx'
import { MailFailure } from '../../ui/display/mail-failure.tsx'
import { WrittenText } from '../../ui/display/written-text.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { FoldedCard } from '../../ui/layout/folded-card.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { AttachedFiles } from '../../uploads/attached-files.tsx'
import { useUploadQueue } from '../../uploads/upload-queue.ts'
import { AnnouncementFile } from '../announcement-file.tsx'
import { AnnouncementActions } from './announcement-actions.tsx'
import { AnnouncementStateMark, emailsText, isAhead } from './announcement-state.tsx'
import announcements from './announcements.module.css'
import {
  type AnnouncementReader,
  addFile,
  announcementEmailQuery,
  announcementQuery,
  type ReadersPage,
  readersQuery,
  removeFile,
  type WireAnnouncement,
} from './calls.ts'

export const loader = startDetail((client, id) => client.prefetchQuery(announcementQuery(id)))

export function Component() {
  const id = Number(useParams().id)
  const pathOf = useRowPath('/announcements')
  const query = useQuery({ ...announcementQuery(id), enabled: isRowId(id) })
  return (
    <DetailPage
      id={id}
      query={query}
      title={query.data?.title || 'Aviso'}
      back={<BackLink to={pathOf(null)}>Volver a los avisos</BackLink>}
      unknown="No encontramos este aviso."
    >
      {(announcement) => <AnnouncementDetail key={id} announcement={announcement} />}
    </DetailPage>
  )
}

function AnnouncementDetail({ announcement }: { announcement: WireAnnouncement }) {
  const { id, state, title, body, published_at, withdrawn_at, updated_at } = announcement
  const heading = useFocusOnArrival()
  return (
    <>
      <div className={`${page.head} ${announcements.head}`}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className={announcements.detailDetail}>
          <AnnouncementStateMark state={state} />
          {published_at && (
            <span>
              {state === 'scheduled' ? 'Se publica el' : 'Publicado el'}{' '}
              {dateTimeInSantiago(published_at)}
            </span>
          )}
          {withdrawn_at && <span>Retirado el {dateTimeInSantiago(withdrawn_at)}</span>}
          {state === 'draft' && <span>Último cambio el {dateTimeInSantiago(updated_at)}</span>}
        </p>
        <AnnouncementActions announcement={announcement} />
      </div>
      <div className={page.parts}>
        <div className={page.main}>
          {!isAhead(state) && <Readers id={id} sendsEmail={announcement.sends_email} />}
          {isAhead(state) ? (
            <Card title="Así lo leerán los socios">
              <WrittenText body={body} />
            </Card>
          ) : (
            <FoldedCard id="texto" title="Texto" state={firstLine(body)}>
              <WrittenText body={body} />
            </FoldedCard>
          )}
          {announcement.sends_email && <EmailPreview announcement={announcement} />}
          <AnnouncementFiles announcement={announcement} />
        </div>
        <Card title="Datos del aviso" className={announcements.aside ?? ''}>
          <Facts facts={factsOf(announcement)} />
        </Card>
      </div>
    </>
  )
}

const MAX_SHOWN = 90

function firstLine(body: string): string {
  const [line = ''] = body.trim().split('\n')
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN).trimEnd()}…` : line
}

/** The email with the name of who looks. */
function EmailPreview({ announcement }: { announcement: WireAnnouncement }) {
  const { data, error, refetch } = useQuery(announcementEmailQuery(announcement))
  const email = (
    <>
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <>
          <p>
            <strong>{data.subject}</strong>
          </p>
          <WrittenText body={data.text} />
        </>
      )}
    </>
  )
  if (isAhead(announcement.state)) return <Card title="Así llegará por correo">{email}</Card>
  return (
    <FoldedCard id="correo" title="El correo" state={data?.subject}>
      {email}
    </FoldedCard>
  )
}

function factsOf(announcement: WireAnnouncement): Fact[] {
  const { state, sends_email, visible_until, author, emails } = announcement
  const end = dateOrNull(visible_until)
  function emailFact() {
    if (!sends_email) return 'No se envía'
    return isAhead(state) ? 'Se envía al publicar' : emailsText(emails)
  }
  return [
    ['Para quién', audienceLabel(announcement)],
    ['Correo', emailFact()],
    ['Visible hasta', end === null ? 'Sin fecha de término' : shortDate(end)],
    ['Redactado por', author],
  ]
}

/** A draft's files are added as soon as they are chosen. */
function AnnouncementFiles({ announcement }: { announcement: WireAnnouncement }) {
  const { id, state, files } = announcement
  const isDraft = state === 'draft'
  const { run, busy, failure, show } = useFileChange(id)
  const { queue } = useUploadQueue<true>(async ({ file }, sending) =>
    show(await addFile(id, file, sending)),
  )
  const kept = useFocusKept<HTMLElement>()
  if (!isDraft && files.length === 0) return null

  return (
    <Card title="Archivos" {...kept}>
      {isDraft && files.length === 0 && <p>Puedes adjuntar PDF o imágenes.</p>}
      {files.length > 0 && (
        <Stack as="ul" gap="md">
          {files.map((file) => (
            <AnnouncementFile key={file.id} announcementId={id} file={file}>
              {isDraft && (
                <Button
                  variant="default"
                  data-removes
                  aria-label={`Quitar ${file.name}`}
                  loading={busy === file.id}
                  onClick={() => void run(file.id, () => removeFile(announcement, file.id))}
                >
                  Quitar
                </Button>
              )}
            </AnnouncementFile>
          ))}
        </Stack>
      )}
      {isDraft && (
        <>
          {failure !== undefined && <FailureNotice error={failure} />}
          <AttachedFiles
            queue={queue}
            free={announcementLimits.files - files.length}
            disabled={busy !== null}
          />
        </>
      )}
    </Card>
  )
}

/** Removes one file at a time and shows the outcome. */
function useFileChange(id: number) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>()
  const show = (changed: WireAnnouncement) =>
    void client.setQueryData(announcementQuery(id).queryKey, changed)

  async function run(what: number, change: () => Promise<WireAnnouncement>) {
    setBusy(what)
    setFailure(undefined)
    try {
      show(await change())
    } catch (error) {
      setFailure(error)
      // A refusal says that it changed meanwhile: it is shown as it is now.
      void client.invalidateQueries({ queryKey: announcementQuery(id).queryKey })
    } finally {
      setBusy(null)
    }
  }

  return { run, busy, failure, show }
}

const TITLE = 'Quién lo leyó'

const emailLabels = {
  queued: 'En camino',
  sent: 'Enviado',
  failed: 'Sin entregar',
  cancelled: 'No se envió',
}

const choicesOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const filters: FilterField[] = [
  { name: 'fullname', label: 'Nombre' },
  { name: 'social_security', label: 'Rut', isRut: true },
  {
    name: 'read',
    label: 'Lectura',
    choices: choicesOf({ read: 'Leído', unread: 'Sin leer' }),
  },
]

const emailFilter: FilterField = {
  name: 'email',
  label: 'Correo',
  choices: choicesOf(emailLabels),
}

interface Props {
  id: number
  sendsEmail: boolean
}

/** The people whom the announcement concerns: who has read it, and what became of each email. */
function Readers({ id, sendsEmail }: Props) {
  const [asked, setAsked] = useState<{ page: number; filters: Record<string, string> }>({
    page: 1,
    filters: {},
  })
  const { data, error, refetch } = useQuery(readersQuery(id, asked.page, asked.filters))
  const views = data ? viewsOf(data, sendsEmail) : []
  const { read = '', email = '' } = asked.filters
  const view = views.find((each) => each.read === read && each.email === email)
  const filter = (values: Record<string, string>) => setAsked({ page: 1, filters: given(values) })
  return (
    <Card title={TITLE}>
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && (
        <>
          <p className={announcements.read}>
            {formatCount(data.read)} de {counted(data.people, 'persona', 'personas')}
            {data.people > 0 && ` (${Math.round((100 * data.read) / data.people)} %)`}
          </p>
          <Filters
            fields={sendsEmail ? [...filters, emailFilter] : filters}
            values={asked.filters}
            onFilter={filter}
            beside={
              <ChipGroup label="Qué personas">
                {views.map((each) => (
                  <Chip
                    key={each.label}
                    isOn={each === view}
                    count={each.count}
                    onClick={() => filter({ ...asked.filters, read: each.read, email: each.email })}
                  >
                    {each.label}
                  </Chip>
                ))}
              </ChipGroup>
            }
            shownBeside={view ? ['read', 'email'] : []}
          />
          <DataTable
            caption={TITLE}
            columns={sendsEmail ? [...columns, emailColumn] : columns}
            rows={data.results}
            rowKey={({ id: reader }) => reader}
            empty="No hay resultados"
          />
          <Pagination
            label={TITLE}
            current={data.current}
            last={data.lastPage}
            onPage={(page) => setAsked({ ...asked, page })}
          />
          {data.isLimited && <p>{LIMITED_READERS_NOTICE}</p>}
        </>
      )}
    </Card>
  )
}

/** Each with the number of people that it shows where nobody is looked for. */
function viewsOf({ people, read, undelivered }: ReadersPage, sendsEmail: boolean) {
  return [
    { label: 'Todos', count: people, read: '', email: '' },
    { label: 'Sin leer', count: people - read, read: 'unread', email: '' },
    ...(sendsEmail
      ? [{ label: emailLabels.failed, count: undelivered, read: '', email: 'failed' }]
      : []),
  ]
}

function given(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

const columns: Column<AnnouncementReader>[] = [
  {
    header: 'Socio',
    cell: ({ name, social_security }) => (
      <>
        {name}
        {social_security && (
          <span className={announcements.detail}>{formatRut(social_security)}</span>
        )}
      </>
    ),
    onCard: 'title',
  },
  {
    header: 'Leído',
    cell: ({ read_at: at }) => (at ? dateTimeInSantiago(at) : 'Sin leer'),
    isShort: true,
  },
]

const emailColumn: Column<AnnouncementReader> = {
  header: 'Correo',
  cell: ({ email, email_failure: failure }) => (
    <>
      {email && emailLabels[email]}
      {failure && (
        <div className={announcements.detail}>
          <MailFailure said={failure} />
        </div>
      )}
    </>
  ),
  onCard: 'line',
}
