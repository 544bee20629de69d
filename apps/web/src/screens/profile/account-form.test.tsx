import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storedUser, storeUser } from '../../session/stored-user.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { AccountForm } from './account-form.tsx'

const rosa = buildUser()
const OLD = 'Contraseña actual'

function OwnAccountForm() {
  return <AccountForm user={useStoredUser() ?? undefined} />
}

function account(answer: Response, user = rosa) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'PATCH /api/users/1/': answer,
  })
  storeUser(user)
  renderAt('/profile', <OwnAccountForm />)
  const sent = () => {
    const { csrfmiddlewaretoken, ...fields } = JSON.parse(
      String(server.seen.find(({ method }) => method === 'PATCH')?.body ?? '{}'),
    )
    return fields
  }
  return { ...server, sent }
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
async function retype(name: string, text: string) {
  await userEvent.clear(field(name))
  await userEvent.type(field(name), text)
}

beforeEach(connectSession)

test('a name is changed without more ado, and is what one is greeted by', async () => {
  const { sent } = account(json(200, { ...rosa, first_name: 'Rosa Elena' }))
  await retype('Nombre', 'Rosa Elena')
  expect(screen.queryByLabelText(OLD)).toBeNull()
  await save()
  expect(await screen.findByText('Tus datos se han guardado.')).toBeTruthy()
  expect(sent()).toEqual({
    first_name: 'Rosa Elena',
    last_name: 'Muñoz',
    email: 'rosa@example.cl',
    old_password: '',
    password: '',
  })
  expect(storedUser()?.first_name).toBe('Rosa Elena')
})

test('a new e-mail needs the present password, which is asked for before the server is', async () => {
  const { sent, calls } = account(json(200, { ...rosa, email: 'nueva@example.cl' }))
  await retype('Correo', 'nueva@example.cl')
  await save()
  expect(await screen.findByText('Ingresa tu contraseña actual')).toBeTruthy()
  expect(calls('/api/users/1/')).toHaveLength(0)
  await userEvent.type(field(OLD), 'Carpeta#2026')
  await save()
  expect(await screen.findByText(/Avisamos del cambio a tu correo anterior/)).toBeTruthy()
  expect(sent()).toMatchObject({ email: 'nueva@example.cl', old_password: 'Carpeta#2026' })
  await waitFor(() => expect(screen.queryByLabelText(OLD)).toBeNull())
})

test('so does a new password, which is typed twice', async () => {
  const { sent } = account(json(200, rosa))
  await userEvent.type(field('Contraseña nueva'), 'Quillay#4471')
  await userEvent.type(field('Repite la contraseña'), 'Quillay#447')
  await userEvent.type(field(OLD), 'Carpeta#2026')
  await save()
  expect(await screen.findByText('Ambos passwords deben coincidir')).toBeTruthy()
  await userEvent.type(field('Repite la contraseña'), '1')
  await save()
  await screen.findByText('Tus datos se han guardado.')
  expect(sent()).toMatchObject({ password: 'Quillay#4471', old_password: 'Carpeta#2026' })
  expect(field('Contraseña nueva').value).toBe('')
})

test('what is empty or refused is told on its field', async () => {
  account(json(400, { old_password: ['La contraseña actual no es correcta'] }))
  await userEvent.clear(field('Nombre'))
  await userEvent.clear(field('Apellido'))
  await retype('Correo', 'rosa')
  await userEvent.type(field(OLD), 'x')
  await save()
  for (const message of ['Ingrese nombre', 'Ingrese apellido', 'email no válido']) {
    expect(await screen.findByText(message)).toBeTruthy()
  }
  await userEvent.type(field('Nombre'), 'Rosa')
  await userEvent.type(field('Apellido'), 'Muñoz')
  await retype('Correo', 'rosa@otro.cl')
  await save()
  expect(await screen.findByText('La contraseña actual no es correcta')).toBeTruthy()
  expect(document.activeElement).toBe(field(OLD))
})

test('a company keeps having no last name', async () => {
  const company = buildUser({ first_name: 'Los Robles SpA', last_name: '' })
  account(json(200, company), company)
  await save()
  expect(await screen.findByText('Tus datos se han guardado.')).toBeTruthy()
})
