import type { PersonalData } from '@carpeta/domain/people/person-in-text'
import { formatRut, isCompanyRut } from '@carpeta/domain/people/rut'
import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { RestoreNotice } from '../../session/failures/refused-notice.tsx'
import { logIn } from '../../session/log-in.ts'
import { logOutForLink } from '../../session/log-out-for-link.ts'
import { forgetLinkSecrets } from '../../session/stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextInput } from '../../ui/fields/inputs.ts'
import {
  isAcceptable,
  NewPasswordFields,
  noPassword,
} from '../../ui/fields/new-password-fields.tsx'
import { CardPage } from '../../ui/layout/card-page.tsx'
import { type LinkOwner, setPassword } from '../calls.ts'
import { type NextStep, secondStepAfter } from '../factors/load-second-step.ts'
import { UnprovenEmail } from '../unproven-email.tsx'
import {
  DeadPasswordLink,
  DeadPasswordLinkNotice,
  isDeadLink,
  type Purpose,
  useAddressSecret,
  Waiting,
} from './account-link.tsx'

const TITLES: Record<Purpose, string> = {
  activate: 'Activar cuenta',
  restore: 'Restaurar contraseña',
}

export function Activate() {
  return <SetPasswordPage purpose="activate" />
}

export function Restore() {
  return <SetPasswordPage purpose="restore" />
}

/** Sets the first password or a new one, from the link of an email. */
export function SetPasswordPage({ purpose }: { purpose: Purpose }) {
  const token = useAddressSecret('token')
  return (
    <CardPage title={TITLES[purpose]}>
      {token === undefined && <Waiting>Estamos abriendo tu enlace.</Waiting>}
      {token === '' && <DeadPasswordLink purpose={purpose} />}
      {token && <SetPasswordForm token={token} purpose={purpose} />}
    </CardPage>
  )
}

const LABELS = {
  activate: {
    title: 'Activar cuenta',
    lead: 'Elige la contraseña con la que entrarás a tu carpeta.',
    button: 'Activar Cuenta',
  },
  restore: {
    title: 'Restaurar contraseña',
    lead: 'Elige una contraseña nueva para entrar a tu carpeta.',
    button: 'Cambiar contraseña',
  },
}

/** Where a user logs in whose password was saved. */
function loginByHand(username: string): string {
  const page = username.includes('@') ? '/login-email' : '/login'
  const message = `Tu contraseña quedó guardada. Ingresa con ${nameOfLogin(username)} y tu contraseña nueva.`
  return `${page}?${new URLSearchParams({ message })}`
}

function SetPasswordForm({ token, purpose }: { token: string; purpose: Purpose }) {
  const navigate = useNavigate()
  const [value, setValue] = useState(noPassword)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [next, setNext] = useState<NextStep | null>(null)
  const [removesEmail, setRemovesEmail] = useState(false)
  const labels = LABELS[purpose]
  const Failure = purpose === 'restore' ? RestoreNotice : FailureNotice
  // Known after the link was checked.
  const { state: owner }: { state: LinkOwner | null } = useLocation()
  const person = owner && personOf(owner)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isSaving || !isAcceptable(value, person)) return
    setFailure(undefined)
    setSaving(true)
    try {
      await logOutForLink()
      const username = await setPassword(token, value.password, removesEmail)
      forgetLinkSecrets()
      await enter(username, value.password)
    } catch (error) {
      setFailure(error)
      setSaving(false)
    }
  }

  /** The password is saved, so a failed login leads to the login page. */
  async function enter(username: string, password: string) {
    try {
      await logIn(username, password)
      await goTo('/dashboard')
    } catch (error) {
      const second = await secondStepAfter(error, { username, password }).catch(() => null)
      if (second) setNext(second)
      else await goTo(loginByHand(username))
    }
  }

  async function goTo(path: string) {
    await navigate(path, { replace: true })
  }

  if (next) {
    return (
      <next.Step
        first={next.first}
        onEntered={() => void goTo('/dashboard')}
        onBack={() => void goTo(loginByHand(next.first.username))}
      />
    )
  }
  return (
    <>
      <div>
        <h1>{labels.title}</h1>
        <p>
          {labels.lead} {owner && whoseText(owner)}
        </p>
      </div>
      <form method="post" noValidate onSubmit={save}>
        {owner && <PasswordOwner username={owner.username} />}
        <NewPasswordFields
          label="Ingresa una contraseña"
          person={person}
          value={value}
          onChange={setValue}
        />
        {owner?.email && (
          <UnprovenEmail email={owner.email} isRemoved={removesEmail} onRemove={setRemovesEmail} />
        )}
        {isDeadLink(failure) && <DeadPasswordLinkNotice purpose={purpose} />}
        {failure !== undefined && !isDeadLink(failure) && <Failure error={failure} />}
        <Button
          type="submit"
          size="md"
          fullWidth
          disabled={!isAcceptable(value, person)}
          loading={isSaving}
        >
          {labels.button}
        </Button>
      </form>
    </>
  )
}

function personOf({ username, firstName, lastName }: LinkOwner): PersonalData {
  const login = username.includes('@') ? { email: username } : { rut: username }
  return { ...login, ...(firstName && { firstName }), ...(lastName && { lastName }) }
}

/** 'La cuenta es de Rosa Muñoz. Entrarás con tu rut y esta contraseña.' */
function whoseText({ username, firstName, lastName }: LinkOwner): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const whose = name ? `La cuenta es de ${name}. ` : ''
  return `${whose}Entrarás con ${nameOfLogin(username)} y esta contraseña.`
}

/** Who acts for a company has a rut of their own. */
function nameOfLogin(username: string): string {
  if (username.includes('@')) return 'tu correo'
  return isCompanyRut(username) ? 'el rut de la empresa' : 'tu rut'
}

/** A password manager stores the new password with it. */
function PasswordOwner({ username }: { username: string }) {
  const isEmail = username.includes('@')
  return (
    <TextInput
      label={isEmail ? 'Correo de tu cuenta' : 'Rut de tu cuenta'}
      name="username"
      autoComplete="username"
      readOnly
      value={isEmail ? username : formatRut(username)}
    />
  )
}
