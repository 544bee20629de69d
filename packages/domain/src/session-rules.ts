export const inactivityMessage =
  'Se ha cerrado la sesión por inactividad. Para continuar, vuelva a iniciar sesión'

/** How often an open page looks at its clocks (spec §9). */
export const SESSION_CHECK_MS = 30_000

const WARNING_BEFORE_MS = 120_000

/** Times in milliseconds. A limit of 0 is no limit; without a last action nothing has begun. */
export function isInactive(lastAction: number | null, now: number, maxInactivity: number): boolean {
  if (maxInactivity === 0 || lastAction === null) return false
  return now - lastAction > maxInactivity
}

/** How long after the last action the warning is due: two minutes before the limit. */
export function warningDueMs(maxInactivity: number): number | null {
  return maxInactivity === 0 ? null : Math.max(0, maxInactivity - WARNING_BEFORE_MS)
}
