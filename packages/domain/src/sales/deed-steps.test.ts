import { expect, test } from 'vitest'
import { buildDeed, day } from '../testing/build-sale.ts'
import { deedProgressText, deedSteps, pendingMark } from './deed-steps.ts'

test('Rosa’s deed has nine steps in the order of the process, with their texts (§2.67)', () => {
  const steps = deedSteps(buildDeed())
  expect(steps.map((step) => step.label)).toEqual([
    'Borrador',
    'Firma Socio',
    'Firma Vendedor',
    'Firma Banco Alzante',
    'Ingreso Banco Financia',
    'Firma Banco Financia',
    'Cerrado',
    'Ingreso CBR',
    'Salida CBR',
  ])
  expect(steps.filter((step) => step.doneOn !== null)).toEqual([
    {
      label: 'Borrador',
      field: 'draftedOn',
      doneOn: '2026-09-06',
      explanation: {
        pending: 'Se redacta el borrador de la escritura de compraventa.',
        done: 'Se redactó el borrador de la escritura de compraventa.',
      },
      actor: 'el abogado de la operación',
    },
    {
      label: 'Firma Socio',
      field: 'buyerSignedOn',
      doneOn: '2026-09-21',
      explanation: {
        pending: 'Firmas la escritura en la notaría.',
        done: 'Firmaste la escritura en la notaría.',
      },
      actor: 'tú',
    },
  ])
  expect(pendingMark).toBe('(PENDIENTE)')
})

test('each step takes its own date (§2.68)', () => {
  const dates = {
    draftedOn: day('2026-01-01'),
    buyerSignedOn: day('2026-01-02'),
    sellerSignedOn: day('2026-01-03'),
    releasingBankSignedOn: day('2026-01-04'),
    enteredLenderOn: day('2026-01-05'),
    lenderSignedOn: day('2026-01-06'),
    closedOn: day('2026-01-07'),
    enteredRegistryOn: day('2026-01-08'),
    leftRegistryOn: day('2026-01-09'),
  }
  const days = deedSteps(buildDeed(dates)).map((step) => Number(step.doneOn?.slice(-2)))
  expect(days).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('how far a deed is, is its first step that is not done today, in the order of the process (§12.1701)', () => {
  const today = day('2026-11-20')
  expect(deedProgressText(buildDeed(), today)).toBe('paso 3 de 9 · Firma Vendedor')
  // A date ahead is a plan, and a later step may be done before.
  const mixed = buildDeed({ buyerSignedOn: day('2026-12-01'), sellerSignedOn: day('2026-11-01') })
  expect(deedProgressText(mixed, today)).toBe('paso 2 de 9 · Firma Socio')
})
