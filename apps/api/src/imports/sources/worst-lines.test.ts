import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { rejectReasons } from '@carpeta/domain/imports/reject-reasons'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workbookOf } from '../../../test/exports/workbook-of.ts'
import { type ZippedFile, zip } from '../../../test/imports/zip.ts'
import { rosa } from '../../../test/imports.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { documentStorageAt } from '../../documents/document-storage.ts'
import { planImport } from '../../member-documents/import-documents.ts'
import { openImportSource } from '../../member-documents/import-source.ts'
import { type ImportOutcome, importSales } from '../import-sales.ts'
import { unpackExport } from './unpack-export.ts'

// A search whose steps grow with the square of a line's length would meet the time limit of a test.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  return () => portal.close()
})

const root = mkdtempSync(join(tmpdir(), 'carpeta-worst-'))
afterAll(() => rmSync(root, { recursive: true }))

function written(content: Buffer | string): { path: string; folder: string } {
  const folder = mkdtempSync(join(root, 'file-'))
  mkdirSync(join(folder, 'unpacked'))
  const path = join(folder, 'upload')
  writeFileSync(path, content)
  return { path, folder: join(folder, 'unpacked') }
}

/** The dry run of an uploaded export. */
async function tried(content: Buffer | string): Promise<ImportOutcome> {
  const { path, folder } = written(content)
  const source = await unpackExport(path, { name: 'carga', folder, maxBytes: 1024 ** 3 })
  return importSales(portal.db, source, { dryRun: true, maxRejectsPercent: 100 })
}

/** What comes of the work, while somebody asks for the portal's health again and again. */
async function besideHealth<Result>(work: Promise<Result>): Promise<Result | Error> {
  let isDone = false
  const outcome = work.catch((error: Error) => error).finally(() => (isDone = true))
  while (!isDone) {
    expect((await portal.visitor().get('/api/health/')).status).toBe(200)
    // A call of a test needs no turn of the event loop; files and database do.
    await setImmediate()
  }
  return outcome
}

const csvFiles: Record<string, string> = {
  'corte.json': '{"corte":"2026-11-20T06:00:00-03:00","ventas":1}',
  'ventas.csv': 'code\nV-1001\n',
  'cuotas.csv': 'code\n',
  'pagos.csv': 'code\n',
  'compromisos.csv': 'code;tipo\n',
  'seguimiento.csv': 'code\n',
}

function zipOf(files: Record<string, string>): Buffer {
  return zip(Object.entries(files).map(([name, content]): ZippedFile => ({ name, content })))
}

const exportOf = (line: string) =>
  `{"corte":"2026-11-20T06:00:00-03:00","ventas":1}\n{"code":"V-1001","venta":{"cliente_rut":"12345678-5"},${line}}\n`

const MB = 1024 * 1024
/** As many short names as a line takes. */
const names = Array.from({ length: 190_000 }, (_, i) => i.toString(36))
const head = `code;${names.join(';')}\n`
const longName = 'n'.repeat(MB - 100)

