import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Component as Screen } from './check-link-screen.tsx'

beforeEach(connectSession)

const SEND = 'POST /api/send-restore-password-ss/'
const CHECK = 'GET /api/client/check/'
const deadLink = json(422, 'El link ya no está disponible')
const state = (can_restore_password: boolean, is_active: boolean) =>
  json(200, { can_restore_password, is_active })

test.each([
  ['can restore a password', state(true, true), '/restore-password?token=a-b_c'],
  ['of an active account', state(false, true), '/login'],
  ['that activates', state(false, false), '/client/activate?token=a-b_c'],
])(
  'a link %s leads to its page and replaces its own address (§2.7, §2.32, §2.33, §2.34, §4.9)',
  async (_, answer, target) => {
    const { calls } = fakeServer({ [CHECK]: answer })
    const { where } = renderAt('/client/check?token=a-b_c', <Screen />)
    expect(screen.getByRole('status').textContent).toBe('Estamos revisando tu enlace.')
    await waitFor(() => expect(where()).toBe(target))
    expect(calls('/api/client/check/?token=a-b_c')).toHaveLength(1)
  },
)

test('a dead link says so, and leads to another one with a rut or, as Iván, without (§8.9, §12.1844)', async () => {
  const { calls } = fakeServer({
    ...{ [CHECK]: deadLink, [SEND]: json(200, {}) },
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
  })
  renderAt('/client/check?token=old', <Screen />)
  const heading = await screen.findByRole('heading', { name: 'El link ya no está disponible' })
  expect(heading.parentElement?.textContent).toContain('Con tu rut te enviamos otro por correo')
  expect(screen.getByText(/^Si tu cuenta no tiene rut, pide otro a/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Primera vez' }))
  const first = within(await screen.findByRole('dialog', { name: 'Tu primera vez' }))
  await userEvent.click(first.getByRole('button', { name: 'Cancelar' }))
  await userEvent.click(screen.getByRole('button', { name: 'Crea una nueva contraseña' }))
  const again = within(await screen.findByRole('dialog', { name: 'Recuperar contraseña' }))
  await userEvent.type(again.getByLabelText('Rut'), '123456785')
  await userEvent.click(again.getByRole('button', { name: 'Continuar' }))
  await again.findByText(/^Te enviamos un correo/)
  expect(calls('/api/send-restore-password-ss/')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Ir al inicio' }).getAttribute('href')).toBe('/')
})

test.each(['/client/check', '/client/check?token='])(
  '%s is dead, and no call is made (§8.9)',
  (path) => {
    const { seen } = fakeServer({})
    renderAt(path, <Screen />)
    expect(screen.getByRole('heading').textContent).toBe('El link ya no está disponible')
    expect(seen).toHaveLength(0)
  },
)

test('any other failure is shown and can be retried (§8.10)', async () => {
  fakeServer({ [CHECK]: [json(429, 'Demasiados intentos. Espera un momento.'), state(true, true)] })
  const { where } = renderAt('/client/check?token=t', <Screen />)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Demasiados intentos. Espera un momento.')
  expect(where()).toBe('/client/check?token=t')
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await waitFor(() => expect(where()).toBe('/restore-password?token=t'))
})

test('an invalid answer is a failure, not an activation', async () => {
  fakeServer({ [CHECK]: json(200, null) })
  const { where } = renderAt('/client/check?token=t', <Screen />)
  expect((await screen.findByRole('alert')).textContent).toContain('Ocurrió un error ...')
  expect(where()).toBe('/client/check?token=t')
})
