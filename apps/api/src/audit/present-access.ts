import { accessSentence } from '@carpeta/domain/personal-data/access-labels'
import type { AccessRow } from './audit-store.ts'

/** An access as the affected person reads it. */
export function presentAccess(row: AccessRow) {
  const { at, who, reason } = row
  return { at, who, action: accessSentence(row), reason }
}
