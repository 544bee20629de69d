import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { tabSlugs } from '../../requests/member-address.ts'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { buildWireSale } from '../../testing/build-wire-sale.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { sentence } from '../../testing/sentence.ts'
import { Component as Screen } from './dashboard-screen.tsx'

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

const slugs = Object.values(tabSlugs)

/** The whole dashboard with this sale and one of its tabs open. */
async function open(sale: unknown, slug: string = tabSlugs.accountStatement) {
  fakeServer({
    'GET /api/sales-data/': json(200, [sale]),
    'GET /api/procedures/': json(200, { results: [], current: 1, lastPage: 1 }),
  })
  renderAt(`/dashboard?venta=V-1&tab=${slug}`, <Screen />)
  await screen.findByRole('article')
  const panel = await screen.findByRole('tabpanel')
  // The procedures come from separate files and calls.
  await act(async () => {})
  return panel
}

const plain = (node: HTMLElement) => node.textContent?.replaceAll('\u00a0', ' ') ?? ''

/** A copy of the sale with every value of a kind replaced. */
function withEvery(change: (value: unknown, name: string) => unknown) {
  const walk = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => walk(each, name))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each, key)]))
    }
    return change(value, name)
  }
  return walk(buildWireSale(), '')
}

// The fields that make a sale visible and selectable stay.
const needed = ['code', 'fecha_aprob_semi', 'fecha_real']
const but = (change: (value: unknown) => unknown) =>
  withEvery((value, name) => (needed.includes(name) ? value : change(value)))

const SCRIPT = '<script>alert(1)</script>'

