import { INCOMPLETE_RUT } from '@carpeta/domain/people/rut'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { LoginPage } from './login-screen.tsx'

beforeEach(connectSession)

async function logInWith(status: number, body: unknown, rut = '123456785') {
  const answer = json(status, body)
  answer.headers.set('x-request-id', 'abc-123')
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'POST /api/auth/login/': answer,
    'POST /api/send-restore-password-ss/': json(200, {}),
  })
  renderAt('/', <LoginPage mode="rut" />)
  await userEvent.type(screen.getByLabelText('Rut'), rut)
  await userEvent.type(screen.getByLabelText('Contraseña'), 'wrong')
  await userEvent.click(screen.getByRole('button', { name: 'Ingresar' }))
  return server
}

test('a wrong password offers a new one, and the way of a first visit once, and shows no help code (§12.1315, §12.2334)', async () => {
  await logInWith(400, { __all__: ['Los datos ingresados no son correctos'] })
  const alert = within(screen.getByRole('alert'))
  await userEvent.click(screen.getByRole('button', { name: 'Primera vez' }))
  const first = within(await screen.findByRole('dialog', { name: 'Tu primera vez' }))
  expect(first.getByLabelText<HTMLInputElement>('Rut').value).toBe('12.345.678-5')
  await userEvent.click(first.getByRole('button', { name: 'Cancelar' }))
  expect(screen.getByRole('alert').textContent).not.toContain('Código de ayuda')
  await userEvent.click(await alert.findByRole('button', { name: 'Crea una nueva contraseña' }))
  const prompt = within(await screen.findByRole('dialog', { name: 'Recuperar contraseña' }))
  expect(prompt.getByLabelText<HTMLInputElement>('Rut').value).toBe('12.345.678-5')
})

test('a new password that is asked for there is no further attempt to log in (§12.1315)', async () => {
  const { calls } = await logInWith(400, { __all__: ['Los datos ingresados no son correctos'] })
  await userEvent.click(await screen.findByRole('button', { name: 'Crea una nueva contraseña' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Continuar' }))
  await screen.findByText(/^Te enviamos un correo/)
  expect(calls('/api/auth/login/')).toHaveLength(1)
})

test('a rut that is too short to be anybody’s is said to lack numbers, a whole one is not (§12.2422)', async () => {
  await logInWith(400, { __all__: ['Los datos ingresados no son correctos'] }, '19')
  expect(await screen.findByText(INCOMPLETE_RUT)).toBeTruthy()
  cleanup()
  await logInWith(400, { __all__: ['Los datos ingresados no son correctos'] })
  await screen.findByRole('button', { name: 'Crea una nueva contraseña' })
  expect(screen.queryByText(INCOMPLETE_RUT)).toBeNull()
})

test('a failure of the portal shows its code, and offers nothing (§12.1315)', async () => {
  await logInWith(500, {})
  expect(await screen.findByText('abc-123')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Crea una nueva contraseña' })).toBeNull()
})
