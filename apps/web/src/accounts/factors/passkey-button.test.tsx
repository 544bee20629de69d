import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import * as webauthn from '@simplewebauthn/browser'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { connectionIsLost, reportConnection } from '../../connection/connection.ts'
import { connectSession } from '../../session/connect-session.ts'
import { storedUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { TestProviders } from '../../testing/render-at.tsx'
import { PasskeyButton } from './passkey-button.tsx'

vi.mock(import('@simplewebauthn/browser'), async (load) => ({
  ...(await load()),
  browserSupportsWebAuthn: () => true,
  browserSupportsWebAuthnAutofill: vi.fn(),
  startAuthentication: vi.fn(async () => ({ id: 'llave' })) as never,
}))

const { browserSupportsWebAuthnAutofill: offers } = vi.mocked(webauthn)

beforeEach(connectSession)

const known = { token: 'tok', passkeys: true }

function buttonWhere(status: number) {
  return buttonAt({ 'POST /api/auth/login/passkey/options/': json(status, { detail: 'x' }) })
}

function buttonAt(answers: Parameters<typeof fakeServer>[0]) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, known),
    'POST /api/auth/logout/': json(200, {}),
    ...answers,
  })
  render(
    <TestProviders>
      <PasskeyButton />
    </TestProviders>,
  )
  return { ...server, button: screen.getByText('Ingresar con una llave de acceso') }
}

const isShown = (element: Element) => element.closest('button')?.style.visibility !== 'hidden'

test('an API without passkeys has no button, whose place stays free, and is not asked for any (§12.706, §12.1024)', async () => {
  offers.mockResolvedValue(true)
  const { button, seen } = buttonAt({ 'GET /api/auth/csrftoken/': json(200, { token: 'tok' }) })
  expect(button.closest('button')?.disabled).toBe(true)
  await waitFor(() => expect(isShown(button)).toBe(false))
  expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the button says what a passkey is (§12.2423)', () => {
  const { button } = buttonWhere(200)
  expect(button.closest('button')?.textContent).toMatch(/con tu huella, tu cara o tu PIN$/)
})

test('an API that gives no answer is asked again once there is a connection (§12.1024)', async () => {
  offers.mockResolvedValue(false)
  const { button } = buttonAt({
    'GET /api/auth/csrftoken/': [new TypeError('Failed to fetch'), json(200, known)],
  })
  await waitFor(() => expect(connectionIsLost()).toBe(true))
  expect(button.closest('button')?.disabled).toBe(true)
  act(() => reportConnection(false))
  await waitFor(() => expect(button.closest('button')?.disabled).toBe(false))
})

test('another failure is told beside the button', async () => {
  offers.mockResolvedValue(false)
  const { button } = buttonWhere(500)
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toContain('Ocurrió un error')
  expect(isShown(button)).toBe(true)
})

const inView = json(403, viewAsMessages.readOnly)

test('it stays in a view that a failed logout left open, which the offer ends', async () => {
  offers.mockResolvedValue(true)
  const { button, calls } = buttonAt({
    'POST /api/auth/login/passkey/options/': [inView, json(500, {})],
  })
  await waitFor(() => expect(calls('/options/')).toHaveLength(2))
  expect(calls('/logout/')).toHaveLength(1)
  expect(isShown(button)).toBe(true)
})

test('in such a view it logs in all the same', async () => {
  offers.mockResolvedValue(false)
  const { button, calls } = buttonAt({
    'POST /api/auth/login/passkey/options/': [inView, json(200, {})],
    'POST /api/auth/login/passkey/': [inView, json(200, buildUser())],
  })
  await userEvent.click(button)
  await waitFor(() => expect(storedUser()).toEqual(buildUser()))
  expect(calls('/logout/')).toHaveLength(2)
})
