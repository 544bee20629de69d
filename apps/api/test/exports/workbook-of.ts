import { columnLetters } from '../../src/files/xlsx-file.ts'
import { zip } from '../imports/zip.ts'
import type { Sale } from '../imports.ts'
import { exportTables } from './write-csv-folder.ts'

/** Shows a number as a date. */
const DATE_STYLE = 1

interface WorkbookOptions {
  /** The texts that cells share. */
  texts?: string[]
  date1904?: boolean
  /** Changes the XML of every part. */
  rewrite?: (xml: string) => string
  /** As `ZippedFile` has it, of every part. */
  compression?: number
}

/** The parts of a workbook as Excel writes them; `sheets` have the XML of their rows. */
export function workbookOf(
  sheets: Record<string, string>,
  { texts = [], date1904 = false, rewrite = (xml) => xml, compression = 8 }: WorkbookOptions = {},
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
      `<styleSheet ${main}><numFmts count="2"><numFmt numFmtId="164" formatCode="&quot;UF de hoy&quot; 0.00"/><numFmt numFmtId="165" formatCode="[$-340A]dd\\-mm\\-yyyy;@"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
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
  return zip(
    Object.entries(files).map(([name, content]) => ({
      name,
      content: rewrite(content),
      compression,
    })),
  )
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Sales as a workbook: amounts as numbers, days as dates, and the rest as shared texts. `others` replace sheets. */
export function workbookOfSales(
  sales: Sale[],
  corte = '2026-11-20T06:00:00-03:00',
  others: Record<string, string> = {},
  rewrite?: WorkbookOptions['rewrite'],
): Buffer {
  const texts = new Map<string, number>()
  const cell = (value: unknown, place: string): string => {
    const at = `r="${place}"`
    if (value === null || value === undefined || value === '') return ''
    if (typeof value === 'number') return `<c ${at}><v>${value}</v></c>`
    const text = Array.isArray(value) ? value.join(',') : String(value)
    const [, day] = /^(\d{4}-\d{2}-\d{2})(?: 00:00:00)?$/.exec(text) ?? []
    if (day !== undefined && !day.startsWith('0000')) {
      return `<c ${at} s="${DATE_STYLE}"><v>${Date.parse(day) / 86_400_000 + 25_569}</v></c>`
    }
    if (!texts.has(text)) texts.set(text, texts.size)
    return `<c ${at} t="s"><v>${texts.get(text)}</v></c>`
  }
  const sheet = (rows: Record<string, unknown>[]) => {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    const rowOf = (line: unknown[], at: number) => {
      const cells = line.map((value, column) => cell(value, `${columnLetters(column)}${at}`))
      return `<row r="${at}">${cells.join('')}</row>`
    }
    return lines.map((line, index) => rowOf(line, index + 1)).join('')
  }
  const tables = { corte: [{ corte, ventas: sales.length }], ...exportTables(sales) }
  const sheets = Object.entries(tables).map(([name, rows]) => [name, sheet(rows)])
  return workbookOf(
    { ...Object.fromEntries(sheets), ...others },
    { texts: [...texts.keys()], ...(rewrite && { rewrite }) },
  )
}
