import * as webauthn from '@simplewebauthn/browser'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { TestProviders } from '../testing/render-at.tsx'
import { PasskeyButton } from './passkey-button.tsx'

vi.mock(import('@simplewebauthn/browser'), async (load) => ({
  ...(await load()),
  browserSupportsWebAuthn: () => true,
  browserSupportsWebAuthnAutofill: vi.fn(),
}))

const { browserSupportsWebAuthnAutofill: offers } = vi.mocked(webauthn)

beforeEach(connectSession)

function buttonWhere(status: number) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'POST /api/auth/login/passkey/options/': json(status, { detail: 'x' }),
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
