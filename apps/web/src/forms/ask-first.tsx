import { type ReactNode, useState } from 'react'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { Stack } from '../ui/layout/stack.tsx'

interface Props {
  title: string
  /** The consequences of the action. */
  children: ReactNode
  confirm: string
  cancel: string
  action: () => Promise<void>
  onClose: () => void
  /** Replaces the default error notice. */
  failureOf?: (error: unknown) => ReactNode
}

/** Asks for confirmation, runs the action and closes. An error is shown in the dialog. */
export function AskFirst({ title, children, confirm, cancel, action, onClose, failureOf }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function confirmAction() {
    setBusy(true)
    setFailure(undefined)
    try {
      await action()
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      isBusy={isBusy}
      buttons={
        <>
          <Button onClick={confirmAction} loading={isBusy}>
            {confirm}
          </Button>
          <Button variant="default" data-autofocus disabled={isBusy} onClick={onClose}>
            {cancel}
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        {children}
        {failure !== undefined && (failureOf?.(failure) ?? <FailureNotice error={failure} />)}
      </Stack>
    </Dialog>
  )
}
