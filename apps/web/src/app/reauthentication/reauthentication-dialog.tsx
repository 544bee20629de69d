import { loginMessages } from '@carpeta/domain/access/login-rules'
import { RECENT_AUTHENTICATION_MINUTES } from '@carpeta/domain/access/reauthentication-rules'
import { formatRut } from '@carpeta/domain/people/rut'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { confirmPassword } from '../../api/reauthentication.ts'
import { FormFrame } from '../../forms/form-frame.tsx'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { PasskeyConfirmation } from './passkey-confirmation.tsx'

/** Asks for the password; the interrupted action goes on by itself. */
export function ReauthenticationDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const user = useStoredUser()
  const [failure, setFailure] = useState<unknown>()
  const { register, handleSubmit, formState, resetField, setFocus } = useForm({
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = formState

  async function confirm({ password }: { password: string }) {
    setFailure(undefined)
    try {
      onAnswer(await confirmPassword(password))
    } catch (error) {
      setFailure(error)
      resetField('password')
      setFocus('password')
    }
  }

  return (
    <Dialog
      title="Confirma tu contraseña"
      onClose={() => onAnswer(false)}
      isBusy={isSubmitting}
      closeOnClickOutside={false}
    >
      <FormFrame
        onSubmit={handleSubmit(confirm)}
        isBusy={isSubmitting}
        notice={failure !== undefined && <FailureNotice error={failure} />}
        submit="Continuar"
        onCancel={() => onAnswer(false)}
      >
        <p>
          Hace más de {RECENT_AUTHENTICATION_MINUTES} minutos que ingresaste. Confirma que eres tú
          para seguir con lo que estabas haciendo.
        </p>
        {/* Tells a password manager which account the password belongs to. */}
        <input
          type="text"
          autoComplete="username"
          value={formatRut(user?.profile?.social_security ?? '') || (user?.email ?? '')}
          hidden
          readOnly
        />
        <PasswordField
          {...register('password', { required: loginMessages.passwordRequired.text })}
          label="Contraseña"
          autoComplete="current-password"
          data-autofocus
          error={errors.password?.message}
        />
        <PasskeyConfirmation onAnswer={onAnswer} />
      </FormFrame>
    </Dialog>
  )
}
