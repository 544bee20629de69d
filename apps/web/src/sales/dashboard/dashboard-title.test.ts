import { expect, test } from 'vitest'
import { dashboardTitle } from './dashboard-title.ts'

test.each([
  ['', 'Mi carpeta'],
  ['venta=V-1001', 'Mi carpeta'],
  ['venta=V-1001&tab=estado-de-cuenta', 'Estado de Cuenta'],
  ['venta=V-1001&tab=toString', 'Mi carpeta'],
  ['venta=V-1001&tab=mis-tramites', 'Mis Trámites'],
  ['venta=V-1001&tab=mis-tramites&solicitud=44', 'Solicitud Nº 44'],
  ['venta=V-1001&tab=mis-tramites&solicitud=nada', 'Mis Trámites'],
  ['avisos=todos', 'Avisos'],
])('with %j the dashboard is called %s (§12.300)', (search, title) => {
  expect(dashboardTitle(new URLSearchParams(search))).toBe(title)
})
