import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { connectionIsLost, onConnection } from '../../connection/connection.ts'
import { connectSession } from '../../session/connect-session.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { LoginPage } from './login-screen.tsx'

vi.mock('./restore-dialog.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

beforeEach(connectSession)

test('keeps what was typed when the dialog for a new password cannot be fetched', async () => {
  const stop = onConnection(() => {})
  renderAt('/', <LoginPage mode="rut" />)
  await userEvent.type(screen.getByLabelText('Rut'), '123456785')
  await userEvent.click(screen.getByRole('button', { name: 'Olvidé mi contraseña' }))
  await waitFor(() => expect(connectionIsLost()).toBe(true))
  expect(screen.getByLabelText<HTMLInputElement>('Rut').value).toBe('12.345.678-5')
  stop()
})
