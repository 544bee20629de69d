/** How many days before it is due a member may be told of an instalment. */
export const reminderDays = [3, 5, 7, 14] as const

export type ReminderDays = (typeof reminderDays)[number]

/** Until the member chooses. */
export const USUAL_REMINDER_DAYS: ReminderDays = 5

/** '3, 7 o 14 días': what may be chosen instead of the usual. */
export function otherReminderDays(): string {
  const others = reminderDays.filter((days) => days !== USUAL_REMINDER_DAYS).map(String)
  return `${new Intl.ListFormat('es-CL', { type: 'disjunction' }).format(others)} días`
}

export function reminderLabel(days: ReminderDays): string {
  return `${days} días antes`
}

/**
 * What is said beside a due date, before and after that email.
 * @param days null of who wants none
 */
export function reminderNotice(days: ReminderDays | null): string {
  return days === null ? 'Sin aviso por correo' : `Aviso por correo ${reminderLabel(days)}`
}
