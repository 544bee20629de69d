import { buildInstalment, buildSale, day, uf } from '@carpeta/domain/testing/build-sale'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildDraft, buildMemberRequest, buildProcedure } from '../../testing/build-request.ts'
import { buildStaff, buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { MenuContext, type MenuItem } from '../../ui/layout/menu.ts'
import { BalanceCard } from './cards/balance-card.tsx'
import { Screen } from './dashboard-screen.tsx'

const today = day('2026-11-20')

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

/** A sale on the wire, with the fields that the cards depend on. */
function wireSale(code: string, venta: Record<string, unknown> = {}) {
  return {
    code,
    venta: {
      proyecto_descripcion: `Proyecto ${code}`,
      propiedad_cod_tipo_descripcion: 'Casa',
      fecha_aprob_semi: '2024-01-10',
      fecha_real: '',
      ...venta,
    },
    actualizado_al: '2026-11-20T09:00:00Z',
  }
}

function dashboardWith(sales: unknown, path = '/dashboard') {
  const server = fakeServer({ 'GET /api/sales-data/': json(200, sales) })
  return { ...server, ...renderAt(path, <Screen />) }
}

async function cards() {
  const found = await screen.findAllByRole('article')
  // The tabs render right after the cards, so both are there when this returns.
  await act(async () => {})
  return found
}
const tabs = () => screen.queryAllByRole('tab').map((tab) => tab.textContent)

describe('the cards', () => {
  test('leave out a sale that is not approved', async () => {
    dashboardWith([
      wireSale('V-1'),
      wireSale('V-2', { fecha_aprob_semi: '' }),
      wireSale('V-3', { fecha_aprob_semi: '0000-00-00' }),
    ])
    expect(await cards()).toHaveLength(1)
    expect(screen.queryByText('Proyecto V-2')).toBeNull()
  })

  test('have a Ver button only when there are several and the sale is open', async () => {
    dashboardWith([wireSale('V-1'), wireSale('V-2', { fecha_real: '2025-02-02' })])
    const [open, finished] = await cards()
    if (!open || !finished) throw new Error('A card is missing')
    expect(within(open).getByRole('button', { name: 'Ver Proyecto V-1' })).toBeTruthy()
    expect(within(finished).queryByRole('button')).toBeNull()
    expect(tabs()).toEqual([])
  })

  test('of a single open sale have no button, and its tabs are open', async () => {
    dashboardWith([wireSale('V-1'), wireSale('V-9', { fecha_aprob_semi: '' })])
    const [only] = await cards()
    if (!only) throw new Error('The card is missing')
    expect(within(only).queryByRole('button')).toBeNull()
    expect(tabs()).toEqual([
      'Antecedentes Personales',
      'Estado de Cuenta',
      'Escrituración',
      'Solicitar Trámites',
      'Mis Trámites',
    ])
  })

  test('of a single finished sale open nothing', async () => {
    dashboardWith([wireSale('V-1', { fecha_real: '2025-02-02' })])
    await cards()
    expect(tabs()).toEqual([])
  })

  test('show the time of the data, in Santiago', async () => {
    dashboardWith([wireSale('V-1')])
    const [card] = await screen.findAllByText('Datos actualizados al 20-11-2026 06:00')
    expect(card).toBeTruthy()
  })
})

describe('one card', () => {
  function card(sale: ReturnType<typeof buildSale>) {
    renderAt('/', <BalanceCard sale={sale} today={today} isSelected={false} isOnly />)
    return screen.getByRole('article').textContent ?? ''
  }

  const plain = (text: string) => text.replaceAll('\u00a0', ' ')

  test('shows balance, price, pending instalments, the next one and the overdue amount', () => {
    const text = plain(
      card(
        buildSale({
          project: 'Altos del Biobío',
          price: uf('2350'),
          reservationDebt: uf('114.25'),
          cashCommitment: uf('0'),
          mortgageCommitment: uf('1880'),
          instalments: [
            buildInstalment({ dueOn: day('2026-10-05'), amount: uf('4.5'), balance: uf('4.5') }),
            buildInstalment({ dueOn: day('2026-12-05'), amount: uf('4.5'), balance: uf('1.75') }),
          ],
          instalmentPlan: null,
        }),
      ),
    )
    expect(text).toContain('Altos del Biobío')
    expect(text).toContain('SaldoUF 1.994,25')
    expect(text).toContain('Precio de venta UF 2.350,00')
    expect(text).toContain('2 cuotas pendientes')
    expect(text).toContain('Atrasado UF 4,50')
    expect(text).toContain('Próxima cuota05-12-2026 · UF 1,75')
  })

  test('shows Pagado instead of a zero, and hides a price of zero', () => {
    const text = card(
      buildSale({
        price: uf('0'),
        reservationDebt: uf('0'),
        cashCommitment: null,
        mortgageCommitment: uf('0'),
        instalments: [],
        instalmentPlan: null,
      }),
    )
    expect(text).toContain('Pagado')
    expect(text).toContain('Sin cuotas pendientes')
    expect(text).not.toContain('0,00')
    expect(text).not.toContain('Precio de venta')
    expect(text).not.toContain('Próxima cuota')
    expect(text).not.toContain('Atrasado')
  })

  test('shows - for an unknown balance, and never Pagado', () => {
    const text = card(
      buildSale({ reservationDebt: null, cashCommitment: null, mortgageCommitment: null }),
    )
    expect(text).toContain('Saldo-')
    expect(text).not.toContain('Pagado')
  })

  test('has different icons for houses and buildings', () => {
    const icon = (type: string) => {
      card(buildSale({ properties: [{ type, lot: '1', model: '' }] }))
      const drawn = screen.getByRole('article').querySelector('svg')?.innerHTML
      cleanup()
      return drawn
    }
    expect(icon('Casa pareada')).toBe(icon('CASA'))
    expect(icon('Casa')).not.toBe(icon('Departamento'))
  })
})

describe('choosing', () => {
  test('Ver puts the sale into the address, opens its tabs and scrolls to them', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    const { where } = dashboardWith([wireSale('V-1'), wireSale('V-2')])
    await userEvent.click(await screen.findByRole('button', { name: 'Ver Proyecto V-2' }))
    expect(where()).toBe('/dashboard?venta=V-2')
    expect(scroll).toHaveBeenCalledExactlyOnceWith({ behavior: 'smooth', block: 'start' })
    await userEvent.click(screen.getByRole('tab', { name: 'Escrituración' }))
    expect(where()).toBe('/dashboard?venta=V-2&tab=escrituracion')
    expect(screen.getByText('Tu escrituración aún no comienza')).toBeTruthy()
  })

  test('jumps instead of scrolling with reduced motion', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    const { matchMedia } = window
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
      ...matchMedia(query),
      matches: query.includes('reduce'),
    }))
    dashboardWith([wireSale('V-1'), wireSale('V-2')], '/dashboard?venta=V-2')
    await screen.findAllByRole('tab')
    expect(scroll).toHaveBeenCalledExactlyOnceWith({ behavior: 'auto', block: 'start' })
  })

  test('a shared link opens the same sale and tab', async () => {
    dashboardWith(
      [wireSale('V-1'), wireSale('V-2')],
      '/dashboard?venta=V-2&tab=antecedentes-personales',
    )
    expect(await screen.findByText('1. TITULAR')).toBeTruthy()
  })

  test('a link to another member’s sale, or to no tab, opens nothing', async () => {
    dashboardWith([wireSale('V-1'), wireSale('V-2')], '/dashboard?venta=V-99&tab=x')
    expect(await cards()).toHaveLength(2)
    expect(tabs()).toEqual([])
  })
})

