import type { Page } from '@playwright/test'
import { logInAs } from '../support/portal.ts'

/** A phone's home does not show it. */
const STATEMENT = '/dashboard?tab=estado-de-cuenta'

/** The statement with unusual data: outdated, very long, negative, failing. */
export const statementPictures: Record<string, (page: Page) => Promise<unknown>> = {
  'dashboard-outdated': async (page) => {
    await page.route('**/api/sales-data/', async (route) => {
      const response = await route.fetch()
      const sales = await response.json()
      await route.fulfill({ response, json: [{ ...sales[0], desactualizado: true }] })
    })
    await logInAs(page, 'rosa')
    const folded = page.getByText(/^Datos actualizados/).filter({ visible: true })
    const warning = page.getByText('más de tres días hábiles')
    await folded.first().waitFor()
    if (!(await warning.filter({ visible: true }).count())) await folded.first().click()
    await warning.filter({ visible: true }).first().waitFor()
  },
  'dashboard-odd': async (page) => {
    await page.route('**/api/sales-data/', async (route) => {
      const response = await route.fetch()
      const [sale] = await response.json()
      const venta = {
        ...sale.venta,
        proyecto_descripcion: 'Condominio Residencial Altos de la Bahía de San Vicente, Etapa III',
        cliente_nombre_completo:
          'Maximiliana Bernardita de los Ángeles Undurraga-Etchegaray y Larraín-Vicuña',
        vendedor_descripcion: 'María Fernanda Constanza Valenzuela Errázuriz',
        precio_venta: 1234567.8912,
      }
      const compromiso = {
        ...sale.compromiso,
        credito_hipotecario_preliminar: { compromiso: -1234567.5 },
      }
      await route.fulfill({ response, json: [{ ...sale, venta, compromiso, seguimiento: null }] })
    })
    await logInAs(page, 'rosa')
    await page.getByRole('article').waitFor()
  },
  'statement-papers': async (page) => {
    await logInAs(page, 'rosa', STATEMENT)
    await page.getByRole('button', { name: /^Más/ }).click()
    await page.getByText('Descargar vencimientos').waitFor()
  },
  'statement-open': async (page) => {
    await logInAs(page, 'rosa', STATEMENT)
    const table = page.getByRole('table', { name: 'Cuotas' })
    await table.getByRole('button', { name: /^2025/ }).click()
    const paid = table.getByRole('button', { name: /^Ver las \d+ pagadas$/ })
    if (await paid.isVisible()) await paid.click()
    await table.getByRole('button', { name: '05-01-2026' }).click()
  },
  'statement-odd': async (page) => {
    await page.route('**/api/sales-data/', async (route) => {
      const response = await route.fetch()
      const [sale] = await response.json()
      const { cuotas } = sale.estado_de_pago['Cuotas mensuales']
      Object.assign(cuotas[35], { estado: 'Renegociada por acuerdo del consejo' })
      Object.assign(cuotas[50], { monto_uf: 1234567.89, monto_uf_saldo: -1234567.89 })
      Object.assign(cuotas[59], { fecha_vencimiento: '' })
      Object.assign(sale.pagos[35], { cuotas: [36, 37, 40], monto_uf_por_imputar: 1.25 })
      await route.fulfill({ response, json: [sale] })
    })
    await logInAs(page, 'rosa', STATEMENT)
    await page.getByText('Por imputar:').waitFor()
  },
  'statement-pending': async (page) => {
    await logInAs(page, 'rosa', STATEMENT)
    await page.getByRole('switch', { name: 'Solo pendientes' }).press('Space')
  },
  'statement-download-failed': async (page) => {
    const down = { status: 503, json: 'Servicio no disponible. Inténtalo más tarde.' }
    await page.route('**/statement.pdf', (route) => route.fulfill(down))
    await logInAs(page, 'rosa', STATEMENT)
    await page.getByRole('button', { name: /^Descargar .*PDF$/ }).click()
    await page.getByRole('alert').waitFor()
  },
  'verify-statement': (page) => page.goto('/verify-statement'),
  'verify-statement-current': (page) => verifyStatement(page, { is_current: true }),
  'verify-statement-replaced': (page) => verifyStatement(page, { is_current: false }),
  'verify-statement-unknown': async (page) => {
    await page.goto('/verify-statement?folio=EC-0000-0000-0000')
    await page.getByRole('alert').waitFor()
  },
}

const printed = [
  { label: 'Documento', value: 'Estado de Cuenta' },
  { label: 'Compra', value: 'V-1001' },
  { label: 'Nombre', value: 'R••• M••• S•••' },
  { label: 'Rut', value: '••.•••.678-5' },
  { label: 'Actualizado al', value: '20-11-2026 06:00' },
  { label: 'Total Reserva Pactada', value: 'UF 441,00' },
  { label: 'Total Pagado en UF', value: 'UF 253,40' },
  { label: 'Saldo de la reserva', value: 'UF 187,60' },
]

async function verifyStatement(page: Page, check: { is_current: boolean }) {
  const folio = 'EC-7F3K-92MD-0QX4'
  await page.route('**/api/statements/**', (route) =>
    route.fulfill({
      json: {
        folio,
        issued_at: '2026-11-20T15:00:00Z',
        ...check,
        printed: check.is_current ? printed : [],
      },
    }),
  )
  await page.goto(`/verify-statement?folio=${folio}`)
  await page.getByText('Emitido el').waitFor()
}
