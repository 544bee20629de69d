import type { RequestRow } from '@carpeta/contract/staff-requests'
import { queueFilterNames } from '@carpeta/domain/requests/queue-rules'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Assignment, exportRequests } from '../../api/staff/queue.ts'
import { REQUESTS, requestedProceduresQuery } from '../../api/workbench.ts'
import type { FilterField } from '../../list/filters.tsx'
import { List } from '../../list/list.tsx'
import { useListAddress } from '../../list/list-address.ts'
import type { ListProps } from '../../list/list-props.ts'
import { useSelected } from '../../list/selection/use-selected.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Page } from '../../ui/layout/page.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { AssignSelected } from './queue/assign-selected.tsx'
import { AssignedNotice } from './queue/assigned-notice.tsx'
import classes from './queue/queue.module.css'
import { QueueActions } from './queue/queue-actions.tsx'
import { QueueChips } from './queue/queue-chips.tsx'
import { columnsWith } from './queue/queue-columns.tsx'
import { QueueKeysDialog } from './queue/queue-keys-dialog.tsx'
import { QueueSearch } from './queue/queue-search.tsx'
import tools from './queue/queue-tools.module.css'
import { SavedFilters } from './queue/saved-filters.tsx'
import { useKeysSetting } from './queue/use-keys-setting.ts'
import { useQueueKeys } from './queue/use-queue-keys.ts'
import { Ratings } from './ratings/ratings.tsx'
import { Templates } from './templates/templates.tsx'

const FILE = 'solicitudes.csv'

/** The requests of all members: open ones by deadline, then the closed ones. */
export function Screen() {
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
        <div className={tools.notice}>
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
            selected.clear()
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
