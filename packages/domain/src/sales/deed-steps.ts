import type { CalendarDate } from '../dates/dates.ts'
import type { DeedTracking } from './sale.ts'
import { type DeedStepField, deedFields } from './sale-fields.ts'

export const pendingMark = '(PENDIENTE)'

export interface DeedStep extends Pick<DeedStepField, 'label' | 'actor'> {
  field: DeedStepName
  /** In the past tense once the step is done. */
  explanation: string
  /** Null while the step is pending. */
  doneOn: CalendarDate | null
}

type DeedStepName = {
  [Name in keyof DeedTracking]: (typeof deedFields)[Name] extends DeedStepField ? Name : never
}[keyof DeedTracking]

/** The steps of a deed in the order of the process. */
export function deedSteps(tracking: DeedTracking): DeedStep[] {
  return steps().map(({ field, label, explanation, actor }) => {
    const doneOn = tracking[field]
    const tense = doneOn === null ? 'pending' : 'done'
    return { field, label, explanation: explanation[tense], actor, doneOn }
  })
}

/** What happens in each step, in order, without a deed. */
export function deedProcess(): Omit<DeedStep, 'doneOn'>[] {
  return steps().map(({ field, label, explanation, actor }) => ({
    field,
    label,
    explanation: explanation.pending,
    actor,
  }))
}

function steps(): (DeedStepField & { field: DeedStepName })[] {
  return Object.entries(deedFields).flatMap(([name, row]) =>
    'label' in row ? [{ ...row, field: name as DeedStepName }] : [],
  )
}
