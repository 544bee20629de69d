import { readFileSync, writeFileSync } from 'node:fs'
import {
  commitmentEntries,
  type DeedStepField,
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

// `npm run docs` writes the field list of docs/accounting-export.md, from the field table, the meanings
// below and the sample export.

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
    meaning: 'label' in field ? `When “${field.label}” was done.` : (meanings[name] ?? ''),
  }))
}

/** Examples are the first values of the sample export that are not empty. */
function table(title: string, rows: Row[], sections: Section[]): string {
  const lines = rows.map(({ wire, unit, meaning, example }) => {
    const values = sections.map((section) => section[wire] ?? '')
    const cells = [
      `\`${wire}\``,
      unit,
      required.includes(wire) ? `**Required.** ${meaning}` : meaning,
      `\`${values.find((value) => String(value) !== '') ?? example}\``,
    ]
    return `| ${cells.join(' | ')} |`
  })
  const head = '| name | unit | meaning | example |\n|---|---|---|---|'
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

// The meanings are not in the field table, which is part of the web's bundle. The steps of the deed have
// their labels instead.

type Meanings<Table extends Fields> = {
  [Name in keyof Table as Table[Name] extends DeedStepField ? never : Name]: string
}
type Entries = typeof commitmentEntries

const saleMeanings: Meanings<typeof saleFields> = {
  project: "The property's project.",
  condominium: 'The condominium within the project.',
  advisor: "The cooperative's person for this sale.",
  price: 'The price of all properties.',
  approvedOn: 'When it was approved; before, the member does not see it.',
  completedOn: 'When it was completed; then it takes no requests.',
}

const holderMeanings: Meanings<typeof holderFields> = {
  fullName: 'Full name, or the company’s. Without it there is no co-holder.',
  givenNames: 'Given names; the portal greets with them.',
  rut: 'The rut of the holder’s account.',
  city: 'City.',
  commune: 'Commune.',
  address: 'Street and number.',
  profession: 'Profession.',
  maritalStatus: 'Marital status.',
  employer: 'Employer.',
  phone: 'Telephone number.',
  email:
    'E-mail address, of several the first, for a new account or one that has none and nobody activated.',
  income: 'Monthly income.',
  feeIncome: 'Monthly income from fees (honorarios).',
  rentalIncome: 'Monthly income from rent.',
  averageIncome: 'Average monthly income.',
  legalRepresentative: 'Who represents a company.',
}

const propertyMeanings: Meanings<typeof propertyFields> = {
  type: 'The kind of property.',
  lot: 'Its lot, or its number.',
  model: 'Its model.',
}

const instalmentMeanings: Meanings<typeof instalmentFields> = {
  dueOn: 'When it is due.',
  amount: 'The amount agreed.',
  balance: 'What is left to pay of it.',
  state:
    "Accounting's label of its state, which decides without `monto_uf_saldo` whether it is paid ('Pagada', 'Cancelada').",
}

const paymentMeanings: Meanings<typeof paymentFields> = {
  key: 'Names the payment in its sale; else date and amount do.',
  amount: 'The amount paid.',
  depositedOn: 'When the money came in.',
  documentType:
    'How it was paid. A payment online is recognised by itself when this names Webpay, best with its authorisation code (`Webpay 1213`).',
  receiptUrl: 'Where the receipt can be opened.',
  instalments:
    'Numbers of the instalments that it pays, from 1 in the order above, as a list or text with commas. Without it the portal does not tell them.',
  unapplied: "The part that pays no instalment yet ('Por imputar').",
}

const committedMeanings = {
  amount: 'The amount agreed.',
  amountInPesos: 'The same amount in pesos.',
  share: 'Its part of the price.',
  documentType: 'How it is paid.',
}

const commitmentMeanings: { [Kind in keyof Entries]: Meanings<Entries[Kind]['fields']> } = {
  reservation: { ...committedMeanings, lastPaidOn: 'When it was last paid.' },
  instalments: {
    ...committedMeanings,
    paid: 'What is paid of the plan.',
    paidShare: 'The part of the plan that is paid.',
    pendingInstalments: 'How many instalments are left; counted when not sent.',
  },
  debt: { amount: 'What is left to pay of the instalment plan.' },
  cash: { amount: 'What is to be paid in cash.' },
  mortgage: { amount: 'What is to be paid with a mortgage.' },
}

const deedMeanings: Meanings<typeof deedFields> = {
  lender: "The buyer's bank.",
}

if (import.meta.main) {
  const page = new URL('../../docs/accounting-export.md', import.meta.url)
  writeFileSync(page, withFields(readFileSync(page, 'utf8')))
}
