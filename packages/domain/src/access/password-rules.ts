import { cleanRut } from '../people/rut.ts'

export interface PasswordRule {
  message: string
  broken: (password: string) => boolean
}

export const passwordMinLength = 8
export const passwordMaxLength = 40

export const passwordMismatch = 'La contraseña no coincide'
export const commonPasswordMessage = 'La contraseña es demasiado común'
export const personalPasswordMessage = 'La contraseña no puede contener tus datos'

// What a person counts as characters is nearer to code points than to UTF-16 units.
function length(password: string): number {
  return [...password].length
}

/** The list that the screens show, in the order of spec §5. ñ is a letter, not a special one. */
export const passwordRules: readonly PasswordRule[] = [
  { message: 'Al menos una letra', broken: (password) => !/\p{L}/u.test(password) },
  { message: 'Al menos un número', broken: (password) => !/[0-9]/.test(password) },
  {
    message: 'Al menos un caracter especial',
    broken: (password) => !/[^\p{L}0-9]/u.test(password),
  },
  { message: 'Mínimo 8 caracteres', broken: (password) => length(password) < passwordMinLength },
]

/** Kept out of the list on screen, where the input is cut at 40; the server says it. */
export const passwordMaxRule: PasswordRule = {
  message: 'Máximo 40 caracteres',
  broken: (password) => length(password) > passwordMaxLength,
}

export function brokenPasswordRules(password: string): string[] {
  return [...passwordRules, passwordMaxRule]
    .filter((rule) => rule.broken(password))
    .map((rule) => rule.message)
}

export interface PersonalData {
  rut?: string | null
  firstName?: string | null
  lastName?: string | null
  email?: string | null
}

const MIN_RUT_DIGITS = 5
const MIN_WORD_LETTERS = 3

/** One's rut, a name or the local part of one's e-mail, whatever the case and accents. */
export function containsPersonalData(password: string, person: PersonalData): boolean {
  const folded = fold(password)
  const body = cleanRut(person.rut ?? '').slice(0, -1)
  if (body.length >= MIN_RUT_DIGITS && folded.replace(/[.-]/g, '').includes(body)) return true
  const names = `${person.firstName ?? ''} ${person.lastName ?? ''}`
  const [localPart = ''] = fold(person.email ?? '').split('@')
  return [...fold(names).split(/[^\p{L}]+/u), localPart].some(
    (word) => length(word) >= MIN_WORD_LETTERS && folded.includes(word),
  )
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
