import { readFileSync } from 'node:fs'
import { guessableParts, isMadeOf, termsOf } from '@carpeta/domain/access/password-readings'
import {
  brokenPasswordRules,
  commonPasswordMessage,
  personalPasswordMessage,
} from '@carpeta/domain/access/password-rules'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import { containsPersonalData } from '@carpeta/domain/people/person-in-text'
import { BloomFilter } from 'bloomfilter'
import type { Config } from '../config/config.ts'
import { cooperativeOf } from '../config/cooperative-settings.ts'
import { Refused } from '../http/errors.ts'

type Names = Pick<Config, 'company'>
type Person = { rut: string | null; firstName: string; lastName: string; email: string }

/** Checks every new password. @throws {Refused} 400 with every broken rule */
export function validatePassword(password: string, person: Person, config: Names): void {
  const broken = passwordErrors(password, person, config)
  if (broken.length > 0) throw new Refused(broken)
}

/** The broken rules, for a form that also reports its other fields. */
export function passwordErrors(password: string, person: Person, config: Names): Refusal[] {
  const broken = brokenPasswordRules(password)
  // A password that breaks another rule must change anyway.
  if (broken.length === 0 && isCommonPassword(password, config)) broken.push(commonPasswordMessage)
  if (containsPersonalData(password, { ...person, rut: person.rut ?? '' })) {
    broken.push(personalPasswordMessage)
  }
  return broken
}

const productTerms = [
  'carpeta',
  'virtual',
  'cooperativa',
  'vivienda',
  'viviendas',
  'socio',
  'socia',
  'socios',
  'portal',
]

/**
 * A listed password, also with digits and signs around it or in their place, or the names of the product
 * and of the cooperative (docs/security.md 6.13 and 6.14).
 */
export function isCommonPassword(password: string, config: Names): boolean {
  const terms = [...productTerms, ...termsOf(cooperativeOf(config).company)]
  return isMadeOf(terms, password) || [...guessableParts(password)].some(isBreached)
}

/** Where `npm run passwords` writes the filter. */
export const filterFile = new URL('./breached-passwords.bin', import.meta.url)

/** One in a million other texts counts as listed. */
export const FALSE_POSITIVE_RATE = 1e-6
/** Optimal for that rate. */
export const HASHES = 20

let filter: BloomFilter | null = null

/** Whether a normalised text is listed. The filter is read once, for the first new password. */
export function isBreached(text: string): boolean {
  filter ??= readFilter()
  return filter.test(text)
}

function readFilter(): BloomFilter {
  const bytes = readFileSync(filterFile)
  const buckets = new Uint32Array(bytes.length / 4)
  for (let i = 0; i < buckets.length; i++) buckets[i] = bytes.readUInt32LE(4 * i)
  return new BloomFilter(buckets, HASHES)
}
