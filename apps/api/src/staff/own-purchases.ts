import { ownSaleRefusal } from '@carpeta/domain/sales/own-sale'
import type { AuditRow } from '../audit/audit-store.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { hasPurchases } from '../sales/sale-accesses.ts'
import { listStrangersAmong } from '../sales/sale-accesses-store.ts'
import { type AuditObject, isAboutSale, judgeObjects } from './own-purchases-store.ts'

/**
 * Entries of the audit log for staff. Of what others did in a purchase of the reader's own it says who and when, and
 * neither the facts nor the reason.
 */
export async function withoutOwnPurchases(
  db: Database,
  caller: SignedInCaller,
  entries: AuditRow[],
): Promise<AuditRow[]> {
  const judged = new Map(
    (await judgeObjects(db, caller, entries)).map((object) => [keyOf(object), object.isOwn]),
  )
  const deleted = entries.filter((entry) => isAboutSale(entry) && !judged.has(keyOf(entry)))
  const own = new Set(await ownAmongDeleted(db, caller, deleted))
  return entries.map((entry) =>
    entry.actorId !== caller.id && (judged.get(keyOf(entry)) || own.has(entry))
      ? withoutFacts(entry)
      : entry,
  )
}

/**
 * Entries about what was deleted say no sale: those of the reader, and for a buyer all but those of others with whom
 * they share or shared none.
 */
async function ownAmongDeleted(
  db: Database,
  caller: SignedInCaller,
  entries: AuditRow[],
): Promise<AuditRow[]> {
  if (entries.length === 0) return []
  if (!(await hasPurchases(db, caller))) {
    return entries.filter(({ subjectId }) => subjectId === caller.id)
  }
  const userIds = [...new Set(entries.flatMap(({ subjectId }) => subjectId ?? []))]
  const rut = caller.user.profile.social_security
  const strangers = new Set(await listStrangersAmong(db, { userIds, rut }))
  return entries.filter(({ subjectId }) => subjectId === null || !strangers.has(subjectId))
}

const keyOf = ({ objectType, objectId }: AuditObject) => `${objectType} ${objectId}`

function withoutFacts(entry: AuditRow): AuditRow {
  const { before, after, reason } = entry
  const isEmpty = [before, after].every((facts) => Object.keys(facts).length === 0)
  if (isEmpty && reason === '') return entry
  return { ...entry, before: {}, after: {}, reason: ownSaleRefusal.text }
}
