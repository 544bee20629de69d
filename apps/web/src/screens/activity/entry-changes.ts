import { factName, factWords, type GroupNames } from '@carpeta/domain/audit-facts'
import type { AuditEntry } from '../../api/audit.ts'

/** A changed value. Without `before` it is new; without `after` it was removed. */
export interface Change {
  name: string
  before?: string
  after?: string
}

export function changesOf({ before, after }: AuditEntry, groupNames: GroupNames): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    const words = (value: unknown) => factWords(name, value, groupNames)
    const [was, is] = [before[name], after[name]]
    if (Array.isArray(was) && Array.isArray(is)) return listChanges(factName(name), was, is, words)
    return {
      name: factName(name),
      ...(Object.hasOwn(before, name) && { before: words(was) }),
      ...(Object.hasOwn(after, name) && { after: words(is) }),
    }
  })
}

/** Shows only the added and removed items of a list. */
function listChanges(
  name: string,
  was: unknown[],
  is: unknown[],
  words: (value: unknown[]) => string,
): Change[] {
  const added = is.filter((each) => !was.includes(each))
  const removed = was.filter((each) => !is.includes(each))
  if (added.length + removed.length === 0) return [{ name, before: words(was), after: words(is) }]
  return [
    ...(added.length > 0 ? [{ name: `${name} añadidos`, after: words(added) }] : []),
    ...(removed.length > 0 ? [{ name: `${name} quitados`, before: words(removed) }] : []),
  ]
}
