/** The link to the new address works this long; a pending change ends with it. */
export const EMAIL_CONFIRMATION_DAYS = 7

/** The old address can undo a change this long after it took effect. */
export const EMAIL_REVERT_HOURS = 72

export interface EmailChange {
  requestedAt: Date
  /** When it took effect. */
  confirmedAt: Date | null
  /** When it was cancelled, replaced by another change, or reverted. */
  endedAt: Date | null
}

const DAY = 86_400_000

/** Whether the owner of the new address can still confirm it; exact to the millisecond. */
export function isEmailChangePending(change: EmailChange, now: Date): boolean {
  if (change.endedAt !== null || change.confirmedAt !== null) return false
  return now.getTime() - change.requestedAt.getTime() <= EMAIL_CONFIRMATION_DAYS * DAY
}

/** Whether the old address can cancel or undo it; exact to the millisecond. */
export function canRevertEmailChange(change: EmailChange, now: Date): boolean {
  if (change.endedAt !== null) return false
  if (change.confirmedAt === null) return isEmailChangePending(change, now)
  return now.getTime() - change.confirmedAt.getTime() <= (EMAIL_REVERT_HOURS / 24) * DAY
}
