import { requestMessages } from '@carpeta/domain/requests/request-states'
import { isConnectionLost, isSessionEnded } from '../api/api-error.ts'
import { SessionEnded } from '../session/failures/failure-notice.tsx'
import { NoConnection } from '../session/failures/no-connection.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { ButtonRow } from '../ui/layout/button-row.tsx'
import classes from './draft-parts.module.css'
import type { DraftState, FormDraft, SavingState } from './form-draft.ts'

const labels = { untouched: '', saving: 'Guardando borrador…', saved: 'Borrador guardado' }

/** Whether the text is saved; only an error is announced. */
export function DraftNotice({ saving }: { saving: SavingState }) {
  if (saving.name !== 'failed') return <p className={classes.saving}>{labels[saving.name]}</p>
  if (isSessionEnded(saving.error)) return <SessionEnded />
  if (isConnectionLost(saving.error)) return <NoConnection place="part" />
  return (
    <p className={classes.saving} role="alert">
      No pudimos guardar el borrador. Lo intentaremos de nuevo.
    </p>
  )
}

interface OtherTextProps {
  draft: FormDraft
  state: DraftState
  disabled: boolean
  /** The field, which gets the focus: the button that was pressed is gone. */
  focus: () => void
}

/** The text of another tab or device, for the person to choose between both. */
export function OtherText({ draft, state: { other }, disabled, focus }: OtherTextProps) {
  if (other === null) return null
  const choice = (isMine: boolean) => ({
    variant: 'default' as const,
    disabled,
    onClick: () => {
      draft.choose(isMine)
      focus()
    },
  })
  return (
    <Notice tone="warning">
      <p>{requestMessages.draftChanged.text} Allí dice:</p>
      <blockquote className={classes.other}>{other.comment}</blockquote>
      <ButtonRow>
        <Button {...choice(true)}>Usar lo que escribí aquí</Button>
        <Button {...choice(false)}>Usar lo guardado</Button>
      </ButtonRow>
    </Notice>
  )
}
