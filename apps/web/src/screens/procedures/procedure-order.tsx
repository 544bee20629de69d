import { Button, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type CatalogueProcedure,
  livingProcedures,
  orderProcedures,
  PROCEDURES,
} from '../../api/procedure-catalogue.ts'
import { FailureNotice } from '../../session/failure-notice.tsx'
import { LoadFailure } from '../../session/load-failure.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import classes from './procedure-order.module.css'

/** The order in which members see them. */
export function ProcedureOrder({ onClose }: { onClose: () => void }) {
  const { data, error, isPending, refetch } = useQuery({
    ...livingProcedures,
    // Whoever begins to order them begins with what is true now.
    queryKey: [...livingProcedures.queryKey, 'to order'],
    gcTime: 0,
  })
  return (
    <Dialog title="Ordenar trámites" onClose={onClose} closeOnClickOutside={false}>
      {isPending && <Skeleton height={160} />}
      {!data && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data && <Order procedures={data} onClose={onClose} />}
    </Dialog>
  )
}

interface OrderProps {
  procedures: CatalogueProcedure[]
  onClose: () => void
}

function Order({ procedures, onClose }: OrderProps) {
  const client = useQueryClient()
  const [order, setOrder] = useState(procedures)
  const [moved, setMoved] = useState('')
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  function move(procedure: CatalogueProcedure, to: number) {
    const others = order.filter((each) => each !== procedure)
    setOrder(others.toSpliced(to, 0, procedure))
    setMoved(`${procedure.title}: lugar ${to + 1} de ${order.length}`)
  }

  async function save() {
    setSaving(true)
    setFailure(undefined)
    try {
      await orderProcedures(order.map(({ id }) => id))
      await client.invalidateQueries({ queryKey: [PROCEDURES] })
      onClose()
    } catch (error) {
      setFailure(error)
      setSaving(false)
    }
  }

  return (
    <>
      <p>Así los ven los socios, de arriba hacia abajo.</p>
      <ol className={classes.order}>
        {order.map((procedure, index) => (
          <li key={procedure.id}>
            <span className={classes.place}>{index + 1}</span>
            <span className={classes.title}>
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
      <p className={classes.spoken} role="status">
        {moved}
      </p>
      {failure !== undefined && <FailureNotice error={failure} />}
      <div className={classes.buttons}>
        <Button loading={isSaving} onClick={save}>
          Guardar orden
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </>
  )
}
