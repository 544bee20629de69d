import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { workbookOf, workbookOfSales } from '../../../test/exports/workbook-of.ts'
import { writeCsvFolder } from '../../../test/exports/write-csv-folder.ts'
import { fileOfOthers } from '../../../test/files-of-others.ts'
import { zip } from '../../../test/imports/zip.ts'
import { openImports, rosa, type Sale, sample } from '../../../test/imports.ts'
import { sql } from '../../db/query.ts'
import { type ImportOptions, importSales } from '../import-sales.ts'
import { csvFolder } from './csv-folder.ts'
import { unpackExport } from './unpack-export.ts'

const { db, load, value } = openImports()

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'carpeta-others-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

/** Loads a file as an upload of the screen. */
async function loadFile(path: string, options: ImportOptions = {}) {
  const files = join(folder(), 'files')
  const source = await unpackExport(path, { name: 'carga', folder: files, maxBytes: 1e8 })
  return importSales(db(), source, options)
}

const loadBytes = (bytes: Buffer, options?: ImportOptions) => {
  const path = join(folder(), 'carga')
  writeFileSync(path, bytes)
  return loadFile(path, options)
}

const fileOf = (name: string) => fileOfOthers(`exports/${name}`)

describe('what another program wrote is the sample cooperative (§12.970, §12.972)', () => {
  test.each([
    'SharedStrings-mayuscula.xlsx',
    'workbook2.xlsx',
    'estilos-con-otro-nombre.xlsx',
    'openpyxl-fechas-como-texto.xlsx',
    'openpyxl-fecha-cero.xlsx',
    'exceljs-mayusculas-y-fechas.xlsx',
    'excel-chile-win1252.zip',
  ])('%s', async (name) => {
    await load(sample)
    const { refusal, rejects, counts } = await loadFile(fileOf(name))
    expect({ refusal, rejects }).toEqual({ refusal: null, rejects: [] })
    expect(counts).toMatchObject({ added: 0, changed: 0, unchanged: 9 })
  })

  test('its strict form has other names for the same', async () => {
    const strict = workbookOfSales(sample, undefined, {}, (xml) =>
      xml
        .replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
          'http://purl.oclc.org/ooxml/officeDocument/relationships',
        )
        .replaceAll(
          'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
          'http://purl.oclc.org/ooxml/spreadsheetml/main',
        ),
    )
    expect((await loadBytes(strict)).counts).toMatchObject({ added: 9 })
  })
})

describe('a formula that nobody calculated is no empty amount (§12.973)', () => {
  test.each(['openpyxl-formula-sin-calcular.xlsx', 'xlsxwriter-formula-sin-calcular.xlsx'])(
    '%s',
    async (name) => {
      await load(sample)
      const { refusal, rejects, brokenRules } = await loadFile(fileOf(name))
      expect(refusal).toMatch(
        /^\d de 9 ventas se rechazan: más del 1 % permitido\. La columna «monto_uf» de pagos falla en todas sus filas: «fórmula sin calcular» no tiene valor: abre el libro en Excel y guárdalo\.$/,
      )
      expect(rejects).toMatchObject([
        { file: 'pagos', line: 2, field: 'monto_uf', value: 'fórmula sin calcular' },
      ])
      expect(brokenRules).toBe(1)
      expect(
        await value(sql`select count(*)::int as value from payments where amount is null`),
      ).toBe(0)
    },
  )

  test('in a column with other values each row is told', async () => {
    const row = (code: string, key: number, amount: string) =>
      `<row><c t="inlineStr"><is><t>${code}</t></is></c><c><v>${key}</v></c><c>${amount}</c></row>`
    const head = ['code', 'key', 'monto_uf'].map((name) => `<c t="str"><v>${name}</v></c>`)
    const pagos = [
      `<row>${head.join('')}</row>`,
      row('V-1001', 1, '<f>A1</f><v></v>'),
      row('V-1001', 2, '<v>7.35</v>'),
      row('V-2001', 1, '<f>A1</f>'),
    ]
    const sales: Sale[] = sample.map((sale) => ({ ...sale, pagos: [] }))
    const bytes = workbookOfSales(sales, undefined, { pagos: pagos.join('') })
    const { rejects } = await loadBytes(bytes, { maxRejectsPercent: 100 })
    expect(rejects.map(({ line, saleCode }) => [line, saleCode])).toEqual([
      [2, 'V-1001'],
      [4, 'V-2001'],
    ])
  })
})

