import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { readStructure, type Spoken } from '../../test/statements/read-structure.ts'
import { addressOf, exported, titles } from '../../test/statements/statements.ts'

// What a screen reader makes of Rosa's statement, which has tables over several pages.
let portal: Portal
let file: Buffer
let spoken: Spoken[]
let untagged: string[]
beforeAll(async () => {
  portal = await openPortal()
  const { bytes } = await (await portal.as('rosa')).get(addressOf('V-1001', 'pdf'))
  file = bytes
  const structure = await readStructure(file)
  spoken = structure.spoken
  untagged = structure.untagged
})
afterAll(() => portal.close())

const textsOf = (role: string) =>
  spoken.filter((each) => each.role === role).map(({ text }) => text)

test('it has a language, and its window shows its title', () => {
  const source = file.toString('latin1')
  expect(source).toContain('/Lang (es-CL)')
  expect(source).toContain('/DisplayDocTitle true')
})

test('it is read in the order of the paper: title, sections, closing note (§12.177)', () => {
  expect(textsOf('H1')).toEqual(['Estado de Cuenta'])
  expect(textsOf('H2')).toEqual([...titles])
  const at = (text: string) => spoken.findIndex((each) => each.text.startsWith(text))
  const order = [
    'Cooperativa Vista al Biobío',
    'Estado de Cuenta',
    'Venta V-1001',
    'Folio EC-',
    titles[0],
    'Nombre Rosa Muñoz',
    titles[1],
    'Tipo',
    titles[4],
    'Vencimiento',
    'Total Reserva Pactada',
    titles[5],
    'Si encuentras diferencias',
  ].map(at)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order).not.toContain(-1)
  expect(spoken.at(-1)?.text).toMatch(/^Si encuentras diferencias/)
})

test('each table has its heads once, with their scope, and its cells row by row (§12.177)', () => {
  expect(textsOf('TH')).toEqual([
    ...['Tipo', 'Lote', 'Modelo'],
    ...['Forma de Pago', 'Fecha', 'Monto Pesos', 'Monto UF'],
    ...['Vencimiento', 'Valor Cuota UF', 'Monto pagado UF', 'Saldo UF', 'Estado'],
    ...['Total Reserva Pactada', 'Total Pagado en UF', 'Total Pagado en %', 'Saldo'],
    ...['Pago', 'Monto UF', 'Fecha depósito', 'Tipo documento', 'Comprobante'],
  ])
  const source = file.toString('latin1')
  expect(source.match(/\/Scope \/Column/g)).toHaveLength(17)
  expect(source.match(/\/Scope \/Row/g)).toHaveLength(4)
  const cells = textsOf('TD')
  // The first date is that of the commitment.
  const first = cells.indexOf('05-01-2024', cells.indexOf('05-01-2024') + 1)
  expect(cells.slice(first, first + 5)).toEqual(['05-01-2024', '7,35', '7,35', '0,00', 'Pagada'])
})

test('everything else is decoration: heads and feet of pages, lines, the logo (§12.177)', () => {
  expect(untagged).toEqual([])
  expect(spoken.map(({ text }) => text).join(' ')).not.toMatch(/Página \d de \d/)
})

test('the QR code has a description, and each link its own element', () => {
  expect(textsOf('Figure')).toEqual([
    expect.stringMatching(/^Código QR para verificar el folio EC-/),
  ])
  expect(textsOf('Link')).toHaveLength(1 + exported[0].pagos.filter(hasReceipt).length)
})

function hasReceipt({ ficha_pago }: { ficha_pago: string }): boolean {
  return ficha_pago !== ''
}
