import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { groupThousands } from '@carpeta/domain/text/counted'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type CsvForm, writeCsvFolder } from '../../../test/exports/write-csv-folder.ts'
import { openImports, rosa, type Sale, sample } from '../../../test/imports.ts'
import { importSales } from '../import-sales.ts'
import { csvFolder } from './csv-folder.ts'
import type { ExportedLine } from './export-source.ts'
import { joinParts } from './join-parts.ts'
import type { StagedRow } from './joined-rows-store.ts'

const { db, load, tables } = openImports()

const chilean: CsvForm = { delimiter: ';', decimal: ',', encoding: 'windows-1252', newline: '\r\n' }

function folderOf(sales: Sale[], form: CsvForm = chilean): string {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-csv-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return writeCsvFolder(join(folder, 'export'), sales, form)
}

function change(folder: string, file: string, edit: (text: string) => string): void {
  const path = join(folder, file)
  writeFileSync(path, edit(readFileSync(path, 'latin1')), 'latin1')
}

/** What an import writes, but for when and from which file. */
async function rows(): Promise<object> {
  const { loads: _loads, users, sales, ...written } = await tables()
  const people = (users as { row: object }[]).map(({ row }) => ({
    ...row,
    id: 0,
    created_at: '',
    updated_at: '',
  }))
  const withoutSource = (sales as { row: object }[]).map(({ row }) => ({ ...row, source_hash: '' }))
  return { ...written, users: people, sales: withoutSource }
}

const awkward: Sale[] = [
  rosa((sale) => {
    sale.venta.cliente_direccion = 'Pasaje "Los Ñandúes"; casa 7, lote ’B’'
    sale.venta.cliente_renta = 1450000.5
    sale.compromiso.Reserva.compromiso_pesos = 1798300.1234
  }),
  ...sample.slice(1),
]

describe('a CSV folder gives the same rows as the NDJSON of the same sales (§10.82)', () => {
  test.each<CsvForm>([
    chilean,
    { delimiter: ',', decimal: '.', encoding: 'utf-8-bom', newline: '\n' },
    { delimiter: ',', decimal: ',', encoding: 'utf-8', newline: '\r\n' },
    { delimiter: ';', decimal: '.', encoding: 'utf-8', newline: '\n' },
  ])('with $delimiter and decimal $decimal in $encoding', async (form) => {
    const { refusal, rejects } = await importSales(db(), csvFolder(folderOf(awkward, form)))
    expect({ refusal, rejects }).toEqual({ refusal: null, rejects: [] })
    const fromCsv = await rows()
    const { counts } = await load(awkward)
    expect(counts).toMatchObject({ added: 0, changed: 0, unchanged: 9 })
    expect(await rows()).toEqual(fromCsv)
  })
})

describe('a broken rule is reported with its file, line and column (§10.82)', () => {
  test.each<[string, string, (text: string) => string, object]>([
    [
      'an amount',
      'cuotas.csv',
      (text) => text.replace(/^(V-1001;[^;]*;)[^;]*/m, '$1mucho'),
      { file: 'cuotas.csv', field: 'monto_uf', value: 'mucho', reason: 'no es un número' },
    ],
    [
      'a thousand or three decimals',
      'compromisos.csv',
      (text) => text.replace('1798300', '1.798'),
      {
        file: 'compromisos.csv',
        field: 'compromiso_pesos',
        value: '1.798',
        reason: 'no se sabe si separa miles o decimales',
      },
    ],
    [
      'a sale that is not there',
      'ventas.csv',
      (text) => text.replace('\r\nV-1001;', '\r\nV-X;'),
      { saleCode: 'V-1001', file: 'cuotas.csv', field: 'code', reason: 'no está en ventas.csv' },
    ],
    [
      'a commitment of no kind',
      'compromisos.csv',
      (text) => text.replace('V-1001;Reserva', 'V-1001;Otra'),
      { file: 'compromisos.csv', field: 'tipo', value: 'Otra', reason: 'no es un compromiso' },
    ],
    [
      'two trackings of a deed',
      'seguimiento.csv',
      (text) => text.replace(/^(V-1001;.*\r\n)/m, '$1$1'),
      { file: 'seguimiento.csv', field: 'code', value: '', reason: 'está repetido' },
    ],
    [
      'a rut',
      'ventas.csv',
      (text) => text.replace('12345678-5', '12345678-4'),
      { file: 'ventas.csv', field: 'cliente_rut', reason: 'no es un rut válido' },
    ],
  ])('%s', async (_name, file, edit, reject) => {
    const folder = folderOf(sample)
    change(folder, file, edit)
    const { rejects, brokenRules } = await importSales(db(), csvFolder(folder), {
      maxRejectsPercent: 100,
    })
    const lines = readFileSync(join(folder, rejects[0]?.file ?? ''), 'latin1').split('\r\n')
    expect(rejects[0]).toMatchObject({ saleCode: 'V-1001', ...reject })
    expect(lines[(rejects[0]?.line ?? 0) - 1]).toMatch(/^V-1001;/)
    expect(brokenRules).toBe(1)
  })
})

test('the names of a folder’s files may be in capitals (§12.963)', async () => {
  const folder = folderOf(sample)
  for (const name of readdirSync(folder)) {
    renameSync(join(folder, name), join(folder, name.toUpperCase()))
  }
  const { counts } = await importSales(db(), csvFolder(folder))
  expect(counts).toMatchObject({ added: 9 })
  writeFileSync(join(folder, 'pagos.csv'), 'code\n')
  await expect(importSales(db(), csvFolder(folder))).rejects.toThrow(
    /están (PAGOS\.CSV y pagos\.csv|pagos\.csv y PAGOS\.CSV): deja uno\.$/,
  )
})

