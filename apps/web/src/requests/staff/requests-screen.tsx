import type { User } from '@carpeta/contract/auth'
import type { RequestRow } from '@carpeta/contract/staff-requests'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { formatRut } from '@carpeta/domain/people/rut'
import { queueFilterNames } from '@carpeta/domain/requests/queue-rules'
import { isOpen, ratingLabels } from '@carpeta/domain/requests/request-states'
import { counted } from '@carpeta/domain/text/counted'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { FilterField } from '../../list/filters.tsx'
import { List } from '../../list/list.tsx'
import { useListAddress } from '../../list/list-address.ts'
import type { ListProps } from '../../list/list-props.ts'
import { useRowPath } from '../../list/row-path.ts'
import {
  type Selected,
  SelectionBar,
  SelectPage,
  SelectRow,
  useSelected,
} from '../../list/selection.tsx'
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
import { NativeSelect } from '../../ui/fields/inputs.ts'
import { withFormerAddresses } from '../../ui/former-addresses.ts'
import {
  CheckCircleIcon,
  DownloadIcon,
  FileIcon,
  KeyboardIcon,
  PlusIcon,
  ReplyIcon,
} from '../../ui/icons/icons.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { searchOfRequest } from '../member-address.ts'
import { RequestStateMark } from '../request-state.tsx'
import {
  type Assignment,
  assigneesQuery,
  assignRequests,
  exportRequests,
  REQUESTS,
  ratingsQuery,
  requestedProceduresQuery,
} from './calls.ts'
import { DueDate } from './due-date.tsx'
import classes from './queue.module.css'
import { QueueChips, SavedFilters } from './queue-filters.tsx'
import { QueueKeysDialog, QueueSearch, useKeysSetting, useQueueKeys } from './queue-keys.tsx'
import { Templates } from './templates.tsx'

const FILE = 'solicitudes.csv'

export const loader = withFormerAddresses(
  {
    solicitud: (id) => `/requests/${id}`,
    ingresar: (id) => (id ? `/requests/new/${id}` : '/requests/new'),
  },
  startList(REQUESTS, queueFilterNames),
)

/** The requests of all members: open ones by deadline, then the closed ones. */
export function Component() {
  const address = useListAddress(queueFilterNames)
  const me = useStoredUser()
  const shown = JSON.stringify(address.asked.filters)
  const selected = useSelected<RequestRow>(shown)
  const columns = columnsWith(me, selected)
  const [assigned, setAssigned] = useState<{ shown: string; assignments: Assignment[] } | null>(
    null,
  )
  const [opened, setOpened] = useState<'templates' | 'ratings' | 'keys' | null>(null)
  const [areKeysOn, setKeysOn] = useKeysSetting()
  const rows = useRef<HTMLDivElement>(null)
  useQueueKeys(rows, { isOn: areKeysOn, onHelp: () => setOpened('keys') })
  const { underWay, failure, save } = useDownload()

  return (
    <Page
      title="Solicitudes"
      actions={
        <QueueActions
          isExporting={underWay !== null}
          onExport={() => void save(FILE, () => exportRequests(address.asked.filters))}
          onKeys={() => setOpened('keys')}
          onTemplates={() => setOpened('templates')}
          onRatings={() => setOpened('ratings')}
        />
      }
    >
      {failure !== undefined && <FailureNotice error={failure} />}
      <QueueSearch text={address.asked.filters.q ?? ''} onSearch={(q) => address.filter({ q })} />
      <QueueChips address={address} />
      <SavedFilters address={address} />
      {assigned?.shown === shown && (
        <div className={classes.notice}>
          <AssignedNotice assignments={assigned.assignments} />
        </div>
      )}
      <div className={classes.rows} ref={rows}>
        <Requests columns={columns} address={address} />
      </div>
      {selected.rows.size > 0 && (
        <AssignSelected
          selected={selected}
          onDone={(assignments) => {
            setAssigned({ shown, assignments })
            const done = assignments.flatMap(({ id }) => selected.rows.get(id) ?? [])
            selected.set(done, false)
          }}
        />
      )}
      {opened === 'ratings' && <Ratings onClose={() => setOpened(null)} />}
      {opened === 'templates' && <Templates onClose={() => setOpened(null)} />}
      {opened === 'keys' && (
        <QueueKeysDialog isOn={areKeysOn} onSwitch={setKeysOn} onClose={() => setOpened(null)} />
      )}
    </Page>
  )
}

