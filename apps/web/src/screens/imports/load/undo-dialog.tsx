import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { undoConsequences, undoScope } from '@carpeta/domain/imports/load-consequences'
import { useQueryClient } from '@tanstack/react-query'
import { LOADS, type UndoableLoad, UPLOADS, undoLoad } from '../../../api/imports/imports.ts'
import { AskFirst } from '../../../forms/ask-first.tsx'
import classes from '../imports.module.css'

interface Props {
  undoable: UndoableLoad
  onClose: () => void
}

/** Says before what does not come back. The server asks for the password if the login is old. */
export function UndoDialog({ undoable, onClose }: Props) {
  const client = useQueryClient()
  const { load } = undoable
  const consequences = undoConsequences(undoable)

  async function undo() {
    await undoLoad(load.id)
    await client.invalidateQueries({ queryKey: [LOADS] })
    await client.invalidateQueries({ queryKey: [UPLOADS] })
  }

  return (
    <AskFirst
      title="Deshacer la última carga"
      confirm="Deshacer"
      cancel="Cancelar"
      action={undo}
      onClose={onClose}
    >
      <p>
        Cada venta vuelve a estar como antes de la carga
        {load.cutoff && ` con corte ${dateTimeInSantiago(load.cutoff)}`}, y los socios verán esas
        cifras.
      </p>
      <p>{undoScope}</p>
      {consequences.length > 0 && (
        <>
          <p>Esto no se puede traer de vuelta:</p>
          <ul className={classes.consequences}>
            {consequences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </AskFirst>
  )
}
