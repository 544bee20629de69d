import { loginErrors } from '@carpeta/domain/access/login-rules'
import { noCookiesMessage, unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import {
  type ComponentType,
  type FormEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { ApiError, isConnectionLost, isCsrfFailure } from '../../api/api-error.ts'
import { lazyPart } from '../../connection/lazy-part.ts'
import { NoConnection } from '../../session/failures/no-connection.tsx'
import { logIn } from '../../session/log-in.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextInput } from '../../ui/fields/inputs.ts'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { RutField } from '../../ui/fields/rut-field.tsx'
import { CardPage } from '../../ui/layout/card-page.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { type NextStep, secondStepAfter } from '../factors/load-second-step.ts'
import { PasskeyLabel } from '../factors/passkey-label.tsx'
import classes from './login.module.css'

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

export function RutLogin() {
  return <LoginPage mode="rut" />
}

export function EmailLogin() {
  return <LoginPage mode="email" />
}

export function LoginPage({ mode }: { mode: LoginMode }) {
  const user = useStoredUser()
  const message = useMessage()
  const { state }: { state: { from: string } | null } = useLocation()
  const [next, setNext] = useState<NextStep | null>(null)
  const labels = LABELS[mode]

  // The form stays until the page that it leads to has arrived.
  const entering = user && <Navigate to={state?.from ?? '/dashboard'} replace />
  if (next) {
    return (
      <CardPage title="Ingresar">
        {entering}
        <next.Step first={next.first} onBack={() => setNext(null)} />
      </CardPage>
    )
  }
  return (
    <CardPage title="Ingresar">
      {entering}
      {message && <Notice tone="warning">{message}</Notice>}
      <div>
        <h1>Ingresar a mi cuenta</h1>
        <p>{labels.subtitle}</p>
      </div>
      <LoginForm key={mode} mode={mode} isEntering={Boolean(user)} onSecondStep={setNext} />
      <PasskeyLogin />
      <OtherWays>
        <Link to={labels.other} state={state}>
          {labels.switchTo}
        </Link>
      </OtherWays>
    </CardPage>
  )
}

function useMessage(): string {
  const [params] = useSearchParams()
  return useHydrated() ? (params.get('message')?.slice(0, MAX_MESSAGE) ?? '') : ''
}

// The login page has no room for a dialog that few users open.
const RestoreDialog = lazyPart(async () => (await import('./after-refusal.tsx')).RestoreDialog)
const AfterRefusal = lazyPart(async () => (await import('./after-refusal.tsx')).AfterRefusal)

/** The buttons are hidden until hydration, since they do nothing before. */
function OtherWays({ children }: { children: ReactNode }) {
  const isReady = useHydrated()
  const [asked, setAsked] = useState<'first' | 'forgot'>()
  return (
    <p className={classes.links}>
      {isReady && (
        <Button variant="default" size="md" fullWidth onClick={() => setAsked('first')}>
          Primera vez
        </Button>
      )}
      {children}
      {isReady && (
        <button type="button" className={classes.forgot} onClick={() => setAsked('forgot')}>
          Olvidé mi contraseña
        </button>
      )}
      {asked && (
        <Suspense>
          <RestoreDialog isFirst={asked === 'first'} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </p>
  )
}

/** Loaded after the first paint. Until then, and if it does not load, the button does nothing. */
function PasskeyLogin() {
  const [Loaded, setLoaded] = useState<ComponentType>()

  useEffect(() => {
    import('../factors/passkey-button.tsx').then(
      ({ PasskeyButton }) => setLoaded(() => PasskeyButton),
      () => {
        // The password still works.
      },
    )
  }, [])

  return Loaded ? (
    <Loaded />
  ) : (
    <Button className={classes.passkey} variant="default" size="md" fullWidth disabled>
      <PasskeyLabel />
    </Button>
  )
}

interface Props {
  mode: LoginMode
  isEntering: boolean
  onSecondStep: (next: NextStep) => void
}

const FIELDS = ['username', 'password'] as const

type Errors = { [field in keyof LoginFields]?: string | undefined }

/**
 * A form of the platform, without the forms library: it is the first thing that everybody loads
 * (docs/decisions/web.md).
 */
function LoginForm({ mode, isEntering, onSecondStep }: Props) {
  const isReady = useHydrated()
  const [errors, setErrors] = useState<Errors>({})
  const [message, setMessage] = useState<ReactNode>('')
  const [isSent, setSent] = useState(false)
  const [isSubmitting, setSubmitting] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = typedInto(form)
    const found = errorsIn(mode, typed)
    setSent(true)
    setErrors(found)
    const wrong = FIELDS.find((field) => found[field])
    if (wrong) {
      form.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
      return
    }
    setSubmitting(true)
    await enter(typed)
    setSubmitting(false)
  }

  async function enter({ username, password }: LoginFields) {
    setMessage('')
    const typed = { username: username.trim(), password }
    try {
      await logIn(typed.username, password)
    } catch (error) {
      const next = await secondStepAfter(error, typed).catch(() => null)
      if (next) return onSecondStep(next)
      if (isConnectionLost(error)) return setMessage(<NoConnection place="form" />)
      const failure = loginFailure(error)
      setErrors(Object.fromEntries(failure.fields))
      if (failure.message) {
        setMessage(
          <Notice tone="error">
            {failure.message}
            <Suspense>
              <AfterRefusal error={error} username={typed.username} />
            </Suspense>
          </Notice>,
        )
      }
    }
  }

  /** Once sent, the error of a field changes with what is typed into it. */
  function checkField({ currentTarget, target }: FormEvent<HTMLFormElement>) {
    if (!isSent || !(target instanceof HTMLInputElement)) return
    const field = target.name === 'password' ? 'password' : 'username'
    setErrors({ ...errors, [field]: errorsIn(mode, typedInto(currentTarget))[field] })
  }

  return (
    // POST, so that a submit before hydration does not put the password into the address.
    <form
      method="post"
      noValidate
      aria-busy={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onChange={checkField}
    >
      {mode === 'rut' ? (
        <RutField name="username" autoComplete="username webauthn" error={errors.username} />
      ) : (
        <TextInput
          name="username"
          label="Correo"
          placeholder="nombre@correo.cl"
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username}
        />
      )}
      <PasswordField
        name="password"
        label="Contraseña"
        autoComplete="current-password"
        error={errors.password}
      />
      {message}
      <Button
        className={classes.enter}
        type="submit"
        size="md"
        fullWidth
        disabled={!isReady}
        loading={isSubmitting || isEntering}
      >
        Ingresar
      </Button>
    </form>
  )
}

function typedInto(form: HTMLFormElement): LoginFields {
  const fields = new FormData(form)
  return { username: String(fields.get('username')), password: String(fields.get('password')) }
}

function errorsIn(mode: LoginMode, typed: LoginFields): Errors {
  const { social_security, email, password } = loginErrors({ mode, ...typed })
  return { username: (social_security ?? email)?.text, password: password?.text }
}

type LoginMode = 'rut' | 'email'

interface LoginFields {
  username: string
  password: string
}

interface LoginFailure {
  fields: [field: keyof LoginFields, message: string][]
  /** The error that belongs to no field. */
  message: string
}

const FIELD_OF: Record<string, keyof LoginFields> = {
  email: 'username',
  social_security: 'username',
  password: 'password',
}

/** Field errors of the server, or a general message. */
export function loginFailure(error: unknown): LoginFailure {
  // The token was already asked for again: its cookie does not arrive.
  if (isCsrfFailure(error)) return { fields: [], message: noCookiesMessage }
  const fallback = error instanceof ApiError ? error.message : unknownErrorMessage
  const validations = error instanceof ApiError ? validationsIn(error.body) : {}
  const fields: LoginFailure['fields'] = []
  for (const [key, value] of Object.entries(validations)) {
    const field = FIELD_OF[key]
    const text = sentence(value)
    if (field && text) fields.push([field, text])
  }
  const general = sentence(validations.__all__)
  return { fields, message: general || (fields.length > 0 ? '' : fallback) }
}

/** The server sends the errors flat or inside `validations`. */
function validationsIn(body: unknown): Record<string, unknown> {
  if (!isRecord(body)) return {}
  return isRecord(body.validations) ? body.validations : body
}

function sentence(value: unknown): string {
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
