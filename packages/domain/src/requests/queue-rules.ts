import { daysBetween, todayInSantiago } from '../dates/dates.ts'
import { type Refusal, required, tooMany } from '../errors/refusal.ts'
import { hasInvisible, nameMessages } from '../people/name-rules.ts'

/** How many requests one call assigns or answers. */
export const MAX_ASSIGNED_AT_ONCE = 100

/** Length of the beginning of a member's text in the queue. */
export const MAX_EXCERPT = 160

export const MAX_SAVED_FILTERS = 20
export const MAX_FILTER_NAME = 60

/** The filters of the queue that can be saved, by their names in the address. */
export const queueFilterNames = [
  'q',
  'state',
  'procedure',
  'project',
  'member',
  'mine',
  'unassigned',
  'overdue',
  'replied',
] as const

type QueueFilterName = (typeof queueFilterNames)[number]

export const savedFilterMessages = {
  name: required('Ingresa un nombre'),
  nothing: required('Elige algún filtro antes de guardarlo'),
  tooMany: tooMany(
    `Puedes guardar hasta ${MAX_SAVED_FILTERS} filtros. Elimina uno antes de guardar otro.`,
  ),
} as const

export interface SavedFilterForm {
  name: string
  filters: Partial<Record<QueueFilterName, string | undefined>>
}

/** All failures, keyed like the server's 400. */
export function savedFilterErrors({
  name,
  filters,
}: SavedFilterForm): Partial<Record<'name' | '__all__', Refusal>> {
  const isEmpty = queueFilterNames.every((each) => (filters[each] ?? '').trim() === '')
  return {
    ...(name.trim() === '' && { name: savedFilterMessages.name }),
    ...(hasInvisible(name.trim()) && { name: nameMessages.invisible }),
    ...(isEmpty && { __all__: savedFilterMessages.nothing }),
  }
}

/** Of a request whose deadline has passed. */
export const OVERDUE = 'Atrasada'

/** 'Atrasada · venció hace 4 días'. */
export function overdueText(dueAt: Date, now: Date): string {
  return `${OVERDUE} · ${overdueSince(dueAt, now)}`
}

/** Of a deadline to come: 'en 40 min', 'en 3 h', 'mañana', 'en 4 días', in days of Santiago; '' once it has passed. */
export function timeLeft(dueAt: Date, now: Date): string {
  const minutes = Math.floor((dueAt.getTime() - now.getTime()) / 60_000)
  const days = daysBetween(todayInSantiago(now), todayInSantiago(dueAt))
  if (minutes < 0) return ''
  if (days > 1) return `en ${days} días`
  if (days === 1) return 'mañana'
  return minutes < 60 ? `en ${Math.max(minutes, 1)} min` : `en ${Math.floor(minutes / 60)} h`
}

/** 'venció hace 4 días', in days of Santiago. */
export function overdueSince(dueAt: Date, now: Date): string {
  const days = daysBetween(todayInSantiago(dueAt), todayInSantiago(now))
  if (days <= 0) return 'venció hoy'
  return `venció ${days === 1 ? 'ayer' : `hace ${days} días`}`
}