type RequestsProps = Pick<ListProps<RequestRow>, 'columns' | 'address'>

/** On its own: the procedures to filter by do not render the screen again when they arrive. */
function Requests({ columns, address }: RequestsProps) {
  return (
    <List
      resource={REQUESTS}
      caption="Solicitudes"
      columns={columns}
      nameOf={nameOf}
      address={address}
      filters={useFilters()}
      emptyHint="Aquí aparecen las solicitudes que envían los socios."
    />
  )
}

const nameOf = ({ id }: RequestRow) => `solicitud ${id}`

function useFilters(): FilterField[] {
  const { data: procedures } = useQuery(requestedProceduresQuery)
  return [
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
      onCard: 'foot',
    },
    { header: 'Nº', cell: ({ id }) => id, sortBy: 'id', isShort: true, onCard: 'aside' },
    {
      header: 'Trámite',
      cell: (row) => <Procedure row={row} isOwn={row.member.id === me?.id} />,
      sortBy: 'procedure_title',
      onCard: 'title',
    },
    {
      header: 'Socio',
      cell: ({ member }) => (
        <>
          {member.name}
          <span className={`${classes.detail} ${classes.rut}`}>
            {formatRut(member.social_security)}
          </span>
        </>
      ),
      sortBy: 'member',
      onCard: 'line',
    },
    {
      header: 'Estado',
      cell: ({ state, has_reply }) => (
        <span className={classes.states}>
          <RequestStateMark state={state} />
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
        assignee?.name ?? <span className={classes.unassigned}>Sin asignar</span>,
    },
    {
      header: 'Enviada',
      cell: ({ sent_at }) => <Moment at={sent_at} />,
      sortBy: 'sent_at',
      isShort: true,
    },
    {
      header: 'Plazo',
      cell: (row) => <DueDate request={row} />,
      sortBy: 'due_at',
      isShort: true,
      onCard: 'line',
    },
  ]
}

function Procedure({ row, isOwn }: { row: RequestRow; isOwn: boolean }) {
  const pathOf = useRowPath('/requests')
  return (
    <>
      <Link
        className={classes.open}
        data-row-link
        to={isOwn ? `/dashboard${searchOfRequest(row.sale_code, row.id)}` : pathOf(row.id)}
        aria-label={`${row.procedure_title}, solicitud ${row.id}`}
      >
        {row.procedure_title}
      </Link>
      <span className={classes.detail}>
        {[isOwn && 'Tu solicitud', row.project, row.sale_code].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

function Moment({ at }: { at: string }) {
  const [day, time] = dateTimeInSantiago(at).split(' ')
  return (
    <>
      <span className={classes.day}>{day}</span>
      <span className={classes.detail}>{time}</span>
    </>
  )
}

interface Props {
  isExporting: boolean
  onExport: () => void
  onKeys: () => void
  onTemplates: () => void
  onRatings: () => void
}

function QueueActions({ isExporting, onExport, onKeys, onTemplates, onRatings }: Props) {
  return (
    <>
      <Button
        className={classes.keysButton}
        variant="default"
        leftSection={<KeyboardIcon size={18} />}
        onClick={onKeys}
      >
        Teclas
      </Button>
      <Button
        variant="default"
        leftSection={<DownloadIcon size={18} />}
        loading={isExporting}
        onClick={onExport}
      >
        Descargar CSV
      </Button>
      <Button variant="default" leftSection={<CheckCircleIcon size={18} />} onClick={onRatings}>
        Valoraciones
      </Button>
      <Button variant="default" leftSection={<FileIcon size={18} />} onClick={onTemplates}>
        Plantillas
      </Button>
      <Button component={Link} to="/requests/new" leftSection={<PlusIcon size={18} />}>
        Ingresar por un socio
      </Button>
    </>
  )
}

const NOBODY = 'nobody'

interface AssignSelectedProps {
  selected: Selected<RequestRow>
  onDone: (assignments: Assignment[]) => void
}

/** Assigns the selected requests to one person, or to nobody. */
function AssignSelected({ selected, onDone }: AssignSelectedProps) {
  const client = useQueryClient()
  const { data: assignees = [] } = useQuery(assigneesQuery)
  const [chosen, setChosen] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const assigneeId = chosen === NOBODY ? null : Number(chosen)
      return assignRequests([...selected.rows.values()], assigneeId, onDone)
    },
    onSettled: () => client.invalidateQueries({ queryKey: [REQUESTS] }),
  })
  return (
    <>
      {error && <FailureNotice error={error} />}
      <SelectionBar
        label={counted(selected.rows.size, 'seleccionada', 'seleccionadas')}
        onClear={selected.clear}
      >
        <NativeSelect
          aria-label="Asignar a"
          size="sm"
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={[
            { value: '', label: 'Asignar a…', disabled: true },
            ...assignees.map(({ id, name }) => ({ value: String(id), label: name })),
            { value: NOBODY, label: 'Sin asignar' },
          ]}
        />
        <Button size="sm" disabled={chosen === ''} loading={isPending} onClick={() => mutate()}>
          Asignar
        </Button>
      </SelectionBar>
    </>
  )
}

