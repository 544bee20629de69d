import { factName, formatFact, type GroupNames } from '@carpeta/domain/audit/audit-facts'
import type { AuditEntry } from '../../api/audit.ts'

/** One thing that an act changed; without `before` it is new, without `after` it is gone. */
export interface Change {
  name: string
  before?: string
  after?: string
}

export function changesOf({ before, after }: AuditEntry, groupNames: GroupNames): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    const words = (value: unknown) => formatFact(name, value, groupNames)
    const [was, is] = [before[name], after[name]]
    if (Array.isArray(was) && Array.isArray(is)) return listChanges(factName(name), was, is, words)
    return {
      name: factName(name),
      ...(Object.hasOwn(before, name) && { before: words(was) }),
      ...(Object.hasOwn(after, name) && { after: words(is) }),
    }
  })
}

/** Of a list only what came and what went: the rest is as it was. */
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
