import type { User } from '@carpeta/contract/auth'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { formatRut } from '@carpeta/domain/people/rut'
import {
  isOpen,
  type RequestState,
  requestStateLabels,
} from '@carpeta/domain/requests/request-states'
import { Link } from 'react-router'
import { REQUESTS, type RequestRow, type RequestsPage } from '../../api/staff-requests.ts'
import { Chip, ChipGroup } from '../../list/chip.tsx'
import type { ListAddress } from '../../list/list-address.ts'
import { useListPage } from '../../list/list-page.tsx'
import { useRowPath } from '../../list/row-path.ts'
import { type Selected, SelectPage, SelectRow } from '../../list/selection.tsx'
import { searchOfRequest } from '../../requests/member-address.ts'
import { RequestStateMark } from '../../requests/request-state.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { ReplyIcon } from '../../ui/icons/icons.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { DueDate } from './due-date.tsx'
import classes from './queue.module.css'

/** @param me who looks: nobody handles their own request. */
export function columnsWith(
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

const STATES = ['sent', 'in_review', 'missing', 'resolved', 'rejected', 'cancelled'] as const

/** The number of requests in each state, as filters. */
export function QueueChips({ address }: { address: ListAddress }) {
  const { data } = useListPage<RequestsPage>(REQUESTS, address)
  const counts = data?.counts
  const onFilter = address.filter
  const {
    state = '',
    mine = '',
    unassigned = '',
    overdue = '',
    replied = '',
  } = address.asked.filters
  const chosen = STATES.filter((each) => state.split(',').includes(each))

  function toggle(toggled: RequestState) {
    const next = STATES.filter((each) => chosen.includes(each) !== (each === toggled))
    onFilter({ state: next.join(',') })
  }

  return (
    <div className={classes.chips}>
      <ChipGroup label="Estado">
        <Chip isOn={chosen.length === 0} onClick={() => onFilter({ state: '' })}>
          Todas
        </Chip>
        {STATES.map((each) => (
          <Chip
            key={each}
            isOn={chosen.includes(each)}
            count={counts?.[each] ?? null}
            onClick={() => toggle(each)}
          >
            {requestStateLabels[each]}
          </Chip>
        ))}
      </ChipGroup>
      <ChipGroup label="Además">
        <Chip
          isOn={mine !== ''}
          onClick={() => onFilter({ mine: mine ? '' : '1', unassigned: '' })}
        >
          Mías
        </Chip>
        <Chip
          isOn={unassigned !== ''}
          onClick={() => onFilter({ unassigned: unassigned ? '' : '1', mine: '' })}
        >
          Sin asignar
        </Chip>
        <Chip isOn={overdue !== ''} onClick={() => onFilter({ overdue: overdue ? '' : '1' })}>
          Atrasadas
        </Chip>
        <Chip isOn={replied !== ''} onClick={() => onFilter({ replied: replied ? '' : '1' })}>
          Respondió
        </Chip>
      </ChipGroup>
    </div>
  )
}
