import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import {
  ERASED_FACT,
  isOpenFact,
  isOpenReason,
  UNREADABLE_FACT,
} from '@carpeta/domain/audit/sealed-facts'
import type { Queryable } from '../db/client.ts'
import type { AuditActor } from '../http/caller.ts'
import type { AuditEvent } from './audit-event.ts'
import { type PersonKeys, readPersonKeys } from './person-keys-store.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

type Facts = Record<string, unknown>

/** Encrypted values by the name of their fact; empty where the person is erased. */
export interface SealedFacts {
  before?: Record<string, string>
  after?: Record<string, string>
  reason?: string
  address?: string
}

export interface EntryTexts {
  before: Facts
  after: Facts
  reason: string
  address: string
  sealed: SealedFacts
}

type Entry = AuditActor & AuditEvent

/** Whose keys seal an entry: its facts are the subject's, its address is the actor's. */
export function personsOf(entry: Entry): number[] {
  const persons = [entry.subjectId, entry.address && addressOwner(entry)]
  return [...new Set(persons)].filter((id) => typeof id === 'number')
}

function addressOwner({ id, subjectId }: Pick<Entry, 'id' | 'subjectId'>): number | null {
  return id ?? subjectId ?? null
}

/**
 * Encrypts what identifies a person; numbers, states and dates stay readable. Of a person without an account nothing
 * else is stored: no key could be deleted with them.
 */
export function sealEntry(entry: Entry, keys: PersonKeys): EntryTexts {
  const { action, subjectId, before = {}, after = {}, reason = '', address } = entry
  const sealFor = (person: number, value: unknown, place: string) => {
    const key = keys.get(person)
    return key ? seal(value, key, place) : ''
  }
  const sealed: SealedFacts = {}
  const openOf = (place: 'before' | 'after', facts: Facts): Facts => {
    const given = Object.entries(facts).filter(([, value]) => value !== undefined)
    if (subjectId === undefined) return Object.fromEntries(given)
    const isOpen = ([name]: [string, unknown]) => isOpenFact(name)
    const identifying = given.filter((fact) => !isOpen(fact))
    if (identifying.length > 0 && subjectId !== null) {
      sealed[place] = Object.fromEntries(
        identifying.map(([name, value]) => [name, sealFor(subjectId, value, `${place}.${name}`)]),
      )
    }
    return Object.fromEntries(given.filter(isOpen))
  }
  const texts = { before: openOf('before', before), after: openOf('after', after), reason, address }
  if (reason !== '' && subjectId !== undefined && !isOpenReason(action)) {
    if (subjectId !== null) sealed.reason = sealFor(subjectId, reason, 'reason')
    texts.reason = ''
  }
  const owner = addressOwner(entry)
  if (address !== '' && owner !== null) {
    sealed.address = sealFor(owner, address, 'address')
    texts.address = ''
  }
  return { ...texts, sealed }
}

interface SealedRow extends Partial<Omit<EntryTexts, 'sealed'>> {
  actorId: number | null
  subjectId: number | null
  sealed: SealedFacts
}

/** Decrypts what the entries say; facts of an erased person, and changed ones, say so. */
export async function openEntries<Row extends SealedRow>(
  db: Queryable,
  rows: Row[],
): Promise<Row[]> {
  const persons = rows.flatMap(({ sealed, actorId, subjectId }) =>
    Object.keys(sealed).length > 0 ? [actorId, subjectId].filter((id) => id !== null) : [],
  )
  const keys = await readPersonKeys(db, [...new Set(persons)])
  return rows.map((row) => openEntry(row, keys))
}

function openEntry<Row extends SealedRow>(row: Row, keys: PersonKeys): Row {
  const { sealed, subjectId } = row
  const open = (text: string, person: number | null, place: string): unknown => {
    const key = person === null ? undefined : keys.get(person)
    return key && text !== '' ? openOrSay(text, key, place) : ERASED_FACT
  }
  const factsOf = (place: 'before' | 'after') =>
    Object.entries(sealed[place] ?? {}).map(([name, text]) => [
      name,
      open(text, subjectId, `${place}.${name}`),
    ])
  const opened: Row = { ...row }
  for (const place of ['before', 'after'] as const) {
    if (sealed[place]) opened[place] = { ...row[place], ...Object.fromEntries(factsOf(place)) }
  }
  if (sealed.reason !== undefined) opened.reason = String(open(sealed.reason, subjectId, 'reason'))
  if (sealed.address !== undefined) {
    const owner = addressOwner({ id: row.actorId, subjectId })
    opened.address = String(open(sealed.address, owner, 'address'))
  }
  return opened
}

/** One changed entry must not hide the others. */
function openOrSay(text: string, key: Buffer, place: string): unknown {
  try {
    return openSeal(text, key, place)
  } catch {
    return UNREADABLE_FACT
  }
}

/** Encrypts one value for its person; `place` binds it to its fact. */
export function seal(value: unknown, key: Buffer, place: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

/** @throws when the key or the place differs, or the text was changed */
export function openSeal(sealed: string, key: Buffer, place: string): unknown {
  const bytes = Buffer.from(sealed, 'base64')
  const body = bytes.subarray(IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return JSON.parse(Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8'))
}
