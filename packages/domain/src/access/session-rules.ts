export const inactivityMessage =
  'Se ha cerrado la sesión por inactividad. Para continuar, vuelva a iniciar sesión'

/** A browser in production ends its session after this time without a call. */
export const PRODUCTION_INACTIVITY_MS = 3_600_000

/** The server's limit is longer, so that the page can say why the session ended. */
export const SERVER_GRACE_MS = 300_000

/**
 * The browser's inactivity limit for a server that ends idle sessions after `sessionIdleMs`. 0 means
 * no limit.
 */
export function browserInactivityLimit(sessionIdleMs: number | null): number {
  if (sessionIdleMs === null) return 0
  return Math.round(Math.max(sessionIdleMs / 2, sessionIdleMs - SERVER_GRACE_MS))
}

/** How often an open page checks the inactivity limit (docs/specification.md §9.10). */
export const SESSION_CHECK_MS = 30_000

/** How long before the end of the session the page shows a warning. */
export const INACTIVITY_WARNING_MS = 60_000

/**
 * Milliseconds until inactivity ends the session; negative when it has ended. A limit of 0 is no limit,
 * and a last action of 0 means that there is none yet.
 */
export function inactivityLeft(lastAction: number, now: number, maxInactivity: number): number {
  if (maxInactivity === 0 || lastAction === 0) return Number.POSITIVE_INFINITY
  return maxInactivity - (now - lastAction)
}

/** When to check next: a warning is not late, and neither is the end. */
export function nextSessionCheck(left: number): number {
  const untilNext = left > INACTIVITY_WARNING_MS ? left - INACTIVITY_WARNING_MS : left + 1
  return Math.min(SESSION_CHECK_MS, Math.max(1, untilNext))
}
