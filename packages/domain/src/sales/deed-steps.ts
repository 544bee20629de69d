import type { CalendarDate } from '../dates/dates.ts'
import { type DeedStepField, deedFields } from '../sale-fields.ts'
import type { DeedTracking } from './sale.ts'

export const pendingMark = '(PENDIENTE)'

export interface DeedStep extends Pick<DeedStepField, 'label' | 'explanation' | 'actor'> {
  field: DeedStepName
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
    return [{ field, label, explanation, actor, doneOn: tracking[field] }]
  })
}