describe('the worst line of each reader delays nobody', () => {
  test.each<[string, () => Buffer | string, string | RegExp]>([
    [
      'a CSV with countless columns',
      () => zipOf({ ...csvFiles, 'pagos.csv': head }),
      'En pagos.csv hay más de 500 columnas con nombre.',
    ],
    [
      'a CSV with one endless name',
      () => zipOf({ ...csvFiles, 'pagos.csv': `code;${longName}\n` }),
      /^En pagos\.csv la columna «n{79}…» no se conoce\. /,
    ],
    [
      'a CSV with an endless name twice',
      () =>
        zipOf({
          ...csvFiles,
          'pagos.csv': `code;${`${longName.slice(MB / 2)};`.repeat(2)}\n`,
        }),
      /^En pagos\.csv la columna «n{79}…» está repetida\.$/,
    ],
    [
      'a workbook with countless columns above countless rows',
      () => {
        // Excel has no more columns.
        const cells = names
          .slice(0, 16_384)
          .map((name) => `<c t="str"><v>${name}</v></c>`)
          .join('')
        const rows = `<row>${cells}</row>${'<row><c t="str"><v>x</v></c></row>'.repeat(20_000)}`
        const parts = ['ventas', 'cuotas', 'pagos', 'compromisos', 'seguimiento']
        return workbookOf({ corte: rows, ...Object.fromEntries(parts.map((name) => [name, ''])) })
      },
      'En la hoja corte hay más de 500 columnas con nombre.',
    ],
    [
      'a workbook with a format of a million brackets',
      () =>
        workbookOf(
          { corte: '' },
          { rewrite: (xml) => xml.replace('[$-340A]', '['.repeat(900_000)) },
        ),
      /^Al libro le faltan las hojas/,
    ],
  ])('%s (security 10.160)', async (_what, content, sentence) => {
    const outcome = await besideHealth(tried(content()))
    expect(outcome).toBeInstanceOf(Error)
    expect((outcome as Error).message).toMatch(sentence)
  })

  test.each<[string, () => Buffer | string, object]>([
    [
      'a sale with countless payments',
      () => exportOf(`"pagos":[${'{},'.repeat(300_000)}{}]`),
      { saleCode: 'V-1001', field: 'pagos', reason: 'tiene más de 10.000 filas' },
    ],
    [
      'a sale with countless instalments',
      () =>
        exportOf(`"estado_de_pago":{"Cuotas mensuales":{"cuotas":[${'{},'.repeat(300_000)}{}]}}`),
      { saleCode: 'V-1001', reason: 'tiene más de 10.000 filas' },
    ],
    [
      'a line longer than any sale',
      () => exportOf(`"pagos":[${'{},'.repeat(350_000)}{}]`),
      { saleCode: null, line: 2, value: '', reason: 'la línea pesa más de 1 MB' },
    ],
    [
      'brackets within brackets',
      () => exportOf(`"pagos":${'['.repeat(20_000)}${']'.repeat(20_000)}`),
      { saleCode: 'V-1001', field: 'pagos', reason: 'no es una lista' },
    ],
    [
      'brackets within brackets beside an amount with an exponent',
      () => exportOf(`"a":1e5,"pagos":${'['.repeat(20_000)}${']'.repeat(20_000)}`),
      { saleCode: null, reason: 'la línea no es JSON en UTF-8' },
    ],
    [
      'brackets within the list of a payment',
      () => exportOf(`"pagos":[{"cuotas":[${'['.repeat(20_000)}${']'.repeat(20_000)}]}]`),
      { saleCode: 'V-1001', reason: 'no es una lista de números de cuotas' },
    ],
    [
      'one code in thousands of sales and payments',
      () =>
        zipOf({
          ...csvFiles,
          'corte.json': '{"corte":"2026-11-20T06:00:00-03:00","ventas":1000}',
          'ventas.csv': `code\n${'V-1001\n'.repeat(1000)}`,
          'pagos.csv': `code;ficha_pago\n${`V-1001;${'x'.repeat(400)}\n`.repeat(9000)}`,
        }),
      { saleCode: 'V-1001', field: 'code', reason: 'está repetido' },
    ],
    [
      'a text with a million blanks',
      () => exportOf(`"pagos":[{"tipo_doc_descripcion":"a${' '.repeat(900_000)}b"}]`),
      { saleCode: 'V-1001', reason: 'tiene más de 500 caracteres' },
    ],
    [
      'a text with half a million line ends, which become one',
      () => exportOf(`"pagos":[{"tipo_doc_descripcion":"a${'\\n '.repeat(250_000)}\\u0001"}]`),
      { saleCode: 'V-1001', reason: 'tiene caracteres de control' },
    ],
    [
      'an object instead of the instalments of a payment, which has no text',
      () => exportOf('"pagos":[{"cuotas":[{"toString":1}]},{"cuotas":{"toString":1}}]'),
      { saleCode: 'V-1001', field: 'pagos[1].cuotas', reason: rejectReasons.places },
    ],
    [
      'long cells in two thousand payments of one sale',
      () =>
        zipOf({
          ...csvFiles,
          'pagos.csv': `code;ficha_pago\n${`V-1001;${'x'.repeat(3000)}…\n`.repeat(2000)}`,
        }),
      { saleCode: 'V-1001', reason: 'tiene más de 500 caracteres' },
    ],
  ])(
    '%s spoils that sale only (security 10.160, security 10.950)',
    async (_what, content, reject) => {
      const outcome = await besideHealth(tried(content()))
      expect(outcome).not.toBeInstanceOf(Error)
      expect((outcome as ImportOutcome).rejects).toContainEqual(expect.objectContaining(reject))
    },
  )

  test('a file whose first line has only separators is refused (security 10.160)', async () => {
    const outcome = await besideHealth(tried(`${';'.repeat(60_000)}{\n`))
    expect(outcome).toMatchObject({ refusal: expect.any(String) })
  })

  test('the index of a zip of documents with countless columns (security 10.160)', async () => {
    const services = { ...portal, storage: documentStorageAt(portal.config.documents) }
    const { path } = written(
      zipOf({ 'index.csv': `code;category;title;file;${names.join(';')}\n` }),
    )
    await using source = await openImportSource(path, { maxBytes: 10 * MB })
    expect(await besideHealth(planImport(services, source))).toMatchObject({
      message: 'En index.csv hay más de 500 columnas con nombre.',
    })
  })
})

test('as many sales as before are read from a file whose rows have thousands of empty columns (security 10.160)', async () => {
  const blank = ';'.repeat(16_000)
  const rows = `code${blank}\n${Array.from({ length: 9 }, (_, i) => `V-${i}${blank}`).join('\n')}`
  const outcome = await tried(zipOf({ ...csvFiles, 'cuotas.csv': rows, 'ventas.csv': rows }))
  expect(outcome.counts?.lines).toBe(9)
})

test('a sale of Rosa with ten thousand payments is still read (security 10.160)', async () => {
  const sale = rosa((each) => {
    each.pagos = Array.from({ length: 10_000 }, (_, i) => ({ key: String(i), monto_uf: 1 }))
  })
  const header = '{"corte":"2026-11-20T06:00:00-03:00","ventas":1}'
  const { counts } = await tried(`${header}\n${JSON.stringify(sale)}\n`)
  expect(counts).toMatchObject({ lines: 1, bad: 0 })
})
