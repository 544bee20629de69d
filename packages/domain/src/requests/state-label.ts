import { requestStateLabels } from './request-labels.ts'
import { requestNumber } from './request-number.ts'
import type { RequestState } from './request-states.ts'

/** What stands where a state does: a request that staff merged into another one was not cancelled. */
export function stateLabel(state: RequestState, mergedInto: number | string | null): string {
  return mergedInto ? `Unida a la ${requestNumber(mergedInto)}` : requestStateLabels[state]
}
