import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { call } from '../../api/client.ts'
import { LoginPrompts } from '../../app/layout/member-area.tsx'
import { connectSession } from '../../session/connect-session.ts'
import { storedUser, storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { TestProviders } from '../../testing/render-at.tsx'

const LOGIN = 'POST /api/auth/login/'
const ended = json(401, { detail: 'No ha ingresado' })

function open(answers: Parameters<typeof fakeServer>[0], user = buildUser()) {
  connectSession()
  storeUser(user)
  render(
    <TestProviders>
      <MemoryRouter>
        <LoginPrompts />
        <textarea aria-label="Comentarios" defaultValue="Mi fono es otro" />
      </MemoryRouter>
    </TestProviders>,
  )
  return fakeServer({ 'GET /api/auth/csrftoken/': json(200, { token: 'tok' }), ...answers })
}

beforeEach(() => window.history.replaceState(null, '', '/'))

const save = () => call('POST /api/client/sessions/end-others/', { body: {} })
const SAVE = 'POST /api/client/sessions/end-others/'
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Ingresar' }))

async function enter(password: string) {
  const prompt = await dialog()
  await userEvent.type(prompt.getByLabelText('Contraseña'), password)
  await userEvent.click(prompt.getByRole('button', { name: 'Ingresar' }))
}

test('Rosa, whose session has ended, logs in where she is: what she did goes on, and her text is there (§12.1726)', async () => {
  const { calls } = open({
    [SAVE]: [ended, json(200, { ended: 1 })],
    [LOGIN]: [
      json(400, { __all__: ['Los datos ingresados no son correctos'] }),
      json(200, buildUser()),
    ],
  })
  const saved = save()
  expect((await dialog()).getByText(/^Tu sesión ha terminado\. Ingresa nuevamente\./)).toBeTruthy()
  await enter('Mala')
  expect(await screen.findByText('Los datos ingresados no son correctos')).toBeTruthy()
  await enter('Carpeta#2026')
  await expect(saved).resolves.toEqual({ ended: 1 })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText<HTMLTextAreaElement>('Comentarios').value).toBe('Mi fono es otro')
  expect(String(calls('/auth/login/')[1]?.body)).toContain(
    'username=12.345.678-5&password=Carpeta%232026',
  )
})

test('it asks for the second factor too (§12.1726)', async () => {
  const required = json(403, { detail: 'Falta', methods: ['totp'] })
  required.headers.set('x-error-code', 'second_factor_required')
  open({
    [SAVE]: [ended, json(200, { ended: 1 })],
    [LOGIN]: [required, json(200, buildUser())],
  })
  const saved = save()
  await enter('Carpeta#2026')
  await userEvent.type(await screen.findByLabelText('Código'), '123456{Enter}')
  await expect(saved).resolves.toEqual({ ended: 1 })
})

test('whoever is somebody else leaves for the login; nothing of the session stays (§12.1726)', async () => {
  open({ [SAVE]: ended })
  const failed = save().catch((error: unknown) => error)
  const prompt = await dialog()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(prompt.getByRole('button', { name: 'Usar otra cuenta' }))
  await failed
  expect(storedUser()).toBeNull()
})

test('a view as a member is left: its password is not the viewer’s (§12.1726)', async () => {
  const viewed = buildUser({ viewed_by: { id: 4, name: 'Carla Neira' } })
  open({ [SAVE]: ended }, viewed)
  void save().catch(() => {})
  const prompt = await dialog()
  expect(prompt.queryByLabelText('Contraseña')).toBeNull()
  expect(prompt.getByRole('button', { name: 'Ingresar' })).toBeTruthy()
})
