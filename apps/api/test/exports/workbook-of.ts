import { zip } from '../imports/zip.ts'
import type { Sale } from '../imports.ts'
import { exportTables } from './write-csv-folder.ts'

/** Shows a number as a date. */
const DATE_STYLE = 1

/** The parts of a workbook as Excel writes them; `sheets` have the XML of their rows. */
export function workbookOf(
  sheets: Record<string, string>,
  { texts = [], date1904 = false }: { texts?: string[]; date1904?: boolean } = {},
): Buffer {
  const names = Object.keys(sheets)
  const xml = (content: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${content}`
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const link = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`
  const links = (list: string[]) =>
    xml(`<Relationships xmlns="${packages}/relationships">${list.join('')}</Relationships>`)
  const files: Record<string, string> = {
    '[Content_Types].xml': xml(
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${type}.sharedStrings+xml"/></Types>`,
    ),
    '_rels/.rels': links([link('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': xml(
      `<workbook ${main} xmlns:r="${office}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': links([
      ...names.map((_, at) => link(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
      link('rIdS', 'styles', 'styles.xml'),
      link('rIdT', 'sharedStrings', 'sharedStrings.xml'),
    ]),
    'xl/styles.xml': xml(
      `<styleSheet ${main}><numFmts count="2"><numFmt numFmtId="164" formatCode="&quot;UF de hoy&quot; 0.00"/><numFmt numFmtId="165" formatCode="[$-340A]dd\\-mm\\-yyyy;@"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
    ),
    'xl/sharedStrings.xml': xml(
      `<sst ${main}>${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ),
  }
  names.forEach((name, at) => {
    files[`xl/worksheets/sheet${at + 1}.xml`] = xml(
      `<worksheet ${main}><sheetData>${sheets[name]}</sheetData></worksheet>`,
    )
  })
  return zip(Object.entries(files).map(([name, content]) => ({ name, content })))
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Sales as a workbook: amounts as numbers, days as dates, and the rest as shared texts. `others` replace sheets. */
export function workbookOfSales(
  sales: Sale[],
  corte = '2026-11-20T06:00:00-03:00',
  others: Record<string, string> = {},
): Buffer {
  const texts = new Map<string, number>()
  const cell = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '<c/>'
    if (typeof value === 'number') return `<c><v>${value}</v></c>`
    const text = Array.isArray(value) ? value.join(',') : String(value)
    const [, day] = /^(\d{4}-\d{2}-\d{2})(?: 00:00:00)?$/.exec(text) ?? []
    if (day !== undefined && !day.startsWith('0000')) {
      return `<c s="${DATE_STYLE}"><v>${Date.parse(day) / 86_400_000 + 25_569}</v></c>`
    }
    if (!texts.has(text)) texts.set(text, texts.size)
    return `<c t="s"><v>${texts.get(text)}</v></c>`
  }
  const sheet = (rows: Record<string, unknown>[]) => {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    return lines.map((line) => `<row>${line.map(cell).join('')}</row>`).join('')
  }
  const tables = { corte: [{ corte, ventas: sales.length }], ...exportTables(sales) }
  const sheets = Object.entries(tables).map(([name, rows]) => [name, sheet(rows)])
  return workbookOf({ ...Object.fromEntries(sheets), ...others }, { texts: [...texts.keys()] })
}
