import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  activeProcedures,
  type CatalogueProcedure,
  orderProcedures,
  PROCEDURES,
} from '../../api/procedure-catalogue.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { MoveButtons } from '../../ui/fields/move-buttons.tsx'
import classes from './procedures.module.css'

interface Moved {
  order: CatalogueProcedure[]
  /** The announcement for screen readers. */
  said: string
}

/** The order in which members see the procedures. */
export function ProcedureOrder({ onClose }: { onClose: () => void }) {
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
