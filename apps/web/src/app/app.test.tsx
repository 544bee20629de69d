import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { App } from './app.tsx'

vi.mock('../screens/not-found/not-found-screen.tsx', () => ({
  Screen: () => {
    throw new TypeError('Rosa’s browser cannot do this')
  },
}))

test('a page that fails leaves the other pages working', async () => {
  connectSession()
  fakeServer({})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <MemoryRouter initialEntries={['/nada']}>
      <App />
    </MemoryRouter>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('Ocurrió un error ...')
  await userEvent.click(screen.getByRole('button', { name: 'Abrir menú' }))
  await userEvent.click(screen.getByRole('link', { name: 'Ingresar con rut' }))
  expect(await screen.findByRole('heading', { name: 'Ingresar a mi cuenta' })).toBeTruthy()
  expect(screen.queryByText('Ocurrió un error ...')).toBeNull()
})
