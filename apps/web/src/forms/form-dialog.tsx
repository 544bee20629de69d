import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Dialog } from '../ui/feedback/dialog.tsx'
import classes from './form-dialog.module.css'

interface Props {
  title: string
  size?: 'lg'
  /** What the buttons say, where it is something else. */
  submit?: string
  cancel?: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  isBusy: boolean
  /** Something was typed that would be lost. */
  isDirty: boolean
  /** Why it was not saved, beside what stands on the fields. */
  notice: ReactNode
  children: ReactNode
}

/** A form that is filled in and saved in a dialog, and left in no other way by mistake. */
export function FormDialog(props: Props) {
  const { title, size = 'md', onSubmit, onClose, isBusy, isDirty, notice, children } = props
  const [isLeaving, setLeaving] = useState(false)

  function submit(event: FormEvent<HTMLFormElement>) {
    // The dialog may have been opened from within another form.
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
      <form className={classes.form} noValidate onSubmit={submit}>
        {children}
        {notice}
        <div className={classes.buttons}>
          <Button type="submit" loading={isBusy}>
            {props.submit ?? 'Guardar'}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            {props.cancel ?? 'Cancelar'}
          </Button>
        </div>
      </form>
      {isLeaving && <Leaving onStay={() => setLeaving(false)} onLeave={onClose} />}
    </Dialog>
  )
}

function Leaving({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog
      title="¿Cerrar sin guardar?"
      onClose={onStay}
      buttons={
        <>
          <Button data-autofocus onClick={onStay}>
            Seguir escribiendo
          </Button>
          <Button variant="default" onClick={onLeave}>
            Cerrar sin guardar
          </Button>
        </>
      }
    >
      <p>Lo que escribiste se perderá.</p>
    </Dialog>
  )
}
