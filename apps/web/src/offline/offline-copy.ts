import type { Environment } from '@carpeta/contract/environments'
import { isOfflineCopyExpired } from '@carpeta/domain/offline/offline-rules'
import type { PaymentAccount } from '@carpeta/domain/payments/payment-account'

// The pages and the service worker use this module. It writes to the Cache Storage only.

/** An account statement on this device (docs/decisions/statements.md). */
export interface OfflineCopy {
  /** The id of its user. */
  owner: number
  savedAt: number
  /** What the server answered last. */
  sales: unknown
  /** Whom to call; it may be of an earlier version, or stored before it was known. */
  environment?: Environment | undefined
  /** Where to transfer to, where the cooperative has set it. */
  account?: PaymentAccount | undefined
}

/** The names of all caches of the portal begin with it. */
export const CACHES = 'offline-'
const COPY = `${CACHES}copy`
const ENTRY = '/offline/copy'
// Without it an answer that arrives during a logout would be stored after the deletion.
const LOCK = 'offline-copy'

/** Null without a copy, and once it has expired. */
export async function readOfflineCopy(): Promise<OfflineCopy | null> {
  const copy = await storedCopy()
  return copy && !isOver(copy) ? copy : null
}

/** An expired copy, which must be deleted. */
export async function expiredOfflineCopy(): Promise<OfflineCopy | null> {
  const copy = await storedCopy()
  return copy && isOver(copy) ? copy : null
}

function isOver({ savedAt }: OfflineCopy): boolean {
  return isOfflineCopyExpired(savedAt, Date.now())
}

type Content = Omit<OfflineCopy, 'savedAt'>
export type OfflineContent = Omit<Content, 'owner'>

export function createOfflineCopy(content: Content): Promise<void> {
  return navigator.locks.request(LOCK, () => write(content))
}

/** Changes the copy of this user; without one nothing is stored. Answers whether there is one. */
export function refreshOfflineCopy(
  owner: number,
  read: () => Partial<OfflineContent>,
): Promise<boolean> {
  return navigator.locks.request(LOCK, async () => {
    const copy = await storedCopy()
    if (copy?.owner !== owner) return false
    await write({ ...copy, ...read() })
    return true
  })
}

export function deleteOfflineCaches(): Promise<void> {
  return navigator.locks.request(LOCK, async () => {
    const names = await caches.keys()
    const own = names.filter((name) => name.startsWith(CACHES))
    await Promise.all(own.map((name) => caches.delete(name)))
  })
}

async function storedCopy(): Promise<OfflineCopy | null> {
  if (!(await caches.has(COPY))) return null
  const stored = await (await caches.open(COPY)).match(ENTRY)
  return stored ? stored.json() : null
}

async function write(content: Content) {
  const copy: OfflineCopy = { ...content, savedAt: Date.now() }
  const cache = await caches.open(COPY)
  await cache.put(ENTRY, Response.json(copy))
}
