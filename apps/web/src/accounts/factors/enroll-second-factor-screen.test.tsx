import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storedUser, storeUser } from '../../session/stored-user.ts'
import { buildStaff } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Component as Screen } from './enroll-second-factor-screen.tsx'

beforeEach(connectSession)

const pending = buildStaff({ must_enroll_second_factor: true })
const codes = ['0AAA-BBBB-CCCC', '1AAA-BBBB-CCCC']

function enroll(state?: unknown) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/auth/user/': json(200, buildStaff()),
    'POST /api/auth/totp/options/': json(200, {
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Carpeta',
      qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    }),
    'POST /api/auth/totp/': json(201, { recovery_codes: codes }),
  })
  return { ...server, ...renderAt('/second-factor', <Screen />, state) }
}

test('explains why, and offers both ways', () => {
  storeUser(pending)
  enroll()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Protege tu cuenta')
  expect(screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)).toEqual([
    'Llave de acceso',
    'Aplicación de códigos',
  ])
})

test('goes on to the wanted page once the recovery codes are saved', async () => {
  storeUser(pending)
  const { where } = enroll({ from: '/requests?state=sent' })
  await userEvent.click(
    screen.getByRole('button', { name: 'Configurar una aplicación de códigos' }),
  )
  await userEvent.type(await screen.findByLabelText('Código'), '123456{Enter}')
  const list = await screen.findByRole('list', { name: 'Códigos de recuperación' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  // The user may be read again meanwhile, on a return to the tab.
  storeUser(buildStaff())
  expect(where()).toBe('/second-factor')
  await userEvent.click(screen.getByRole('button', { name: 'Ya los guardé' }))
  await waitFor(() => expect(where()).toBe('/requests?state=sent'))
  expect(storedUser()?.must_enroll_second_factor).toBeUndefined()
})

test('an account that needs nothing is led to its dashboard', () => {
  storeUser(buildStaff())
  expect(enroll().where()).toBe('/dashboard')
})