describe('dates have one form in an export (§12.970)', () => {
  const inChile = (iso: string) => iso.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$3-$2-$1')

  test('days first, as in a CSV of Excel in Chile, are the same days', async () => {
    await load(sample)
    const sales = JSON.parse(
      JSON.stringify(sample).replaceAll(/\d{4}-\d\d-\d\d(?=["\s])/g, inChile),
    )
    expect((await load(sales)).counts).toMatchObject({ unchanged: 9 })
  })

  test('a file that has both is told with one of each, and nothing is loaded', async () => {
    const sale = rosa(({ pagos }) => (pagos[1].fecha_deposito = '05/11/2026'))
    await expect(load([sale])).rejects.toThrow(
      'Las fechas vienen escritas de dos formas: «2023-11-28 00:00:00» (línea 2, venta.fecha_aprob_semi) y «05/11/2026» (línea 2, pagos[1].fecha_deposito). Escríbelas todas de una.',
    )
    const form = { delimiter: ';', decimal: ',', encoding: 'utf-8', newline: '\n' } as const
    const path = writeCsvFolder(folder(), [sale], form)
    await expect(importSales(db(), csvFolder(path))).rejects.toThrow(
      '«05/11/2026» (pagos.csv, línea 3, fecha_deposito)',
    )
  })

  test('a column in another form is said once, with the form that is wanted', async () => {
    const dotted = rosa(({ pagos }) => {
      for (const pago of pagos) pago.fecha_deposito = pago.fecha_deposito.replaceAll('-', '.')
    })
    const { refusal, rejects, brokenRules } = await load([dotted], { maxRejectsPercent: 1 })
    expect(brokenRules).toBe(1)
    expect(rejects).toMatchObject([
      {
        field: 'pagos[0].fecha_deposito',
        value: '2023.12.05',
        reason:
          'no es una fecha en ninguna de las 36 filas; se espera una fecha como 20-11-2026 o 2026-11-20',
      },
    ])
    expect(refusal).toBe(
      '1 de 1 venta se rechaza: más del 1 % permitido. La columna «fecha_deposito» de pagos falla en todas sus filas: «2023.12.05» no es una fecha; se espera una fecha como 20-11-2026 o 2026-11-20.',
    )
  })
})

test('a column fails in every row though sales without it are as before, and not where they have it (§12.970)', async () => {
  const dotted = (sale: Sale) => {
    for (const pago of sale.pagos) pago.fecha_deposito = pago.fecha_deposito.replaceAll('-', '.')
  }
  const without = rosa((sale) => Object.assign(sale, { code: 'V-2', pagos: [] }))
  await load([rosa(), without])
  const options = { maxRejectsPercent: 1 }
  const once = await load([rosa(dotted), without], options)
  expect([once.brokenRules, once.counts?.unchanged]).toEqual([1, 1])

  const withOthers = rosa((sale) => (sale.code = 'V-3'))
  await load([rosa(), withOthers], { accepts: ['too_many_withdrawn'] })
  const each = await load([rosa(dotted), withOthers], options)
  expect([each.brokenRules, each.counts?.unchanged]).toEqual([36, 1])
})

describe('what people have instead of an export is named, with what to save it as (§12.974)', () => {
  test.each([
    ['libreoffice.xls', 'Es un libro de Excel antiguo (.xls). Ábrelo en Excel o LibreOffice y'],
    ['sheetjs.xls', 'Es un libro de Excel antiguo (.xls)'],
    ['sheetjs-biff5.xls', 'Es un libro de Excel antiguo (.xls)'],
    ['libreoffice.ods', 'Es una planilla de LibreOffice (.ods). Ábrela y guárdala como'],
    ['sheetjs.ods', 'Es una planilla de LibreOffice (.ods)'],
    ['sheetjs.xlsb', 'Es un libro binario de Excel (.xlsb). Ábrelo en Excel y guárdalo como'],
    ['con-contrasena.xlsx', 'El libro tiene contraseña. Ábrelo en Excel, quítasela'],
    ['sheetjs-xml.xls', 'Es una planilla en XML'],
    ['sheetjs-html.xls', 'Es una página web, aunque se llame .xls'],
    ['sheetjs.csv', 'Es un solo archivo CSV. El portal necesita los cinco CSV y corte.json'],
    ['sheetjs-unicode.txt', 'Es un solo archivo CSV'],
  ])('%s', async (name, sentence) => {
    await expect(loadFile(fileOf(name))).rejects.toThrow(sentence)
  })

  test.each<[string, Buffer, string]>([
    ['an empty zip', zip([]), 'El zip está vacío: no trae ningún archivo.'],
    ['a list of sales', Buffer.from(JSON.stringify(sample)), 'Es un archivo JSON, pero no con una'],
    ['indented JSON', Buffer.from(JSON.stringify(sample[0], null, 2)), 'Es un archivo JSON'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'Es un PDF. El portal necesita los datos'],
    ['a .rar', Buffer.from('526172211a0700', 'hex'), 'Comprímelo como .zip'],
    [
      'a document of Word',
      workbookOf(
        { x: '' },
        { rewrite: (xml) => xml.replaceAll('spreadsheetml', 'wordprocessingml') },
      ),
      'Es un documento, no un libro de Excel',
    ],
  ])('%s', async (_, bytes, sentence) => {
    await expect(loadBytes(bytes)).rejects.toThrow(sentence)
  })

  test.each([
    ['openpyxl-fila-total.xlsx', 'La fila 324 de cuotas es un total («TOTAL»)'],
    ['sheetjs-fila-total.xlsx', 'La fila 3 de pagos es un total («Total pagado»)'],
  ])('a row of totals in %s is told, and is no sale', async (name, sentence) => {
    await expect(loadFile(fileOf(name))).rejects.toThrow(sentence)
  })
})

test('the cut-off of a workbook may be text as in Chile; what is wrong with it is told (§12.975)', async () => {
  const cutoffOf = async (corte: string) =>
    (await loadBytes(workbookOfSales([rosa()], corte))).cutoff?.toISOString()
  expect(await cutoffOf('20-11-2026 06:00')).toBe('2026-11-20T09:00:00.000Z')
  expect(await cutoffOf('20/11/2026 6:00:00')).toBe('2026-11-20T09:00:00.000Z')
  await expect(cutoffOf('20-11-2026')).rejects.toThrow(
    '«corte» dice «20-11-2026»; por ejemplo, 20-11-2026 06:00.',
  )
})

test('a cell of several lines is one line (§12.976)', async () => {
  await load([rosa(({ venta }) => (venta.cliente_direccion = 'Los Copihues 482,\r\n Higueras'))])
  expect(await value(sql`select address as value from sale_holders where role = 'holder'`)).toBe(
    'Los Copihues 482, Higueras',
  )
})
