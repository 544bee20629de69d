import { type CatalogueProcedure, PROCEDURES } from '../../api/procedure-catalogue.ts'
import type { RowPermissions } from '../../list/actions/row-actions.ts'
import type { FilterField } from '../../list/filters.tsx'
import { List } from '../../list/list.tsx'
import { useListAddress } from '../../list/list-address.ts'
import type { Column } from '../../ui/table/data-table.tsx'
import { ActiveSwitch } from './active-switch.tsx'
import classes from './procedures.module.css'

const PERMISSION = 'procedures.change_procedures'
const permissions: RowPermissions = { edit: PERMISSION, remove: PERMISSION, restore: PERMISSION }

const filters: FilterField[] = [{ name: 'title', label: 'Título' }]

const columns: Column<CatalogueProcedure>[] = [
  {
    header: 'Trámite',
    cell: (procedure) => <Title {...procedure} />,
    onCard: 'title',
    sortBy: 'title',
  },
  {
    header: 'Documentos',
    cell: ({ documents }) => <Documents names={documents} />,
    onCard: 'line',
  },
  {
    header: 'Plazo',
    cell: ({ answer_hours: hours }) => `${hours} ${hours === 1 ? 'hora hábil' : 'horas hábiles'}`,
    isShort: true,
  },
  {
    header: 'Estado',
    cell: (procedure) => <State procedure={procedure} />,
    sortBy: 'is_active',
    isShort: true,
  },
]

export function ProcedureList({ onEdit }: { onEdit: (procedure: CatalogueProcedure) => void }) {
  return (
    <List
      resource={PROCEDURES}
      caption="Trámites"
      columns={columns}
      nameOf={({ title }) => title}
      address={useListAddress(['title'], permissions)}
      filters={filters}
      permissions={permissions}
      onEdit={onEdit}
      emptyHint="Añade el primer trámite y los socios podrán solicitarlo."
    />
  )
}

function Title({ title, description }: CatalogueProcedure) {
  return (
    <>
      <p className={classes.title}>{title}</p>
      <p className={classes.description}>{description}</p>
    </>
  )
}

function Documents({ names }: { names: string[] }) {
  if (names.length === 0) return <>Ninguno, pide un comentario</>
  return (
    <ol className={classes.documents}>
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two documents can have the same name.
        <li key={index}>{name}</li>
      ))}
    </ol>
  )
}

/** Members cannot request a deleted procedure. */
function State({ procedure }: { procedure: CatalogueProcedure }) {
  if (procedure.deleted_at) return <>Eliminado</>
  return <ActiveSwitch procedure={procedure} />
}
