import type { MemberData } from '@carpeta/contract/personal-data'
import { auditActions, isAuditAction } from '@carpeta/domain/audit/audit-actions'
import { accessSentence, ownActionSentence } from '@carpeta/domain/personal-data/access-labels'
import type { Database } from '../db/client.ts'
import { listAccesses } from './audit-store.ts'
import {
  type AccountChangeRow,
  type AttemptRow,
  listAccountChanges,
  listAttempts,
  listOwnActions,
  type OwnActionRow,
} from './personal-data-store.ts'
import { presentAccess } from './present-entry.ts'

export { erasePersonalData } from './personal-data-store.ts'

const ALL = { offset: 0, limit: 1_000_000 }

export async function exportPersonalData(
  db: Database,
  userId: number,
): Promise<Pick<MemberData, 'accesses' | 'attempts' | 'changes' | 'activity'>> {
  return {
    accesses: (await listAccesses(db, userId, ALL)).map(presentAccess),
    attempts: (await listAttempts(db, userId)).map(presentAttempt),
    changes: (await listAccountChanges(db, userId)).map(presentChange),
    activity: (await listOwnActions(db, userId)).map(presentOwnAction),
  }
}

function presentAttempt({ at, action, address }: AttemptRow) {
  return { at, action: sentenceOf(action), address }
}

function presentChange(change: AccountChangeRow) {
  const { at, before, after, isOwn } = change
  const action = isOwn ? ownActionSentence(change) : accessSentence({ ...change, inView: false })
  return { at, action, before, after }
}

function presentOwnAction(action: OwnActionRow) {
  const { at, address, isOwn } = action
  return { at, action: isOwn ? ownActionSentence(action) : sentenceOf(action.action), address }
}

function sentenceOf(action: string): string {
  return isAuditAction(action) ? auditActions[action] : action
}
