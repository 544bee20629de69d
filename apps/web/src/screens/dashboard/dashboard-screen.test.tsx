import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeUser } from '../../session/stored-user.ts'
import { buildStaff } from '../../testing/build-user.ts'
import { cards, dashboardWith, prepareDashboard, wireSale } from '../../testing/dashboard.tsx'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { MenuContext, type MenuItem } from '../../ui/layout/menu.ts'
import { Screen } from './dashboard-screen.tsx'

beforeEach(prepareDashboard)

describe('when there is nothing to show', () => {
  test('a member without sales reads whom to ask', async () => {
    dashboardWith([])
    expect(await screen.findByText('Todavía no hay ventas en tu carpeta')).toBeTruthy()
  })

  test('a failure is shown and can be retried', async () => {
    fakeServer({
      'GET /api/sales-data/': [
        json(422, 'La carpeta no está disponible'),
        json(200, [wireSale('V-1')]),
      ],
    })
    renderAt('/dashboard', <Screen />)
    expect((await screen.findByRole('alert')).textContent).toContain(
      'La carpeta no está disponible',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await cards()).toHaveLength(1)
  })

  test('an ended session says so and leads to the login', async () => {
    fakeServer({ 'GET /api/sales-data/': json(401, { detail: 'x' }) })
    renderAt('/dashboard', <Screen />)
    expect(await screen.findByText(/Tu sesión ha terminado\./)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ingresa nuevamente.' })).toBeTruthy()
  })
})

const menu: MenuItem[] = [
  {
    path: '/requests',
    label: 'Solicitudes',
    access: 'protected',
    permission: 'requests.answer_requests',
  },
  {
    path: '/procedures',
    label: 'Trámites',
    access: 'protected',
    permission: 'procedures.change_procedures',
  },
  { path: '/users', label: 'Usuarios', access: 'protected', permission: 'users.manage_users' },
  { path: '/profile', label: 'Mi perfil', access: 'protected', permission: undefined },
]

describe('staff', () => {
  test('make no call for sales and see their permissions', () => {
    storeUser(buildStaff())
    const { seen } = dashboardWith([wireSale('V-1')])
    expect(screen.getByText('Te damos la bienvenida, Carla')).toBeTruthy()
    expect(screen.getByText('Administrar las cuentas de los usuarios')).toBeTruthy()
    expect(screen.queryByText('Consultar la bitácora')).toBeNull()
    expect(seen).toHaveLength(0)
  })

  test('see links to their own screens only', () => {
    storeUser(
      buildStaff({ permissions: ['requests.answer_requests', 'procedures.change_procedures'] }),
    )
    fakeServer({})
    renderAt(
      '/dashboard',
      <MenuContext value={menu}>
        <Screen />
      </MenuContext>,
    )
    const links = within(screen.getByRole('main')).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Solicitudes', '/requests'],
      ['Trámites', '/procedures'],
    ])
    expect(screen.queryByText('Con esta cuenta también puedes:')).toBeNull()
  })

  test('without any permission read whom to ask', () => {
    storeUser(buildStaff({ permissions: [] }))
    dashboardWith([])
    expect(screen.getByText(/^Tu cuenta todavía no tiene permisos\./)).toBeTruthy()
    expect(within(screen.getByRole('main')).queryByRole('link')).toBeNull()
  })

  test('have the Usuarios button only with the permission', () => {
    storeUser(buildStaff())
    renderAt('/dashboard', <Screen />)
    const [button] = screen.getAllByRole('link', { name: 'Usuarios' })
    expect(button?.getAttribute('href')).toBe('/users')
    cleanup()
    storeUser(buildStaff({ permissions: ['auth.add_user'] }))
    renderAt('/dashboard', <Screen />)
    expect(screen.queryByRole('link', { name: 'Usuarios' })).toBeNull()
  })
})
