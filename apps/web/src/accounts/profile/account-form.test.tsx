import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storedUser, storeUser } from '../../session/stored-user.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json, type Seen } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { AccountForm } from './account-form.tsx'

const rosa = buildUser()
const OLD = 'Contraseña actual'

function OwnAccountForm() {
  return <AccountForm user={useStoredUser() ?? undefined} />
}

function account(
  answer: Response,
  user = rosa,
  others: Parameters<typeof fakeServer>[0] = {},
  ...later: Response[]
) {
  const server = fakeServer({
    'GET /api/auth/user/': [json(200, user), ...later],
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'PATCH /api/users/1/': answer,
    ...others,
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
const versionIn = ({ headers }: Seen) => headers['If-Match']?.replaceAll('"', '')
const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
async function retype(name: string, text: string) {
  await userEvent.clear(await screen.findByLabelText(name))
  await userEvent.type(field(name), text)
}

beforeEach(connectSession)

test('a name is changed without a password, and appears in the greeting (§7.28, §12.1024)', async () => {
  const { sent } = account(json(200, { ...rosa, first_name: 'Rosa Elena' }))
  await retype('Nombre', 'Rosa Elena')
  expect(screen.queryByLabelText(OLD)).toBeNull()
  await save()
  expect(await screen.findByText('Tus datos se han guardado.')).toBeTruthy()
  // The body of the specification.
  expect(sent()).toEqual({
    id: 1,
    first_name: 'Rosa Elena',
    last_name: 'Muñoz',
    email: 'rosa@example.cl',
    old_password: '',
    password: '',
    profile: { id: 1, social_security: '12345678-5' },
    group_ids: [],
    is_active: true,
  })
  expect(storedUser()?.first_name).toBe('Rosa Elena')
})

test('a new email needs the current password, which is required before the call', async () => {
  const { sent, calls } = account(json(200, { ...rosa, pending_email: 'nueva@example.cl' }))
  await retype('Correo', 'nueva@example.cl')
  await save()
  expect(await screen.findByText('Ingresa tu contraseña actual')).toBeTruthy()
  expect(calls('/api/users/1/')).toHaveLength(0)
  await userEvent.type(field(OLD), 'Carpeta#2026')
  await save()
  expect(
    await screen.findByText(/^Te enviamos un enlace a nueva@example.cl.*actual\.$/),
  ).toBeTruthy()
  expect(screen.getByText('Pendiente de confirmar: nueva@example.cl')).toBeTruthy()
  expect(field('Correo').value).toBe('rosa@example.cl')
  expect(sent()).toMatchObject({ email: 'nueva@example.cl', old_password: 'Carpeta#2026' })
  await waitFor(() => expect(screen.queryByLabelText(OLD)).toBeNull())
})

test('whoever removed an email that was not theirs adds their own, and reads of no other that is notified (security 6.970)', async () => {
  const none = buildUser({ email: '' })
  account(json(200, { ...none, pending_email: 'nueva@example.cl' }), none)
  await retype('Correo', 'nueva@example.cl')
  await userEvent.type(field(OLD), 'Carpeta#2026')
  await save()
  const said = await screen.findByText(/^Te enviamos un enlace a nueva@example.cl/)
  expect(said.textContent).not.toContain('actual')
})

test('a new email to which the confirmation cannot be delivered is not said to be pending (§12.952)', async () => {
  account(json(200, rosa), {
    ...rosa,
    pending_email: 'rosa@novea.cl',
    pending_email_refused: true,
  })
  expect(
    await screen.findByText(/^El correo de confirmación no se pudo entregar a rosa@novea\.cl\./),
  ).toBeTruthy()
  expect(screen.queryByText(/^Pendiente de confirmar/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Cancelar el cambio' })).toBeTruthy()
})

test('a pending email can be cancelled, and the next change starts from the new version (§12.88)', async () => {
  const later = { ...rosa, profile: { ...rosa.profile, updated_at: '2026-11-21T09:00:00Z' } }
  const { seen } = account(
    json(200, later),
    { ...rosa, pending_email: 'nueva@example.cl' },
    {
      'DELETE /api/users/1/email-change/': [json(503, 'Servicio no disponible'), json(200, later)],
    },
  )
  const cancel = await screen.findByRole('button', { name: 'Cancelar el cambio' })
  await userEvent.type(field('Nombre'), ' Elena')
  await userEvent.click(cancel)
  expect(await screen.findByText('Servicio no disponible')).toBeTruthy()
  await userEvent.click(cancel)
  await waitFor(() => expect(screen.queryByText(/^Pendiente de confirmar/)).toBeNull())
  expect(document.activeElement).toBe(screen.getByLabelText('Correo'))
  expect(field('Nombre').value).toBe('Rosa Elena')
  await save()
  await screen.findByText('Tus datos se han guardado.')
  expect(seen.filter(({ method }) => method === 'PATCH').map(versionIn)).toEqual([
    later.profile.updated_at,
  ])
})

test('the password is changed on another page', async () => {
  account(json(200, rosa))
  await screen.findByLabelText('Nombre')
  expect(screen.queryByLabelText(/^Contraseña/)).toBeNull()
})

test('a concurrent change is not overwritten, and can be loaded', async () => {
  const changedMeanwhile =
    'La cuenta cambió mientras la editabas. Ciérrala y ábrela de nuevo para ver cómo está.'
  const { calls } = account(
    json(400, { __all__: [userFormMessages.changedMeanwhile] }),
    rosa,
    {},
    json(200, buildUser({ email: 'de-carla@example.cl' })),
  )
  await retype('Nombre', 'Rosa Elena')
  await save()
  expect(await screen.findByText(changedMeanwhile)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Ver cómo está' }))
  await waitFor(() => expect(field('Correo').value).toBe('de-carla@example.cl'))
  expect(field('Nombre').value).toBe('Rosa')
  expect(screen.queryByText(changedMeanwhile)).toBeNull()
  expect(calls('/api/users/1/')).toHaveLength(1)
})

test('the next change starts from the saved values', async () => {
  const later = '2026-11-21T09:00:00Z'
  const { seen } = account(json(200, { ...rosa, profile: { ...rosa.profile, updated_at: later } }))
  await retype('Nombre', 'Rosa')
  await save()
  await screen.findByText('Tus datos se han guardado.')
  await save()
  await waitFor(() =>
    expect(seen.filter(({ method }) => method === 'PATCH').map(versionIn)).toEqual([
      rosa.profile.updated_at,
      later,
    ]),
  )
})

test('an account that cannot be read can be retried', async () => {
  fakeServer({ 'GET /api/auth/user/': [json(503, 'Servicio no disponible'), json(200, rosa)] })
  storeUser(rosa)
  renderAt('/profile', <OwnAccountForm />)
  await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByLabelText('Nombre')).toBeTruthy()
})

test('an empty or refused value is an error on its field', async () => {
  account(json(400, { old_password: ['La contraseña actual no es correcta'] }))
  await userEvent.clear(await screen.findByLabelText('Nombre'))
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

test('the success message disappears with the next change', async () => {
  account(json(200, { ...rosa, first_name: 'Rosa Elena' }))
  await retype('Nombre', 'Rosa Elena')
  await save()
  await screen.findByText('Tus datos se han guardado.')
  await retype('Correo', 'rosa')
  expect(screen.queryByText('Tus datos se han guardado.')).toBeNull()
})

test('a company still has no last name', async () => {
  const company = buildUser({ first_name: 'Los Robles SpA', last_name: '' })
  account(json(200, company), company)
  await screen.findByLabelText('Nombre')
  await save()
  expect(await screen.findByText('Tus datos se han guardado.')).toBeTruthy()
})
