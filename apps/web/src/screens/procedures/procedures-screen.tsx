import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import {
  activeProcedures,
  type CatalogueProcedure,
  changeProcedure,
  orderProcedures,
  PROCEDURES,
} from '../../api/procedure-catalogue.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import type { RowPermissions } from '../../list/actions/row-actions.ts'
import type { FilterField } from '../../list/filters.tsx'
import { List } from '../../list/list.tsx'
import { useListAddress } from '../../list/list-address.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { MoveButtons } from '../../ui/fields/move-buttons.tsx'
import { Switch } from '../../ui/fields/switch.ts'
import { CalendarIcon, PlusIcon, ReorderIcon } from '../../ui/icons/icons.tsx'
import { Page } from '../../ui/layout/page.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { ProcedureForm } from './procedure-form.tsx'
import classes from './procedures.module.css'

type Opened = 'new' | 'order' | CatalogueProcedure

export function Screen() {
  const { search } = useLocation()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <Page
      title="Trámites"
      actions={
        <>
          <Button
            component={Link}
            to={{ pathname: '/procedures/holidays', search }}
            variant="default"
            leftSection={<CalendarIcon size={18} />}
          >
            Feriados
          </Button>
          <Button
            variant="default"
            leftSection={<ReorderIcon size={18} />}
            onClick={() => setOpened('order')}
          >
            Ordenar
          </Button>
          <Button leftSection={<PlusIcon size={18} />} onClick={() => setOpened('new')}>
            Añadir trámite
          </Button>
        </>
      }
    >
      <ProcedureList onEdit={setOpened} />
      {opened === 'order' && <ProcedureOrder onClose={close} />}
      {opened === 'new' && <ProcedureForm procedure={null} onClose={close} />}
      {typeof opened === 'object' && opened && <ProcedureForm procedure={opened} onClose={close} />}
    </Page>
  )
}

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

function ProcedureList({ onEdit }: { onEdit: (procedure: CatalogueProcedure) => void }) {
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

/** Whether members can request the procedure. */
function ActiveSwitch({ procedure }: { procedure: CatalogueProcedure }) {
  const client = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (isActive: boolean) => changeProcedure(procedure.id, { is_active: isActive }),
    onSettled: () => client.invalidateQueries({ queryKey: [PROCEDURES] }),
  })
  const isActive = isPending ? variables : procedure.is_active
  return (
    <>
      <Switch
        label={isActive ? 'Activo' : 'Inactivo'}
        aria-label={`${procedure.title}: ${isActive ? 'activo' : 'inactivo'}`}
        checked={isActive}
        onChange={({ currentTarget }) => mutate(currentTarget.checked)}
      />
      {error && <FailureNotice error={error} />}
    </>
  )
}

interface Moved {
  order: CatalogueProcedure[]
  /** The announcement for screen readers. */
  said: string
}

/** The order in which members see the procedures. */
function ProcedureOrder({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...activeProcedures,
    // Ordering starts from fresh data.
    queryKey: [...activeProcedures.queryKey, 'to order'],
    gcTime: 0,
  })
  const [moved, setMoved] = useState<Moved | null>(null)
  const order = moved?.order ?? data
  const saving = useMutation({
    mutationFn: (ordered: CatalogueProcedure[]) => orderProcedures(ordered.map(({ id }) => id)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [PROCEDURES] })
      onClose()
    },
  })

  function save(event: FormEvent) {
    event.preventDefault()
    if (order) saving.mutate(order)
  }

  return (
    <FormDialog
      title="Ordenar trámites"
      submit="Guardar orden"
      onSubmit={save}
      onClose={onClose}
      isBusy={saving.isPending}
      isDirty={moved !== null}
      notice={saving.error && <FailureNotice error={saving.error} />}
    >
      {!order && !error && <Skeleton height={160} />}
      {!order && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {order && <Order order={order} onMove={setMoved} />}
      <VisuallyHidden role="status">{moved?.said}</VisuallyHidden>
    </FormDialog>
  )
}

interface OrderProps {
  order: CatalogueProcedure[]
  onMove: (moved: Moved) => void
}

function Order({ order, onMove }: OrderProps) {
  function move(procedure: CatalogueProcedure, to: number) {
    const others = order.filter((each) => each !== procedure)
    const said = `${procedure.title}: lugar ${to + 1} de ${order.length}`
    onMove({ order: others.toSpliced(to, 0, procedure), said })
  }

  return (
    <>
      <p>Así los ven los socios, de arriba hacia abajo.</p>
      <ol className={classes.order}>
        {order.map((procedure, index) => (
          <li key={procedure.id}>
            <span className={classes.position}>{index + 1}</span>
            <span className={classes.procedureOrderTitle}>
              {procedure.title}
              {!procedure.is_active && <small>Inactivo</small>}
            </span>
            <MoveButtons
              name={procedure.title}
              index={index}
              count={order.length}
              onMove={(to) => move(procedure, to)}
            />
          </li>
        ))}
      </ol>
    </>
  )
}
