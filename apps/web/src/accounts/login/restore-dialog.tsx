import { isValidRut, rutMessages } from '@carpeta/domain/people/rut'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { perform } from '../../api/client.ts'
import { WriteToUs } from '../../environment/write-to-us.tsx'
import { FormFrame } from '../../forms/form-frame.tsx'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { RutField } from '../../ui/fields/rut-field.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import classes from './login.module.css'

interface Props {
  /** Whether the account was never activated: the same call sends its invitation again. */
  isFirst: boolean
  onClose: () => void
}

export function RestoreDialog({ isFirst, onClose }: Props) {
  const [isSent, setSent] = useState(false)
  return (
    <Dialog title={isFirst ? 'Tu primera vez' : 'Recuperar contraseña'} onClose={onClose}>
      {isSent ? (
        <Sent isFirst={isFirst} onClose={onClose} />
      ) : (
        <Prompt isFirst={isFirst} onSent={() => setSent(true)} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Prompt({ isFirst, onSent, onClose }: Props & { onSent: () => void }) {
  const [failure, setFailure] = useState<unknown>()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { rut: typedRut() } })
  const { errors, isSubmitting } = formState

  async function send({ rut }: { rut: string }) {
    setFailure(undefined)
    try {
      await sendRestoreEmail(rut.trim())
      onSent()
    } catch (error) {
      setFailure(error)
    }
  }

  return (
    <FormFrame
      // React tells the form around the dialog, too.
      onSubmit={(event) => {
        event.stopPropagation()
        void handleSubmit(send)(event)
      }}
      isBusy={isSubmitting}
      notice={failure !== undefined && <FailureNotice error={failure} />}
      submit="Continuar"
      onCancel={onClose}
    >
      <p>
        {isFirst
          ? 'Tu cuenta se activa con el enlace de tu invitación, que llega por correo o en una carta. Si no lo encuentras, escribe tu rut y te lo enviaremos otra vez por correo.'
          : 'Escribe tu rut y te enviaremos un correo con un enlace para crear una contraseña nueva.'}
      </p>
      <RutField
        {...register('rut', { validate: rutError })}
        description="Si es una empresa, el rut de la empresa."
        autoComplete="username"
        data-autofocus
        error={errors.rut?.message}
      />
    </FormFrame>
  )
}

/** What was typed at the login behind the dialog; an email is none. */
function typedRut(): string {
  const { value = '' } = document.querySelector<HTMLInputElement>('input[name=username]') ?? {}
  return value.includes('@') ? '' : value
}

function rutError(rut = ''): string | true {
  if (rut.trim() === '') return rutMessages.required.text
  return isValidRut(rut) || rutMessages.invalid.text
}

function Sent({ isFirst, onClose }: Props) {
  return (
    <div className={classes.prompt}>
      <Notice tone="success">
        {isFirst
          ? 'Si la cooperativa ya te invitó, te enviamos un correo con el enlace para entrar.'
          : 'Te enviamos un correo electrónico con un link para recuperar tu contraseña.'}
      </Notice>
      <p className={classes.help}>
        Llega en unos minutos al correo registrado en la cuenta. Revisa también el correo no
        deseado.
      </p>
      <p className={classes.help}>
        Si no llega, puede que ese rut no tenga cuenta o tenga otro correo: <WriteToUs />.
      </p>
      <ButtonRow isFoot>
        <Button autoFocus onClick={onClose}>
          Entendido
        </Button>
      </ButtonRow>
    </div>
  )
}

/** Asks for the e-mail with the link; the answer is the same for every well-formed rut. */
async function sendRestoreEmail(rut: string): Promise<void> {
  await perform('POST /api/send-restore-password-ss/', { body: { social_security: rut } })
}
