import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeUser } from '../../session/stored-user.ts'
import { buildUser, plain } from '../../testing/build-user.ts'
import { cards, dashboardWith, prepareDashboard, wireSale } from '../../testing/dashboard.tsx'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Component as Screen } from './dashboard-screen.tsx'

beforeEach(prepareDashboard)

describe('when there is nothing to show', () => {
  test('a member without sales reads whom to ask and when, and has the ways that another home has (§12.2463)', async () => {
    const { unmount } = dashboardWith([])
    const title = await screen.findByText('Todavía no hay compras en tu carpeta')
    expect(title.nextElementSibling?.textContent).toMatch(
      /escríbenos a .*\. Atendemos lunes a jueves 10:00 a 13:30 .*; viernes 10:00 a 13:30\.$/,
    )
    const ways = () =>
      within(screen.getByRole('navigation', { name: 'Mientras tanto' }))
        .getAllByRole<HTMLAnchorElement>('link')
        .map(({ textContent, pathname }) => [textContent, pathname])
    const always = [
      ['Ayuda', '/help'],
      ['Mi perfil', '/profile'],
    ]
    expect(ways()).toEqual([...always, ['Mis documentos', '/documents']])
    unmount()
    storeUser(plain(buildUser()))
    dashboardWith([])
    await screen.findByText('Todavía no hay compras en tu carpeta')
    expect(ways()).toEqual(always)
  })

  test('a failure is shown with whom to call meanwhile, and can be retried (§2.53, §12.2116)', async () => {
    fakeServer({
      'GET /api/sales-data/': [
        json(422, 'La carpeta no está disponible'),
        json(200, [wireSale('V-1')]),
      ],
    })
    renderAt('/dashboard', <Screen />)
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^La carpeta no está disponible\s*Si no puedes esperar, escríbenos a /,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await cards()).toHaveLength(1)
  })

  test('an ended session says so and leads to the login (§10.30)', async () => {
    fakeServer({ 'GET /api/sales-data/': json(401, { detail: 'x' }) })
    renderAt('/dashboard', <Screen />)
    expect(await screen.findByText(/Tu sesión ha terminado\./)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ingresa nuevamente.' })).toBeTruthy()
  })
})

describe('an API of the specification alone', () => {
  const { actualizado_al: _, ...sale } = wireSale('V-1')
  const due = {
    ...sale,
    estado_de_pago: {
      'Cuotas mensuales': {
        cuotas: [{ fecha_vencimiento: '2026-12-05', monto_uf: 7.35, monto_uf_saldo: 7.35 }],
      },
    },
    requerimientos: [{ key: 12, tramite_titulo: 'Copia de contrato', fecha: '2026-10-02' }],
  }
  const others = /Avisos|Novedades|Cómo pagar|Ya pagué: informar un pago|Descargar/

  test('is asked for the sales alone, and its member is offered nothing else (§12.702)', async () => {
    storeUser(plain(buildUser()))
    const { seen } = dashboardWith([due])
    await cards()
    await screen.findByRole('table', { name: 'Propiedades' })
    expect(screen.queryByText(others)).toBeNull()
    expect(screen.queryByText(/La UF de hoy/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Imprimir' })).toBeTruthy()
    expect(seen.map(({ url }) => new URL(url).pathname)).toEqual(['/api/sales-data/'])
  })

  test('has requests that are listed and not opened (§12.702)', async () => {
    storeUser(plain(buildUser()))
    dashboardWith([due], '/dashboard?venta=V-1&tab=mis-tramites&solicitud=12')
    expect(await screen.findByRole('cell', { name: 'Copia de contrato' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Copia de contrato' })).toBeNull()
  })

  test('that only answers no such calls leaves out their parts (§12.703)', async () => {
    dashboardWith([due])
    await cards()
    expect(await screen.findByRole('table', { name: 'Propiedades' })).toBeTruthy()
    await waitFor(() => {
      expect(
        screen.queryByText(/Avisos|Novedades|Cómo pagar|Ya pagué: informar un pago/),
      ).toBeNull()
    })
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
