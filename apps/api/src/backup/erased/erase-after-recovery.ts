import { latestEntryAt } from '../../audit/chain-store.ts'
import type { SecretKeys } from '../../config/secret-keys.ts'
import type { Database, Queryable } from '../../db/client.ts'
import type { BackupStore } from '../places/backup-store.ts'
import { type ErasedAgain, eraseAgain } from './erase-again.ts'
import { ERASED_LIST, type ErasedList, readErasedList } from './erased-list.ts'

interface Services {
  db: Database
  store: BackupStore
  secretKeys: SecretKeys
}

/**
 * Erases again who was erased after the moment to which PostgreSQL recovered the database: an erasure is
 * an audited action, so one that is later than the last entry is not in it.
 * @returns null when nothing is missing
 * @throws {BackupRefused} when the list is not ours
 */
export async function eraseAfterRecovery(services: Services): Promise<ErasedAgain | null> {
  const found = await findLaterErasures(services)
  if (found === null) return null
  const { list, moment } = found
  return eraseAgain(services.db, list, moment, services.secretKeys)
}

/** The list beside the backups, when it has erasures that this database does not know. */
export async function findLaterErasures({
  db,
  store,
  secretKeys,
}: Pick<Services, 'store' | 'secretKeys'> & { db: Queryable }): Promise<{
  list: ErasedList
  moment: Date
} | null> {
  const text = await store.readText(ERASED_LIST)
  const moment = await latestEntryAt(db)
  if (text === null || moment === null) return null
  const list = readErasedList(text, secretKeys)
  const isLater = ({ erasedAt }: { erasedAt: string }) => new Date(erasedAt) > moment
  return list.accounts.some(isLater) || list.buyers.some(isLater) ? { list, moment } : null
}
