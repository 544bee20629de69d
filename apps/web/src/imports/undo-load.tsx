import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { undoConsequences, undoScope } from '@carpeta/domain/imports/load-consequences'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Confirmation } from '../forms/confirmation.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { LOADS, type UndoableLoad, UPLOADS, undoableLoadQuery, undoLoad } from './calls.ts'
import classes from './imports.module.css'

/** On the page of the load that can be undone. */
export function UndoLoad({ id }: { id: number }) {
  const { data: undoable } = useQuery(undoableLoadQuery)
  const [isAsked, setAsked] = useState(false)
  const isLast = undoable?.load.id === id
  const isUnderWay = isLast && undoable.is_under_way
  useFreshLoads(isUnderWay)
  if (isUnderWay) return <UndoUnderWay />
  if (!isLast || undoable.refusal !== null) return null
  return (
    <>
      <Button className={classes.undo ?? ''} variant="default" onClick={() => setAsked(true)}>
        Deshacer
      </Button>
      {isAsked && <UndoDialog undoable={undoable} onClose={() => setAsked(false)} />}
    </>
  )
}

export function UndoUnderWay() {
  return (
    <Notice tone="info">
      Deshaciendo la última carga. Los socios ven las cifras de antes en cuanto termine.
    </Notice>
  )
}

/** The lists are others once the undo has ended. */
export function useFreshLoads(isUnderWay: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!isUnderWay) return
    return () => {
      void client.invalidateQueries({ queryKey: [LOADS] })
      void client.invalidateQueries({ queryKey: [UPLOADS] })
    }
  }, [client, isUnderWay])
}

interface Props {
  undoable: UndoableLoad
  onClose: () => void
}

/** Says beforehand what cannot be restored. The server asks for the password if the login is old. */
export function UndoDialog({ undoable, onClose }: Props) {
  const client = useQueryClient()
  const { load } = undoable
  const consequences = undoConsequences(undoable)

  async function undo() {
    await undoLoad(load.id)
    await client.invalidateQueries({ queryKey: [LOADS] })
  }

  return (
    <Confirmation
      title="Deshacer la última carga"
      confirm="Deshacer"
      isDanger
      action={undo}
      onClose={onClose}
    >
      <p>
        Cada venta vuelve a estar como antes de la carga
        {load.cutoff && <UnbrokenDates text={` con corte ${dateTimeInSantiago(load.cutoff)}`} />}, y
        los socios verán esas cifras.
      </p>
      <p>{undoScope}</p>
      {consequences.length > 0 && (
        <>
          <p>
            {consequences.length === 1
              ? 'Una cosa no se puede traer de vuelta:'
              : `${consequences.length} cosas no se pueden traer de vuelta:`}
          </p>
          <ul className={classes.consequences}>
            {consequences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </Confirmation>
  )
}
