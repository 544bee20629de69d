import { wrongPasswordMessage } from '@carpeta/domain/access/login-rules'
import { reauthenticationMessages } from '@carpeta/domain/access/reauthentication-rules'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { call } from '../../api/client.ts'
import { LoginPrompts } from '../../app/layout/member-area.tsx'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildStaff } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { TestProviders } from '../../testing/render-at.tsx'

beforeEach(() => {
  connectSession()
  storeUser(buildStaff())
  render(
    <TestProviders>
      <MemoryRouter>
        <LoginPrompts />
      </MemoryRouter>
    </TestProviders>,
  )
})

const required = json(403, reauthenticationMessages.required)
const CONFIRM = 'POST /api/auth/reauthenticate/'

function server(answers: Parameters<typeof fakeServer>[0]) {
  return fakeServer({ 'GET /api/auth/csrftoken/': json(200, { token: 'tok' }), ...answers })
}

const change = (id: string) =>
  call('PATCH /api/users/:id/', { params: { id }, body: { group_ids: [] } })
const dialog = () => screen.findByRole('dialog', { name: 'Confirma tu contraseña' })
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const field = () => screen.getByLabelText<HTMLInputElement>('Contraseña')

async function confirmWith(password: string) {
  await userEvent.type(field(), password)
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }))
}

test('the action goes on by itself after the password (§12.87)', async () => {
  const { calls } = server({
    'PATCH /api/users/1/': [required, json(200, { id: 1 })],
    [CONFIRM]: json(200, {}),
  })
  const saved = change('1')
  await dialog()
  await confirmWith('Carpeta#2026')
  await expect(saved).resolves.toEqual({ id: 1 })
  await isClosed()
  expect(JSON.parse(String(calls('/reauthenticate/')[0]?.body))).toMatchObject({
    password: 'Carpeta#2026',
  })
})

test('a wrong password is refused in the dialog, and can be typed again', async () => {
  server({
    'PATCH /api/users/1/': [required, json(200, { id: 1 })],
    [CONFIRM]: [json(400, wrongPasswordMessage), json(200, {})],
  })
  const saved = change('1')
  await dialog()
  await confirmWith('Mala')
  expect(await screen.findByText('La contraseña actual no es correcta')).toBeTruthy()
  expect(field().value).toBe('')
  await confirmWith('Carpeta#2026')
  await expect(saved).resolves.toEqual({ id: 1 })
})

test('an empty password asks nothing of the server', async () => {
  const { calls } = server({ 'PATCH /api/users/1/': required })
  change('1').catch(() => {})
  await dialog()
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }))
  expect(await screen.findByText('Ingresa tu contraseña')).toBeTruthy()
  expect(calls('/reauthenticate/')).toHaveLength(0)
})

test('Cancelar ends the action with the server’s sentence (§12.87)', async () => {
  const { calls } = server({ 'PATCH /api/users/1/': required })
  const refused = expect(change('1')).rejects.toThrow('Confirma tu contraseña para continuar')
  await dialog()
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  await refused
  await isClosed()
  expect(calls('/api/users/1/')).toHaveLength(1)
})

test('leaving the page ends the action too', async () => {
  server({ 'PATCH /api/users/1/': required })
  const refused = expect(change('1')).rejects.toThrow('Confirma tu contraseña para continuar')
  await dialog()
  cleanup()
  await refused
})

test('two actions at once ask once', async () => {
  const { calls } = server({
    'PATCH /api/users/1/': [required, json(200, { id: 1 })],
    'PATCH /api/users/2/': [required, json(200, { id: 2 })],
    [CONFIRM]: json(200, {}),
  })
  const saved = Promise.all([change('1'), change('2')])
  await dialog()
  await confirmWith('Carpeta#2026')
  await expect(saved).resolves.toEqual([{ id: 1 }, { id: 2 }])
  expect(calls('/reauthenticate/')).toHaveLength(1)
})