const wireRequest = (key: number, estado: string) => ({
  key,
  tramite_titulo: 'Copia de contrato',
  fecha: '2026-11-18',
  respuesta: '',
  fecha_cierre: '',
  estado,
})

test('while a request is being sent the other tabs are disabled', async () => {
  let release = () => {}
  const created = new Promise<Response>((resolve) => {
    release = () => resolve(json(422, 'No disponible'))
  })
  fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/sales-data/': json(200, [wireSale('V-1')]),
    'GET /api/procedures/': json(200, { results: [buildProcedure()] }),
    'GET /api/client/preferences/': json(200, { request_letters: true }),
    'GET /api/request/draft/': json(200, buildDraft({ id: 5, comment: 'Mi correo cambió' })),
    'PUT /api/request/draft/': json(200, buildDraft()),
    'POST /api/request/create/': () => created,
  })
  renderAt('/dashboard?venta=V-1&tab=solicitar-tramites&tramite=1', <Screen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Solicitar trámite' }))
  const other = () => screen.getByRole<HTMLButtonElement>('tab', { name: 'Estado de Cuenta' })
  await waitFor(() => expect(other().disabled).toBe(true))
  release()
  await screen.findByText('No disponible')
  await waitFor(() => expect(other().disabled).toBe(false))
})

