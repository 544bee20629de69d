export const loginFailureReasons = [
  'wrong_credentials',
  'wrong_code',
  'throttled',
  'unavailable',
  'other',
] as const

export type LoginFailureReason = (typeof loginFailureReasons)[number]

const loginRoutes = new Set(['/api/auth/login/', '/api/auth/login/passkey/'])

/**
 * Why a call is a failed login; null when it is none.
 * @param codes the answer's `X-Error-Code`
 */
export function loginFailureReason(
  { route, status }: { route: string; status: number },
  codes: string,
): LoginFailureReason | null {
  if (!loginRoutes.has(route) || status < 400) return null
  // The first step of a login with a second factor.
  if (codes === 'second_factor_required') return null
  if (status === 429) return 'throttled'
  if (status >= 500) return 'unavailable'
  if (codes.includes('wrong_credentials')) return 'wrong_credentials'
  return codes.includes('wrong_code') ? 'wrong_code' : 'other'
}
