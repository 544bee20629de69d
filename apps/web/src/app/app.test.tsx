import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { App } from './app.tsx'
import { routes } from './routes.ts'

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

test('a route may stand without navigation and footer (§2.13)', async () => {
  connectSession()
  fakeServer({})
  const row = { file: 'login/login-by-rut-screen.tsx', access: 'public' } as const
  routes.push({ ...row, path: '/sin-marco', layout: false }, { ...row, path: '/con-marco' })
  for (const [path, frames] of [
    ['/sin-marco', 0],
    ['/con-marco', 1],
  ] as const) {
    const { unmount } = render(
      <MemoryRouter initialEntries={[path]}>
        <App />
      </MemoryRouter>,
    )
    expect(await screen.findByRole('heading', { name: 'Ingresar a mi cuenta' })).toBeTruthy()
    expect(screen.queryAllByRole('button', { name: 'Abrir menú' })).toHaveLength(frames)
    expect(screen.queryAllByRole('contentinfo')).toHaveLength(frames)
    unmount()
  }
})
