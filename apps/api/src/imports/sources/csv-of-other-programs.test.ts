import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fileOfOthers } from '../../../test/files-of-others.ts'
import { zip } from '../../../test/imports/zip.ts'
import { openImports, sample } from '../../../test/imports.ts'
import { many, sql } from '../../db/query.ts'
import { type ImportOutcome, importSales } from '../import-sales.ts'
import { unpackExport } from './unpack-export.ts'

const { db, exportOf } = openImports()

async function load(file: string, options = {}): Promise<ImportOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-other-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const unpacked = join(folder, 'files')
  const source = await unpackExport(file, { name: 'carga', folder: unpacked, maxBytes: 10 ** 8 })
  return importSales(db(), source, options)
}

function written(content: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-other-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'carga')
  writeFileSync(path, content)
  return path
}

/** What the portal shows of Rosa. */
const rosaAs = () =>
  many(
    db(),
    sql`select full_name, address from sale_holders join sales on sales.id = sale_id
      where code = 'V-1001' and role = 'holder'`,
  )

describe('what another program wrote is read as it was meant (§12.960)', () => {
  const name = 'Rosa Muñoz Sepúlveda'
  const address = 'Pasaje Los Copihues 482, Higueras'
  test.each([
    ['excel-sep-linea.zip', { fullName: name, address }],
    ['dos-cp850.zip', { fullName: name, address }],
    ['mac-lineas-cr.zip', { fullName: name, address }],
    ['excel-texto-unicode.zip', { fullName: name, address }],
    ['powershell-barra-inversa.zip', { fullName: name, address }],
    ['ruta-completa.zip', { fullName: name, address }],
    ['macos-ndjson.zip', { fullName: name, address }],
    ['comillas-sueltas.zip', { fullName: name, address: 'Pasaje "Los Copihues" 482, Higueras' }],
    [
      'dos-cp850-mayusculas.zip',
      { fullName: 'ROSA MUÑOZ SEPÚLVEDA', address: 'PASAJE LOS COPIHUES 482, HIGUERAS' },
    ],
  ])('%s', async (file, rosa) => {
    const { refusal, rejects, counts } = await load(fileOfOthers(`exports/${file}`))
    expect({ refusal, rejects }).toEqual({ refusal: null, rejects: [] })
    expect(counts).toMatchObject({ added: 9 })
    expect(await rosaAs()).toEqual([rosa])
  })

  test('NDJSON that Windows PowerShell redirected into a file', async () => {
    const text = readFileSync(exportOf(sample), 'utf8')
    const { counts } = await load(written(Buffer.from(`\uFEFF${text}`, 'utf16le')))
    expect(counts).toMatchObject({ added: 9 })
  })
})

describe('what cannot be read says what it is and what to do (§12.961)', () => {
  test.each([
    [
      '7zip-lzma.zip',
      'corte.json está comprimido con LZMA. Comprímelo como .zip con el método normal',
    ],
    [
      '7zip-bzip2.zip',
      'corte.json está comprimido con BZip2. Comprímelo como .zip con el método normal',
    ],
  ])('%s', async (file, sentence) => {
    await expect(load(fileOfOthers(`exports/${file}`))).rejects.toThrow(sentence)
  })

  const folder = (pagos: string | Buffer) =>
    zip([
      { name: 'corte.json', content: '{"corte":"2026-11-20T06:00:00-03:00","ventas":1}' },
      { name: 'ventas.csv', content: 'code;cliente_rut\nV-1001;12345678-5\n' },
      { name: 'cuotas.csv', content: 'code\n' },
      { name: 'pagos.csv', content: pagos },
      { name: 'compromisos.csv', content: 'code;tipo\n' },
      { name: 'seguimiento.csv', content: 'code\n' },
    ])
  const head = 'code;tipo_doc_descripcion;monto_uf\n'
  const utf8 = `${head}V-1001;Depósito Muñoz;1\n`

  test.each<[string, string | Buffer, string]>([
    [
      'accents of two encodings in one file',
      Buffer.concat([Buffer.from(utf8), Buffer.from('V-1001;Depósito Muñoz;1\n', 'latin1')]),
      'No se sabe en qué codificación están las tildes y eñes de pagos.csv: guárdalo como «CSV UTF-8».',
    ],
    [
      'accents that two encodings may mean',
      Buffer.from(`${head}V-1001;JOS\xe9;1\n`, 'latin1'),
      'No se sabe en qué codificación están las tildes y eñes de pagos.csv: guárdalo como «CSV UTF-8».',
    ],
    [
      'a separator that is not read',
      `sep=|\n${utf8.replaceAll(';', '|')}`,
      'pagos.csv separa sus columnas con «|»: debe ser con «;».',
    ],
    [
      'quotes without an end',
      `sep=;\n${head}V-1001;"Vale;1\nV-1001;Vale;2\n`,
      'pagos.csv, línea 3, o después: una celda empieza con comillas que no se cierran. Ciérralas, o quítalas si son parte del texto.',
    ],
    [
      'quotes that join two payments to one',
      `${head}V-1001;Vale;1\nV-1001;"Vale;1\nV-1001;12";6\n`,
      'pagos.csv, línea 3: una celda empieza con comillas que no se cierran. Ciérralas, o quítalas si son parte del texto.',
    ],
    [
      'the same with a word in quotes',
      `${head}V-1001;"Vale;1\r\nV-1001;"Otro" vale;6\r\n`,
      'pagos.csv, línea 2: una celda empieza con comillas que no se cierran.',
    ],
    [
      'a separator inside an address',
      `${head}V-1001;Vale; tarde;1\n`,
      'pagos.csv, línea 2: la fila no tiene tantas celdas como la cabecera. Revisa sus separadores y sus comillas.',
    ],
    [
      'a row without an end',
      `${head}V-1001;"${'x'.repeat(2_000_000)}\n`,
      'pagos.csv, línea 2, o después: una fila pesa más de 1 MB. Suelen faltar las comillas que cierran una celda.',
    ],
  ])('%s', async (_what, pagos, sentence) => {
    await expect(load(written(folder(pagos)))).rejects.toThrow(sentence)
  })

  test('a part of a zip in several files', async () => {
    const part = folder(utf8)
    part.writeUInt16LE(1, part.length - 22 + 4)
    await expect(load(written(part))).rejects.toThrow(
      'El archivo es una parte de un zip dividido en varios archivos: comprímelo en uno solo.',
    )
  })
})

test('a thousand or three decimals between tabs is refused, whichever sign it has (§12.960)', async () => {
  const pagos = 'code\tkey\tmonto_uf\nV-1001\t1\t1.798\nV-1001\t2\t1,798\nV-1001\t3\t7,35\n'
  const files = {
    'corte.json': '{"corte":"2026-11-20T06:00:00-03:00","ventas":1}',
    'ventas.csv': 'code\tcliente_rut\nV-1001\t12345678-5\n',
    'cuotas.csv': 'code\n',
    'pagos.csv': pagos,
    'compromisos.csv': 'code\ttipo\n',
    'seguimiento.csv': 'code\n',
  }
  const bytes = zip(Object.entries(files).map(([name, content]) => ({ name, content })))
  const { rejects } = await load(written(bytes), { maxRejectsPercent: 100 })
  expect(rejects).toMatchObject([
    { line: 2, field: 'monto_uf', value: '1.798' },
    { line: 3, field: 'monto_uf', value: '1,798' },
  ])
})