describe('requests whose sale cannot be opened', () => {
  const finished = {
    ...wireSale('V-1', { fecha_real: '2025-02-02' }),
    requerimientos: [wireRequest(12, 'Resuelto')],
  }
  const answered = buildMemberRequest({ state: 'resolved', answer: 'Va adjunta.' })
  const requestPath = (code: string) => `/dashboard?venta=${code}&tab=mis-tramites&solicitud=12`

  function folder(sales: unknown[], path = '/dashboard') {
    fakeServer({
      'GET /api/sales-data/': json(200, sales),
      'GET /api/requests/12/': json(200, answered),
    })
    return renderAt(path, <Screen />)
  }

  test('are linked from the card of a finished sale', async () => {
    const { where } = folder([finished, wireSale('V-2')])
    const [card] = await cards()
    if (!card) throw new Error('The card is missing')
    await userEvent.click(within(card).getByRole('link', { name: 'Ver trámites de Proyecto V-1' }))
    expect(tabs()).toEqual([])
    await userEvent.click(await screen.findByRole('link', { name: 'Copia de contrato' }))
    expect(where()).toBe(requestPath('V-1'))
    expect(await screen.findByText('Va adjunta.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Volver a mis trámites' }))
    expect(screen.getByRole('table')).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Volver a mi carpeta' }))
    expect(where()).toBe('/dashboard')
    expect(screen.queryByRole('table')).toBeNull()
  })

  test.each([
    ['finished', [finished]],
    ['not yet approved', [{ ...finished, ...wireSale('V-1', { fecha_aprob_semi: '' }) }]],
    [
      'not yet approved, beside an open one',
      [wireSale('V-1', { fecha_aprob_semi: '' }), wireSale('V-2')],
    ],
    ['withdrawn', []],
    ['withdrawn, beside others', [wireSale('V-2'), wireSale('V-3')]],
  ])('open from an email: %s', async (_, sales) => {
    folder(sales, requestPath('V-1'))
    expect(await screen.findByText('Va adjunta.')).toBeTruthy()
    expect(tabs()).toEqual([])
  })

  test('of a sale that is not shown are linked too', async () => {
    folder([{ ...finished, ...wireSale('V-1', { fecha_aprob_semi: '' }) }])
    await userEvent.click(
      await screen.findByRole('link', { name: 'Ver mis trámites de Proyecto V-1' }),
    )
    expect(await screen.findByRole('link', { name: 'Copia de contrato' })).toBeTruthy()
  })
})

describe('a request that waits for the member', () => {
  const waiting = { ...wireSale('V-1'), requerimientos: [wireRequest(12, 'Falta antecedente')] }

  test('is announced above everything, and counted on Mis Trámites', async () => {
    const { where } = dashboardWith([
      { ...waiting, requerimientos: [...waiting.requerimientos, wireRequest(13, 'En revisión')] },
    ])
    await cards()
    const told = screen.getByRole('region', { name: 'Esperamos tu respuesta' })
    expect(within(told).getAllByRole('listitem')).toHaveLength(1)
    const tab = screen.getByRole('tab', { name: /^Mis Trámites/ })
    expect(tab.textContent).toBe('Mis Trámites1 por responder')
    await userEvent.click(within(told).getByRole('link', { name: 'Copia de contrato' }))
    expect(where()).toBe('/dashboard?venta=V-1&tab=mis-tramites&solicitud=12')
    expect(screen.queryByRole('region', { name: 'Esperamos tu respuesta' })).toBeNull()
  })

  test('names its sale where there are several', async () => {
    dashboardWith([waiting, wireSale('V-2')])
    await cards()
    const told = screen.getByRole('region', { name: 'Esperamos tu respuesta' })
    expect(within(told).getByRole('listitem').textContent).toBe('Copia de contrato · Proyecto V-1')
  })

  test('is not announced when there is none', async () => {
    dashboardWith([{ ...wireSale('V-1'), requerimientos: [wireRequest(12, 'Resuelto')] }])
    await cards()
    expect(screen.queryByRole('region', { name: 'Esperamos tu respuesta' })).toBeNull()
    expect(tabs()).toContain('Mis Trámites')
  })
})

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
