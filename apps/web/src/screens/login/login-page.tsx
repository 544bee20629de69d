import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import type { NextStep } from '../../second-factor/load-second-step.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CardPage } from '../../ui/layout/card-page.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import classes from './login.module.css'
import { LoginForm, type LoginMode } from './login-form.tsx'

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

// The login page has no room for a dialog that few users open.
const RestoreDialog = lazy(async () => {
  const { RestoreDialog } = await import('./restore-dialog.tsx')
  return { default: RestoreDialog }
})

/** Hidden until hydration, since the button does nothing before. */
function ForgotPassword() {
  const isReady = useHydrated()
  const [isOpen, setOpen] = useState(false)

  if (!isReady) return null
  return (
    <>
      <button type="button" className={classes.forgot} onClick={() => setOpen(true)}>
        Olvidé mi contraseña
      </button>
      {isOpen && (
        <Suspense>
          <RestoreDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Loaded after the first paint. Until then, and if it does not load, the button does nothing. */
function PasskeyLogin() {
  const [Loaded, setLoaded] = useState<ComponentType>()

  useEffect(() => {
    import('../../second-factor/passkey-button.tsx').then(
      ({ PasskeyButton }) => setLoaded(() => PasskeyButton),
      () => {
        // The password still works.
      },
    )
  }, [])

  return Loaded ? (
    <Loaded />
  ) : (
    <Button className={classes.passkey} variant="subtle" fullWidth disabled>
      Ingresar con una llave de acceso
    </Button>
  )
}
