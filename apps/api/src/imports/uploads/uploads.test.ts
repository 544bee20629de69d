import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  checkedExport,
  type ExportedSale,
  exportWith,
  sendExport,
  uploadOf,
} from '../../../test/imports/exports.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import type { Visitor } from '../../../test/visitor.ts'
import { many, one, sql } from '../../db/query.ts'

let portal: Portal
let ivan: Visitor
beforeEach(async () => {
  portal = await openPortal()
  ivan = await portal.as('ivan')
})
afterEach(() => portal.close())

/** A first real load, so that the sample cooperative is no part of the difference. */
async function loadFirst(): Promise<void> {
  const first = await checkedExport(portal, ivan, exportWith(addTenth))
  await applied(first.id)
}

/** Of ten sales one may be missing in the next export. */
function addTenth(sales: ExportedSale[]): void {
  sales.push({ ...structuredClone(sales[0]), code: 'V-8' })
}

async function applied(id: number) {
  expect((await ivan.post(`/api/import-uploads/${id}/apply/`)).status).toBe(202)
  await portal.sentEmails()
  return uploadOf(ivan, id)
}

const salesData = async () => (await (await portal.as('rosa')).get('/api/sales-data/')).body

/** Rosa's debt and pending instalments contradict, one sale is new, and one is gone. */
function nextSales(sales: ExportedSale[]): void {
  const [rosa] = sales
  sales.push({ ...structuredClone(rosa), code: 'V-9' })
  rosa.compromiso['Cuotas mensuales'].cuotas_pendientes = 30
  rosa.compromiso.resumen.deuda = '150.5'
}

