import { configure, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Component as Screen } from './confirm-new-email-screen.tsx'

// Strict mode runs every effect twice; the confirmation must be sent once.
beforeEach(() => {
  configure({ reactStrictMode: true })
  connectSession()
})

afterEach(() => configure({ reactStrictMode: false }))

const CONFIRM = '/api/email-change/confirm/'

function serverAnswering(...answers: Response[]) {
  return fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    [`POST ${CONFIRM}`]: answers,
  })
}

test('the token is sent once and leaves the address (§12.89)', async () => {
  const { calls } = serverAnswering(json(200, {}))
  const { where } = renderAt('/confirm-new-email?token=secret', <Screen />)
  expect(where()).toBe('/confirm-new-email')
  await screen.findByRole('heading', { name: 'Tu correo nuevo está confirmado' })
  expect(calls(CONFIRM)).toHaveLength(1)
  expect(JSON.parse(String(calls(CONFIRM)[0]?.body))).toMatchObject({ token: 'secret' })
})

test('a dead link says so, and no token makes no call', async () => {
  const { seen } = serverAnswering(json(422, 'El link ya no está disponible'))
  const { unmount } = renderAt('/confirm-new-email', <Screen />)
  expect(screen.getByRole('heading').textContent).toBe('El link ya no está disponible')
  expect(seen).toHaveLength(0)
  unmount()
  renderAt('/confirm-new-email?token=old', <Screen />)
  await screen.findByRole('heading', { name: 'El link ya no está disponible' })
})

test('an email that another account took meanwhile is told, and can be retried', async () => {
  serverAnswering(json(409, 'Ya existe un usuario con este correo'), json(200, {}))
  renderAt('/confirm-new-email?token=secret', <Screen />)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Ya existe un usuario con este correo')
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await screen.findByRole('heading', { name: 'Tu correo nuevo está confirmado' })
})
