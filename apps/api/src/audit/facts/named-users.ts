import type { AuditRow } from '../audit-store.ts'

/** The users that entries refer to by id, besides actor and subject. */
export function usersIn(entries: AuditRow[]): number[] {
  const ids = entries.flatMap(({ objectType, objectId, before, after }) => [
    before.assignee_id,
    after.assignee_id,
    ...(objectType === 'user'
      ? [objectId || null, ...listOf(before.ids), ...listOf(after.ids)]
      : []),
  ])
  return [...new Set(ids.map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0)
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
