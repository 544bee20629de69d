import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { cards, dashboardWith, prepareDashboard, tabs, wireSale } from '../../testing/dashboard.tsx'
import { onScreen } from '../../testing/render-at.tsx'

beforeEach(prepareDashboard)

const rosas = (compartida: object) => {
  const sale = wireSale('V-1001')
  const venta = {
    ...sale.venta,
    cliente_nombre_completo: 'Rosa Muñoz',
    cliente_rut: '12345678-5',
    cliente_direccion: '',
    clienteco_nombre_completo: 'Luis Parra',
    clienteco_direccion: 'Pasaje Los Copihues 482',
  }
  return { ...sale, venta, compartida }
}

test('Luis reads Rosa’s sale, marked as hers, without anything to ask or to report (§12.442, §12.443, §12.2071)', async () => {
  dashboardWith([rosas({ como: 'co_holder', hasta: '2026-12-31' })])
  const [card] = await cards()
  expect(card?.textContent).toContain(
    'Compra de Rosa Muñoz · puedes ver y pagar hasta el 31-12-2026',
  )
  expect(tabs()).toEqual(['Antecedentes Personales', 'Estado de Cuenta', 'Escrituración'])
  expect(screen.queryByRole('button', { name: 'Ya pagué: informar un pago' })).toBeNull()
  await userEvent.click(screen.getByRole('tab', { name: 'Antecedentes Personales' }))
  const panel = within(screen.getByRole('tabpanel'))
  expect(await panel.findByText('Rosa Muñoz')).toBeTruthy()
  expect(panel.getAllByText('Dirección')).toHaveLength(1)
  expect(panel.getByText('Pasaje Los Copihues 482')).toBeTruthy()
  expect(panel.queryByRole('link')).toBeNull()
})

test('Marcela reads the sale of her company, which she cannot pay, and of its co-holder the name (§12.2102)', async () => {
  dashboardWith(
    [rosas({ como: 'representative', hasta: '' })],
    '/dashboard?venta=V-1001&tab=antecedentes-personales',
  )
  expect(await screen.findByText('2. CO-TITULAR')).toBeTruthy()
  expect(document.body.textContent).toContain('Compra de Rosa Muñoz · solo lectura')
  expect(document.body.textContent).not.toContain('ver y pagar')
  expect(screen.queryByText('Dirección')).toBeNull()
})

test('Luis, who has nothing left to pay of hers, only reads it (§12.2102)', async () => {
  const compromiso = { resumen: { deuda: 0 } }
  dashboardWith([{ ...rosas({ como: 'co_holder', hasta: '' }), compromiso }])
  const [card] = await cards()
  expect(card?.textContent).toContain('Compra de Rosa Muñoz · solo lectura')
})

test('a link to its requests opens the statement (§12.443)', async () => {
  dashboardWith(
    [rosas({ como: 'co_holder', hasta: '' })],
    '/dashboard?venta=V-1001&tab=mis-tramites',
  )
  expect(await screen.findByRole('tab', { name: 'Estado de Cuenta', selected: true })).toBeTruthy()
})

test('a link to its requests shows a phone the date and the UF of the statement that it opens (§12.2077)', async () => {
  onScreen('639.98px')
  const uf_del_dia = { fecha: '2026-11-20', valor: 39_166.41 }
  dashboardWith(
    [{ ...rosas({ como: 'co_holder', hasta: '' }), uf_del_dia }],
    '/dashboard?venta=V-1001&tab=mis-tramites',
  )
  expect(await screen.findByRole('tab', { name: 'Estado de Cuenta', selected: true })).toBeTruthy()
  expect(screen.getAllByText(/Datos actualizados/).length).toBeGreaterThan(0)
  expect(screen.getByText(/^UF del/)).toBeTruthy()
})

test('her own sale comes first, and Rosa is led to who else may see it', async () => {
  const { compartida: _, ...own } = rosas({})
  dashboardWith(
    [own, { ...rosas({ como: 'co_holder', hasta: '' }), code: 'V-9' }],
    '/dashboard?tab=antecedentes-personales',
  )
  const link = await screen.findByRole('link', { name: 'Elegir si tu co-titular ve esta compra' })
  expect(link.getAttribute('href')).toBe('/profile#quien-ve')
})
