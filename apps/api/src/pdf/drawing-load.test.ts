import { expect, test, vi } from 'vitest'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { moveTo, openProcess } from '../../test/pdf/another-process.ts'
import { giveRosaTheWorstData } from '../../test/pdf/worst-data.ts'
import { readPdf } from '../../test/statements/read-statement.ts'
import { addressOf, csvOf, loadRosa, pdfOf } from '../../test/statements/statements.ts'
import type { Visitor } from '../../test/visitor.ts'
import { many, sql } from '../db/query.ts'
import type { PdfLimits } from './pdf-limits.ts'

vi.setConfig({ testTimeout: 240_000 })

/** Rosa on another process of the same portal, with its own limits on drawings. */
async function rosaOnProcessWith(portal: Portal, limits: Partial<PdfLimits>): Promise<Visitor> {
  return moveTo(await openProcess(portal, limits), await portal.as('rosa'))
}

test('while Rosa’s worst PDF is drawn, the portal answers other calls; the PDF says that it is cut (security 10.21, security 10.24)', async () => {
  const portal = await openPortalForTest({})
  await giveRosaTheWorstData(portal)
  const rosa = await rosaOnProcessWith(portal, { timeoutMs: 100_000 })
  const answers: string[] = []
  const drawn = rosa.get('/api/client/data.pdf').then((answer) => {
    answers.push('pdf')
    return answer
  })
  // Its entry is the last thing before the drawing.
  await vi.waitUntil(async () => {
    const entries = sql`select id from audit_entries where action = 'member.exported'`
    return (await many(portal.db, entries)).length > 0
  }, 180_000)
  for (let i = 0; i < 20; i++) {
    const { status } = await rosa.get('/api/health/')
    answers.push(`health ${status}`)
  }
  const { status, bytes } = await drawn
  expect(status).toBe(200)
  expect(answers).toEqual([...Array(20).fill('health 200'), 'pdf'])
  const { pages, rows } = await readPdf(bytes)
  expect(pages).toHaveLength(201)
  expect(rows.slice(-2).join(' ')).toContain('tiene solo las primeras 200 páginas. El archivo JSON')
  for (const page of pages) expect(page.flat().join(' ')).toContain('de 201 · incompleto')
})

test('a statement with more instalments than two hundred pages hold says on every page that it is incomplete (§12.91, security 10.24)', async () => {
  const portal = await openPortalForTest({})
  await loadRosa(portal, (sale) => {
    sale.estado_de_pago['Cuotas mensuales'].cuotas = Array.from({ length: 9000 }, (_, i) => ({
      fecha_vencimiento: '2026-12-05',
      monto_uf: 1,
      monto_uf_saldo: i,
      estado: 'Pendiente',
    }))
  })
  const rosa = await rosaOnProcessWith(portal, { timeoutMs: 100_000 })
  const { pages, rows } = await pdfOf(rosa, 'V-1001')
  expect(pages).toHaveLength(201)
  for (const page of pages) expect(page.flat().join(' ')).toContain('de 201 · incompleto')
  expect(rows.slice(-2).join(' ')).toBe(
    'Este documento está incompleto: tiene solo las primeras 200 páginas. El estado de cuenta completo está en el archivo para planilla (CSV) del portal.',
  )
  expect((await csvOf(rosa, 'V-1001')).flat()).toContain('8999,00')
})

test.each([
  ['the queue is full', { max: 0 }],
  ['the drawing takes too long', { timeoutMs: 1 }],
])(
  'when %s, both PDFs are a 503 with a sentence; CSV and JSON work (§12.91, security 10.22)',
  async (_name, limits) => {
    const rosa = await rosaOnProcessWith(await openPortalForTest({}), limits)
    for (const url of [addressOf('V-1001', 'pdf'), '/api/client/data.pdf']) {
      expect(await rosa.get(url), url).toMatchObject({
        status: 503,
        body: 'Servicio no disponible. Inténtalo más tarde.',
        headers: { 'retry-after': '5', 'x-error-code': 'unavailable' },
      })
    }
    expect((await rosa.get(addressOf('V-1001', 'csv'))).status).toBe(200)
    expect((await rosa.get('/api/client/data.json')).status).toBe(200)
  },
)

test('a full queue refuses before a folio is issued and before anything is recorded (security 10.22)', async () => {
  const portal = await openPortalForTest({})
  const rosa = await rosaOnProcessWith(portal, { max: 0 })
  await rosa.get(addressOf('V-1001', 'pdf'))
  await rosa.get('/api/client/data.pdf')
  const issued = sql`select folio as id from issued_statements union all
    select id::text from audit_entries where action in ('statement.issued', 'member.exported')`
  expect(await many(portal.db, issued)).toEqual([])
})
