import type { SecondFactorMethod } from '@carpeta/domain/access/second-factor-rules'
import { type FormEvent, useRef, useState } from 'react'
import { refusalIn } from '../../api/field-errors.ts'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { RefusedNotice } from '../../session/failures/refused-notice.tsx'
import { logIn } from '../../session/log-in.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { KeyIcon } from '../../ui/icons/icons.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { CodeField } from './code-field.tsx'
import { usePasskeyLogin } from './enter-with-passkey.ts'
import { PasskeyNotice } from './passkey-notice.tsx'
import classes from './second-factor.module.css'

/** What was typed before the server asked for the second factor. */
export interface FirstStep {
  username: string
  password: string
  /** Those that the account has. */
  methods: readonly SecondFactorMethod[]
}

interface Props {
  first: FirstStep
  onEntered?: () => void
  onBack: () => void
}

const HINTS: Record<SecondFactorMethod, string> = {
  passkey: 'Además de tu contraseña, tu cuenta pide una llave de acceso.',
  totp: 'Además de tu contraseña, tu cuenta pide el código que muestra tu aplicación de códigos.',
  recovery_code:
    'Escribe uno de los códigos de recuperación que guardaste. Cada uno sirve una sola vez.',
}

const CHANGE_TO: Record<SecondFactorMethod, string> = {
  passkey: 'Usar una llave de acceso',
  totp: 'Usar la aplicación de códigos',
  recovery_code: 'Usar un código de recuperación',
}

/** Asks for the second factor after a right password. */
export function SecondStep({ first, onEntered, onBack }: Props) {
  const { methods } = first
  const [chosen, setChosen] = useState(
    () => methods.find((method) => method === 'totp') ?? methods[0] ?? 'totp',
  )
  const passkey = usePasskeyLogin(onEntered)
  const others = methods.filter((method) => method !== chosen)

  function choose(method: SecondFactorMethod) {
    setChosen(method)
    if (method === 'passkey') passkey.start()
  }

  function goBack() {
    // The button is about to go; the keyboard stays on the page.
    document.querySelector('main')?.focus({ preventScroll: true })
    onBack()
  }

  return (
    <>
      <div>
        <h1>Confirma que eres tú</h1>
        <p>{HINTS[chosen]}</p>
      </div>
      {chosen === 'passkey' ? (
        <PasskeyStep {...passkey} />
      ) : (
        <CodeStep key={chosen} first={first} method={chosen} onEntered={onEntered} />
      )}
      <Stack gap="sm" className={classes.others}>
        {others.map((method) => (
          <button key={method} type="button" onClick={() => choose(method)}>
            {CHANGE_TO[method]}
          </button>
        ))}
        <button type="button" onClick={goBack}>
          Volver
        </button>
      </Stack>
      <p className={classes.help}>
        ¿No puedes confirmarlo? Escribe a <CooperativeEmail />.
      </p>
    </>
  )
}

function PasskeyStep({ isBusy, failure, start }: ReturnType<typeof usePasskeyLogin>) {
  return (
    <>
      {failure !== undefined && <PasskeyNotice error={failure} />}
      <Button
        size="md"
        fullWidth
        autoFocus
        leftSection={<KeyIcon />}
        loading={isBusy}
        onClick={start}
      >
        Usar una llave de acceso
      </Button>
    </>
  )
}

interface CodeProps {
  first: FirstStep
  method: 'totp' | 'recovery_code'
  onEntered: (() => void) | undefined
}

function CodeStep({ first, method, onEntered }: CodeProps) {
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const refused = refusalIn(failure)?.fields.code

  async function enter(event: FormEvent) {
    event.preventDefault()
    const isEmpty = code.trim() === ''
    setMissing(isEmpty)
    setFailure(undefined)
    if (isEmpty) field.current?.focus()
    if (isBusy || isEmpty) return
    setBusy(true)
    try {
      await logIn(first.username, first.password, code.trim())
      onEntered?.()
    } catch (error) {
      setFailure(error)
      setBusy(false)
      field.current?.focus()
      field.current?.select()
    }
  }

  return (
    <form method="post" noValidate onSubmit={enter}>
      <CodeField
        ref={field}
        method={method}
        autoFocus
        value={code}
        onText={setCode}
        error={isMissing ? 'Escribe el código' : refused}
      />
      {failure !== undefined && !refused && <RefusedNotice error={failure} />}
      <Button type="submit" size="md" fullWidth loading={isBusy}>
        Ingresar
      </Button>
    </form>
  )
}
