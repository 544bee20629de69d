import { type FactNames, factName, formatFact } from '@carpeta/domain/audit/audit-facts'
import type { AuditEntry } from '../../api/audit.ts'

/** A changed value. Without `before` it is new; without `after` it was removed. */
export interface Change {
  name: string
  before?: string
  after?: string
}

export function changesOf({ before, after }: AuditEntry, names: FactNames): Change[] {
  const facts = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return facts.flatMap((name) => {
    const format = (value: unknown) => formatFact(name, value, names)
    const [was, is] = [before[name], after[name]]
    if (Array.isArray(was) && Array.isArray(is)) return listChanges(factName(name), was, is, format)
    return {
      name: factName(name),
      ...(Object.hasOwn(before, name) && { before: format(was) }),
      ...(Object.hasOwn(after, name) && { after: format(is) }),
    }
  })
}

/** Shows only the added and removed items of a list. */
function listChanges(
  name: string,
  was: unknown[],
  is: unknown[],
  format: (value: unknown[]) => string,
): Change[] {
  const added = is.filter((each) => !was.includes(each))
  const removed = was.filter((each) => !is.includes(each))
  if (added.length + removed.length === 0) return [{ name, before: format(was), after: format(is) }]
  return [
    ...(added.length > 0 ? [{ name: `${name} añadidos`, after: format(added) }] : []),
    ...(removed.length > 0 ? [{ name: `${name} quitados`, before: format(removed) }] : []),
  ]
}
