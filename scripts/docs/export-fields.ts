import { readFileSync } from 'node:fs'
import {
  commitmentEntries,
  deedFields,
  type FieldKind,
  type Fields,
  holderFields,
  holderPrefixes,
  instalmentFields,
  paymentFields,
  propertyFields,
  propertyPrefixes,
  saleFields,
} from '@carpeta/domain/sales/sale-fields'
import {
  commitmentMeanings,
  deedMeanings,
  holderMeanings,
  instalmentMeanings,
  paymentMeanings,
  propertyMeanings,
  saleMeanings,
} from './sale-field-meanings.ts'

// The field list of docs/accounting-export.md, from the field table and the sample export.

type Section = Record<string, unknown>

interface Sale {
  venta: Section
  pagos: Section[]
  estado_de_pago: { 'Cuotas mensuales': { cuotas: Section[] } }
  compromiso: Record<string, Section>
  seguimiento: Section | null
}

interface Row {
  wire: string
  unit: string
  meaning: string
  example: string
}

/** The example is for fields without a value in the sample export. */
const kinds: Record<FieldKind, { unit: string; example: string }> = {
  text: { unit: 'text', example: 'Casa' },
  name: { unit: 'name', example: 'Rosa Muñoz' },
  key: { unit: 'text or number', example: '1' },
  link: { unit: 'http(s) address', example: 'https://recibos.example/1' },
  date: { unit: 'date', example: '2026-09-06' },
  uf: { unit: 'UF', example: '49.5' },
  pesos: { unit: 'pesos', example: '1450000' },
  share: { unit: 'fraction, 0 to 1', example: '0.05' },
  count: { unit: 'whole number', example: '3' },
  places: { unit: 'numbers', example: '35,36' },
}

const required = ['code', `${holderPrefixes.holder}${holderFields.rut.wire}`]

const sampleFile = new URL('../../apps/api/seeds/sample-export.ndjson', import.meta.url)
const [, ...sample]: [unknown, ...Sale[]] = JSON.parse(
  `[${readFileSync(sampleFile, 'utf8').trim().replaceAll('\n', ',')}]`,
)

/** The field list in Markdown. */
export function describeExport(): string {
  const venta = sample.map((sale) => sale.venta)
  const { holder, coHolder } = holderPrefixes
  const [main, ...others] = propertyPrefixes
  return [
    table('The sale', [codeRow], []),
    table('`venta`', rowsOf(saleFields, saleMeanings), venta),
    table('`venta`: the holder', rowsOf(holderFields, holderMeanings, holder), venta),
    `The co-holder's fields begin with \`${coHolder}\` instead of \`${holder}\`; none is required.`,
    table('`venta`: the main property', rowsOf(propertyFields, propertyMeanings, main), venta),
    `Up to four more begin with ${others.map((prefix) => `\`${prefix}\``).join(', ')}.`,
    table(
      'Each of `estado_de_pago["Cuotas mensuales"].cuotas`',
      rowsOf(instalmentFields, instalmentMeanings),
      sample.flatMap((sale) => sale.estado_de_pago['Cuotas mensuales'].cuotas),
    ),
    table(
      'Each of `pagos`',
      rowsOf(paymentFields, paymentMeanings),
      sample.flatMap(({ pagos }) => pagos),
    ),
    ...Object.entries(commitmentEntries).map(([kind, { wire, fields }]) =>
      table(
        `\`compromiso["${wire}"]\``,
        rowsOf(fields, commitmentMeanings[kind as keyof typeof commitmentEntries]),
        sample.flatMap<Section>(({ compromiso }) => compromiso[wire] ?? []),
      ),
    ),
    table(
      '`seguimiento`',
      rowsOf(deedFields, deedMeanings),
      sample.flatMap<Section>(({ seguimiento }) => seguimiento ?? []),
    ),
  ].join('\n\n')
}

const codeRow: Row = {
  wire: 'code',
  unit: 'text, up to 100 characters',
  meaning: 'Names the sale; unique in the file.',
  example: 'V-1001',
}

function rowsOf(fields: Fields, meanings: Record<string, string>, prefix = ''): Row[] {
  return Object.entries(fields).map(([name, field]) => ({
    wire: `${prefix}${field.wire}`,
    ...kinds[field.kind],
    meaning: 'label' in field ? `When the step “${field.label}” was done.` : (meanings[name] ?? ''),
  }))
}

/** Examples are the first values of the sample export that are not empty. */
function table(title: string, rows: Row[], sections: Section[]): string {
  const lines = rows.map(({ wire, unit, meaning, example }) => {
    const values = sections.map((section) => section[wire] ?? '')
    const cells = [
      `\`${wire}\``,
      required.includes(wire) ? 'yes' : 'no',
      unit,
      meaning,
      `\`${values.find((value) => String(value) !== '') ?? example}\``,
    ]
    return `| ${cells.join(' | ')} |`
  })
  const head = '| name | required | unit | meaning | example |\n|---|---|---|---|---|'
  return [`### ${title}`, '', head, ...lines].join('\n')
}

const START = '<!-- fields: written by npm run docs -->'
const END = '<!-- end of fields -->'

/** The page with the current field list. */
export function withFields(page: string): string {
  const [before, rest = ''] = page.split(START)
  const [, after = ''] = rest.split(END)
  return `${before}${START}\n\n${describeExport()}\n\n${END}${after}`
}
