/** How many days before it is due a member may be told of an instalment. */
export const reminderDays = [3, 5, 7, 14] as const

export type ReminderDays = (typeof reminderDays)[number]

/** Until the member chooses. */
export const USUAL_REMINDER_DAYS: ReminderDays = 5

export function reminderLabel(days: ReminderDays): string {
  return `${days} días antes`
}
