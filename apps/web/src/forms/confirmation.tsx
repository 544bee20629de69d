import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useState } from 'react'
import {
  isConnectionLost,
  isNotAllowed,
  isSessionEnded,
  needsReauthentication,
} from '../api/api-error.ts'
import { FailureNotice, HelpCode, messageOf } from '../session/failures/failure-notice.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Stack } from '../ui/layout/stack.tsx'

interface Props {
  title: string
  /** The consequences of the action. */
  children: ReactNode
  /** Names the row, so that the user does not confirm the wrong one. */
  subject?: string
  confirm?: string
  cancel?: string
  /** The button is red: what it does is lost. */
  isDanger?: boolean
  action: () => void | Promise<void>
  /** Of a row (docs/specification.md §8): Enter confirms, and the dialog stays to say how it ended. */
  done?: string
  /** Replaces the default error notice. */
  failureOf?: (error: unknown) => ReactNode
  onClose: () => void
}

type Step = { name: 'asked' | 'busy' | 'done' } | { name: 'failed'; error: unknown }

const Hold = createContext({ textId: '', hold: (_isHeld: boolean) => {} })

/** Among the consequences: a part is still being read, and nobody confirms before it is said. */
export function StillReading({ children }: { children: string }) {
  const { textId, hold } = useContext(Hold)
  useLayoutEffect(() => {
    hold(true)
    return () => hold(false)
  }, [hold])
  return (
    <p id={textId} role="status">
      {children}
    </p>
  )
}

/** Asks for confirmation, runs the action and closes. An error is shown in the dialog. */
export function Confirmation(props: Props) {
  const { title, confirm = 'OK', cancel = 'Cancelar', isDanger, action, done, onClose } = props
  const [step, setStep] = useState<Step>({ name: 'asked' })
  const [isHeld, hold] = useState(false)
  const textId = useId()
  const isBusy = step.name === 'busy'
  const isOfRow = done !== undefined
  const hasEnded = isOfRow && (step.name === 'done' || step.name === 'failed')

  async function run() {
    setStep({ name: 'busy' })
    try {
      await action()
      if (isOfRow) setStep({ name: 'done' })
      else onClose()
    } catch (error) {
      setStep({ name: 'failed', error })
    }
  }

  const failure = step.name === 'failed' && props.failureOf?.(step.error)
  return (
    <Dialog
      title={isOfRow && step.name === 'failed' ? 'Ocurrió un error' : title}
      onClose={onClose}
      isBusy={isBusy}
      buttons={
        hasEnded ? (
          <Button key="close" autoFocus onClick={onClose}>
            OK
          </Button>
        ) : (
          <>
            <Button
              key="confirm"
              data-autofocus={isOfRow || undefined}
              variant={isDanger ? 'danger' : 'filled'}
              onClick={run}
              loading={isBusy}
              // Keeps the focus, so that whoever waits hears the reason.
              {...(isHeld && { 'aria-disabled': true, 'aria-describedby': textId })}
            >
              {confirm}
            </Button>
            <Button
              variant="default"
              data-autofocus={!isOfRow || undefined}
              disabled={isBusy}
              onClick={onClose}
            >
              {cancel}
            </Button>
          </>
        )
      }
    >
      <Stack gap="sm">
        {!hasEnded && <Hold value={{ textId, hold }}>{props.children}</Hold>}
        {!hasEnded && props.subject && <strong>{props.subject}</strong>}
        {step.name === 'done' && <p role="status">{done}</p>}
        {step.name === 'failed' &&
          (failure ||
            (isOfRow ? <Failed error={step.error} /> : <FailureNotice error={step.error} />))}
      </Stack>
    </Dialog>
  )
}

/** The title says that there was an error: where no more is known, the text says what to do. */
function Failed({ error }: { error: unknown }) {
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
