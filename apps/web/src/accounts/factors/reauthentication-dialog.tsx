import type { AuthenticationResponse, RequestOptions } from '@carpeta/contract/auth'
import { loginMessages } from '@carpeta/domain/access/login-rules'
import { formatRut } from '@carpeta/domain/people/rut'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { answered, call } from '../../api/client.ts'
import { FormFrame } from '../../forms/form-frame.tsx'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { KeyIcon } from '../../ui/icons/icons.tsx'
import { secondFactorQuery } from './calls.ts'
import { PasskeyNotice } from './passkey-notice.tsx'
import { answerWithPasskey, passkeysAreSupported } from './passkeys.ts'

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
        <p>Confirma que eres tú para seguir con lo que estabas haciendo.</p>
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

/** A passkey instead of the password, for accounts that have one. */
function PasskeyConfirmation({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { data: factor } = useQuery(secondFactorQuery)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function confirm() {
    setBusy(true)
    setFailure(undefined)
    try {
      const options = await startPasskeyReauthentication()
      onAnswer(await confirmPasskey(await answerWithPasskey(options)))
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  if (!factor?.passkeys.length || !passkeysAreSupported()) return null
  return (
    <>
      {failure !== undefined && <PasskeyNotice error={failure} />}
      <Button
        variant="default"
        leftSection={<KeyIcon size={18} />}
        loading={isBusy}
        onClick={() => void confirm()}
      >
        Usar una llave de acceso
      </Button>
    </>
  )
}

/** Resolves to false when the session has ended. @throws {ApiError} for a wrong password. */
async function confirmPassword(password: string): Promise<boolean> {
  return (await call('POST /api/auth/reauthenticate/', { body: { password } })) !== null
}

/** The options name the passkeys of the account. */
function startPasskeyReauthentication(): Promise<RequestOptions> {
  return answered('POST /api/auth/reauthenticate/passkey/options/')
}

/** Resolves to false when the session has ended. @throws {ApiError} for a refused passkey. */
async function confirmPasskey(response: AuthenticationResponse): Promise<boolean> {
  return (await call('POST /api/auth/reauthenticate/passkey/', { body: { response } })) !== null
}
