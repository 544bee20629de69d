import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { importMessages } from '@carpeta/domain/imports/import-rules'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { workbookOfSales } from '../../test/exports/workbook-of.ts'
import { writeCsvFolder } from '../../test/exports/write-csv-folder.ts'
import {
  checkedExport,
  type ExportedSale,
  exportWith,
  peopleWhoMayNotLoad,
  sendExport,
  uploadOf,
} from '../../test/imports/exports.ts'
import { zip } from '../../test/imports/zip.ts'
import { type Sale, sample } from '../../test/imports.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { confirmPassword } from '../../test/second-factor/factors.ts'
import { ageAuthentication } from '../../test/users/age-authentication.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'
import { many, one, sql } from '../db/query.ts'
import { createServerToken } from './import-tokens.ts'

let portal: Portal
let ivan: Visitor
beforeEach(async () => {
  portal = await openPortalForTest({})
  ivan = await portal.as('ivan')
})

/** A first real load, so that the sample cooperative is no part of the difference. */
async function loadFirst(): Promise<void> {
  const first = await checkedExport(portal, ivan, exportWith(addTenth))
  await apply(first.id)
}

/** Of ten sales one may be missing in the next export. */
function addTenth(sales: ExportedSale[]): void {
  sales.push({ ...structuredClone(sales[0]), code: 'V-8' })
}

