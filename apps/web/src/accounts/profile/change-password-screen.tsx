import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { formatRut } from '@carpeta/domain/people/rut'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, hasCode } from '../../api/api-error.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { storeUser } from '../../session/stored-user.ts'
import { useIsView } from '../../session/use-is-view.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import {
  isAcceptable,
  NewPasswordFields,
  noPassword,
  TypedPasswordField,
} from '../../ui/fields/new-password-fields.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { CardPage } from '../../ui/layout/card-page.tsx'
import { changePassword } from '../calls.ts'
import { UnprovenEmail } from '../unproven-email.tsx'

export function Component() {
  const isView = useIsView()
  const user = useStoredUser()
  const isTemporary = user?.must_change_password === true
  return (
    <CardPage title="Cambiar contraseña">
      <div>
        {!isTemporary && <BackLink to="/dashboard">Volver</BackLink>}
        <h1>Cambiar contraseña</h1>
      </div>
      {isTemporary && (
        <Notice tone="info">Tu contraseña es temporal: elige una nueva para seguir.</Notice>
      )}
      {isView ? (
        <Notice tone="info">{viewAsMessages.readOnly.text}</Notice>
      ) : (
        <ChangePasswordForm />
      )}
    </CardPage>
  )
}

const CURRENT = 'current-password'

type Outcome = 'none' | 'saving' | 'saved' | { error: unknown }

function ChangePasswordForm() {
  const user = useStoredUser()
  const rut = formatRut(user?.profile?.social_security ?? '')
  const navigate = useNavigate()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState(noPassword)
  const [outcome, setOutcome] = useState<Outcome>('none')
  const [removesEmail, setRemovesEmail] = useState(false)
  const wrongPassword = typeof outcome === 'object' && wrongPasswordIn(outcome.error)
  const person = user && {
    rut: user.profile?.social_security ?? '',
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
  }
  const isComplete = current !== '' && isAcceptable(next, person)

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (outcome === 'saving' || !isComplete) return
    setOutcome('saving')
    try {
      const isSaved = await changePassword(
        { oldPassword: current, newPassword: next.password },
        removesEmail,
      )
      setOutcome(isSaved ? 'saved' : 'none')
      if (!isSaved) return
      if (user?.must_change_password) {
        const { must_change_password: _, ...free } = user
        storeUser(removesEmail ? { ...free, email: '' } : free)
        return void navigate('/dashboard', { replace: true })
      }
      form.reset()
      setCurrent('')
      setNext(noPassword)
    } catch (error) {
      setOutcome({ error })
      if (wrongPasswordIn(error))
        form.querySelector<HTMLInputElement>(`[name="${CURRENT}"]`)?.focus()
    }
  }

  return (
    <form method="post" noValidate onSubmit={save}>
      {/* Tells a password manager which account the password belongs to. */}
      <input type="text" autoComplete="username" value={rut} hidden readOnly />
      <TypedPasswordField
        label="Ingresa tu contraseña actual"
        name={CURRENT}
        autoComplete="current-password"
        onText={setCurrent}
        error={wrongPassword}
      />
      <NewPasswordFields
        label="Ingresa una nueva contraseña"
        person={person}
        value={next}
        onChange={setNext}
      />
      {/* Staff wrote it: who reads that mailbox can choose another password. Without a rut the email logs in. */}
      {user?.must_change_password && rut !== '' && user.email !== '' && (
        <UnprovenEmail email={user.email} isRemoved={removesEmail} onRemove={setRemovesEmail} />
      )}
      {outcome === 'saved' && <Notice tone="success">Contraseña guardada correctamente</Notice>}
      {typeof outcome === 'object' && !wrongPassword && <FailureNotice error={outcome.error} />}
      <Button
        type="submit"
        size="md"
        fullWidth
        disabled={!isComplete}
        loading={outcome === 'saving'}
      >
        Cambiar contraseña
      </Button>
    </form>
  )
}

/** The sentence for the field of the current password. */
function wrongPasswordIn(error: unknown): string | undefined {
  return error instanceof ApiError && hasCode(error, 'wrong_password') ? error.message : undefined
}
