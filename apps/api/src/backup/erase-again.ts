import type { KnownPerson } from '@carpeta/domain/people/person-in-text'
import { canonicalRut } from '@carpeta/domain/people/rut'
import type { SecretKeys } from '../config/secret-keys.ts'
import type { JobDatabase, Queryable } from '../db/client.ts'
import { operator } from '../http/caller.ts'
import { lockImport } from '../imports/loads-store.ts'
import { listUnerased } from '../people/personal-data.ts'
import {
  anonymiseAccount,
  eraseBuyer,
  lockAccounts,
  recordErasedBuyer,
} from '../personal-data/erase-member.ts'
import { eraseWaiting, findKnownPerson } from '../personal-data/erase-waiting.ts'
import { listBuyerRuts, listErasedBuyers } from '../sales/erased-buyers-store.ts'
import { keyId } from './archive-format.ts'
import type { BackupStore } from './backup-place.ts'
import { ERASED_LIST, type ErasedList, hashOfRut, readErasedList } from './erased-list.ts'

interface Services {
  db: JobDatabase
  store: BackupStore
  secretKeys: SecretKeys
}

/**
 * Erases again who was erased after the moment to which PostgreSQL recovered the database.
 * @returns null when nothing is missing
 * @throws {BackupRefused} when the list is not ours
 */
export async function eraseAfterRecovery(services: Services): Promise<ErasedAgain | null> {
  const list = await findLaterErasures(services)
  return list && eraseAgain(services.db, list, services.secretKeys)
}

/** The list beside the backups, when it has erasures that this database does not know. */
export async function findLaterErasures({
  db,
  store,
  secretKeys,
}: Pick<Services, 'store' | 'secretKeys'> & { db: Queryable }): Promise<ErasedList | null> {
  const text = await store.readText(ERASED_LIST)
  if (text === null) return null
  const list = readErasedList(text, secretKeys)
  const { accounts, ruts } = await findMissing(db, list, secretKeys)
  return accounts.length + ruts.length > 0 ? list : null
}

const REASON = 'Se repuso un respaldo anterior a su borrado'

const PAGE = 1000

export interface ErasedAgain {
  accounts: number
  buyers: number
  /** Accounts that are staff in the backup, which are not erased. */
  staff: number[]
}

/** Erases everybody of the list whose erasure this database does not know, all of them or nobody. */
export async function eraseAgain(
  db: JobDatabase,
  list: ErasedList,
  secretKeys: SecretKeys,
): Promise<ErasedAgain> {
  return db.transaction(async (tx) => {
    // As in `eraseMember`.
    await lockImport(tx)
    const missing = await findMissing(tx, list, secretKeys)
    const outcome: ErasedAgain = { accounts: 0, buyers: 0, staff: [] }
    const accounts = await lockAccounts(tx, missing.accounts)
    const people: KnownPerson[] = []
    for (const { id, isStaff } of accounts) {
      if (isStaff) {
        outcome.staff.push(id)
        continue
      }
      people.push(await findKnownPerson(tx, { rut: null, accountIds: [id] }))
      await anonymiseAccount(tx, operator, id, REASON)
      outcome.accounts++
    }
    for (const rut of missing.ruts) {
      people.push(await findKnownPerson(tx, { rut, accountIds: [] }))
      const erased = await eraseBuyer(tx, rut)
      if (!accounts.some((account) => account.rut === rut)) {
        await recordErasedBuyer(tx, erased, REASON)
      }
    }
    for (const person of people) await eraseWaiting(tx, person, { secretKeys })
    outcome.buyers = missing.ruts.length
    return outcome
  })
}

/**
 * Whose erasure this database does not know. An account tells it by itself; a buyer, who may have bought again since,
 * by when it was erased last.
 */
async function findMissing(
  db: Queryable,
  list: ErasedList,
  secretKeys: SecretKeys,
): Promise<{ accounts: number[]; ruts: string[] }> {
  const accounts = await listUnerased(db, list.accounts)
  const namesOf = (normalised: string) =>
    secretKeys.map((key) => nameOf({ key: keyId(key), hash: hashOfRut(normalised, key) }))
  const known = new Map(
    (await listErasedBuyers(db)).flatMap(({ rut, erasedAt }) =>
      namesOf(rut).map((name) => [name, erasedAt.toISOString()]),
    ),
  )
  const isMissing = (buyer: ErasedList['buyers'][number]) =>
    buyer.erasedAt > (known.get(nameOf(buyer)) ?? '')
  const missing = new Set(list.buyers.filter(isMissing).map(nameOf))
  const ruts: string[] = []
  for await (const normalised of missing.size > 0 ? buyerRuts(db) : []) {
    const rut = namesOf(normalised).some((name) => missing.has(name))
      ? canonicalRut(normalised)
      : null
    if (rut !== null) ruts.push(rut)
  }
  return { accounts: accounts.map(({ id }) => id), ruts }
}

function nameOf({ key, hash }: Pick<ErasedList['buyers'][number], 'key' | 'hash'>): string {
  return `${key} ${hash}`
}

/** How many later erasures of buyers were hashed with a key that is not set. */
export function countUnknownKeys(list: ErasedList, secretKeys: SecretKeys): number {
  const keyIds = secretKeys.map(keyId)
  return list.buyers.filter(({ key }) => !keyIds.includes(key)).length
}

async function* buyerRuts(db: Queryable): AsyncGenerator<string> {
  let after = ''
  for (;;) {
    const ruts = await listBuyerRuts(db, after, PAGE)
    yield* ruts
    if (ruts.length < PAGE) return
    after = ruts.at(-1) ?? after
  }
}
