import { MAX_REQUEST_TEXT, requestMessages } from '@carpeta/domain/request-states'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { addNote, type StaffRequest } from '../../../../api/workbench.ts'
import { ActFailure } from '../../../../requests/action-failure.tsx'
import { useKeptText } from '../../../../requests/use-saved-text.ts'
import { Textarea } from '../../../../ui/fields/inputs.ts'
import classes from '../detail.module.css'
import { useActBeside } from './use-request-action.ts'

const VERSIONS_OF_A_NOTE = 0

/** Something for colleagues only. */
export function NoteForm({ request }: { request: StaffRequest }) {
  const act = useActBeside(request.id, VERSIONS_OF_A_NOTE)
  const [text, setText] = useKeptText(`note:${request.id}`)
  const [error, setError] = useState('')

  async function save(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') {
      setError(requestMessages.noteRequired)
      return
    }
    const isDone = await act.run(() => addNote(request, text.trim()))
    if (isDone) setText('')
  }

  return (
    <form className={classes.note} noValidate onSubmit={save}>
      <Textarea
        label="Nota interna"
        description="Solo la ven los funcionarios."
        rows={2}
        maxLength={MAX_REQUEST_TEXT}
        value={text}
        error={error}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setError('')
        }}
      />
      <ActFailure {...act} keepsText />
      <div>
        <Button type="submit" variant="default" loading={act.isBusy}>
          Guardar nota
        </Button>
      </div>
    </form>
  )
}
