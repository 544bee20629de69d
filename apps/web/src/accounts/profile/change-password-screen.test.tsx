import { wrongPasswordMessage } from '@carpeta/domain/access/login-rules'
import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { unprovenEmail } from '@carpeta/domain/people/unproven-email'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, StaticRouter } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storedUser, storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Mantine } from '../../ui/mantine.tsx'
import { Component as Screen } from './change-password-screen.tsx'

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

function screenWith(...answers: Response[]) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'POST /api/client/password/change/': answers,
  })
  return { ...server, ...renderAt('/change-password', <Screen />) }
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const LABELS = [
  'Ingresa tu contraseña actual',
  'Ingresa una nueva contraseña',
  'Repite la contraseña',
]
const values = () => LABELS.map((label) => field(label).value)
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Cambiar contraseña' })

async function fill(...texts: string[]) {
  for (const [place, text] of texts.entries()) {
    const input = field(LABELS[place] ?? '')
    await userEvent.clear(input)
    await userEvent.type(input, text)
  }
}

test('success is announced, the fields are cleared and the rules start again (§4.11, §8.13)', async () => {
  const { calls } = screenWith(json(200, {}))
  await fill('Carpeta#2026', 'Otra#clave77', 'Otra#clave77')
  expect(screen.getAllByText('cumplido')).toHaveLength(5)
  await userEvent.click(button())
  expect((await screen.findByText('Contraseña guardada correctamente')).parentElement?.role).toBe(
    'status',
  )
  expect(JSON.parse(String(calls('/password/change/')[0]?.body))).toMatchObject({
    old_password: 'Carpeta#2026',
    new_password: 'Otra#clave77',
  })
  expect(values()).toEqual(['', '', ''])
  expect(screen.getAllByText('falta')).toHaveLength(5)
  expect(button().disabled).toBe(true)
})

test('the first sentence of a refusal is shown and the typed text stays (§8.3, §12.1022)', async () => {
  screenWith(json(400, ['La contraseña es demasiado común', 'Al menos un número']))
  await fill('Mala', 'Otra#clave77', 'Otra#clave77')
  await userEvent.click(button())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('La contraseña es demasiado común')
  expect(values()).toEqual(['Mala', 'Otra#clave77', 'Otra#clave77'])
})

test('a wrong current password is told at its field, which is focused (§12.307)', async () => {
  screenWith(json(400, wrongPasswordMessage))
  await fill('Mala', 'Otra#clave77', 'Otra#clave77')
  await userEvent.click(button())
  const current = field('Ingresa tu contraseña actual')
  await waitFor(() => expect(current.getAttribute('aria-invalid')).toBe('true'))
  const [error] = current.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(document.getElementById(error ?? '')?.textContent).toBe(
    'La contraseña actual no es correcta',
  )
  expect(document.activeElement).toBe(current)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(values()).toEqual(['Mala', 'Otra#clave77', 'Otra#clave77'])
})

test('the error of the last attempt disappears when the next one succeeds', async () => {
  screenWith(json(400, wrongPasswordMessage), json(200, {}))
  await fill('Mala', 'Otra#clave77', 'Otra#clave77')
  await userEvent.click(button())
  await screen.findByText('La contraseña actual no es correcta')
  await fill('Carpeta#2026')
  await userEvent.click(button())
  await screen.findByText('Contraseña guardada correctamente')
  expect(screen.queryByText('La contraseña actual no es correcta')).toBeNull()
})

test('the current password is required (§5.8)', async () => {
  screenWith(json(200, {}))
  await fill('x', 'Otra#clave77', 'Otra#clave77')
  expect(button().disabled).toBe(false)
  await userEvent.clear(field('Ingresa tu contraseña actual'))
  expect(button().disabled).toBe(true)
})

test('an ended session says so', async () => {
  screenWith(json(401, { detail: 'x' }))
  await fill('Carpeta#2026', 'Otra#clave77', 'Otra#clave77')
  await userEvent.click(button())
  expect(await screen.findByText(/Tu sesión ha terminado/)).toBeTruthy()
})

