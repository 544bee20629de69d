import { cleanRut } from './rut.ts'

export interface PersonalData {
  rut?: string | null
  firstName?: string | null
  lastName?: string | null
  email?: string | null
}

/** All that the portal knows of one person, who may have several accounts and be a buyer without any. */
export interface KnownPerson {
  rut: string | null
  /** First and last names, or the whole name in `lastName`. */
  names: { firstName: string; lastName: string }[]
  emails: string[]
  /** Emails that are also another person's: a text with one of them alone is not about this person. */
  sharedEmails: string[]
  phones: string[]
}

const MIN_RUT_DIGITS = 5
const MIN_WORD_LETTERS = 3
const PHONE_DIGITS = 8
/** Of names, and of any other text. */
const PARTICLES = new Set(['de', 'del', 'la', 'las', 'los', 'y'])

/** The rut, a name or the local part of the email; case and accents do not matter. */
export function containsPersonalData(text: string, person: PersonalData): boolean {
  if (containsRut(text, person)) return true
  const [localPart = ''] = fold(person.email ?? '').split('@')
  const folded = fold(text)
  return [...namesOf(person), localPart].some((word) => isWord(word) && folded.includes(word))
}

/**
 * Whether a search or a label is about this person rather than another of the same name: it is a part of
 * the name or of the rut, or contains two names, the rut or the email.
 */
export function isAboutPerson(text: string, person: PersonalData): boolean {
  const folded = fold(text).trim()
  const [names, typed] = [namesOf(person), cleanRut(text)]
  if (isWord(folded) && names.join(' ').includes(folded)) return true
  const isRutPart = /^[\d.\-k ]+$/.test(folded) && typed.length >= MIN_RUT_DIGITS
  if (isRutPart && cleanRut(person.rut ?? '').includes(typed)) return true
  const email = fold(person.email ?? '')
  if (email !== '' && folded.includes(email)) return true
  const words = wordsOf(folded).filter((word) => !PARTICLES.has(word))
  return containsRut(text, person) || names.filter((name) => words.includes(name)).length > 1
}

/**
 * Whether a text that the portal or accounting wrote names this person: the whole name, the rut, an email or a phone.
 */
export function namesPerson(text: string, { rut, names, emails, phones }: KnownPerson): boolean {
  if (containsRut(text, { rut })) return true
  const words = wordsOf(fold(text)).join(' ')
  const isNamed = names.some((name) => {
    const whole = namesOf(name)
    return whole.length > 1 && ` ${words} `.includes(` ${whole.join(' ')} `)
  })
  if (isNamed || emails.some((email) => email !== '' && fold(text).includes(fold(email))))
    return true
  const digits = text.replace(/\D/g, '')
  return phones.map(numberOf).some((number) => number !== '' && digits.includes(number))
}

/** The last digits of a phone, which every spelling has. */
function numberOf(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.length < PHONE_DIGITS ? '' : digits.slice(-PHONE_DIGITS)
}

/** Whether a name that somebody typed, as of a file, may be about this person. */
export function mayNamePerson(text: string, person: KnownPerson): boolean {
  const { rut, names, emails } = person
  const known = names.length > 0 ? names : [{ firstName: '', lastName: '' }]
  return (
    namesPerson(text, person) ||
    known.some((name) => isAboutPerson(text, { rut, ...name, email: emails[0] ?? null }))
  )
}

function containsRut(text: string, { rut }: PersonalData): boolean {
  const body = cleanRut(rut ?? '').slice(0, -1)
  return body.length >= MIN_RUT_DIGITS && text.replace(/[.-]/g, '').includes(body)
}

function namesOf({ firstName, lastName }: PersonalData): string[] {
  return wordsOf(fold(`${firstName ?? ''} ${lastName ?? ''}`))
}

function wordsOf(folded: string): string[] {
  return folded.split(/[^\p{L}]+/u).filter((word) => word !== '')
}

// Code points are nearer than UTF-16 units to what users count as characters.
function isWord(text: string): boolean {
  return [...text].length >= MIN_WORD_LETTERS
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
