import { useState } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import type { NextStep } from '../../second-factor/load-second-step.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CardPage } from '../../ui/layout/card-page.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { ForgotPassword } from './forgot-password.tsx'
import classes from './login.module.css'
import type { LoginMode } from './login-failure.ts'
import { LoginForm } from './login-form.tsx'
import { PasskeyLogin } from './passkey-login.tsx'

// Anybody can craft a link with a message, so it is plain text and short (docs/security.md 8.8).
const MAX_MESSAGE = 300

const LABELS = {
  rut: {
    subtitle: 'Ingresa con tu rut',
    other: '/login-email',
    switchTo: 'Ingresar con mi correo',
  },
  email: { subtitle: 'Ingresa con tu correo', other: '/', switchTo: 'Ingresar con mi rut' },
}

export function LoginPage({ mode }: { mode: LoginMode }) {
  const user = useStoredUser()
  const message = useMessage()
  const { state }: { state: { from: string } | null } = useLocation()
  const [next, setNext] = useState<NextStep | null>(null)
  const labels = LABELS[mode]

  if (user) return <Navigate to={state?.from ?? '/dashboard'} replace />
  if (next) {
    return (
      <CardPage title="Ingresar">
        <next.Step first={next.first} onBack={() => setNext(null)} />
      </CardPage>
    )
  }
  return (
    <CardPage title="Ingresar">
      {message && <Notice tone="warning">{message}</Notice>}
      <div>
        <h1>Ingresar a mi cuenta</h1>
        <p>{labels.subtitle}</p>
      </div>
      <LoginForm key={mode} mode={mode} onSecondStep={setNext} />
      <PasskeyLogin />
      <p className={classes.links}>
        <Link to={labels.other} state={state}>
          {labels.switchTo}
        </Link>
        <ForgotPassword />
      </p>
    </CardPage>
  )
}

function useMessage(): string {
  const [params] = useSearchParams()
  return useHydrated() ? (params.get('message')?.slice(0, MAX_MESSAGE) ?? '') : ''
}
