import type { AuditEntry } from '../../api/audit.ts'
import { factName, factWords, type GroupNames } from './fact-words.ts'

/** One thing that an act changed; without `before` it is new, without `after` it is gone. */
export interface Change {
  name: string
  before?: string
  after?: string
}

export function changesOf({ before, after }: AuditEntry, groupNames: GroupNames): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.map((name) => ({
    name: factName(name),
    ...(Object.hasOwn(before, name) && { before: factWords(name, before[name], groupNames) }),
    ...(Object.hasOwn(after, name) && { after: factWords(name, after[name], groupNames) }),
  }))
}
