import { type FormEvent, type ReactNode, useState } from 'react'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { Confirmation } from './confirmation.tsx'
import { FormFrame } from './form-frame.tsx'

interface Props {
  title: string
  size?: 'lg'
  submit?: string
  /** What is sent cannot be undone. */
  isDanger?: boolean | undefined
  cancel?: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  isBusy: boolean
  /** Closing would lose typed text. */
  isDirty: boolean
  /** The error that belongs to no field. */
  notice: ReactNode
  children: ReactNode
}

/** A form in a dialog. Closing it asks first when there is unsaved text. */
export function FormDialog(props: Props) {
  const { title, size = 'md', submit, cancel, onSubmit, onClose, isBusy, isDirty, notice } = props
  const [isLeaving, setLeaving] = useState(false)

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    // React bubbles the event to a form that encloses the dialog's component.
    event.stopPropagation()
    onSubmit(event)
  }

  return (
    <Dialog
      title={title}
      size={size}
      onClose={() => (isDirty ? setLeaving(true) : onClose())}
      isBusy={isBusy}
      closeOnClickOutside={false}
    >
      <FormFrame
        onSubmit={handleSubmit}
        isBusy={isBusy}
        notice={notice}
        submit={submit}
        isDanger={props.isDanger}
        cancel={cancel}
        onCancel={onClose}
      >
        {props.children}
      </FormFrame>
      {isLeaving && (
        <Confirmation
          title="¿Cerrar sin guardar?"
          confirm="Cerrar sin guardar"
          cancel="Seguir escribiendo"
          isDanger
          action={onClose}
          onClose={() => setLeaving(false)}
        >
          <p>Lo que escribiste se perderá.</p>
        </Confirmation>
      )}
    </Dialog>
  )
}