/** The result of assigning several requests: how many, and why the others were not. */
function AssignedNotice({ assignments }: { assignments: Assignment[] }) {
  const refused = assignments.flatMap(({ id, refusal }) =>
    refusal === null ? [] : [`Nº ${id}: ${refusal}`],
  )
  const assigned = assignments.length - refused.length
  const lines = [
    assigned === 0
      ? 'No se asignó ninguna solicitud.'
      : `Se ${assigned === 1 ? 'asignó' : 'asignaron'} ${counted(assigned, 'solicitud', 'solicitudes')}.`,
    ...refused,
  ]
  return (
    <Notice tone={refused.length === 0 ? 'success' : 'warning'}>
      <Lines lines={lines} />
    </Notice>
  )
}

type RatingRow = Awaited<ReturnType<NonNullable<typeof ratingsQuery.queryFn>>>[number]

/** Members' ratings of the last year's answers, by procedure. */
export function Ratings({ onClose }: { onClose: () => void }) {
  const { data: rows, error, refetch } = useQuery({ ...ratingsQuery, staleTime: 0 })
  return (
    <Dialog title="¿Sirvieron las respuestas?" onClose={onClose} size="lg">
      <Stack>
        <p>Lo que dijeron los socios de las respuestas del último año.</p>
        {error && !rows && <LoadFailure error={error} onRetry={() => void refetch()} />}
        {!rows && !error && <Skeleton height={160} />}
        {rows && (
          <DataTable
            caption="Valoración de las respuestas, por trámite"
            columns={ratingColumns}
            rows={rows}
            rowKey={({ procedure_id: id }) => id}
            empty="Todavía no se ha respondido ninguna solicitud."
          />
        )}
      </Stack>
    </Dialog>
  )
}

const ratingColumns: Column<RatingRow>[] = [
  { header: 'Trámite', cell: ({ title }) => title, onCard: 'title' },
  { header: 'Respuestas', cell: ({ answers }) => answers },
  { header: ratingLabels.helped, cell: ({ helped }) => helped },
  { header: ratingLabels.notHelped, cell: ({ not_helped: notHelped }) => notHelped },
  { header: 'Sirvió', cell: share },
]

/** Share of those who rated. */
function share({ helped, not_helped: notHelped }: RatingRow): string {
  const said = helped + notHelped
  return said === 0 ? '-' : `${Math.round((100 * helped) / said)} %`
}
