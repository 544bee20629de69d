import { requestMessages } from '@carpeta/domain/requests/request-states'
import { addNote, type StaffRequest } from '../../../../api/workbench.ts'
import { ActionFailure } from '../../../../requests/action-failure.tsx'
import { useSavedText } from '../../../../requests/use-saved-text.ts'
import classes from '../detail.module.css'
import { TextActionForm } from './text-action-form.tsx'
import { useUnversionedAction } from './use-request-action.ts'

const VERSIONS_PER_NOTE = 0

/** An internal note, which only staff read. */
export function NoteForm({ request }: { request: StaffRequest }) {
  const action = useUnversionedAction(request.id, VERSIONS_PER_NOTE)
  const [text, setText] = useSavedText(`note:${request.id}`)

  async function save(note: string) {
    const isDone = await action.run(() => addNote(request, note))
    if (isDone) setText('')
  }

  return (
    <div className={classes.note}>
      <TextActionForm
        label="Nota interna"
        description="Solo la ven los funcionarios."
        text={text}
        onText={setText}
        required={requestMessages.noteRequired.text}
        submit="Guardar nota"
        isBusy={action.isBusy}
        onSubmit={(note) => void save(note)}
        failure={<ActionFailure {...action} isTextSaved />}
      />
    </div>
  )
}
