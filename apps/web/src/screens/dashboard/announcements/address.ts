/** The query parameter of the announcements: an id, or 'todos' for the list. */
export const ANNOUNCEMENTS = 'avisos'

const LIST = 'todos'

export const listSearch = `?${ANNOUNCEMENTS}=${LIST}`

export function searchOf(id: number): string {
  return `?${ANNOUNCEMENTS}=${id}`
}

/** The open announcement, or null for the list. */
export function openedIn(value: string): number | null {
  return value === LIST || value === '' ? null : Number(value)
}
