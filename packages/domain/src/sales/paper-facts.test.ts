import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSale } from '../testing/build-sale.ts'
import { maskedName, maskedRut, paperIdentity, paperTotals } from './paper-facts.ts'

test('of Rosa’s paper a stranger learns initials and the end of the rut, and she recognises it (security 9.460)', () => {
  const paper = {
    kind: 'certificate',
    code: 'V-1001',
    holderName: 'Rosa  Muñoz Sepúlveda',
    holderRut: '12345678-5',
    asOf: '2026-11-20T09:00:00Z',
  } as const
  expect(paperIdentity(paper)).toEqual([
    { label: 'Documento', value: 'Certificado de Deuda y Pagos' },
    { label: 'Compra', value: 'V-1001' },
    { label: 'Nombre', value: 'R••• M••• S•••' },
    { label: 'Rut', value: '••.•••.678-5' },
    { label: 'Actualizado al', value: '20-11-2026 06:00' },
  ])
  expect([maskedName(''), maskedRut('')]).toEqual(['-', '-'])
})

test('what accounting does not send is no zero (security 9.460)', () => {
  const unknown = buildSale({
    reservationDebt: null,
    cashCommitment: null,
    mortgageCommitment: null,
    instalmentPlan: null,
  })
  expect(paperTotals(unknown, 'statement').map(({ value }) => value)).toEqual(['-', '-', '-'])
  expect(paperTotals(unknown, 'certificate')[0]?.value).toBe(
    'La contabilidad no informa la deuda de esta compra.',
  )
})

test('no word of a name is told, nor its length (security 9.460)', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^\p{L}{2,12}$/u), { minLength: 1 }), (words) => {
      const masked = maskedName(words.join(' ')).split(' ')
      expect(masked).toEqual(words.map((word) => `${Array.from(word)[0]}•••`))
    }),
  )
})
