import { canonicalRut } from '@carpeta/domain/people/rut'
import { latestEntryAt } from '../audit/chain-store.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import type { Database, Queryable } from '../db/client.ts'
import { operator } from '../http/caller.ts'
import { anonymiseAccount, eraseBuyer, lockAccounts } from '../personal-data/erase-member.ts'
import { listBuyerRuts } from '../sales/erased-buyers-store.ts'
import { isErasable } from '../users/personal-data.ts'
import { keyId } from './archive-format.ts'
import type { BackupStore } from './backup-place.ts'
import { ERASED_LIST, type ErasedList, hashOfRut, readErasedList } from './erased-list.ts'

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

const REASON = 'Se repuso un respaldo anterior a su borrado'

/** An erasure that had begun at the moment of the backup may have ended after it. */
const MARGIN_MS = 10 * 60_000

const PAGE = 1000

export interface ErasedAgain {
  accounts: number
  buyers: number
  /** Accounts that are staff in the backup, which are not erased. */
  staff: number[]
}

/** Erases everybody who was erased after the moment of the restored backup. */
export async function eraseAgain(
  db: Database,
  list: ErasedList,
  moment: Date,
  secretKeys: SecretKeys,
): Promise<ErasedAgain> {
  const isLater = ({ erasedAt }: { erasedAt: string }) =>
    new Date(erasedAt).getTime() > moment.getTime() - MARGIN_MS
  const outcome: ErasedAgain = { accounts: 0, buyers: 0, staff: [] }
  for (const account of list.accounts.filter(isLater)) {
    const result = await eraseAccount(db, account)
    if (result === 'erased') outcome.accounts++
    if (result === 'staff') outcome.staff.push(account.id)
  }
  const hashes = new Set(list.buyers.filter(isLater).map(({ key, hash }) => `${key} ${hash}`))
  if (hashes.size === 0) return outcome
  for await (const normalised of buyerRuts(db)) {
    const isErased = secretKeys.some((key) =>
      hashes.has(`${keyId(key)} ${hashOfRut(normalised, key)}`),
    )
    const rut = isErased ? canonicalRut(normalised) : null
    if (rut === null) continue
    await db.transaction((tx) => eraseBuyer(tx, rut))
    outcome.buyers++
  }
  return outcome
}

/** How many later erasures of buyers were hashed with a key that is not set. */
export function countUnknownKeys(list: ErasedList, secretKeys: SecretKeys): number {
  const known = secretKeys.map(keyId)
  return list.buyers.filter(({ key }) => !known.includes(key)).length
}

async function eraseAccount(
  db: Database,
  { id, createdAt }: ErasedList['accounts'][number],
): Promise<'erased' | 'staff' | 'absent'> {
  return db.transaction(async (tx) => {
    const [account] = await lockAccounts(tx, [id])
    if (!account || !(await isErasable(tx, { id, createdAt: new Date(createdAt) }))) return 'absent'
    if (account.isStaff) return 'staff'
    await anonymiseAccount(tx, operator, id, REASON)
    return 'erased'
  })
}

async function* buyerRuts(db: Database): AsyncGenerator<string> {
  let after = ''
  for (;;) {
    const ruts = await listBuyerRuts(db, after, PAGE)
    yield* ruts
    if (ruts.length < PAGE) return
    after = ruts.at(-1) ?? after
  }
}