test('Volver leads to /dashboard (§2.40)', () => {
  screenWith(json(200, {}))
  expect(screen.getByRole('link', { name: 'Volver' }).getAttribute('href')).toBe('/dashboard')
})

describe('a temporary password', () => {
  beforeEach(() => storeUser(buildUser({ must_change_password: true })))

  test('is changed before anything else: no link leads away', () => {
    screenWith(json(200, {}))
    expect(screen.getByText(/^Tu contraseña es temporal/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Volver' })).toBeNull()
  })

  test('comes with the address that staff wrote, which can restore the account (security 6.941)', () => {
    storeUser(buildUser({ must_change_password: true, email: 'de.carla@correo.example' }))
    screenWith()
    expect(screen.getByText(unprovenEmail.arrives('de.carla@correo.example'))).toBeTruthy()
  })

  test('removes an address that is not hers with the new password (security 6.970)', async () => {
    storeUser(buildUser({ must_change_password: true, email: 'de.carla@correo.example' }))
    const { calls } = screenWith(json(200, {}))
    await fill('Quillay#4471', 'Otra#clave77', 'Otra#clave77')
    await userEvent.click(screen.getByLabelText(unprovenEmail.remove))
    expect(screen.getByText(unprovenEmail.removed)).toBeTruthy()
    await userEvent.click(button())
    await waitFor(() => expect(storedUser()?.email).toBe(''))
    const [body] = calls('/password/change/').map((each) => JSON.parse(String(each?.body)))
    expect(body).toMatchObject({ remove_email: true })
  })

  test('says nothing of emails to an account without one (security 6.941)', () => {
    storeUser(buildUser({ must_change_password: true, email: '' }))
    screenWith()
    expect(screen.queryByLabelText(unprovenEmail.remove)).toBeNull()
  })

  test('leads to the dashboard once it is changed (§12.86)', async () => {
    const { where } = screenWith(json(200, {}))
    await fill('Quillay#4471', 'Otra#clave77', 'Otra#clave77')
    await userEvent.click(button())
    await waitFor(() => expect(where()).toBe('/dashboard'))
    expect(storedUser()).toEqual(buildUser())
  })

  test('that is typed again is refused with the server’s sentence', async () => {
    const { where } = screenWith(json(400, ['Elige una contraseña distinta de la temporal']))
    await fill('Quillay#4471', 'Quillay#4471', 'Quillay#4471')
    await userEvent.click(button())
    expect(await screen.findByText('Elige una contraseña distinta de la temporal')).toBeTruthy()
    expect(where()).toBe('/change-password')
  })
})

test('text typed before hydration counts', async () => {
  const page = (router: ReactNode) => <Mantine>{router}</Mantine>
  const container = document.createElement('div')
  container.innerHTML = renderToString(
    page(
      <StaticRouter location="/change-password">
        <Screen />
      </StaticRouter>,
    ),
  )
  document.body.append(container)
  field('Ingresa tu contraseña actual').value = 'Carpeta#2026'
  field('Ingresa una nueva contraseña').value = 'Otra#clave77'
  const root = await act(async () =>
    hydrateRoot(
      container,
      page(
        <MemoryRouter>
          <Screen />
        </MemoryRouter>,
      ),
    ),
  )
  expect(values()).toEqual(['Carpeta#2026', 'Otra#clave77', ''])
  expect(screen.getAllByText('cumplido')).toHaveLength(5)
  await userEvent.type(field('Repite la contraseña'), 'Otra#clave77')
  expect(button().disabled).toBe(false)
  await act(async () => root.unmount())
  container.remove()
})

test('staff who view a folder cannot change its owner’s password, and are told so', () => {
  storeUser({ ...buildUser(), viewed_by: { id: 6, name: 'Carla Neira' } })
  screenWith()
  expect(screen.getByText(viewAsMessages.readOnly.text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cambiar contraseña' })).toBeNull()
})
