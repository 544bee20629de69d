import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storedUser, storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Screen } from './revert-email-screen.tsx'

beforeEach(connectSession)

const REVERT = '/api/email-change/revert/'

function serverAnswering(...answers: Response[]) {
  return fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'POST /api/auth/logout/': json(200, {}),
    [`POST ${REVERT}`]: answers,
  })
}

const press = () => userEvent.click(screen.getByRole('button', { name: 'Deshacer el cambio' }))

test('nothing is undone until the person says so (§12.89)', async () => {
  const { calls } = serverAnswering(json(200, {}))
  const { where } = renderAt('/revert-email?token=secret', <Screen />)
  expect(where()).toBe('/revert-email')
  expect(calls(REVERT)).toHaveLength(0)
  await press()
  await screen.findByRole('heading', { name: 'El cambio se deshizo' })
  expect(JSON.parse(String(calls(REVERT)[0]?.body))).toMatchObject({ token: 'secret' })
  const advice = screen.getByText(/alguien puede conocer tu contraseña/).textContent
  expect(advice).toContain('«Olvidé mi contraseña» o, si tu cuenta no tiene rut, pídenos una.')
})

test('this browser’s session ends first', async () => {
  storeUser(buildUser())
  const { seen } = serverAnswering(json(200, {}))
  renderAt('/revert-email?token=secret', <Screen />)
  await press()
  await screen.findByRole('heading', { name: 'El cambio se deshizo' })
  const posts = seen.filter(({ method }) => method === 'POST').map(({ url }) => url)
  expect(posts.map((url) => new URL(url).pathname)).toEqual(['/api/auth/logout/', REVERT])
  expect(storedUser()).toBeNull()
})

test('a dead link says so, and without a token no call is made', async () => {
  const { seen } = serverAnswering(json(422, 'El link ya no está disponible'))
  const { unmount } = renderAt('/revert-email', <Screen />)
  expect(screen.getByRole('heading').textContent).toBe('El link ya no está disponible')
  expect(seen).toHaveLength(0)
  unmount()
  renderAt('/revert-email?token=old', <Screen />)
  await press()
  await screen.findByRole('heading', { name: 'El link ya no está disponible' })
})

test('a failure is shown and can be repeated', async () => {
  serverAnswering(json(503, 'Servicio no disponible'), json(200, {}))
  renderAt('/revert-email?token=secret', <Screen />)
  await press()
  expect((await screen.findByRole('alert')).textContent).toContain('Servicio no disponible')
  await press()
  await screen.findByRole('heading', { name: 'El cambio se deshizo' })
})
