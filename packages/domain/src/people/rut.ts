import { groupThousands } from '../money/thousands.ts'

export const rutMessages = {
  required: 'Ingresa tu rut',
  invalid: 'Rut no válido',
} as const

// Far above any real rut (companies have 9 characters); keeps hostile input cheap.
const MAX_TYPED_LENGTH = 24
// As many as are kept; with hyphen and check character a rut has 12.
const MAX_BODY_DIGITS = 10
const FIRST_COMPANY = 50_000_000

// Body with well-placed dots or with none, optional hyphen, check character (spec §5).
const RUT_AS_TYPED = /^([1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d*)-?([\dkK])$/

/** '0012.345.678-k' → '12345678K'. */
export function cleanRut(text: string): string {
  return text
    .replace(/[^0-9kK]/g, '')
    .replace(/^0+/, '')
    .toUpperCase()
}

/** Weights cycle 2 to 7 from the right; 11 − remainder: 11 → 0, 10 → K (spec §5). */
export function rutCheckDigit(body: string): string {
  let sum = 0
  let weight = 2
  for (let place = body.length - 1; place >= 0; place -= 1) {
    sum += Number(body[place]) * weight
    weight = weight === 7 ? 2 : weight + 1
  }
  const check = 11 - (sum % 11)
  if (check === 11) return '0'
  return check === 10 ? 'K' : String(check)
}

/** A rut is judged as typed: cleaning first would accept '012.345.678-5' (design §5.14). */
export function isValidRut(text: string): boolean {
  const typed = text.trim()
  if (typed.length > MAX_TYPED_LENGTH) return false
  const [, body, check] = RUT_AS_TYPED.exec(typed) ?? []
  if (body === undefined || check === undefined) return false
  const digits = body.replaceAll('.', '')
  return digits.length <= MAX_BODY_DIGITS && rutCheckDigit(digits) === check.toUpperCase()
}

/** Works on partial input too, so that a field can show it while somebody types. */
export function formatRut(text: string, { dots = true }: { dots?: boolean } = {}): string {
  const clean = cleanRut(text)
  if (clean.length < 2) return clean
  const body = clean.slice(0, -1)
  return `${dots ? groupThousands(body) : body}-${clean.slice(-1)}`
}

/** From 50 millions on the register numbers companies and other bodies, not people. */
export function isCompanyRut(text: string): boolean {
  return isValidRut(text) && Number(cleanRut(text).slice(0, -1)) >= FIRST_COMPANY
}

/** The one form in which a rut is kept and compared: '12345678-K'. */
export function canonicalRut(text: string): string | null {
  return isValidRut(text) ? formatRut(text, { dots: false }) : null
}
