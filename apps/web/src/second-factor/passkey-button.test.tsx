import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import * as webauthn from '@simplewebauthn/browser'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { storedUser } from '../session/stored-user.ts'
import { buildUser } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { TestProviders } from '../testing/render-at.tsx'
import { PasskeyButton } from './passkey-button.tsx'

vi.mock(import('@simplewebauthn/browser'), async (load) => ({
  ...(await load()),
  browserSupportsWebAuthn: () => true,
  browserSupportsWebAuthnAutofill: vi.fn(),
  startAuthentication: vi.fn(async () => ({ id: 'llave' })) as never,
}))

const { browserSupportsWebAuthnAutofill: offers } = vi.mocked(webauthn)

beforeEach(connectSession)

function buttonWhere(status: number) {
  return buttonAt({ 'POST /api/auth/login/passkey/options/': json(status, { detail: 'x' }) })
}

function buttonAt(answers: Record<string, Response | Response[]>) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
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

test('an API without passkeys has no button, whose place stays free (§12.706)', async () => {
  offers.mockResolvedValue(true)
  const { button } = buttonWhere(404)
  await waitFor(() => expect(isShown(button)).toBe(false))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('in a browser that offers none by itself it goes when it is pressed (§12.706)', async () => {
  offers.mockResolvedValue(false)
  const { button } = buttonWhere(404)
  expect(isShown(button)).toBe(true)
  await userEvent.click(button)
  await waitFor(() => expect(isShown(button)).toBe(false))
  expect(screen.queryByRole('alert')).toBeNull()
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
