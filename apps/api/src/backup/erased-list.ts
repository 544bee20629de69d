import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { deriveKey, type SecretKeys } from '../config/secret-keys.ts'
import type { Database } from '../db/client.ts'
import { listErasedAccounts } from '../people/personal-data.ts'
import { listErasedBuyers } from '../sales/erased-buyers-store.ts'
import { keyId } from './archive-format.ts'
import { BackupRefused } from './backup-error.ts'
import type { BackupStore } from './backup-place.ts'

/** The file beside the backups that says whom a restore must erase again. */
export const ERASED_LIST = 'erased-people.json'

const account = z.object({
  id: z.number(),
  createdAt: z.iso.datetime(),
  erasedAt: z.iso.datetime(),
})
/** A buyer's rut as its keyed hash: without the secret key nobody can try ruts. */
const buyer = z.object({ key: z.string(), hash: z.string(), erasedAt: z.iso.datetime() })

const content = z.object({ accounts: z.array(account), buyers: z.array(buyer) })
const file = z.object({ content, key: z.string(), signature: z.string() })

export type ErasedList = z.infer<typeof content>

/** @throws {BackupRefused} when it was written without one of these keys, or changed */
export function readErasedList(text: string, secretKeys: SecretKeys): ErasedList {
  const parsed = file.safeParse(parseJson(text))
  const key = secretKeys.find((secretKey) => keyId(secretKey) === parsed.data?.key)
  if (!parsed.success || key === undefined || !isSigned(parsed.data, key)) {
    throw new BackupRefused(
      `La lista ${ERASED_LIST} no lleva una firma de SECRET_KEY ni de SECRET_KEY_PREVIOUS: alguien la cambió, o falta una clave. Si cambió la clave y la base está completa, mueva la lista a otra parte: «carpeta backup» la hace de nuevo. Si está reponiendo un respaldo y la clave se perdió, siga con --other-key --without-erased-list.`,
    )
  }
  return parsed.data.content
}

function writeErasedList(list: ErasedList, [current]: SecretKeys): string {
  const signed = { content: list, key: keyId(current), signature: signatureOf(list, current) }
  return `${JSON.stringify(signed, null, 1)}\n`
}

/** Everybody of both lists, with the later moment. */
function mergeErased(one: ErasedList, other: ErasedList): ErasedList {
  return {
    accounts: latest(
      [...one.accounts, ...other.accounts],
      ({ id, createdAt }) => `${id} ${createdAt}`,
    ),
    buyers: latest([...one.buyers, ...other.buyers], ({ key, hash }) => `${key} ${hash}`),
  }
}

/** A backup updates the list shortly before it reads the database. */
const UPDATED_WITHIN_MS = 60 * 60_000

/**
 * Whether the list is from before the backup: it lacks an account that the restored database has erased.
 * @param moment when the backup was made
 */
export async function isOlderThan(
  db: Database,
  moment: Date,
  { accounts }: ErasedList,
): Promise<boolean> {
  const listed = new Set(accounts.map(({ id, createdAt }) => `${id} ${createdAt}`))
  const since = moment.getTime() - UPDATED_WITHIN_MS
  return (await listErasedAccounts(db)).some(
    ({ id, createdAt, erasedAt }) =>
      erasedAt.getTime() < since && !listed.has(`${id} ${createdAt.toISOString()}`),
  )
}

export function hashOfRut(normalisedRut: string, secretKey: string): string {
  return createHmac('sha256', deriveKey(secretKey, 'carpeta erased people'))
    .update(normalisedRut)
    .digest('hex')
}

function latest<Item extends { erasedAt: string }>(
  items: Item[],
  nameOf: (item: Item) => string,
): Item[] {
  const byName = new Map<string, Item>()
  for (const item of items) {
    const earlier = byName.get(nameOf(item))
    if (!earlier || earlier.erasedAt < item.erasedAt) byName.set(nameOf(item), item)
  }
  return [...byName.values()]
}

function signatureOf(list: ErasedList, secretKey: string): string {
  return createHmac('sha256', deriveKey(secretKey, 'carpeta erased people list'))
    .update(JSON.stringify(list))
    .digest('hex')
}

function isSigned({ content, signature }: z.infer<typeof file>, secretKey: string): boolean {
  const expected = Buffer.from(signatureOf(content, secretKey))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Adds everybody who was erased since the last time to the list beside the backups, and names the buyers of this
 * database by the present key: nobody recognises them by a former one once it is gone.
 * @throws {BackupRefused} when the list there is not ours
 */
export async function refreshErasedList(
  db: Database,
  store: BackupStore,
  secretKeys: SecretKeys,
): Promise<void> {
  const stored = await store.readText(ERASED_LIST)
  const previous = stored === null ? null : readErasedList(stored, secretKeys)
  const accounts = await listErasedAccounts(db)
  const buyers = await listErasedBuyers(db)
  const [current, ...former] = secretKeys
  const present = {
    accounts: accounts.map(({ id, createdAt, erasedAt }) => ({
      id,
      createdAt: createdAt.toISOString(),
      erasedAt: erasedAt.toISOString(),
    })),
    buyers: buyers.map(({ rut, erasedAt }) => ({
      ...nameBuyer(rut, current),
      erasedAt: erasedAt.toISOString(),
    })),
  }
  const renamed = new Map(
    buyers.flatMap(({ rut }) =>
      former.map((key) => [nameBuyer(rut, key).hash, nameBuyer(rut, current)] as const),
    ),
  )
  const inherited =
    previous?.buyers.map((buyer) => ({ ...buyer, ...renamed.get(buyer.hash) })) ?? []
  const list = mergeErased({ accounts: previous?.accounts ?? [], buyers: inherited }, present)
  const text = writeErasedList(list, secretKeys)
  if (text !== stored) await store.writeText(ERASED_LIST, text)
}

function nameBuyer(normalisedRut: string, secretKey: string): { key: string; hash: string } {
  return { key: keyId(secretKey), hash: hashOfRut(normalisedRut, secretKey) }
}
