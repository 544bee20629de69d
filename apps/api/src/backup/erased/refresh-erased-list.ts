import type { SecretKeys } from '../../config/secret-keys.ts'
import type { Database } from '../../db/client.ts'
import { listErasedBuyers } from '../../sales/erased-buyers-store.ts'
import { listErasedAccounts } from '../../users/personal-data.ts'
import type { BackupStore } from '../places/backup-store.ts'
import { keyId } from '../secret-key-ids.ts'
import {
  ERASED_LIST,
  type ErasedList,
  hashOfRut,
  mergeErased,
  readErasedList,
  writeErasedList,
} from './erased-list.ts'

/**
 * Adds everybody who was erased since the last time to the list beside the backups.
 * @throws {BackupRefused} when the list there is not ours
 */
export async function refreshErasedList(
  db: Database,
  store: BackupStore,
  secretKeys: SecretKeys,
): Promise<void> {
  const stored = await store.readText(ERASED_LIST)
  const known = stored === null ? null : readErasedList(stored, secretKeys)
  const present = await erasedPeople(db, secretKeys)
  const text = writeErasedList(known ? mergeErased(known, present) : present, secretKeys)
  if (text !== stored) await store.writeText(ERASED_LIST, text)
}

async function erasedPeople(db: Database, [current]: SecretKeys): Promise<ErasedList> {
  const accounts = await listErasedAccounts(db)
  const buyers = await listErasedBuyers(db)
  return {
    accounts: accounts.map(({ id, createdAt, erasedAt }) => ({
      id,
      createdAt: createdAt.toISOString(),
      erasedAt: erasedAt.toISOString(),
    })),
    buyers: buyers.map(({ rut, erasedAt }) => ({
      key: keyId(current),
      hash: hashOfRut(rut, current),
      erasedAt: erasedAt.toISOString(),
    })),
  }
}