const oddSales: [what: string, sale: unknown][] = [
  ['without any section', { code: 'V-1', venta: { fecha_aprob_semi: '2024-01-10' } }],
  ['of nulls', but(() => null)],
  ['of empty strings', but(() => '')],
  ['with numbers as text', but((value) => (typeof value === 'number' ? String(value) : value))],
  [
    'with times behind its dates',
    withEvery((value) =>
      typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value} 00:00:00` : value,
    ),
  ],
  [
    'of zero dates',
    but((value) =>
      typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
        ? '0000-00-00 00:00:00'
        : value,
    ),
  ],
  ['of markup', but((value) => (typeof value === 'string' ? SCRIPT : value))],
  [
    'of sections that are no sections',
    { ...buildWireSale(), pagos: 'x', compromiso: [], estado_de_pago: 7 },
  ],
  ['of negative amounts', but((value) => (typeof value === 'number' ? -value : value))],
]

describe.each(oddSales)('a sale %s', (_, sale) => {
  test.each(slugs)('breaks nothing of %s (§12.44)', async (slug) => {
    const panel = await open(sale, slug)
    expect(screen.queryByText(/No pudimos mostrar esta sección/)).toBeNull()
    expect(plain(panel)).not.toMatch(/NaN|undefined|null|\[object/)
    expect(plain(screen.getByRole('article'))).not.toMatch(/NaN|undefined|null|\[object/)
    expect(document.querySelector('script')).toBeNull()
    expect(screen.getAllByRole('tab')).toHaveLength(5)
  })
})

test('numbers as text are the same numbers (§11.32)', async () => {
  const [asNumbers, asText] = [
    buildWireSale(),
    but((value) => (typeof value === 'number' ? String(value) : value)),
  ]
  const expected = plain(await open(asNumbers))
  cleanup()
  expect(plain(await open(asText))).toBe(expected)
})

test('a date with a time is its day, wherever one is', async () => {
  const panel = await open(
    withEvery((value, name) => (name === 'fecha_vencimiento' ? `${value} 23:59:59` : value)),
  )
  expect(within(panel).getByRole('cell', { name: /^05-10-2027/ })).toBeTruthy()
})

test('a zero date is no date', async () => {
  const panel = await open(
    withEvery((value, name) => (name === 'fecha_borrador' ? '0000-00-00' : value)),
    tabSlugs.deed,
  )
  expect(within(panel).getByText(sentence('Borrador (PENDIENTE)'))).toBeTruthy()
})

test('steps done out of order are shown as they are', async () => {
  const sale = buildWireSale()
  const seguimiento = sale.seguimiento && {
    ...sale.seguimiento,
    fecha_borrador: '',
    fecha_real_cbr_i: '2025-01-02',
  }
  const panel = await open({ ...sale, seguimiento }, tabSlugs.deed)
  expect(within(panel).getByText(sentence('Borrador (PENDIENTE)'))).toBeTruthy()
  expect(within(panel).getByText(sentence('Salida CBR 02-01-2025'))).toBeTruthy()
  expect(within(panel).getByText('Paso 1 de 9: Borrador')).toBeTruthy()
})

test('a past instalment that accounting calls paid is paid everywhere, without its balance (§12.710)', async () => {
  const cuota = { monto_uf: 7.35, monto_uf_saldo: null, estado: 'Pagada' }
  const cuotas = ['2024-01-05', '2024-02-05'].map((due) => ({ ...cuota, fecha_vencimiento: due }))
  const compromiso = { resumen: { deuda: 0 }, credito_hipotecario_preliminar: { compromiso: 1960 } }
  await open(buildWireSale({ compromiso, estado_de_pago: { 'Cuotas mensuales': { cuotas } } }))
  const page = plain(document.body)
  expect(page).not.toMatch(/atrasad/i)
  expect(plain(screen.getByRole('article'))).toContain('Sin cuotas pendientes')
  expect(screen.getByRole('region', { name: 'Próximo pago' }).textContent).toContain(
    'Pagaste todas tus cuotas',
  )
  expect(screen.getByRole('img', { name: 'Cuotas por mes: 2 pagadas' })).toBeTruthy()
  expect(page).toContain('2 cuotas pagadasTotal UF 14,70')
})

test('a negative balance keeps its sign and is not paid up', async () => {
  await open(buildWireSale({ compromiso: { resumen: { deuda: -12.5 } } }))
  const card = plain(screen.getByRole('article'))
  expect(card).toContain('UF -12,50')
  expect(card).not.toContain('Pagado')
})

test('five properties, 200 instalments and names of 80 letters are all there', async () => {
  const name = 'Maximiliana de los Ángeles '.repeat(3).trim()
  const sale = buildWireSale()
  const panel = await open({
    ...sale,
    venta: {
      ...sale.venta,
      cliente_nombre_completo: name,
      ...Object.fromEntries(
        ['propiedad1', 'propiedad2', 'propiedad3', 'propiedad4'].map((prefix) => [
          `${prefix}_lote`,
          `Bodega ${prefix}`,
        ]),
      ),
    },
    estado_de_pago: {
      'Cuotas mensuales': {
        cuotas: Array.from({ length: 200 }, (_, place) => ({
          fecha_vencimiento: `${2020 + Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}-05`,
          monto_uf: 1,
          monto_uf_saldo: 1,
          estado: '',
        })),
      },
    },
  })
  const rows = (caption: string) =>
    within(within(panel).getByRole('table', { name: caption })).getAllByRole('row')
  expect(rows('Propiedades')).toHaveLength(6)
  for (const year of within(panel).getAllByRole('button', { name: /^20\d\d/, expanded: false })) {
    fireEvent.click(year)
  }
  const instalments = rows('Cuotas').filter((row) => row.hasAttribute('data-status'))
  expect(instalments).toHaveLength(200)
  expect(within(panel).getByText(name)).toBeTruthy()
})

test('a company shows who represents it', async () => {
  const sale = buildWireSale()
  const panel = await open({
    ...sale,
    venta: {
      ...sale.venta,
      cliente_rut: '76192083-9',
      cliente_nombre_representante_legal: 'Marcela Contreras',
    },
  })
  expect(within(panel).getByText('Marcela Contreras')).toBeTruthy()
  expect(within(panel).getByText('76.192.083-9')).toBeTruthy()
})

test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'ftp://x.example'])(
  'a receipt at %s is no link',
  async (ficha_pago) => {
    const sale = buildWireSale()
    const panel = await open({ ...sale, pagos: [{ ...sale.pagos[0], ficha_pago }] })
    expect(within(panel).queryByRole('link', { name: /Ver comprobante/ })).toBeNull()
  },
)

describe('the age of the data', () => {
  const notice = /más de tres días hábiles/

  test('is shown on the cards and on the statement, without a warning while they are fresh', async () => {
    await open(buildWireSale())
    expect(screen.getAllByText(sentence('Datos actualizados al 20-11-2026 06:00'))).toHaveLength(2)
    expect(screen.queryByText(notice)).toBeNull()
  })

  test('is warned about in both places once the server finds them outdated (§12.39)', async () => {
    await open(buildWireSale({ desactualizado: true }))
    expect(screen.getAllByText(notice)).toHaveLength(2)
  })
})
