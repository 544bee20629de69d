import type { User } from '@carpeta/contract/auth'
import type { RequestRow } from '@carpeta/contract/staff-requests'
import { ageText } from '@carpeta/domain/dates/age'
import { type CalendarDate, shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { formatRut } from '@carpeta/domain/people/rut'
import { queueFilterNames } from '@carpeta/domain/requests/queue-rules'
import { requestNumber } from '@carpeta/domain/requests/request-number'
import { isOpen, ratingLabels } from '@carpeta/domain/requests/request-states'
import { counted } from '@carpeta/domain/text/counted'
import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../api/server-clock.ts'
import type { FilterField } from '../../list/filters.tsx'
import { List } from '../../list/list.tsx'
import { useListAddress } from '../../list/list-address.ts'
import type { ListProps } from '../../list/list-props.ts'
import { useRowPath } from '../../list/row-path.ts'
import { useListSearch } from '../../list/search-box.tsx'
import { type Selected, SelectPage, SelectRow, useSelected } from '../../list/selection.tsx'
import { startList } from '../../list/start-calls.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Lines } from '../../ui/feedback/lines.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { withFormerAddresses } from '../../ui/former-addresses.ts'
import {
  ChartIcon,
  DownloadIcon,
  FileIcon,
  KeyboardIcon,
  PlusIcon,
  ReplyIcon,
} from '../../ui/icons/icons.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { usePhone } from '../../ui/table/use-cards.ts'
import { useDownload } from '../../ui/use-download.ts'
import { searchOfRequest } from '../member-address.ts'
import { RequestStateMark } from '../request-state.tsx'
import {
  exportRequests,
  REQUESTS,
  ratingsQuery,
  requestedProceduresQuery,
  type SeveralResult,
} from './calls.ts'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { DueDate } from './due-date.tsx'
import { KeysDialog, useKeysSetting, usePageKeys } from './page-keys.tsx'
import {
  isStateOfView,
  QueueTokens,
  QueueViews,
  queueTokens,
  SavedFilters,
  SaveFilters,
  showsOnlyOpen,
  stateChoices,
} from './queue-filters.tsx'
import { queueKeys, SEARCH_FIELD } from './queue-keys.ts'
import { requestKeys } from './request-keys.ts'
import classes from './requests-screen.module.css'
import { SelectedRequests, type Verbs } from './selected-requests.tsx'
import { Templates } from './templates.tsx'

const FILE = 'solicitudes.csv'

export const loader = withFormerAddresses(
  {
    solicitud: (id) => `/requests/${id}`,
    ingresar: (id) => (id ? `/requests/new/${id}` : '/requests/new'),
  },
  startList(REQUESTS, queueFilterNames),
)

/** What was done to several requests, while the same rows are shown. */
interface Done {
  shown: string
  results: SeveralResult[]
  verbs: Verbs
  /** For example 'a Mario Fuentes'; '' for nobody. */
  whom: string
}

/** The requests of all members: open ones by deadline; closed ones when they are asked for. */
export function Component() {
  const address = useListAddress(queueFilterNames)
  const me = useStoredUser()
  const shown = JSON.stringify(address.asked.filters)
  const selected = useSelected<RequestRow>(shown)
  const columns = columnsWith(me, selected)
  const [done, setDone] = useState<Done | null>(null)
  const [opened, setOpened] = useState<'templates' | 'ratings' | 'keys' | null>(null)
  const [areKeysOn, setKeysOn] = useKeysSetting()
  const rows = useRef<HTMLDivElement>(null)
  const keys = queueKeys({ rows: () => rows.current, onHelp: () => setOpened('keys') })
  usePageKeys(keys, areKeysOn)
  const { underWay, failure, save } = useDownload()
  const search = useListSearch({
    id: SEARCH_FIELD,
    label: 'Buscar por número, rut, nombre o texto',
    text: address.asked.filters.q ?? '',
    onSearch: (q) => address.filter({ q }, { replace: true }),
    none: (text) => `Ninguna solicitud coincide con «${text}».`,
  })

  function finish(verbs: Verbs, results: SeveralResult[], whom = '') {
    setDone({ shown, verbs, results, whom })
    const finished = results.flatMap(({ id }) => selected.rows.get(id) ?? [])
    selected.set(finished, false)
  }

  return (
    <Page
      title="Solicitudes"
      isWide
      actions={
        <>
          {search.inHead}
          <Button
            className={classes.file}
            component={Link}
            to="/requests/new"
            leftSection={<PlusIcon size={18} />}
          >
            Ingresar <span className={classes.forWhom}>por un socio</span>
          </Button>
          <QueueMenu
            isExporting={underWay !== null}
            onExport={() => void save(FILE, () => exportRequests(address.asked.filters))}
            onKeys={() => setOpened('keys')}
            onTemplates={() => setOpened('templates')}
            onRatings={() => setOpened('ratings')}
          />
        </>
      }
    >
      {failure !== undefined && <FailureNotice error={failure} />}
      {done?.shown === shown && <SeveralDone {...done} />}
      <div className={classes.rows} ref={rows}>
        <Requests columns={columns} address={address} search={search.ofList} />
      </div>
      {selected.rows.size > 0 && <SelectedRequests selected={selected} onDone={finish} />}
      {opened === 'ratings' && <Ratings onClose={() => setOpened(null)} />}
      {opened === 'templates' && <Templates onClose={() => setOpened(null)} />}
      {opened === 'keys' && (
        <KeysDialog
          parts={[
            { title: 'En la lista', keys },
            { title: 'En una solicitud', keys: requestKeys() },
          ]}
          isOn={areKeysOn}
          onSwitch={setKeysOn}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  )
}

interface RequestsProps extends Pick<ListProps<RequestRow>, 'columns' | 'address'> {
  search: ReturnType<typeof useListSearch>['ofList']
}

/** On its own: the procedures to filter by do not render the screen again when they arrive. */
function Requests({ columns, address, search }: RequestsProps) {
  const { filters } = address.asked
  const fields = useFilters(filters)
  // On a phone the button counts them.
  const isPhone = usePhone()
  const tokens = isPhone ? [] : queueTokens(filters, fields)
  const told = fields.filter(({ name }) => !isPhone || (name === 'state' && isStateOfView(filters)))
  return (
    <List
      resource={REQUESTS}
      caption="Solicitudes"
      columns={columns}
      nameOf={nameOf}
      address={address}
      usualSort={showsOnlyOpen(filters) ? byDeadline : undefined}
      filters={fields}
      filtersBeside={told.map(({ name }) => name)}
      {...search}
      besideFilters={
        <>
          <QueueViews address={address} />
          <SavedFilters address={address} />
          {tokens.length > 0 ? (
            <QueueTokens address={address} tokens={tokens} />
          ) : (
            <SaveFilters address={address} />
          )}
        </>
      }
      emptyHint="Aquí aparecen las solicitudes abiertas que envían los socios."
    />
  )
}

const byDeadline = { by: 'due_at', isDescending: false }

const nameOf = ({ id }: RequestRow) => `solicitud ${id}`

function useFilters(values: Record<string, string>): FilterField[] {
  const { data: procedures } = useQuery(requestedProceduresQuery)
  return [
    { name: 'state', label: 'Estado', choices: stateChoices(values), noChoice: 'Abiertas' },
    { name: 'member', label: 'Socio (nombre o rut)' },
    { name: 'project', label: 'Proyecto' },
    ...(procedures
      ? [
          {
            name: 'procedure',
            label: 'Trámite',
            choices: procedures.map(({ id, title }) => ({ value: String(id), label: title })),
          },
        ]
      : []),
  ]
}

/** @param me who looks: nobody handles their own request. */
function columnsWith(
  me: User | null | undefined,
  selected: Selected<RequestRow>,
): Column<RequestRow>[] {
  // A closed request has no assignee to change.
  const today = todayInSantiago(serverNow())
  const isSelectable = ({ state, member }: RequestRow) => isOpen(state) && member.id !== me?.id
  return [
    {
      header: 'Selección',
      heading: (rows) => <SelectPage rows={rows.filter(isSelectable)} selected={selected} />,
      cell: (row) =>
        isSelectable(row) && (
          <span className={classes.select}>
            <SelectRow row={row} label={`Seleccionar la solicitud ${row.id}`} selected={selected} />
          </span>
        ),
      isShort: true,
    },
    { header: 'Nº', cell: ({ id }) => id, sortBy: 'id', isShort: true },
    {
      header: 'Trámite',
      cell: (row) => <Procedure row={row} isOwn={row.member.id === me?.id} />,
      sortBy: 'procedure_title',
    },
    {
      header: 'Socio',
      cell: ({ member }) => (
        <>
          <span className={`${classes.line} ${classes.member}`} title={member.name}>
            {member.name}
          </span>
          <span className={`${classes.detail} ${classes.rut}`}>
            {formatRut(member.social_security)}
          </span>
        </>
      ),
      sortBy: 'member',
    },
    {
      header: 'Estado',
      cell: ({ state, merged_into, has_reply }) => (
        <span className={classes.states}>
          <RequestStateMark state={state} mergedInto={merged_into} />
          {has_reply && (
            <Tag tone="blue" icon={ReplyIcon}>
              Respondió
            </Tag>
          )}
        </span>
      ),
      sortBy: 'state',
      isShort: true,
    },
    {
      header: 'Encargado',
      cell: ({ assignee }) =>
        assignee ? (
          <Assignee name={assignee.name} />
        ) : (
          <span className={classes.unassigned}>Sin asignar</span>
        ),
    },
    {
      header: 'Enviada',
      cell: ({ sent_at }) => <SentOn at={sent_at} today={today} />,
      sortBy: 'sent_at',
      isShort: true,
    },
    {
      header: 'Plazo',
      cell: (row) => <DueDate request={row} />,
      sortBy: 'due_at',
      isShort: true,
    },
  ]
}

function Procedure({ row, isOwn }: { row: RequestRow; isOwn: boolean }) {
  const pathOf = useRowPath('/requests')
  return (
    <>
      <Link
        className={`${classes.open} ${classes.line}`}
        data-row-link
        to={isOwn ? `/dashboard${searchOfRequest(row.sale_code, row.id)}` : pathOf(row.id)}
        aria-label={`${row.procedure_title}, solicitud ${row.id}`}
      >
        {row.procedure_title}
      </Link>
      <span className={`${classes.detail} ${classes.line} ${classes.excerpt}`}>
        {isOwn && 'Tu solicitud · '}
        <span className={classes.saleCode}>
          {row.sale_code}
          {row.excerpt && ' · '}
        </span>
        {row.excerpt}
      </span>
    </>
  )
}

/** A card has room for the first name and an initial, which tells two Antonias apart. */
function Assignee({ name }: { name: string }) {
  const [first = '', ...others] = name.split(' ')
  const initial = others[0]?.[0]
  return (
    <span className={classes.assignee} data-initial={initial && `${initial}.`}>
      {first}
      <span className={classes.surnames}> {others.join(' ')}</span>
    </span>
  )
}

function SentOn({ at, today }: { at: string; today: CalendarDate }) {
  const day = todayInSantiago(new Date(at))
  return (
    <>
      <span className={classes.day}>{shortDate(day)}</span>
      <span className={classes.detail}>{ageText(day, today)}</span>
    </>
  )
}

interface QueueMenuProps {
  isExporting: boolean
  onExport: () => void
  onKeys: () => void
  onTemplates: () => void
  onRatings: () => void
}

function QueueMenu({ isExporting, onExport, onKeys, onTemplates, onRatings }: QueueMenuProps) {
  return (
    <Menu position="bottom-end" width={220} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button variant="default" loading={isExporting}>
          Más
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<FileIcon size={18} />} onClick={onTemplates}>
          Plantillas
        </Menu.Item>
        <Menu.Item leftSection={<ChartIcon size={18} />} onClick={onRatings}>
          Valoraciones
        </Menu.Item>
        <Menu.Item leftSection={<DownloadIcon size={18} />} onClick={onExport}>
          Descargar CSV
        </Menu.Item>
        <Menu.Item
          className={classes.keysButton ?? ''}
          leftSection={<KeyboardIcon size={18} />}
          onClick={onKeys}
        >
          Teclas
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** More links than these fill the notice. */
const MAX_LINKED = 5

/** How many of several requests something was done to, with the way to each, to take it back, and why not to the others. */
function SeveralDone({ results, verbs: [one, many], whom }: Done) {
  const refused = results.flatMap(({ id, refusal }) =>
    refusal === null ? [] : [`${requestNumber(id)}: ${refusal}`],
  )
  const pathOf = useRowPath('/requests')
  const count = results.length - refused.length
  const done = results.filter(({ refusal }) => refusal === null)
  const lines = [
    count === 0
      ? `No se ${one} ninguna solicitud.`
      : `Se ${count === 1 ? one : many} ${counted(count, 'solicitud', 'solicitudes')}${whom && ` ${whom}`}.`,
    ...refused,
  ]
  return (
    <div className={classes.notice}>
      <Notice tone={refused.length === 0 ? 'success' : 'warning'}>
        <Lines lines={lines} />
        {count <= MAX_LINKED && (
          <span className={classes.done}>
            {done.map(({ id }) => (
              <Link key={id} to={pathOf(id)}>
                Ver la {requestNumber(id)}
              </Link>
            ))}
          </span>
        )}
      </Notice>
    </div>
  )
}

type RatingRow = Awaited<ReturnType<NonNullable<typeof ratingsQuery.queryFn>>>[number]

/** Members' ratings of the last year's answers, by procedure. */
export function Ratings({ onClose }: { onClose: () => void }) {
  const { data: rows, error, refetch } = useQuery({ ...ratingsQuery, staleTime: 0 })
  return (
    <Dialog title="¿Sirvieron las respuestas?" onClose={onClose} size="lg">
      <Stack>
        <p>
          Lo que dijeron los socios de lo que se resolvió en el último año. Un rechazo no se valora.
        </p>
        {error && !rows && <LoadFailure error={error} onRetry={() => void refetch()} />}
        {!rows && !error && <Skeleton height={160} />}
        {rows && (
          <DataTable
            caption="Valoración de las respuestas, por trámite"
            columns={ratingColumns}
            rows={rows}
            rowKey={({ procedure_id: id }) => id}
            empty="Todavía no se ha resuelto ninguna solicitud."
          />
        )}
      </Stack>
    </Dialog>
  )
}

const ratingColumns: Column<RatingRow>[] = [
  { header: 'Trámite', cell: ({ title }) => title, onCard: 'title' },
  { header: 'Resueltas', cell: ({ answers }) => answers },
  { header: ratingLabels.helped, cell: ({ helped }) => helped },
  { header: ratingLabels.notHelped, cell: ({ not_helped: notHelped }) => notHelped },
  { header: 'Sirvió', cell: share },
]

/** Share of those who rated. */
function share({ helped, not_helped: notHelped }: RatingRow): string {
  const said = helped + notHelped
  return said === 0 ? '-' : `${Math.round((100 * helped) / said)} %`
}
