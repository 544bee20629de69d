import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildDeed, buildHolder, buildSale, day, pesos, uf } from '../testing/build-sale.ts'
import { formatFolio, printedContent, readFolio } from './printed-content.ts'
import type { Instalment, Payment, Sale } from './sale.ts'

const content = printedContent(buildSale())
const [first, second] = buildSale().payments as [Payment, Payment]
const { instalments } = buildSale()
const [instalment, , , , december] = instalments
if (!instalment || !december) throw new Error('the sample sale has instalments')

describe('what is printed of Rosa’s sale', () => {
  test.each<[string, Partial<Sale>]>([
    ['a new date of the deed', { deed: buildDeed({ sellerSignedOn: day('2026-11-25') }) }],
    ['no deed', { deed: null }],
    ['a new telephone number', { holder: buildHolder({ phone: '+56 9 8765 4321' }) }],
    ['a new income', { holder: buildHolder({ income: pesos('2000000') }) }],
    ['a co-holder', { coHolder: buildHolder({ rut: '13456789-9' }) }],
    ['a new price', { price: uf('2100') }],
    ['a new mortgage', { mortgageCommitment: uf('1900') }],
    ['a later cut-off', { asOf: '2026-11-25T06:00:00Z', isOutdated: true }],
    ['a request', { requests: [] }],
    ['a fraction that is not printed', { reservationDebt: uf('24.0049') }],
    [
      'another address of the receipt',
      { payments: [{ ...first, receiptUrl: 'https://recibos.example.cl/1' }, second] },
    ],
    [
      'another usual label of an instalment',
      { instalments: instalments.with(4, { ...december, state: 'Atrasada' }) },
    ],
    ['nothing unapplied', { payments: [{ ...first, unapplied: uf('0') }, second] }],
  ])('stays the same with %s (§12.42)', (_, changes) => {
    expect(printedContent(buildSale(changes))).toBe(content)
  })

  test.each<[string, Partial<Sale>]>([
    ['name', { holder: buildHolder({ fullName: 'Rosa Elena Muñoz' }) }],
    ['advisor', { advisor: 'Patricia Echeverría' }],
    ['project', { project: 'Altos de Tumbes' }],
    ['property', { properties: [{ type: 'Casa', lot: '13', model: 'Araucaria' }] }],
    ['reservation', { reservation: null }],
    ['debt', { reservationDebt: uf('24.005') }],
    ['missing debt', { reservationDebt: null }],
    [
      'text of an instalment',
      { instalments: instalments.with(0, { ...instalment, state: 'Condonada' }) },
    ],
    ['payment', { payments: [first] }],
    ['payment’s instalments', { payments: [{ ...first, instalments: [1, 2] }, second] }],
    ['unapplied money', { payments: [first, { ...second, unapplied: uf('2') }] }],
    ['receipt', { payments: [{ ...first, receiptUrl: null }, second] }],
  ])('changes with another %s', (_, changes) => {
    expect(printedContent(buildSale(changes))).not.toBe(content)
  })

  test('changes with a label that alone says what an instalment is', () => {
    const contentWith = (changes: Partial<Instalment>) =>
      printedContent(buildSale({ instalments: [{ ...december, ...changes }] }))
    const unknown = { balance: null, state: 'Pendiente' }
    expect(contentWith({ ...unknown, state: 'Abonada' })).not.toBe(contentWith(unknown))
    const undated = { dueOn: null, state: 'Pendiente' }
    expect(contentWith({ ...undated, state: 'Vencida' })).not.toBe(contentWith(undated))
  })

  test('has one form: another would make every issued statement one of other content', () => {
    const sale = buildSale({ instalments: [instalment], payments: [second] })
    expect(JSON.parse(printedContent(sale))).toEqual({
      sale: {
        code: 'V-1001',
        project: 'Brisas del Mar',
        condominium: 'Condominio Los Aromos',
        advisor: 'Claudia Vergara',
      },
      member: { name: 'Rosa Elena Muñoz Carrasco', rut: '12.345.678-5' },
      properties: [{ type: 'Casa', lot: '12', model: 'Araucaria' }],
      commitments: [
        {
          label: 'Primera cuota (3\u00a0%)',
          documentType: 'PAC',
          date: '2026-08-05',
          pesos: '$2.448.242',
          uf: '60,00',
        },
        {
          label: 'Reserva (5\u00a0%)',
          documentType: 'Vale vista',
          date: '2026-03-05',
          pesos: '$4.080.403',
          uf: '100,00',
        },
      ],
      plan: {
        numberOfInstalments: 1,
        pendingBalance: '24,00',
        firstDueOn: '2026-08-05',
        share: '3\u00a0%',
      },
      instalments: [
        {
          dueOn: '2026-08-05',
          amount: '10,00',
          paid: '10,00',
          balance: '0,00',
          status: 'paid',
        },
      ],
      totals: { agreed: '60,00', paid: '36,00', paidShare: '60\u00a0%', balance: '24,00' },
      payments: [
        {
          key: '2',
          amount: '6,00',
          depositedOn: '2026-11-04',
          documentType: 'PAC',
          instalments: [4],
        },
      ],
    })
  })

  test('has the form of 1.1.0 too, whose statements are compared with it', () => {
    const payments = [{ ...second, key: '·2026-11-04·6', unapplied: uf('0') }]
    const sale = buildSale({ instalments: [instalment], payments })
    const former = JSON.parse(printedContent(sale, '1.1.0'))
    const { instalments, payments: paid, ...others } = JSON.parse(printedContent(sale))
    const [{ status: _, ...figures }] = instalments
    expect(former).toEqual({
      ...others,
      instalments: [{ ...figures, state: 'Pagada' }],
      payments: [{ ...paid[0], key: '·2026-11-04·6', unapplied: '0,00' }],
    })
  })
})

describe('the folio of a statement', () => {
  const random = fc.uint8Array({ minLength: 12, maxLength: 12 })

  test('is three groups of four characters without look-alikes', () => {
    fc.assert(
      fc.property(random, (bytes) => {
        expect(formatFolio(bytes)).toMatch(/^EC(-[2-9A-HJ-NP-Z]{4}){3}$/)
      }),
    )
  })

  test('every byte counts with five bits, all letters alike', () => {
    const letters = new Set<string>()
    for (let byte = 0; byte < 256; byte++) {
      letters.add(formatFolio(new Uint8Array(12).fill(byte)).slice(3, 7))
    }
    expect(letters.size).toBe(32)
    expect(() => formatFolio(new Uint8Array(11))).toThrow(RangeError)
  })

  test.each([
    'EC-7F3K-Q2MX-9TRB',
    'ec-7f3k-q2mx-9trb',
    ' EC 7F3K Q2MX 9TRB ',
    'EC7F3KQ2MX9TRB',
    'EC–7F3K–Q2MX–9TRB',
  ])('%j is read', (text) => {
    expect(readFolio(text)).toBe('EC-7F3K-Q2MX-9TRB')
  })

  test.each([
    '',
    'EC',
    'EC-7F3K-Q2MX-9TR',
    'EC-7F3K-Q2MX-9TRBB',
    'EC-7F3K-Q2MX-9TR0',
    '7F3KQ2MX9TRB',
  ])('%j is none', (text) => {
    expect(readFolio(text)).toBeNull()
  })

  test('an issued folio is read as issued', () => {
    fc.assert(
      fc.property(random, (bytes) => {
        const folio = formatFolio(bytes)
        expect(readFolio(folio.toLowerCase().replaceAll('-', ' '))).toBe(folio)
      }),
    )
  })

  test('no input breaks the reading', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readFolio(text)))
  })
})
