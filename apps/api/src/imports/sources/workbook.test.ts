import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { workbookOf, workbookOfSales } from '../../../test/exports/workbook-of.ts'
import { writeCsvFolder } from '../../../test/exports/write-csv-folder.ts'
import { openImports, type Sale, sample } from '../../../test/imports.ts'
import { openXlsx, type SheetRow } from '../../files/xlsx-file.ts'
import { openWorkbook } from '../../files/xlsx-package.ts'
import { importSales } from '../import-sales.ts'
import { csvFolder } from './csv-folder.ts'
import { unpackExport } from './unpack-export.ts'
import { workbook } from './workbook.ts'

const { db } = openImports()
const MB = 1024 * 1024
const unlimited = { maxBytes: Infinity, onRead: () => {} }

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'carpeta-xlsx-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

function written(bytes: Buffer): string {
  const path = join(folder(), 'libro.xlsx')
  writeFileSync(path, bytes)
  return path
}

async function rowsOf(file: Awaited<ReturnType<typeof openXlsx>>): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const row of file.rows('x')) rows.push(row)
  return rows
}

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const rowOf = (values: string[]) => `<row>${values.map(text).join('')}</row>`

test.each<[string, string, string, string?]>([
  ['a whole number', '<c><v>49</v></c>', '49', 'number'],
  ['a decimal', '<c><v>7.35</v></c>', '7.35', 'number'],
  ['a decimal as seventeen digits', '<c><v>7.3499999999999996</v></c>', '7.35', 'number'],
  ['a sum of floats', '<c><v>0.30000000000000004</v></c>', '0.30000000000000004', 'number'],
  ['an exponent', '<c><v>1.7983E6</v></c>', '1798300', 'number'],
  ['a small exponent', '<c><v>-5E-7</v></c>', '-0.0000005', 'number'],
  ['a number like a thousand', '<c><v>1.798</v></c>', '1.798', 'number'],
  ['the code in a number cell', '<c><v>123456785</v></c>', '123456785', 'number'],
  ['a text in quotes of a format', '<c s="2"><v>45000</v></c>', '45000', 'number'],
  ['a shared text', '<c t="s"><v>1</v></c>', '00123'],
  ['a text in runs', '<c t="inlineStr"><is><r><t>Ñu</t></r><r><t>ñoa</t></r></is></c>', 'Ñuñoa'],
  [
    'a text with its pronunciation',
    '<c t="inlineStr"><is><t>A</t><rPh><t>B</t></rPh></is></c>',
    'A',
  ],
  ['an escaped control character', '<c t="str"><v>a_x000D_b</v></c>', 'a\rb'],
  ['the value of a formula', '<c><f>SUM(A1:A2)</f><v>12.5</v></c>', '12.5', 'number'],
  ['the text of a formula', '<c t="str"><f>A1&amp;"x"</f><v>V-1</v></c>', 'V-1'],
  ['an error', '<c t="e"><v>#N/A</v></c>', '#N/A', 'error'],
  ['a formula that nobody calculated', '<c><f>A1</f></c>', 'fórmula sin calcular', 'error'],
  ['a truth', '<c t="b"><v>1</v></c>', 'VERDADERO'],
  ['a day', '<c s="1"><v>46346</v></c>', '2026-11-20'],
  ['a day of a format of its own', '<c s="3"><v>46346</v></c>', '2026-11-20'],
  ['a day and time', '<c s="1"><v>46346.25</v></c>', '2026-11-20 06:00:00'],
  ['the second before midnight, by a float', '<c s="1"><v>46345.9999999999</v></c>', '2026-11-20'],
  ['a leap day', '<c s="1"><v>45351</v></c>', '2024-02-29'],
  ['the first day', '<c s="1"><v>1</v></c>', '1900-01-01'],
  ['the day before the day that Excel invents', '<c s="1"><v>59</v></c>', '1900-02-28'],
  ['the day that Excel invents', '<c s="1"><v>60</v></c>', '1900-02-29'],
  ['the day after it', '<c s="1"><v>61</v></c>', '1900-03-01'],
  ['a day as ISO', '<c t="d"><v>2026-11-20T00:00:00</v></c>', '2026-11-20 00:00:00'],
])('a cell with %s is read exactly (§12.820)', async (_, cell, expected, kind = 'text') => {
  const bytes = workbookOf({ x: `<row r="7">${cell}</row>` }, { texts: ['a', '00123'] })
  const file = await openXlsx(written(bytes), unlimited)
  const rows = await rowsOf(file)
  file.close()
  expect(rows).toEqual([{ line: 7, cells: new Map([[0, { text: expected, kind }]]) }])
})

test('days of a workbook that counts from 1904 are the same days (§12.820)', async () => {
  const bytes = workbookOf({ x: '<row><c s="1"><v>44884</v></c></row>' }, { date1904: true })
  const file = await openXlsx(written(bytes), unlimited)
  const [row] = await rowsOf(file)
  file.close()
  expect(row?.cells.get(0)?.text).toBe('2026-11-20')
})

