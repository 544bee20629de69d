import { can } from '@carpeta/domain/access/permissions'
import { auditActions, LIMITED_NOTICE } from '@carpeta/domain/audit/audit-actions'
import type { FactNames, NamesById } from '@carpeta/domain/audit/audit-facts'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { useQuery } from '@tanstack/react-query'
import { AUDIT, type AuditPage } from '../../api/audit.ts'
import { groupsQuery } from '../../api/groups.ts'
import type { FilterField } from '../../list/filters.tsx'
import { List } from '../../list/list.tsx'
import type { ListAddress } from '../../list/list-address.ts'
import { useListPage } from '../../list/use-list-page.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import type { Column } from '../../ui/table/data-table.tsx'
import classes from './activity.module.css'
import { Action, Actor, personName } from './entry-cells.tsx'
import { EntryDetails } from './entry-details.tsx'
import { type FoldedEntry, foldReads } from './fold-reads.ts'

const filters: FilterField[] = [
  {
    name: 'action',
    label: 'Qué',
    choices: Object.entries(auditActions).map(([value, label]) => ({ value, label })),
  },
  { name: 'actor', label: 'Quién (nombre o rut)' },
  { name: 'subject', label: 'De quién (nombre o rut)' },
  { name: 'from', label: 'Desde', isDay: true },
  { name: 'to', label: 'Hasta', isDay: true },
]

export const filterNames = filters.map(({ name }) => name)

export function AuditLog({ address }: { address: ListAddress }) {
  const groups = useGroupNames()
  const { data } = useListPage<AuditPage>(AUDIT, address)
  const users = new Map(data?.users.map(({ id, name }) => [id, name]))
  const isLastPage = data?.current === data?.lastPage
  return (
    <>
      <List
        resource={AUDIT}
        caption="Bitácora"
        columns={columnsWith({ groups, users })}
        fold={foldReads}
        nameOf={({ id }) => `anotación ${id}`}
        address={address}
        filters={filters}
      />
      {data?.isLimited && isLastPage && <p className={classes.earlier}>{LIMITED_NOTICE}</p>}
    </>
  )
}

function columnsWith(names: { groups: NamesById; users: NamesById }): Column<FoldedEntry>[] {
  return [
    { header: 'Fecha', cell: ({ at }) => dateTimeInSantiago(at), isShort: true },
    { header: 'Quién', cell: (entry) => <Actor entry={entry} /> },
    {
      header: 'Qué',
      cell: (entry) => <Action entry={entry} users={names.users} />,
      onCard: 'title',
    },
    { header: 'De quién', cell: ({ subject }) => (subject ? personName(subject) : '-') },
    {
      header: 'Detalle',
      cell: (entry) => <EntryDetails entry={entry} names={namesOf(entry, names)} />,
      onCard: 'line',
    },
  ]
}

function namesOf(
  { object_type }: FoldedEntry,
  names: { groups: NamesById; users: NamesById },
): FactNames {
  return object_type === 'user' ? { ...names, ids: names.users } : names
}

/** The audit log stores group ids; only user managers can read the names. */
function useGroupNames(): NamesById {
  const user = useStoredUser() ?? null
  const { data = [] } = useQuery({ ...groupsQuery, enabled: can(user, 'users.manage_users') })
  return new Map(data.map(({ id, name }) => [id, name]))
}
