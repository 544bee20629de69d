import { configure, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Component as Screen } from './confirm-email-screen.tsx'

// Strict mode runs every effect twice; the confirmation must be sent once.
beforeEach(() => {
  configure({ reactStrictMode: true })
  connectSession()
})

afterEach(() => configure({ reactStrictMode: false }))

function serverAnswering(...answers: Response[]) {
  return fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'POST /api/confirm-email/': answers,
  })
}

test('the code is sent once, leaves the address, and the login is offered', async () => {
  const { calls } = serverAnswering(json(200, {}))
  const { where } = renderAt('/confirm-email?code=secret', <Screen />)
  expect(where()).toBe('/confirm-email')
  await screen.findByRole('heading', { name: 'Tu correo está confirmado' })
  expect(calls('/api/confirm-email/')).toHaveLength(1)
  expect(JSON.parse(String(calls('/api/confirm-email/')[0]?.body))).toMatchObject({
    code: 'secret',
  })
  const link = screen.getByRole('link', { name: 'Ingresar con mi correo' })
  expect(link.getAttribute('href')).toBe('/login-email')
})

const PASSWORD_NEEDED = new Response(JSON.stringify({ password: ['Ingrese una contraseña'] }), {
  status: 400,
  headers: { 'content-type': 'application/json', 'x-error-code': 'password:required' },
})

async function typePassword() {
  await screen.findByRole('heading', { name: 'Elige tu contraseña' })
  await userEvent.type(screen.getByLabelText('Ingresa una contraseña'), 'Quillay#4471')
  await userEvent.type(screen.getByLabelText('Repite la contraseña'), 'Quillay#4471')
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar mi correo' }))
}

test('in another browser Ana chooses a password, and then her email is confirmed (§10.121)', async () => {
  const { calls } = serverAnswering(PASSWORD_NEEDED.clone(), json(200, {}))
  renderAt('/confirm-email?code=secret', <Screen />)
  await typePassword()
  await screen.findByRole('heading', { name: 'Tu correo está confirmado' })
  expect(JSON.parse(String(calls('/api/confirm-email/')[1]?.body))).toMatchObject({
    code: 'secret',
    password: 'Quillay#4471',
  })
})

test('a refused password is explained and can be chosen again; the rule that only the server can check is listed (§12.1316)', async () => {
  serverAnswering(
    PASSWORD_NEEDED.clone(),
    json(400, { password: ['La contraseña es demasiado común'] }),
    json(422, 'El link ya no está disponible'),
  )
  renderAt('/confirm-email?code=secret', <Screen />)
  await typePassword()
  const rules = screen.getByRole('list', { name: 'La contraseña necesita' })
  expect(rules.lastElementChild?.textContent).toBe('Sin tu nombre ni tu rut')
  expect((await screen.findByRole('alert')).textContent).toContain('demasiado común')
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar mi correo' }))
  await screen.findByRole('heading', { name: 'El link ya no está disponible' })
})

test('a dead code says so', async () => {
  serverAnswering(json(422, 'El link ya no está disponible'))
  renderAt('/confirm-email?code=old', <Screen />)
  await screen.findByRole('heading', { name: 'El link ya no está disponible' })
})

test('without a code no call is made', () => {
  const { seen } = serverAnswering(json(200, {}))
  renderAt('/confirm-email', <Screen />)
  expect(screen.getByRole('heading').textContent).toBe('El link ya no está disponible')
  expect(seen).toHaveLength(0)
})

test('a failure can be retried although the code has left the address', async () => {
  const { calls } = serverAnswering(json(503, 'Servicio no disponible'), json(200, {}))
  renderAt('/confirm-email?code=secret', <Screen />)
  expect((await screen.findByRole('alert')).textContent).toContain('Servicio no disponible')
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await screen.findByRole('heading', { name: 'Tu correo está confirmado' })
  expect(JSON.parse(String(calls('/api/confirm-email/')[1]?.body))).toMatchObject({
    code: 'secret',
  })
})
