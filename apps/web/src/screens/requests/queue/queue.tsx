import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { REQUESTS, requestedProceduresQuery } from '../../../api/workbench.ts'
import type { FilterField } from '../../../list/filters.tsx'
import { List } from '../../../list/list.tsx'
import { useListAddress } from '../../../list/list-address.ts'
import { useStoredUser } from '../../../session/use-stored-user.ts'
import { FileIcon } from '../../../ui/icons/icons.tsx'
import { ButtonRow } from '../../../ui/layout/button-row.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { useSearchWith } from '../address.ts'
import { Ratings } from '../ratings/ratings.tsx'
import { Templates } from '../templates/templates.tsx'
import classes from './queue.module.css'
import { QueueChips, UnknownChips } from './queue-chips.tsx'
import { columnsWith } from './queue-columns.tsx'

const FILTERS = ['state', 'procedure', 'project', 'member', 'mine', 'unassigned', 'overdue']

/** The requests of all members, most overdue first. */
export function Queue() {
  const address = useListAddress(FILTERS)
  const searchWith = useSearchWith()
  const filters = useFilters()
  const me = useStoredUser()
  const [areTemplatesOpen, setTemplatesOpen] = useState(false)
  const [areRatingsOpen, setRatingsOpen] = useState(false)
  return (
    <Page
      title="Solicitudes"
      actions={
        <ButtonRow>
          <Button variant="default" onClick={() => setRatingsOpen(true)}>
            Valoraciones
          </Button>
          <Button
            variant="default"
            leftSection={<FileIcon size={18} />}
            onClick={() => setTemplatesOpen(true)}
          >
            Plantillas
          </Button>
        </ButtonRow>
      }
    >
      {me !== undefined ? <QueueChips address={address} /> : <UnknownChips />}
      <div className={classes.rows}>
        <List
          resource={REQUESTS}
          caption="Solicitudes"
          columns={columnsWith(searchWith, me)}
          nameOf={({ id }) => `solicitud ${id}`}
          address={address}
          filters={filters}
          emptyHint="Aquí aparecen las solicitudes que envían los socios."
        />
      </div>
      {areRatingsOpen && <Ratings onClose={() => setRatingsOpen(false)} />}
      {areTemplatesOpen && <Templates onClose={() => setTemplatesOpen(false)} />}
    </Page>
  )
}

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
