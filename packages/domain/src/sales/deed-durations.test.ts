import { expect, test } from 'vitest'
import { addDays } from '../dates/dates.ts'
import { buildDeed, day } from '../testing/build-sale.ts'
import { memberTask, stepDurations, typicalText, waitingText } from './deed-durations.ts'
import { deedSteps } from './deed-steps.ts'

const today = day('2026-11-20')
const noDay = new Set<never>()
const monday = day('2026-09-07')
/** Signed this many weeks after the draft. */
const deeds = (...weeks: number[]) =>
  weeks.map((count) =>
    buildDeed({
      draftedOn: monday,
      buyerSignedOn: addDays(monday, 7 * count),
      sellerSignedOn: null,
    }),
  )

test('with ten deeds a step has the business days that half of them took (§12.1152)', () => {
  expect(stepDurations(deeds(1, 1, 1, 1, 2, 2, 2, 2, 9, 9), today, noDay)).toEqual([
    { step: 'buyerSignedOn', sales: 10, median: 10, low: 5, high: 10 },
  ])
})

test('with nine there is nothing, nor of dates out of order or ahead (§12.1152)', () => {
  expect(stepDurations(deeds(1, 1, 1, 1, 1, 1, 1, 1, 1), today, noDay)).toEqual([])
  expect(stepDurations(deeds(...Array<number>(10).fill(-1)), today, noDay)).toEqual([])
  expect(stepDurations(deeds(...Array<number>(10).fill(20)), today, noDay)).toEqual([])
})

test('it is told as what is usual, never as a promise (§12.1152)', () => {
  const usual = { step: 'x', sales: 24, median: 5, low: 3, high: 10 }
  expect(typicalText(usual)).toBe(
    'Suele tomar 3 a 10 días hábiles (referencial: así fue en 24 compras de la cooperativa).',
  )
  expect(typicalText({ ...usual, low: 1, high: 1 })).toMatch(/^Suele tomar 1 día hábil \(/)
})

test('a step waits since the last one was done (§12.1152)', () => {
  const steps = deedSteps(
    buildDeed({ draftedOn: day('2026-11-08'), buyerSignedOn: null, sellerSignedOn: null }),
  )
  expect(waitingText(steps, today)).toBe('Lleva 12 días en este paso.')
  expect(waitingText(steps, day('2026-11-08'))).toBe('Este paso empezó hoy.')
  expect(
    waitingText(
      steps.map((step) => ({ ...step, doneOn: null })),
      today,
    ),
  ).toBeNull()
})

test('only the buyer’s signature asks something of the member (§12.1152)', () => {
  const tasks = deedSteps(buildDeed()).map(memberTask)
  expect(tasks.filter((task) => task !== 'No tienes que hacer nada.')).toEqual([
    'Te toca a ti: firma la escritura en la notaría cuando te citen.',
  ])
})
