/** How long a device keeps an account statement that was not refreshed. */
export const OFFLINE_DAYS = 30

const DAY_MS = 86_400_000

/** A device whose clock was set back does not keep it longer. */
export function isOfflineCopyExpired(savedAt: number, now: number): boolean {
  const age = now - savedAt
  return !(age >= -DAY_MS && age < OFFLINE_DAYS * DAY_MS)
}