describe('a folder that cannot be read says why (§10.82)', () => {
  async function said(edit: (folder: string) => void): Promise<string> {
    const folder = folderOf(sample)
    edit(folder)
    const outcome = importSales(db(), csvFolder(folder))
    return outcome.then(
      ({ refusal }) => String(refusal),
      (error: Error) => error.message.replace(folder, 'F'),
    )
  }

  test('a missing file', async () => {
    expect(await said((folder) => rmSync(join(folder, 'pagos.csv')))).toBe(
      'En la carpeta F falta pagos.csv.',
    )
  })

  test.each([
    ['pagos.csv', () => '', 'pagos.csv está vacío: le falta la cabecera.'],
    ['pagos.csv', () => 'key;monto_uf\r\n', 'A pagos.csv le falta la columna «code».'],
    ['pagos.csv', () => 'code;key;key\r\n', 'En pagos.csv la columna «key» está repetida.'],
    [
      'pagos.csv',
      () => 'code;key;monto_ufs\r\nV-1001;1;49\r\n',
      'En pagos.csv la columna «monto_ufs» no se conoce: ¿quiso decir «monto_uf»? Corrige el nombre, o quita la columna.',
    ],
    [
      'pagos.csv',
      () => 'code;monto_ufs;anotaciones;b;c;d;e\r\n',
      'En pagos.csv no se conocen las columnas «monto_ufs» (¿«monto_uf»?), «anotaciones», «b», «c», «d» y 1 más. Corrige los nombres, o quita las columnas.',
    ],
    ['compromisos.csv', () => 'code\r\n', 'A compromisos.csv le falta la columna «tipo».'],
    [
      'pagos.csv',
      () => 'code;key;\r\nV-1001;1;\r\nV-1001;2;49\r\n',
      'pagos.csv, línea 3: la columna 3 tiene datos y no tiene nombre.',
    ],
    [
      'pagos.csv',
      () => 'code;key\r\nV-1;2;3\r\n',
      'pagos.csv, línea 2: la fila no tiene tantas celdas como la cabecera.',
    ],
    [
      'pagos.csv',
      () => 'code;key\r\nV-1;"2\r\n',
      'pagos.csv, línea 2, o después: una celda empieza con comillas que no se cierran.',
    ],
    [
      'pagos.csv',
      () => '\xff\xfec\0o\0d\0e',
      'No se sabe en qué codificación están las tildes y eñes de pagos.csv: guárdalo como «CSV UTF-8».',
    ],
    ['corte.json', () => '{}', /^La primera línea/],
    ['corte.json', (text: string) => text.replace(':9', ':8'), /anuncia 8 ventas y trae 9/],
  ])('what is wrong in %s (§12.222)', async (file, edit, sentence) => {
    const words = await said((folder) => change(folder, file, edit))
    expect(words).toMatch(sentence)
  })
})

async function* paymentsOf(code: string, count: number): AsyncGenerator<StagedRow> {
  yield { code, part: 'ventas', line: 2, cells: {}, rejects: [] }
  for (let line = 2; line < count + 2; line += 1) {
    yield { code, part: 'pagos', line, cells: { monto_uf: '1' }, rejects: [] }
  }
}

test('a code that countless rows have spoils one sale and does not fill the memory (security 10.66)', async () => {
  const lines: ExportedLine[] = []
  for await (const line of joinParts(paymentsOf('V-1', 200_000), (part) => part)) lines.push(line)
  expect(lines).toHaveLength(1)
  const [{ json, rejects } = { json: null }] = lines
  expect(rejects).toEqual([
    {
      file: 'pagos',
      line: 10_001,
      field: 'code',
      value: 'V-1',
      reason: 'está en más de 10.000 filas: no se leyeron 190.001',
    },
  ])
  expect(JSON.parse(json ?? '').pagos).toHaveLength(10_000)
})

async function* wide(row: Pick<StagedRow, 'cells' | 'rejects'>): AsyncGenerator<StagedRow> {
  yield { code: 'V-1', part: 'ventas', line: 2, cells: {}, rejects: [] }
  for (let line = 2; line < 10_002; line += 1) yield { code: 'V-1', part: 'pagos', line, ...row }
}

test.each([
  [
    'long cells',
    { cells: { glosa: 'x'.repeat(2000), forma: 'x'.repeat(2000) }, rejects: [] },
    9751,
  ],
  [
    'a hundred faults each',
    {
      cells: {},
      rejects: Array(100).fill({ field: 'glosa', value: 'x'.repeat(80), reason: 'y'.repeat(20) }),
    },
    9905,
  ],
])(
  'a code of ten thousand rows with %s spoils one sale and does not fill the memory (security 10.300)',
  async (_what, row, count) => {
    const lines: ExportedLine[] = []
    for await (const line of joinParts(wide(row), (part) => part)) lines.push(line)
    expect(lines).toHaveLength(1)
    const [line] = lines
    expect(line?.json?.length).toBeLessThan(1_100_000)
    expect(line?.rejects?.at(-1)).toMatchObject({
      ...{ file: 'pagos', line: 10_002 - count, field: 'code', value: 'V-1' },
      reason: `tiene más de 1.000.000 de caracteres en sus filas: no se leyeron ${groupThousands(String(count))}`,
    })
  },
)