async function apply(id: number) {
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

  test('is applied, and its difference is the one that the dry run told (§12.154, §12.2258)', async () => {
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
      before: 'UF\u00a0187,60',
      after: 'UF\u00a0150,50',
      is_changed: true,
    })

    const upload = await apply(tried.id)
    const { id, state, at, emails, ...counts } = upload.load
    const { id: _id, state: _state, at: _at, emails: toldEmails, ...toldCounts } = tried.load
    expect([upload.state, state]).toEqual(['applied', 'applied'])
    expect(at >= tried.load.at).toBe(true)
    expect(counts).toEqual(toldCounts)
    expect(emails).toBeNull()
    const { summary } = (await ivan.get(`/api/loads/${id}/emails/`)).body
    expect(toldEmails).toBe(summary.waiting + summary.sent)
    // An applied one is in the list of loads alone.
    const { results } = (await ivan.get('/api/import-uploads/')).body
    expect(results.map((listed: { id: number }) => listed.id)).not.toContain(tried.id)
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
    await apply(other.id)
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
    expect(await apply(waiting.id)).toMatchObject({ state: 'applied' })
  })

  test('that a colleague had checked again is not applied by who read the check before (§12.2166)', async () => {
    await loadFirst()
    const day = '2026-11-22T06:00:00-03:00'
    const read = await checkedExport(portal, ivan, exportWith(addTenth, day))
    const other = await checkedExport(portal, ivan, exportWith(nextSales, day))
    await apply(other.id)
    await ivan.post(`/api/import-uploads/${read.id}/check/`)
    await portal.sentEmails()
    const now = await uploadOf(ivan, read.id)
    expect(now).toMatchObject({ state: 'checked', is_stale: false })
    const applyAsRead = (loadId: number) =>
      ivan.post(`/api/import-uploads/${read.id}/apply/?load_id=${loadId}`)
    const late = await applyAsRead(read.load.id)
    expect([late.status, late.body]).toEqual([409, importMessages.checkedAgain.text])
    expect((await applyAsRead(now.load.id)).status).toBe(202)
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
    // Its file stays, so that it can be checked again.
    expect(await uploadOf(ivan, other.id)).toMatchObject({
      ...{ state: 'checked', is_stale: true, has_file: true, load: { state: 'tried' } },
    })
    expect((await ivan.post(`/api/import-uploads/${other.id}/check/`)).status).toBe(202)
    await portal.sentEmails()
    expect(await uploadOf(ivan, other.id)).toMatchObject({ state: 'checked', is_stale: false })
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

  test('is refused beside ten that wait, until one is discarded (security 7.280)', async () => {
    const sent = []
    for (let each = 0; each < 10; each += 1) sent.push(await sendExport(ivan, exportWith()))
    const refused = await sendExport(ivan, exportWith())
    expect([refused.status, refused.body]).toEqual([409, importMessages.tooManyStored.text])
    await portal.sentEmails()
    await ivan.call('DELETE', `/api/import-uploads/${sent[0]?.body.id}/`)
    expect((await sendExport(ivan, exportWith())).status).toBe(202)
  })

  test('its file is removed once it is applied or discarded (security 7.39)', async () => {
    const stored = () =>
      many(portal.db, sql`select id from uploaded_exports where storage_key is not null`)
    const one = await checkedExport(portal, ivan, exportWith())
    expect(await stored()).toEqual([{ id: one.id }])
    await apply(one.id)
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
    for (const [person, status] of await peopleWhoMayNotLoad(portal)) {
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

const spoilt = exportWith(([rosa]: ExportedSale[]) => {
  rosa.venta.cliente_rut = '12345678-4'
})

const accept = (id: number, refusal: string, by = ivan) =>
  by.post(`/api/import-uploads/${id}/accept/`, json({ refusal }))

/** A load of today, so that the exports of these tests are older. */
const loadToday = async () =>
  apply((await checkedExport(portal, ivan, exportWith(undefined, '2026-11-22T06:00:00-03:00'))).id)

describe('a refused export', () => {
  test('for an older cut-off is accepted, tried again and applied, by a person and on record (§12.229, security 3.20)', async () => {
    await loadToday()
    const refused = await checkedExport(portal, ivan, exportWith())
    expect(refused).toMatchObject({
      state: 'refused',
      has_file: true,
      accepted: [],
      load: { refusal_code: 'older_cutoff' },
    })
    expect((await ivan.post(`/api/import-uploads/${refused.id}/apply/`)).status).toBe(409)
    expect((await ivan.post(`/api/import-uploads/${refused.id}/check/`)).status).toBe(409)

    expect((await accept(refused.id, 'older_cutoff')).status).toBe(202)
    await portal.sentEmails()
    expect(await uploadOf(ivan, refused.id)).toMatchObject({
      state: 'checked',
      accepted: ['older_cutoff'],
      load: { state: 'tried', refusal: null },
    })
    expect(await apply(refused.id)).toMatchObject({ state: 'applied', has_file: false })
    const entries = await many(
      portal.db,
      sql`select action, after -> 'accepted' as accepted from audit_entries
        where after -> 'accepted' is not null order by id`,
    )
    expect(entries).toEqual([
      { action: 'import.refusal_accepted', accepted: ['older_cutoff'] },
      { action: 'load.applied', accepted: ['older_cutoff'] },
    ])
  })

  test('that was accepted is asked again after another load, whose outcome nobody saw (security 3.460)', async () => {
    await loadToday()
    const { id } = await checkedExport(portal, ivan, exportWith())
    await accept(id, 'older_cutoff')
    await portal.sentEmails()
    await apply(
      (await checkedExport(portal, ivan, exportWith(undefined, '2026-11-23T06:00:00-03:00'))).id,
    )
    expect(await uploadOf(ivan, id)).toMatchObject({ state: 'checked', is_stale: true })
    await ivan.post(`/api/import-uploads/${id}/check/`)
    await portal.sentEmails()
    expect(await uploadOf(ivan, id)).toMatchObject({
      state: 'refused',
      accepted: [],
      load: { refusal_code: 'older_cutoff' },
    })
  })

  test('for one reason and then for another has each accepted by itself (§12.229)', async () => {
    await loadToday()
    const { id } = await checkedExport(portal, ivan, spoilt)
    await accept(id, 'older_cutoff')
    await portal.sentEmails()
    expect(await uploadOf(ivan, id)).toMatchObject({
      state: 'refused',
      load: { refusal_code: 'too_many_rejects' },
    })
    const other = await accept(id, 'too_many_withdrawn')
    expect([other.status, other.headers['x-error-code']]).toEqual([409, 'changed_meanwhile'])
    await accept(id, 'too_many_rejects')
    await portal.sentEmails()
    expect(await apply(id)).toMatchObject({
      state: 'applied',
      accepted: ['older_cutoff', 'too_many_rejects'],
      load: { rejected: 1 },
    })
  })

  test('after a program sent it is accepted and applied by Iván, whose load it is', async () => {
    const { token } = await createServerToken(portal, { name: 'Nocturno', days: 30 })
    const { payload, headers } = upload({ name: 'noche.ndjson', bytes: spoilt })
    const authorization = `Bearer ${token}`
    const { body } = await portal
      .visitor()
      .post('/api/imports/', { payload, headers: { ...headers, authorization } })
    await portal.sentEmails()
    expect(await uploadOf(ivan, body.id)).toMatchObject({ state: 'refused', has_file: true })
    await accept(body.id, 'too_many_rejects')
    await portal.sentEmails()
    expect(await apply(body.id)).toMatchObject({
      token: 'Nocturno',
      load: { by: 'Iván Rojas Mella' },
    })
  })

  test('for what nobody may accept keeps no file (§12.229)', async () => {
    const future = exportWith(undefined, '2027-11-22T06:00:00-03:00')
    const { id, load } = await checkedExport(portal, ivan, future)
    expect([load.refusal_code, (await uploadOf(ivan, id)).has_file]).toEqual([
      'future_cutoff',
      false,
    ])
    expect((await accept(id, 'future_cutoff')).status).toBe(400)
    expect((await accept(id, 'older_cutoff')).status).toBe(409)
  })
})

test('accepting needs the password again, and the permission (security 3.20)', async () => {
  const { id } = await checkedExport(portal, ivan, spoilt)
  for (const [person, status] of await peopleWhoMayNotLoad(portal)) {
    expect((await accept(id, 'too_many_rejects', person)).status).toBe(status)
  }
  await ageAuthentication(portal.db, 'ivan')
  const late = await accept(id, 'too_many_rejects')
  expect([late.status, late.headers['x-error-code']]).toEqual([403, 'reauthentication_required'])
  expect(await uploadOf(ivan, id)).toMatchObject({ state: 'refused', accepted: [] })
})

const corte = '2026-11-21T06:00:00-03:00'

/** The CSV files of these sales as an Excel in Chile writes them, in a folder of a zip. */
function zippedCsvs(sales: Sale[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-zip-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const form = {
    delimiter: ';',
    decimal: ',',
    encoding: 'windows-1252',
    newline: '\r\n',
  } as const
  writeCsvFolder(folder, sales, form, { corte })
  const files = readdirSync(folder)
  return zip(
    files.map((name) => ({ name: `exporta/${name}`, content: readFileSync(join(folder, name)) })),
  )
}

/** Rosa's price is another one, with decimals. */
function otherPrice(): Sale[] {
  const sales: Sale[] = structuredClone(sample)
  for (const { code, venta } of sales) if (code === 'V-1001') venta.precio_venta = 2451.75
  return sales
}

const priceOfRosa = async () =>
  (await (await portal.as('rosa')).get('/api/sales-data/')).body[0].venta.precio_venta

test('Iván uploads a zip of CSV files: it is tried, applied, and gives the sales of the NDJSON (§12.220)', async () => {
  const tried = await checkedExport(portal, ivan, zippedCsvs(otherPrice()), 'noviembre.zip')
  expect(tried).toMatchObject({
    state: 'checked',
    name: 'noviembre.zip',
    load: { state: 'tried', added: 0, changed: 1, unchanged: 8, rejected: 0 },
  })
  expect(await priceOfRosa()).toBe(2450)
  expect(await apply(tried.id)).toMatchObject({ state: 'applied', load: { file: 'noviembre.zip' } })
  expect(await priceOfRosa()).toBe(2451.75)
  const lines = exportWith((sales) => sales.splice(0, sales.length, ...otherPrice()), corte)
  const { load } = await checkedExport(portal, ivan, lines)
  expect(load).toMatchObject({ added: 0, changed: 0, unchanged: 9 })
})

test('Iván uploads an Excel workbook, which gives the sales of the NDJSON (§12.820)', async () => {
  const tried = await checkedExport(
    portal,
    ivan,
    workbookOfSales(otherPrice(), corte),
    'libro.xlsx',
  )
  expect(tried).toMatchObject({
    state: 'checked',
    name: 'libro.xlsx',
    load: { state: 'tried', added: 0, changed: 1, unchanged: 8, rejected: 0 },
  })
  await apply(tried.id)
  expect(await priceOfRosa()).toBe(2451.75)
})

test('a program sends a zip of CSV files (§12.220)', async () => {
  const { token } = await createServerToken(portal, { name: 'Nocturno', days: 30 })
  const { payload, headers } = upload({ name: 'noche.zip', bytes: zippedCsvs(otherPrice()) })
  const authorization = `Bearer ${token}`
  const sent = await portal
    .visitor()
    .post('/api/imports/', { payload, headers: { ...headers, authorization } })
  expect([sent.status, sent.body.state]).toEqual([202, 'waiting'])
  await portal.sentEmails()
  const location = String(sent.headers.location)
  const { body } = await portal.visitor().get(location, { headers: { authorization } })
  expect(body).toMatchObject({ state: 'applied', load: { changed: 1, unchanged: 8 } })
  expect(await priceOfRosa()).toBe(2451.75)
})

test('a broken rule in a zip of CSV files is told with its file and line, here and in the CSV (§12.220)', async () => {
  const sales = otherPrice()
  for (const { code, venta } of sales) if (code === 'V-1001') venta.cliente_rut = '12345678-4'
  const { load } = await checkedExport(portal, ivan, zippedCsvs(sales), 'noviembre.zip')
  const { body } = await ivan.get(`/api/loads/${load.id}/rejects/`)
  expect(body.results).toMatchObject([
    { file: 'ventas.csv', sale: 'V-1001', field: 'cliente_rut', value: '12345678-4' },
  ])
  const [{ line }] = body.results
  const { body: csv } = await ivan.get(`/api/loads/${load.id}/rejects.csv`)
  expect(csv).toContain(`ventas.csv;${line};V-1001;cliente_rut;`)
})

describe('a load that waits for its turn', () => {
  const next = () => exportWith(nextSales, '2026-11-22T06:00:00-03:00')
  const NOT_PERMITTED =
    'Quien pidió aplicar este archivo ya no puede cargar ventas, así que no se aplicó. Súbelo otra vez si corresponde.'
  const loads = () => many(portal.db, sql`select id, state from loads order by id`)
  const demote = () =>
    portal.pool.query(`update users set is_superuser = false where first_name = 'Iván'`)

  test('is not applied once Iván, who asked for it, may not load any more (security 7.271)', async () => {
    await loadFirst()
    const { id } = await checkedExport(portal, ivan, next())
    expect((await ivan.post(`/api/import-uploads/${id}/apply/`)).status).toBe(202)
    const before = await loads()
    await demote()
    await portal.sentEmails()
    expect(await loads()).toEqual(before)
    const { rows } = await portal.pool.query(
      'select state, failure from uploaded_exports where id = $1',
      [id],
    )
    expect(rows).toEqual([{ state: 'failed', failure: NOT_PERMITTED }])
  })

  test.each([
    ['its token is revoked', 'update import_tokens set revoked_at = now()'],
    ['who made its token is put out', `update users set is_active = false where rut is not null`],
  ])('is not applied for a program once %s (security 7.271)', async (_, change) => {
    await loadFirst()
    await confirmPassword(ivan)
    const made = await ivan.post('/api/import-tokens/', json({ name: 'Nocturno', days: 30 }))
    const { payload, headers } = upload({ name: 'noche.ndjson', bytes: next() })
    const authorization = `Bearer ${made.body.token}`
    const pushed = await portal
      .visitor()
      .post('/api/imports/', { payload, headers: { ...headers, authorization } })
    expect(pushed.status).toBe(202)
    const before = await loads()
    await portal.pool.query(change)
    await portal.sentEmails()
    expect(await loads()).toEqual(before)
    const { rows } = await portal.pool.query(
      'select state, failure from uploaded_exports where id = $1',
      [pushed.body.id],
    )
    expect(rows).toEqual([{ state: 'failed', failure: NOT_PERMITTED }])
  })

  test('is not undone once Iván, who asked for it, may not load any more (security 7.271)', async () => {
    await loadFirst()
    const [load] = (await ivan.get('/api/loads/')).body.results
    expect((await ivan.post(`/api/loads/${load.id}/undo/`)).status).toBe(202)
    await demote()
    await portal.sentEmails()
    expect((await loads()).at(-1)).toEqual({ id: load.id, state: 'applied' })
    const { asked } = await one<{ asked: number }>(
      portal.db,
      sql`select count(*)::int as asked from loads where undo_asked_at is not null`,
    )
    expect(asked).toBe(0)
  })

  test('is discarded, and nothing of it is loaded (security 7.272)', async () => {
    await loadFirst()
    const { id } = await checkedExport(portal, ivan, next())
    await ivan.post(`/api/import-uploads/${id}/apply/`)
    const before = await loads()
    expect((await ivan.call('DELETE', `/api/import-uploads/${id}/`)).status).toBe(200)
    await portal.sentEmails()
    expect(await loads()).toEqual(before)
    expect((await ivan.get(`/api/import-uploads/${id}/`)).status).toBe(404)
  })
})