test('the example of the documentation gives the sales of the CSV folder (§12.820)', async () => {
  const example = new URL('../../../../../docs/examples/ventas.xlsx', import.meta.url).pathname
  const { refusal, rejects, counts } = await importSales(db(), workbook(example))
  expect({ refusal, rejects }).toEqual({ refusal: null, rejects: [] })
  expect(counts).toMatchObject({ added: 9 })
  const form = { delimiter: ';', decimal: ',', encoding: 'utf-8', newline: '\n' } as const
  const csv = await importSales(db(), csvFolder(writeCsvFolder(folder(), sample, form)))
  expect(csv.counts).toMatchObject({ added: 0, changed: 0, unchanged: 9 })
})

test('the example has what Excel and openpyxl need to open it without a repair (§12.972)', async () => {
  const example = new URL('../../../../../docs/examples/ventas.xlsx', import.meta.url).pathname
  const { main, read, relationships, close } = await openWorkbook(example, unlimited)
  const elements = async (part: string) => {
    const found: string[] = []
    const events = read<string>(part, (emit) => ({
      open: (name, { r }) => emit(r === undefined ? name : `${name} ${r}`),
      close: (name) => emit(`/${name}`),
    }))
    for await (const event of events) found.push(event)
    return found
  }
  const related = await relationships(main)
  const partOf = (kind: string) => related.find((each) => each.kind === kind)?.target ?? ''
  const styles = await elements(partOf('styles'))
  const isEmpty = (name: string) =>
    styles.some((each, at) => each === name && styles[at + 1] === `/${name}`)
  expect(['fill', 'font', 'border'].filter(isEmpty)).toEqual([])
  expect(styles).toContain('cellStyle')
  const cells = await elements(partOf('worksheet'))
  expect(cells.filter((each) => /^(row|c)\b/.test(each)).slice(0, 3)).toEqual([
    'row 1',
    'c A1',
    'c B1',
  ])
  close()
})

/** The workbook of the sample, with one cell of Rosa's first payment changed. */
function withAmount(cell: string): Buffer {
  const columns = ['code', 'key', 'monto_uf', 'fecha_deposito', 'cuotas']
  const sales: Sale[] = sample.map((sale) => ({ ...sale, pagos: [] }))
  const payment = `<row r="9">${text('V-1001')}${text('1')}${cell}</row><row r="10"><c/></row>`
  return workbookOfSales(sales, undefined, { pagos: rowOf(columns) + payment })
}

describe('a broken rule is told with its sheet, row and column (§12.820)', () => {
  test.each<[string, string, object]>([
    ['an error', '<c t="e"><v>#N/A</v></c>', { value: '#N/A', reason: 'es un error de Excel' }],
    [
      'more decimals than UF have',
      '<c><v>0.30000000000000004</v></c>',
      { value: '0.30000000000000004', reason: 'tiene más de 4 decimales (UF)' },
    ],
    [
      'a text that may be a thousand',
      text('1.798'),
      { value: '1.798', reason: 'no se sabe si separa miles o decimales' },
    ],
    ['a day', '<c s="1"><v>46346</v></c>', { value: '2026-11-20', reason: 'no es un número' }],
    [
      'a number as the day',
      '<c/><c><v>46346</v></c>',
      { field: 'fecha_deposito', value: '46346', reason: 'no es una fecha' },
    ],
    [
      'a list that Excel took for a number',
      '<c/><c/><c><v>35.36</v></c>',
      { field: 'cuotas', value: '35.36', reason: 'no es una lista de números de cuotas' },
    ],
  ])('%s', async (_, cell, reject) => {
    const source = workbook(written(withAmount(cell)))
    const { rejects, brokenRules } = await importSales(db(), source, { maxRejectsPercent: 100 })
    expect(rejects).toMatchObject([
      { file: 'pagos', line: 9, saleCode: 'V-1001', field: 'monto_uf', ...reject },
    ])
    expect(brokenRules).toBe(1)
  })
})