describe('an uploaded export', () => {
  test('is tried: what it would change is told, and nothing changes (§12.153)', async () => {
    const before = await salesData()
    const upload = await checkedExport(portal, ivan, gzipSync(exportWith()), 'ventas.ndjson.gz')
    expect(upload).toMatchObject({
      state: 'checked',
      name: 'ventas.ndjson.gz',
      by: 'Iván Rojas Mella',
      token: '',
      is_stale: false,
      has_file: true,
      load: { state: 'tried', unchanged: 9, replaced_sample: { sales: 9 } },
    })
    expect(await salesData()).toEqual(before)
  })

  test('is applied, and its difference is the one that the dry run told (§12.154)', async () => {
    await loadFirst()
    const tried = await checkedExport(
      portal,
      ivan,
      exportWith(nextSales, '2026-11-22T06:00:00-03:00'),
    )
    const lists = async (loadId: number) => {
      const read = async (list: string) =>
        (await ivan.get(`/api/loads/${loadId}/${list}/`)).body.results
      return [await read('changes'), await read('findings')]
    }
    const figures = async (loadId: number, sale: string) =>
      (await ivan.get(`/api/loads/${loadId}/figures/?sale=${sale}`)).body
    const told = await lists(tried.load.id)
    const shown = ['V-1001', 'V-8', 'V-9']
    const toldFigures = await Promise.all(shown.map((sale) => figures(tried.load.id, sale)))
    expect(tried.load).toMatchObject({
      added: 1,
      changed: 1,
      withdrawn: 1,
      findings: 2,
    })
    expect(told[0].map(({ sale, kind }: ExportedSale) => [sale, kind])).toEqual([
      ['V-9', 'added'],
      ['V-1001', 'changed'],
      ['V-8', 'withdrawn'],
    ])
    expect(toldFigures[0].figures).toContainEqual({
      name: 'Deuda de la reserva',
      before: 'UF\u00a0187,6',
      after: 'UF\u00a0150,5',
      is_changed: true,
    })

    const upload = await applied(tried.id)
    const { id, state, at, ...counts } = upload.load
    const { id: _id, state: _state, at: _at, ...toldCounts } = tried.load
    expect([upload.state, state]).toEqual(['applied', 'applied'])
    expect(at >= tried.load.at).toBe(true)
    expect(counts).toEqual(toldCounts)
    expect(await lists(id)).toEqual(told)
    for (const [index, sale] of shown.entries()) {
      expect(await figures(id, sale)).toEqual(toldFigures[index])
    }
    expect((await salesData())[0].compromiso.resumen.deuda).toBe(150.5)
    expect((await salesData())[0].por_confirmar).toEqual(['debt', 'pending_count'])
  })

  test('is not applied after another load came in, until it is tried again (§12.155)', async () => {
    await loadFirst()
    const day = '2026-11-22T06:00:00-03:00'
    const waiting = await checkedExport(portal, ivan, exportWith(addTenth, day))
    const other = await checkedExport(portal, ivan, exportWith(nextSales, day))
    // Both are checked; the job of the first one meets the load of the second.
    await applied(other.id)
    expect(await uploadOf(ivan, waiting.id)).toMatchObject({ state: 'checked', is_stale: true })
    const refused = await ivan.post(`/api/import-uploads/${waiting.id}/apply/`)
    expect([refused.status, refused.body]).toEqual([
      409,
      'Otra carga entró después de esta revisión. Revisa el archivo de nuevo.',
    ])
    expect(refused.headers['x-error-code']).toBe('changed_meanwhile')
    expect((await ivan.post(`/api/import-uploads/${waiting.id}/check/`)).status).toBe(202)
    await portal.sentEmails()
    expect(await uploadOf(ivan, waiting.id)).toMatchObject({ is_stale: false })
    expect(await applied(waiting.id)).toMatchObject({ state: 'applied' })
  })

  test('that a load overtakes in the queue is refused by the job (§12.155)', async () => {
    await loadFirst()
    const day = '2026-11-22T06:00:00-03:00'
    const one = await checkedExport(portal, ivan, exportWith(nextSales, day))
    const other = await checkedExport(portal, ivan, exportWith(nextSales, day))
    await ivan.post(`/api/import-uploads/${one.id}/apply/`)
    await ivan.post(`/api/import-uploads/${other.id}/apply/`)
    await portal.sentEmails()
    expect(await uploadOf(ivan, one.id)).toMatchObject({ state: 'applied' })
    expect(await uploadOf(ivan, other.id)).toMatchObject({
      state: 'refused',
      load: { state: 'refused', refusal: expect.stringContaining('Otra carga entró') },
    })
  })

  test('that is refused, cannot be read or is packed twice says why (security 7.47)', async () => {
    const cut = Buffer.from('{"corte":"2026-11-20T06:00:00-03:00","ventas":3}\n')
    expect(await checkedExport(portal, ivan, cut)).toMatchObject({
      state: 'refused',
      has_file: false,
      load: { refusal: expect.stringContaining('anuncia 3 ventas y trae 0') },
    })
    const twice = gzipSync(gzipSync(exportWith()))
    expect(await checkedExport(portal, ivan, twice, 'ventas.gz.gz')).toMatchObject({
      state: 'failed',
      failure: 'ventas.gz.gz está comprimido dos veces: debe estarlo una sola vez.',
    })
    const torn = gzipSync(exportWith()).subarray(0, 900)
    expect(await checkedExport(portal, ivan, torn, 'rota.gz')).toMatchObject({
      state: 'failed',
      has_file: false,
      failure: 'No se puede leer el archivo rota.gz: está dañado o no es lo que dice ser.',
      load: null,
    })
  })

  test('without a file, or with an empty one, is refused', async () => {
    const empty = await sendExport(ivan, Buffer.alloc(0))
    expect([empty.status, empty.body]).toEqual([400, ['El archivo está vacío.']])
  })

  test('its file is removed once it is applied or discarded (security 7.39)', async () => {
    const stored = () =>
      many(portal.db, sql`select id from uploaded_exports where storage_key is not null`)
    const one = await checkedExport(portal, ivan, exportWith())
    expect(await stored()).toEqual([{ id: one.id }])
    await applied(one.id)
    expect(await stored()).toEqual([])

    const other = await checkedExport(portal, ivan, exportWith())
    expect((await ivan.call('DELETE', `/api/import-uploads/${other.id}/`)).status).toBe(200)
    await portal.sentEmails()
    expect((await ivan.get(`/api/import-uploads/${other.id}/`)).status).toBe(404)
    expect(await stored()).toEqual([])
    const again = await ivan.call('DELETE', `/api/import-uploads/${one.id}/`)
    expect(again.status).toBe(409)
  })

  test('belongs to staff who may load only', async () => {
    const { id } = await checkedExport(portal, ivan, exportWith())
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    for (const [person, status] of [
      [anonymous, 401],
      [await portal.as('rosa'), 403],
      [await portal.as('mario'), 403],
    ] as const) {
      expect((await sendExport(person, exportWith())).status).toBe(status)
      expect((await person.get('/api/import-uploads/')).status).toBe(status)
      expect((await person.get(`/api/import-uploads/${id}/`)).status).toBe(status)
      expect((await person.post(`/api/import-uploads/${id}/apply/`)).status).toBe(status)
      expect((await person.post(`/api/import-uploads/${id}/check/`)).status).toBe(status)
      expect((await person.call('DELETE', `/api/import-uploads/${id}/`)).status).toBe(status)
    }
    const { count } = await one<{ count: number }>(
      portal.db,
      sql`select count(*) from uploaded_exports`,
    )
    expect(count).toBe(1)
  })
})
