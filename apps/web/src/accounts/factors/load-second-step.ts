import { ApiError, hasCode } from '../../api/api-error.ts'
import { loadWhenConnected } from '../../connection/load-when-connected.ts'
import type { FirstStep, SecondStep } from './second-step.tsx'

export interface NextStep {
  Step: typeof SecondStep
  first: FirstStep
}

/**
 * What follows this failure of a login: the second step, or null. It is loaded only then, since the
 * login page has a size budget.
 */
export async function secondStepAfter(
  error: unknown,
  typed: Pick<FirstStep, 'username' | 'password'>,
): Promise<NextStep | null> {
  if (!(error instanceof ApiError) || !hasCode(error, 'second_factor_required')) return null
  const { methods = [] } = error.body as Partial<FirstStep>
  const { SecondStep } = await loadWhenConnected(() => import('./second-step.tsx'))
  return { Step: SecondStep, first: { ...typed, methods } }
}
