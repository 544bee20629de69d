import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { writeCsvFolder } from '../../../test/exports/write-csv-folder.ts'
import { checkedExport, exportWith, uploadOf } from '../../../test/imports/exports.ts'
import { zip } from '../../../test/imports/zip.ts'
import { type Sale, sample } from '../../../test/imports.ts'
import { openPortalForTest, type Portal } from '../../../test/open-portal.ts'
import { upload, type Visitor } from '../../../test/visitor.ts'
import { operator } from '../../http/caller.ts'
import { createImportToken } from '../tokens/create-import-token.ts'

let portal: Portal
let ivan: Visitor
beforeEach(async () => {
  portal = await openPortalForTest({})
  ivan = await portal.as('ivan')
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

async function apply(id: number) {
  expect((await ivan.post(`/api/import-uploads/${id}/apply/`)).status).toBe(202)
  await portal.sentEmails()
  return uploadOf(ivan, id)
}

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

test('a program sends a zip of CSV files (§12.220)', async () => {
  const { token } = await createImportToken(portal, operator, { name: 'Nocturno', days: 30 })
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
