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

/** The steps in the order of the process. */
export function deedSteps(tracking: DeedTracking): DeedStep[] {
  return Object.entries(deedFields).flatMap(([name, row]) => {
    if (!('label' in row)) return []
    const { label, explanation, actor } = row
    const field = name as DeedStepName
    const doneOn = tracking[field]
    const tense = doneOn === null ? 'pending' : 'done'
    return [{ field, label, explanation: explanation[tense], actor, doneOn }]
  })
}
