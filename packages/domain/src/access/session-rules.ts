export const inactivityMessage =
  'Se ha cerrado la sesión por inactividad. Para continuar, vuelva a iniciar sesión'

/** How often an open page looks at its clocks (spec §9). */
export const SESSION_CHECK_MS = 30_000

/** How long before its end one is asked whether one is still there. */
export const INACTIVITY_WARNING_MS = 120_000

/**
 * Milliseconds until the session ends for want of activity; below 0 it has ended. A limit of 0 is no
 * limit, and without a last action nothing has begun.
 */
export function inactivityLeft(lastAction: number, now: number, maxInactivity: number): number {
  if (maxInactivity === 0 || lastAction === 0) return Number.POSITIVE_INFINITY
  return maxInactivity - (now - lastAction)
}