describe('a workbook that cannot be read says why (§12.820)', () => {
  const head = { corte: rowOf(['corte', 'ventas']) + rowOf(['2026-11-20 06:00', '0']) }
  const empty = Object.fromEntries(
    ['ventas', 'cuotas', 'pagos', 'seguimiento'].map((name) => [name, rowOf(['code'])]),
  )
  const sheets = { ...head, ...empty, compromisos: rowOf(['code', 'tipo']) }

  const load = (bytes: Buffer) => importSales(db(), workbook(written(bytes)))

  test.each<[Record<string, string>, string]>([
    [{ Hoja1: '' }, 'Al libro le faltan las hojas «corte», «ventas», «cuotas»'],
    [
      Object.fromEntries(
        Object.entries(sheets).map(([name, rows]) => [name === 'pagos' ? 'Pago' : name, rows]),
      ),
      'Al libro le falta la hoja «pagos». Trae «Pago».',
    ],
    [{ ...sheets, pagos: '' }, 'A la hoja pagos le falta la cabecera: está vacía.'],
    [{ ...sheets, pagos: rowOf(['key']) }, 'A la hoja pagos le falta la columna «code».'],
    [
      { ...sheets, pagos: rowOf(['code', 'code']) },
      'En la hoja pagos la columna «code» está repetida.',
    ],
    [
      { ...sheets, pagos: rowOf(['code', 'monto_ufs']) },
      'En la hoja pagos la columna «monto_ufs» no se conoce: ¿quiso decir «monto_uf»?',
    ],
    [
      { ...sheets, pagos: rowOf(['code']) + rowOf(['V-1', '49']) },
      'En la hoja pagos, fila 2, la columna B tiene datos y no tiene nombre.',
    ],
    [
      { ...sheets, corte: rowOf(['corte', 'ventas']) + rowOf(['ayer', '0']) },
      'La hoja corte debe traer una fila con «corte», fecha y hora, y «ventas», su número.',
    ],
    [{ ...sheets, pagos: '<row><c' }, 'El libro de Excel está dañado o no es lo que dice ser.'],
  ])('%#', async (given, sentence) => {
    await expect(load(workbookOf(given))).rejects.toThrow(sentence)
  })

  test('for cells that are merged over its rows, of which only the first has the value (security 12.952)', async () => {
    const rows = `${rowOf(['code', 'monto_uf'])}<row>${text('V-1')}<c><v>12</v></c></row>${rowOf(['V-1'])}`
    const merged = (ref: string) =>
      load(
        workbookOf(
          { ...sheets, cuotas: rows },
          {
            rewrite: (xml) =>
              xml.includes('monto_uf')
                ? xml.replace(
                    '</sheetData>',
                    `</sheetData><mergeCells><mergeCell ref="${ref}"/></mergeCells>`,
                  )
                : xml,
          },
        ),
      )
    await expect(merged('B2:B3')).rejects.toThrow(
      'La hoja cuotas tiene celdas combinadas (B2:B3), de las que solo la primera tiene el valor',
    )
    await expect(merged('B:3')).rejects.toThrow('El libro de Excel está dañado')
    // A note beside or below the table, and a cell as wide as two columns, hide nothing.
    for (const harmless of ['D2:D3', 'A9:B12', 'B2:C2']) {
      expect(await merged(harmless)).toMatchObject({ refusal: expect.stringContaining('anuncia') })
    }
  })

  test('that another program packed in its own way says so, and cut parts are damaged (security 10.951)', async () => {
    const packed = load(workbookOf(sheets, { compression: 9 }))
    await expect(packed).rejects.toThrow(
      '_rels/.rels está comprimido con Deflate64. Comprímelo como .zip con el método normal',
    )
    const entry = 'PK\u0001\u0002'
    const bytes = workbookOf(sheets)
    // The first part is read at once, the last one late.
    for (const at of [bytes.indexOf(entry), bytes.lastIndexOf(entry)]) {
      const cut = Buffer.from(bytes)
      // It would begin after the end of the file.
      cut.writeUInt32LE(2 ** 30, at + 42)
      await expect(load(cut)).rejects.toThrow('El libro de Excel está dañado')
    }
  })

  test.each([
    [
      'two sheets of one name',
      workbookOf({ x: '', other: '' }, { rewrite: (xml) => xml.replace('"other"', '"x"') }),
    ],
    [
      'two cells in one place',
      workbookOf({ x: '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>' }),
    ],
  ])('%s: which of them counts, programs do not agree on', async (_what, bytes) => {
    const read = async () => rowsOf(await openXlsx(written(bytes), unlimited))
    await expect(read()).rejects.toThrow('El libro de Excel está dañado')
  })

  test('a bomb ends at the limit, and one cell does not fill the memory (security 7.38)', async () => {
    const read = async (bytes: Buffer, maxBytes: number) => {
      const source = await unpackExport(written(bytes), { name: 'x', folder: folder(), maxBytes })
      return importSales(db(), source)
    }
    const bomb = workbookOf({ ...sheets, pagos: rowOf(['code']) + '<row/>'.repeat(MB) })
    await expect(read(bomb, MB)).rejects.toThrow('El archivo descomprimido pesa más de 1 MB.')
    const cell = workbookOf({ ...sheets, pagos: rowOf(['x'.repeat(3 * MB)]) })
    await expect(read(cell, 10 * MB)).rejects.toThrow('El libro de Excel está dañado')
    const repeated = `<row>${'<c t="s"><v>0</v></c>'}</row>`.repeat(100)
    const rows = { ...sheets, pagos: rowOf(['code']) + repeated }
    const shared = workbookOf(rows, { texts: ['x'.repeat(20_000)] })
    await expect(read(shared, MB)).rejects.toThrow('El archivo descomprimido pesa más de 1 MB.')
    const depth = workbookOf({ ...sheets, pagos: '<a>'.repeat(1000) })
    await expect(read(depth, 10 * MB)).rejects.toThrow('El libro de Excel está dañado')
  })
})
