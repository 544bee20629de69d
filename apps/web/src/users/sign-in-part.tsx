import type { SecondFactorMethod } from '@carpeta/domain/access/second-factor-rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  endUserSessions,
  resetUserSecondFactor,
  userSignInQuery,
} from '../accounts/factors/calls.ts'
import { Confirmation } from '../forms/confirmation.tsx'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import type { UserRow } from './calls.ts'
import { fullName } from './user-parts.tsx'
import classes from './users.module.css'

const METHODS: Record<SecondFactorMethod, string> = {
  passkey: 'llave de acceso',
  totp: 'aplicación de códigos',
  recovery_code: 'códigos de recuperación',
}

/** How somebody logs in and where, with what staff can end of it at once. */
export function SignInPart({ user }: { user: UserRow }) {
  const { data: signIn, error, refetch } = useQuery(userSignInQuery(user.id))
  const [asked, setAsked] = useState<'reset' | 'end' | null>(null)
  const [done, setDone] = useState('')
  const name = fullName(user)

  function ask(next: 'reset' | 'end') {
    setDone('')
    setAsked(next)
  }

  async function finish(message: string) {
    setDone(message)
    await refetch()
  }

  if (signIn === null) return null
  return (
    <fieldset className={classes.part}>
      <legend>Acceso</legend>
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!signIn && !error && <Skeleton height={72} />}
      {signIn && (
        <>
          <Line
            text={factorSentence(signIn.methods)}
            button="Restablecer segundo factor"
            onAsk={signIn.methods.length > 0 ? () => ask('reset') : undefined}
          />
          <Line
            text={sessionsSentence(signIn.open_sessions)}
            button="Cerrar sesiones"
            onAsk={signIn.open_sessions > 0 ? () => ask('end') : undefined}
          />
        </>
      )}
      {done && <Notice tone="success">{done}</Notice>}
      {asked === 'reset' && (
        <Confirmation
          title={`¿Restablecer el segundo factor de ${name}?`}
          confirm="Restablecer"
          isDanger
          action={async () => {
            await resetUserSecondFactor(user.id)
            await finish('Se restableció el segundo factor')
          }}
          onClose={() => setAsked(null)}
        >
          <p>
            Se quitan sus llaves de acceso, su aplicación de códigos y sus códigos de recuperación,
            y se cierran sus sesiones. Su contraseña también deja de servir:{' '}
            {user.email === ''
              ? 'como no tiene correo, ponle después una contraseña temporal.'
              : 'le enviamos un correo para elegir otra.'}
          </p>
          <p>Antes de seguir, comprueba que quien lo pide es {name}.</p>
        </Confirmation>
      )}
      {asked === 'end' && (
        <Confirmation
          title={`¿Cerrar las sesiones de ${name}?`}
          confirm="Cerrar sesiones"
          action={async () => {
            await endUserSessions(user.id)
            await finish('Se cerraron sus sesiones')
          }}
          onClose={() => setAsked(null)}
        >
          <p>En todos sus equipos tendrá que ingresar de nuevo. Su contraseña no cambia.</p>
        </Confirmation>
      )}
    </fieldset>
  )
}

interface LineProps {
  text: string
  button: string
  /** Absent when there is nothing to end. */
  onAsk: (() => void) | undefined
}

function Line({ text, button, onAsk }: LineProps) {
  return (
    <div className={classes.line}>
      <p>{text}</p>
      {onAsk && (
        <Button variant="default" onClick={onAsk}>
          {button}
        </Button>
      )}
    </div>
  )
}

function factorSentence(methods: readonly SecondFactorMethod[]): string {
  if (methods.length === 0) return 'Sin segundo factor'
  const list = new Intl.ListFormat('es', { type: 'conjunction' })
  return `Segundo factor: ${list.format(methods.map((method) => METHODS[method]))}`
}

function sessionsSentence(count: number): string {
  if (count === 0) return 'Sin sesiones abiertas'
  return count === 1 ? '1 sesión abierta' : `${count} sesiones abiertas`
}
