export const inactivityMessage =
  'Se ha cerrado la sesión por inactividad. Para continuar, vuelva a iniciar sesión'

/** Without a call for this long, a browser in production ends its session. */
export const PRODUCTION_INACTIVITY_MS = 3_600_000

/** The server waits longer than the browser, so that the page can say why the session ended. */
export const SERVER_GRACE_MS = 300_000

/**
 * The browser's inactivity limit for a server that ends idle sessions after `sessionIdleMs`; 0, no
 * limit, where the server has none.
 */
export function browserInactivityLimit(sessionIdleMs: number | null): number {
  if (sessionIdleMs === null) return 0
  return Math.round(Math.max(sessionIdleMs / 2, sessionIdleMs - SERVER_GRACE_MS))
}

/** How often an open page checks the inactivity limit (docs/specification.md §9). */
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
