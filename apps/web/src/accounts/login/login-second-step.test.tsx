import {
  clockHint,
  type SecondFactorMethod,
  secondFactorMessages,
} from '@carpeta/domain/access/second-factor-rules'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storedUser } from '../../session/stored-user.ts'
import { asksForFactor } from '../../testing/asks-for-factor.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { LoginPage } from './login-screen.tsx'

beforeEach(connectSession)

const wrongCode = json(400, { code: [secondFactorMessages.wrongCode] })

async function enterPassword(...answers: Response[]) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'POST /api/auth/login/': answers,
  })
  const page = renderAt('/', <LoginPage mode="rut" />)
  await userEvent.type(screen.getByLabelText('Rut'), '123456785')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'Carpeta#2026')
  await userEvent.click(screen.getByRole('button', { name: 'Ingresar' }))
  await screen.findByRole('heading', { name: 'Confirma que eres tú' })
  return { ...server, ...page }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const others = () =>
  screen
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((text) => text?.startsWith('Usar'))

test('after the password the code goes with the same rut and password', async () => {
  const { calls, where } = await enterPassword(
    asksForFactor('totp', 'recovery_code'),
    json(200, buildUser()),
  )
  const code = screen.getByLabelText<HTMLInputElement>('Código')
  expect([code.autocomplete, code.inputMode]).toEqual(['one-time-code', 'numeric'])
  await waitFor(() => expect(document.activeElement).toBe(code))
  await userEvent.type(code, '123 456{Enter}')
  await waitFor(() => expect(where()).toBe('/dashboard'))
  expect(String(calls('/api/auth/login/')[1]?.body)).toBe(
    'username=12.345.678-5&password=Carpeta%232026&code=123+456&csrfmiddlewaretoken=tok',
  )
  expect(storedUser()).toEqual(buildUser())
})

test('a wrong code is said beside the field, and what was typed stays (§12.101, §12.987)', async () => {
  await enterPassword(asksForFactor('totp', 'recovery_code'), wrongCode)
  const code = screen.getByLabelText<HTMLInputElement>('Código')
  await userEvent.type(code, '000000{Enter}')
  await screen.findByText(secondFactorMessages.wrongCode.text)
  expect(code.getAttribute('aria-invalid')).toBe('true')
  expect(code.value).toBe('000000')
  expect(screen.getByText(clockHint)).toBeTruthy()
})

test('an empty code makes no call', async () => {
  const { calls } = await enterPassword(asksForFactor('totp'))
  await press('Ingresar')
  await screen.findByText('Escribe el código')
  expect(document.activeElement).toBe(screen.getByLabelText('Código'))
  expect(calls('/api/auth/login/')).toHaveLength(1)
})

test('too many codes are refused like too many passwords', async () => {
  await enterPassword(
    asksForFactor('totp'),
    json(429, 'Demasiados intentos. Inténtalo de nuevo en 60 segundos.'),
  )
  await userEvent.type(screen.getByLabelText('Código'), '000000{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('Demasiados intentos')
})

test('a password that became wrong meanwhile is said, and leads back', async () => {
  await enterPassword(
    asksForFactor('totp'),
    json(400, { __all__: ['Los datos ingresados no son correctos'] }),
  )
  await userEvent.type(screen.getByLabelText('Código'), '000000{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('no son correctos')
  await press('Volver')
  expect(document.activeElement).toBe(screen.getByRole('main'))
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('')
})

test('a recovery code has a field of its own, with all characters of the keyboard', async () => {
  const { calls } = await enterPassword(
    asksForFactor('totp', 'recovery_code'),
    json(200, buildUser()),
  )
  await press('Usar un código de recuperación')
  const code = screen.getByLabelText<HTMLInputElement>('Código de recuperación')
  expect(code.inputMode).toBe('text')
  await userEvent.type(code, '7k2m 9qxd 4tba{Enter}')
  await waitFor(() => expect(calls('/api/auth/login/')).toHaveLength(2))
  expect(String(calls('/api/auth/login/')[1]?.body)).toContain('code=7k2m+9qxd+4tba&')
})

test.each<[SecondFactorMethod[], string[]]>([
  [['totp'], []],
  [['totp', 'recovery_code'], ['Usar un código de recuperación']],
  [
    ['passkey', 'totp', 'recovery_code'],
    ['Usar una llave de acceso', 'Usar un código de recuperación'],
  ],
  [
    ['passkey', 'recovery_code'],
    ['Usar una llave de acceso', 'Usar un código de recuperación'],
  ],
])('with %j it offers %j (§12.101)', async (methods, expected) => {
  await enterPassword(asksForFactor(...methods))
  expect(others()).toEqual(expected)
  expect(screen.queryByLabelText('Código') !== null).toBe(methods.includes('totp'))
})
