import { loginErrors } from '@carpeta/domain/access/login-rules'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type FieldErrors, type Resolver, type ResolverResult, useForm } from 'react-hook-form'
import { isConnectionLost } from '../../api/client/api-error.ts'
import { connectionIsWatched } from '../../connection/connection.ts'
import { type NextStep, secondStepAfter } from '../../second-factor/load-second-step.ts'
import { logIn } from '../../session/log-in.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextInput } from '../../ui/fields/inputs.ts'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { RutField } from '../../ui/fields/rut-field.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import classes from './login.module.css'
import { type LoginFields, type LoginMode, loginFailure } from './login-failure.ts'

interface Props {
  mode: LoginMode
  onSecondStep: (next: NextStep) => void
}

export function LoginForm({ mode, onSecondStep }: Props) {
  const isReady = useHydrated()
  const [message, setMessage] = useState('')
  // Without default values the form keeps what was typed or autofilled before hydration.
  const { register, handleSubmit, setError, formState } = useForm<LoginFields>({
    resolver: resolverFor(mode),
  })
  const { errors, isSubmitting } = formState

  async function enter({ username, password }: LoginFields) {
    setMessage('')
    const typed = { username: username.trim(), password }
    try {
      await logIn(typed.username, password)
    } catch (error) {
      const next = await secondStepAfter(error, typed).catch(() => null)
      if (next) return onSecondStep(next)
      const failure = loginFailure(error)
      for (const [field, text] of failure.fields) setError(field, { message: text })
      if (!isConnectionLost(error) || !connectionIsWatched()) setMessage(failure.message)
    }
  }

  return (
    // POST, so that a submit before hydration does not put the password into the address.
    <form method="post" noValidate aria-busy={isSubmitting} onSubmit={handleSubmit(enter)}>
      {mode === 'rut' ? (
        <RutField
          {...register('username')}
          autoComplete="username webauthn"
          error={errors.username?.message}
        />
      ) : (
        <TextInput
          {...register('username')}
          label="Correo"
          placeholder="nombre@correo.cl"
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
        />
      )}
      <PasswordField
        {...register('password')}
        label="Contraseña"
        autoComplete="current-password"
        error={errors.password?.message}
      />
      {message && <Notice tone="error">{message}</Notice>}
      <Button
        className={classes.enter}
        type="submit"
        size="md"
        fullWidth
        disabled={!isReady}
        loading={isSubmitting}
      >
        Ingresar
      </Button>
    </form>
  )
}

function resolverFor(mode: LoginMode): Resolver<LoginFields> {
  return ({ username = '', password = '' }): ResolverResult<LoginFields> => {
    const found = loginErrors({ mode, username, password })
    const errors: FieldErrors<LoginFields> = {}
    const name = found.social_security ?? found.email
    if (name) errors.username = { type: 'rule', message: name }
    if (found.password) errors.password = { type: 'rule', message: found.password }
    if (name || found.password) return { values: {}, errors }
    return { values: { username, password }, errors: {} }
  }
}
