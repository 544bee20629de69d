import { type CalendarDate, shortDate } from '../dates/dates.ts'
import type { DeedTracking } from './sale.ts'
import { type DeedStepField, deedFields } from './sale-fields.ts'

export const pendingMark = '(PENDIENTE)'

export interface DeedStep extends Pick<DeedStepField, 'label' | 'actor' | 'explanation'> {
  field: DeedStepName
  /** Null while the step is pending. After today it is a plan, or a mistake. */
  doneOn: CalendarDate | null
}

type DeedStepName = {
  [Name in keyof DeedTracking]: (typeof deedFields)[Name] extends DeedStepField ? Name : never
}[keyof DeedTracking]

/** The steps of a deed in the order of the process. */
export function deedSteps(tracking: DeedTracking): DeedStep[] {
  return deedProcess().map((step) => ({ ...step, doneOn: tracking[step.field] }))
}

/** What happens in the step; a date ahead is a plan. */
export function stepExplanation(step: DeedStep, today: CalendarDate): string {
  if (isStepDone(step, today)) return step.explanation.done
  const { doneOn, explanation } = step
  return doneOn ? `Programada para el ${shortDate(doneOn)}.` : explanation.pending
}

export function isStepDone({ doneOn }: DeedStep, today: CalendarDate): boolean {
  return doneOn !== null && doneOn <= today
}

/** The steps, in order, without a deed. */
export function deedProcess(): Omit<DeedStep, 'doneOn'>[] {
  return Object.entries(deedFields).flatMap(([name, row]) => {
    if (!('label' in row)) return []
    const { label, explanation, actor } = row
    return [{ field: name as DeedStepName, label, explanation, actor }]
  })
}

/** 'paso 4 de 9 · Firma Banco Alzante', of the first step that is not done, or 'terminada'. */
export function deedProgressText(tracking: DeedTracking, today: CalendarDate): string {
  const steps = deedSteps(tracking)
  const place = steps.findIndex((step) => !isStepDone(step, today))
  const step = steps[place]
  return step ? `paso ${place + 1} de ${steps.length} · ${step.label}` : 'terminada'
}
