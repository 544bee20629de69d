import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { logOutForLink } from '../../session/log-out-for-link.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CardPage } from '../../ui/layout/card-page.tsx'
import { revertEmailChange, takeBackAccount } from '../calls.ts'
import { DeadLink, isDeadLink, useAddressSecret } from './account-link.tsx'

interface Kind {
  title: string
  lead: string
  button: string
  done: string
  dead: ReactNode
  /** Resolves to the token of a link that chooses a password; to none while the account is closed. */
  undo: (token: string) => Promise<string | undefined>
}

const emailChange: Kind = {
  title: 'Deshacer el cambio de correo',
  lead: 'Tu cuenta vuelve a usar la dirección a la que llegó este correo. Se cierran todas las sesiones, se quitan las llaves de acceso y los códigos, y eliges una contraseña nueva.',
  button: 'Deshacer el cambio',
  done: 'El cambio se deshizo',
  dead: (
    <>
      El enlace sirve hasta 72 horas después del cambio y una sola vez. Si no pediste el cambio,
      escribe ahora a <CooperativeEmail />.
    </>
  ),
  undo: revertEmailChange,
}

const addedFactor: Kind = {
  title: 'No fui yo',
  lead: 'Se cierran todas las sesiones y se quitan todas las llaves de acceso y los códigos de tu cuenta, también los tuyos: después puedes agregarlos de nuevo. Si también cambió tu correo, vuelve la dirección a la que llegó este aviso. Eliges una contraseña nueva.',
  button: 'Recuperar mi cuenta',
  done: 'Tu cuenta es solo tuya de nuevo',
  dead: (
    <>
      El enlace sirve 72 horas y una sola vez. Si no fuiste tú, ve al inicio y elige una contraseña
      nueva con «Olvidé mi contraseña», y escribe ahora a <CooperativeEmail />.
    </>
  ),
  undo: takeBackAccount,
}

export function RevertEmail() {
  return <TakeBackPage kind={emailChange} />
}

export function NotMe() {
  return <TakeBackPage kind={addedFactor} />
}

function TakeBackPage({ kind }: { kind: Kind }) {
  const token = useAddressSecret('token')
  return (
    <CardPage title={kind.title}>
      {token === '' ? <DeadLink>{kind.dead}</DeadLink> : <TakeBack kind={kind} token={token} />}
    </CardPage>
  )
}

type Step = 'asked' | 'busy' | { next: string | undefined } | { error: unknown }

/** Waits for a click: a program that opens links in emails must not undo anything. */
function TakeBack({ kind, token }: { kind: Kind; token: string | undefined }) {
  const [step, setStep] = useState<Step>('asked')
  const error = typeof step === 'object' && 'error' in step ? step.error : undefined

  async function undo() {
    if (token === undefined) return
    setStep('busy')
    try {
      await logOutForLink()
      setStep({ next: await kind.undo(token) })
    } catch (error) {
      setStep({ error })
    }
  }

  if (typeof step === 'object' && 'next' in step)
    return <Done title={kind.done} token={step.next} />
  if (isDeadLink(error)) return <DeadLink>{kind.dead}</DeadLink>
  return (
    <>
      <div>
        <h1>{kind.title}</h1>
        <p>{kind.lead}</p>
      </div>
      {error !== undefined && <FailureNotice error={error} />}
      <Button
        size="md"
        fullWidth
        loading={step === 'busy'}
        disabled={token === undefined}
        onClick={() => void undo()}
      >
        {kind.button}
      </Button>
    </>
  )
}

function Done({ title, token }: { title: string; token: string | undefined }) {
  if (token === undefined) {
    return (
      <div role="status">
        <h1>{title}</h1>
        <p>
          La contraseña de antes ya no sirve. Tu cuenta está desactivada: cuando la abramos de
          nuevo, te llegará un correo para elegir otra. Si tienes dudas, escribe a{' '}
          <CooperativeEmail />.
        </p>
      </div>
    )
  }
  return (
    <>
      <div role="status">
        <h1>{title}</h1>
        <p>La contraseña de antes ya no sirve, porque otra persona puede conocerla.</p>
      </div>
      <Button
        component={Link}
        to={`/restore-password?${new URLSearchParams({ token })}`}
        size="md"
        fullWidth
      >
        Elegir una contraseña nueva
      </Button>
    </>
  )
}
