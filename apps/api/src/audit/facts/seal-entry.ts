import { isOpenFact, isOpenReason } from '@carpeta/domain/audit/sealed-facts'
import type { AuditActor } from '../../http/caller.ts'
import type { AuditEvent } from '../audit-event.ts'
import type { PersonKeys } from './person-keys-store.ts'
import { seal } from './seal.ts'

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

export function addressOwner({ id, subjectId }: Pick<Entry, 'id' | 'subjectId'>): number | null {
  return id ?? subjectId ?? null
}

/** Encrypts what identifies a person; numbers, states and dates stay readable. */
export function sealEntry(entry: Entry, keys: PersonKeys): EntryTexts {
  const { action, subjectId = null, before = {}, after = {}, reason = '', address } = entry
  const sealFor = (person: number, value: unknown, place: string) => {
    const key = keys.get(person)
    return key ? seal(value, key, place) : ''
  }
  const sealed: SealedFacts = {}
  const openOf = (place: 'before' | 'after', facts: Facts): Facts => {
    const given = Object.entries(facts).filter(([, value]) => value !== undefined)
    if (subjectId === null) return Object.fromEntries(given)
    const isOpen = ([name]: [string, unknown]) => isOpenFact(name)
    const identifying = given.filter((fact) => !isOpen(fact))
    if (identifying.length > 0) {
      sealed[place] = Object.fromEntries(
        identifying.map(([name, value]) => [name, sealFor(subjectId, value, `${place}.${name}`)]),
      )
    }
    return Object.fromEntries(given.filter(isOpen))
  }
  const texts = { before: openOf('before', before), after: openOf('after', after), reason, address }
  if (reason !== '' && subjectId !== null && !isOpenReason(action)) {
    sealed.reason = sealFor(subjectId, reason, 'reason')
    texts.reason = ''
  }
  const owner = addressOwner(entry)
  if (address !== '' && owner !== null) {
    sealed.address = sealFor(owner, address, 'address')
    texts.address = ''
  }
  return { ...texts, sealed }
}
