import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { type ReactNode, useState } from 'react'
import {
  isConnectionLost,
  isNotAllowed,
  isSessionEnded,
  needsReauthentication,
} from '../api/api-error.ts'
import { valuesIn } from '../api/field-errors.ts'
import { FailureNotice, HelpCode, messageOf } from '../session/failures/failure-notice.tsx'
import { RefusedLines } from '../session/failures/refused-notice.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import classes from './forms.module.css'

interface Props {
  title: string
  question: string
  /** Names the row, so that the user does not confirm the wrong one. */
  subject: string
  done: string
  action: () => Promise<void>
  /** Shows every value of a 400, each in a line. */
  isRestore?: boolean
  /** The button is red: what it does is lost. */
  isDanger?: boolean
  onClose: () => void
  /** Below the question. */
  children?: ReactNode
}

type Step = { name: 'asked' | 'busy' | 'done' } | { name: 'failed'; error: unknown }

/** Asks for confirmation, runs the action and reports the result. */
export function Confirmation(props: Props) {
  const { title, question, subject, done, action, isRestore = false, isDanger, onClose } = props
  const [step, setStep] = useState<Step>({ name: 'asked' })
  const isBusy = step.name === 'busy'

  async function confirm() {
    setStep({ name: 'busy' })
    try {
      await action()
      setStep({ name: 'done' })
    } catch (error) {
      setStep({ name: 'failed', error })
    }
  }

  return (
    <Dialog
      title={step.name === 'failed' ? 'Ocurrió un error' : title}
      onClose={onClose}
      isBusy={isBusy}
      buttons={
        step.name === 'asked' || isBusy ? (
          <>
            <Button
              key="confirm"
              data-autofocus
              variant={isDanger ? 'danger' : 'filled'}
              onClick={confirm}
              loading={isBusy}
            >
              OK
            </Button>
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              Cancelar
            </Button>
          </>
        ) : (
          <Button key="close" autoFocus onClick={onClose}>
            OK
          </Button>
        )
      }
    >
      {step.name === 'done' && <p role="status">{done}</p>}
      {step.name === 'failed' && <Failed error={step.error} isRestore={isRestore} />}
      {(step.name === 'asked' || isBusy) && (
        <>
          <p>{question}</p>
          <p className={classes.subject}>{subject}</p>
          {props.children}
        </>
      )}
    </Dialog>
  )
}

/** The title says that there was an error: where no more is known, the text says what to do. */
function Failed({ error, isRestore }: { error: unknown; isRestore: boolean }) {
  const lines = isRestore ? valuesIn(error) : []
  if (lines.length > 0) return <RefusedLines lines={lines} />
  const isKnown = kinds.some((is) => is(error)) || messageOf(error) !== unknownErrorMessage
  if (isKnown) return <FailureNotice error={error} />
  return (
    <Notice tone="error">
      <p>Vuelve a intentarlo en unos minutos.</p>
      <HelpCode error={error} />
    </Notice>
  )
}

/** Of these the notice says more than a message. */
const kinds = [isSessionEnded, isConnectionLost, isNotAllowed, needsReauthentication]
