import { secondFactorMessages } from '@carpeta/domain/access/second-factor-rules'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { json } from '../testing/fake-server.ts'
import { carla, press, users } from '../testing/users-screen.tsx'

beforeEach(connectSession)

const SIGN_IN = 'GET /api/users/1/sign-in/'
const before = json(200, { methods: ['passkey', 'totp', 'recovery_code'], open_sessions: 2 })
const nothing = json(200, { methods: [], open_sessions: 0 })

async function edit(answers: Parameters<typeof users>[0]) {
  const server = users(answers)
  await press('Editar Rosa Muñoz')
  return { ...server, access: within(await screen.findByRole('group', { name: 'Acceso' })) }
}

const confirm = async (title: string, button: string) =>
  userEvent.click(
    within(await screen.findByRole('dialog', { name: title })).getByRole('button', {
      name: button,
    }),
  )

test('staff see the methods and the open sessions of an account', async () => {
  const { access } = await edit({ [SIGN_IN]: before })
  expect(
    await access.findByText(
      'Segundo factor: llave de acceso, aplicación de códigos y códigos de recuperación',
    ),
  ).toBeTruthy()
  expect(access.getByText('2 sesiones abiertas')).toBeTruthy()
})

test('with nothing to end there are no buttons', async () => {
  const { access } = await edit({ [SIGN_IN]: nothing })
  await access.findByText('Sin segundo factor')
  expect(access.getByText('Sin sesiones abiertas')).toBeTruthy()
  expect(access.queryByRole('button')).toBeNull()
})

test('a second factor is reset after a question', async () => {
  const { access, calls } = await edit({
    [SIGN_IN]: [before, nothing],
    'POST /api/users/1/second-factor/reset/': json(200, {}),
  })
  await press('Restablecer segundo factor')
  expect(calls('/reset/')).toHaveLength(0)
  await confirm('¿Restablecer el segundo factor de Rosa Muñoz?', 'Restablecer')
  await access.findByText('Se restableció el segundo factor')
  await access.findByText('Sin segundo factor')
})

test('the sessions are ended after a question', async () => {
  const { access } = await edit({
    [SIGN_IN]: [before, nothing],
    'POST /api/users/1/sessions/end/': json(200, { ended: 2 }),
  })
  await press('Cerrar sesiones')
  await confirm('¿Cerrar las sesiones de Rosa Muñoz?', 'Cerrar sesiones')
  await access.findByText('Se cerraron sus sesiones')
  await access.findByText('Sin sesiones abiertas')
})

test('a refusal is said in the question (§12.106)', async () => {
  await edit({
    [SIGN_IN]: before,
    'POST /api/users/1/second-factor/reset/': json(409, secondFactorMessages.nothingToReset),
  })
  await press('Restablecer segundo factor')
  await confirm('¿Restablecer el segundo factor de Rosa Muñoz?', 'Restablecer')
  expect(await screen.findByText(secondFactorMessages.nothingToReset.text)).toBeTruthy()
})

test('a failed load can be repeated', async () => {
  const { access } = await edit({
    [SIGN_IN]: [json(503, 'Servicio no disponible. Inténtalo más tarde.'), nothing],
  })
  await userEvent.click(await access.findByRole('button', { name: 'Reintentar' }))
  await access.findByText('Sin segundo factor')
})

test('one’s own account and a stronger one have no such part', async () => {
  users({}, { me: { ...carla, id: 1 } })
  await press('Editar Rosa Muñoz')
  await screen.findByRole('dialog', { name: 'Usuarios' })
  expect(screen.queryByRole('group', { name: 'Acceso' })).toBeNull()
})
