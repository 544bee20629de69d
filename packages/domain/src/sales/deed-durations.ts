import { businessDaysBetween, type ClosedDays } from '../dates/business-days.ts'
import { type CalendarDate, daysBetween } from '../dates/dates.ts'
import { type DeedStep, deedSteps, isStepDone } from './deed-steps.ts'
import type { DeedTracking } from './sale.ts'

/** Fewer tell nothing of the next one, and something of their buyers. */
const MIN_SALES_OF_DURATION = 10

/** How many business days a step took in the cooperative's other sales. */
export interface StepDuration {
  step: string
  sales: number
  median: number
  /** Half of them took between these. */
  low: number
  high: number
}

/** Of each step that enough deeds have with the one before it. */
export function stepDurations(
  deeds: DeedTracking[],
  today: CalendarDate,
  closed: ClosedDays,
): StepDuration[] {
  const found = new Map<string, number[]>()
  for (const deed of deeds) {
    const steps = deedSteps(deed)
    for (const [place, step] of steps.entries()) {
      const former = steps[place - 1]
      if (!former?.doneOn || !step.doneOn || former.doneOn > step.doneOn) continue
      if (!isStepDone(step, today)) continue
      const days = businessDaysBetween(former.doneOn, step.doneOn, closed)
      found.set(step.field, [...(found.get(step.field) ?? []), days])
    }
  }
  return [...found].flatMap(([step, days]) => {
    if (days.length < MIN_SALES_OF_DURATION) return []
    const sorted = days.sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? 0
    return [{ step, sales: days.length, median: at(0.5), low: at(0.25), high: at(0.75) }]
  })
}

/** 'Suele tomar 3 a 10 días hábiles (referencial: así fue en 24 compras de la cooperativa).' */
export function typicalText({ low, high, sales }: StepDuration): string {
  const days = low === high ? counted(low) : `${low} a ${counted(high)}`
  return `Suele tomar ${days} (referencial: así fue en ${sales} compras de la cooperativa).`
}

/**
 * For a step that too few deeds have passed.
 * @param isEmailed whether this reader gets such emails, which staff may hold back for a load
 */
export function untypicalText(isEmailed: boolean): string {
  return isEmailed
    ? 'Normalmente te avisamos por correo cuando se cumple.'
    : 'Cuando se cumpla, lo verás aquí.'
}

function counted(days: number): string {
  return days === 1 ? '1 día hábil' : `${days} días hábiles`
}

/** 'Empezó hoy', 'Lleva 12 días'; null while no step is done: then nobody knows since when. */
export function waitingText(steps: DeedStep[], today: CalendarDate): string | null {
  const done = steps.flatMap((step) => (isStepDone(step, today) ? (step.doneOn ?? []) : []))
  const last = done.sort().at(-1)
  if (last === undefined) return null
  const days = daysBetween(last, today)
  if (days === 0) return 'Este paso empezó hoy.'
  return `Lleva ${days === 1 ? '1 día' : `${days} días`} en este paso.`
}

/** Whether the member must do something in a step that is not done. */
export function memberTask(step: Pick<DeedStep, 'field'>): string {
  return step.field === 'buyerSignedOn'
    ? 'Te toca a ti: firma la escritura en la notaría cuando te citen.'
    : 'No tienes que hacer nada.'
}
