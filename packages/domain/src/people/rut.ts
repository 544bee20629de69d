import { invalid, required } from '../errors/refusal.ts'
import { groupThousands } from '../text/counted.ts'

export const rutMessages = {
  required: required('Ingresa tu rut'),
  invalid: invalid('Rut no válido'),
} as const

/** Beside the refusal of a login: it is true of what was typed, whoever is a member. */
export const INCOMPLETE_RUT = 'Revisa tu rut: parece que le faltan números.'

// Far above any real rut (companies have 9 characters); limits the cost of hostile input.
const MAX_TYPED_LENGTH = 24
// The column has 12 characters: these, the hyphen and the check character.
const MAX_BODY_DIGITS = 10
// Nobody alive has a shorter one.
const MIN_BODY_DIGITS = 6
const FIRST_COMPANY = 50_000_000

// A body with all its dots or none, an optional hyphen, a check character (docs/specification.md §5.9).
const RUT_AS_TYPED = /^([1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d*)-?([\dkK])$/

/** '0012.345.678-k' → '12345678K'. */
export function cleanRut(text: string): string {
  return text
    .replace(/[^0-9kK]/g, '')
    .replace(/^0+/, '')
    .toUpperCase()
}

/** Modulo 11, with weights 2 to 7 from the right (docs/specification.md §5.10). */
export function rutCheckDigit(body: string): string {
  let sum = 0
  let weight = 2
  for (let index = body.length - 1; index >= 0; index -= 1) {
    sum += Number(body[index]) * weight
    weight = weight === 7 ? 2 : weight + 1
  }
  const check = 11 - (sum % 11)
  if (check === 11) return '0'
  return check === 10 ? 'K' : String(check)
}

/** Checks the rut as typed: cleaning first would accept '012.345.678-5' (docs/specification.md §10.11). */
export function isValidRut(text: string): boolean {
  const typed = text.trim()
  if (typed.length > MAX_TYPED_LENGTH) return false
  const [, body, check] = RUT_AS_TYPED.exec(typed) ?? []
  if (body === undefined || check === undefined) return false
  const digits = body.replaceAll('.', '')
  return digits.length <= MAX_BODY_DIGITS && rutCheckDigit(digits) === check.toUpperCase()
}

/** Whether a valid rut is too short to be somebody's. */
export function isIncompleteRut(text: string): boolean {
  return isValidRut(text) && cleanRut(text).length <= MIN_BODY_DIGITS
}

/** Takes partial input too, so that a field can format while the user types. */
export function formatRut(text: string, { dots = true }: { dots?: boolean } = {}): string {
  const clean = cleanRut(text)
  if (clean.length < 2) return clean
  const body = clean.slice(0, -1)
  return `${dots ? groupThousands(body) : body}-${clean.slice(-1)}`
}

/** Ruts from 50 million on belong to companies and other entities, not to people. */
export function isCompanyRut(text: string): boolean {
  return isValidRut(text) && Number(cleanRut(text).slice(0, -1)) >= FIRST_COMPANY
}

/** The form in which a rut is stored and compared: '12345678-K'. */
export function canonicalRut(text: string): string | null {
  return isValidRut(text) ? formatRut(text, { dots: false }) : null
}
