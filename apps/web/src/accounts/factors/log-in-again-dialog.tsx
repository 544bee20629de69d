import { loginMessages } from '@carpeta/domain/access/login-rules'
import { formatRut } from '@carpeta/domain/people/rut'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { FormFrame } from '../../forms/form-frame.tsx'
import { stopOffline } from '../../offline/offline-device.ts'
import { dropSession } from '../../session/end-session.ts'
import { RefusedNotice } from '../../session/failures/refused-notice.tsx'
import { hasTyped } from '../../session/failures/typed-text.ts'
import { logIn } from '../../session/log-in.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { type NextStep, secondStepAfter } from './load-second-step.ts'

interface Props {
  onAnswer: (isLoggedIn: boolean) => void
}

/**
 * Over a page whose session has ended: nothing of it would work. After the login it goes on where it
 * was, with what was typed. It cannot be closed; who leaves logs in on the login page.
 */
export function LogInAgainDialog({ onAnswer }: Props) {
  const user = useStoredUser()
  const client = useQueryClient()
  const { pathname, search, hash } = useLocation()
  const [wasTyped] = useState(hasTyped)
  const [next, setNext] = useState<NextStep | null>(null)
  // The session may have been ended because the device is lost.
  useEffect(() => void stopOffline(), [])

  const username = formatRut(user?.profile?.social_security ?? '') || (user?.email ?? '')

  function enter() {
    onAnswer(true)
    // What failed before somebody could be asked; the rest would replace what is being typed.
    void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }

  function leave() {
    dropSession(pathname + search + hash)
    onAnswer(false)
  }

  return (
    <Dialog title="Ingresar" onClose={() => {}} withCloseButton={false} closeOnClickOutside={false}>
      {next ? (
        <next.Step first={next.first} onEntered={enter} onBack={() => setNext(null)} />
      ) : (
        <>
          <p>
            Tu sesión ha terminado. Ingresa nuevamente.
            {wasTyped && ' Lo que escribiste sigue en la página.'}
          </p>
          {/* A view as a member is not of this account. */}
          {username && !user?.viewed_by ? (
            <Password username={username} onEntered={enter} onNext={setNext} onLeave={leave} />
          ) : (
            <ButtonRow isFoot>
              <Button data-autofocus onClick={leave}>
                Ingresar
              </Button>
            </ButtonRow>
          )}
        </>
      )}
    </Dialog>
  )
}

interface PasswordProps {
  username: string
  onEntered: () => void
  onNext: (next: NextStep) => void
  onLeave: () => void
}

function Password({ username, onEntered, onNext, onLeave }: PasswordProps) {
  const [failure, setFailure] = useState<unknown>()
  const { register, handleSubmit, formState, resetField, setFocus } = useForm({
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = formState

  async function send({ password }: { password: string }) {
    setFailure(undefined)
    try {
      await logIn(username, password)
      onEntered()
    } catch (error) {
      const next = await secondStepAfter(error, { username, password }).catch(() => null)
      if (next) return onNext(next)
      setFailure(error)
      resetField('password')
      setFocus('password')
    }
  }

  return (
    <FormFrame
      onSubmit={handleSubmit(send)}
      isBusy={isSubmitting}
      notice={failure !== undefined && <RefusedNotice error={failure} />}
      submit="Ingresar"
      cancel="Usar otra cuenta"
      onCancel={onLeave}
    >
      <p>
        {username.includes('@') ? 'Correo' : 'Rut'}: <strong>{username}</strong>
      </p>
      {/* Tells a password manager which account the password belongs to. */}
      <input type="text" autoComplete="username" value={username} hidden readOnly />
      <PasswordField
        {...register('password', { required: loginMessages.passwordRequired.text })}
        label="Contraseña"
        autoComplete="current-password"
        data-autofocus
        error={errors.password?.message}
      />
    </FormFrame>
  )
}
