import { accessSentence } from '@carpeta/domain/personal-data/access-labels'
import type { AccessRow } from './audit-store.ts'

/** As the person reads it whose data it concerns. */
export function presentAccess(row: AccessRow) {
  const { at, who, reason } = row
  return { at, who, action: accessSentence(row), reason }
}
