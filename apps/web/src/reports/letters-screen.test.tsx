import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildStaff } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { renderAt } from '../testing/render-at.tsx'
import { Component as Letters } from './letters-screen.tsx'

const tomas = {
  ...{
    id: 4,
    name: 'Tomás Rivas',
    rut: '20347878-K',
    email: '',
    invited_at: null,
    letter_at: null,
  },
}

function open(permissions: string[], person = tomas) {
  storeUser(buildStaff({ permissions }))
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/never-entered/': json(200, { results: [person], current: 1, lastPage: 1, count: 1 }),
    'POST /api/letters/': json(200, {}),
  })
  return { ...server, ...renderAt('/letters', <Letters />) }
}

beforeEach(connectSession)

test('who never entered is listed, and a letter is printed after a question (§12.1375)', async () => {
  const { calls } = open(['users.manage_users', 'auth.change_user'])
  const table = await screen.findByRole('table', { name: 'Socios que nunca han entrado' })
  expect(
    within(table).getByRole('row', { name: /Tomás Rivas 20\.347\.878-K Sin correo Sin invitar/ }),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Imprimir la carta de Tomás Rivas' }))
  const dialog = await screen.findByRole('dialog', { name: 'Imprimir 1 carta' })
  expect(dialog.textContent).toContain('solo a esa persona')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Crear las cartas' }))
  await waitFor(() => expect(calls('/api/letters/')).toHaveLength(1))
  expect(JSON.parse(String(calls('/api/letters/')[0]?.body))).toMatchObject({ ids: [4] })
})

test('an email that has no room breaks before its at sign (§12.2037)', async () => {
  open(['users.manage_users'], { ...tomas, email: 'tomas.rivas@correo.example' })
  const email = await screen.findByText('tomas.rivas@correo.example')
  expect(email.innerHTML).toBe('tomas.rivas<wbr>@correo.example')
})

test('without permission to change accounts there is no letter (§12.1375)', async () => {
  open(['users.manage_users'])
  await screen.findByRole('table', { name: 'Socios que nunca han entrado' })
  expect(screen.queryByRole('button', { name: /Imprimir/ })).toBeNull()
})
