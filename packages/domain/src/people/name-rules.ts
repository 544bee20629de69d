import { invalid, type Refusal, refusal } from '../errors/refusal.ts'

/** Maximum lengths in characters: a person's or group's name, and the full name of a buyer. */
export const nameLimits = { name: 100, fullName: 200 } as const

/** What is wrong with a name, which emails and screens show to other people. */
export type NameProblem = 'invisible' | 'address' | 'long'

export const nameMessages = {
  invisible: invalid('No uses saltos de línea ni caracteres invisibles'),
  address: invalid('No escribas correos ni direcciones de internet'),
  long: (maximum: number) => refusal('too_long', `Escribe a lo más ${maximum} caracteres`),
} as const

// Also the two separators of lines and paragraphs, which start a new line like a control character.
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/u

// Browsers read the ideographic full stop as a dot.
const DOT = '[.\u3002]'
const LABEL = '[\\p{L}\\p{M}\\p{N}-]'
// No expression looks behind: a page with one does not run in Safari before 2023.
const SCHEME_OR_HOST = new RegExp(`@|[\\p{L}\\p{N}]:/|(?:^|[^\\p{L}\\p{M}\\p{N}-])www${DOT}`, 'iu')
const IP_ADDRESS = /(?:^|[^\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/
const AFTER_DOT = new RegExp(`${LABEL}(?=${DOT}(${LABEL}*\\p{L}${LABEL}+)([/:?#]?))`, 'gu')
// In capitals these count too, but for DE, LA and SA: 'M.DE LOS ANGELES'. In lower case any ending does.
const DOMAIN_ENDING =
  /^(?:(?!de$|la$|sa$)\p{L}{2}|xn--.*|app|biz|bond|buzz|cfd|click|cloud|club|com|company|cyou|dev|digital|email|fun|group|help|icu|info|lat|life|link|live|lol|mobi|monster|mov|name|net|online|org|page|pages|pics|pro|quest|rest|sbs|shop|site|space|store|support|tech|today|top|vip|web|website|wiki|work|world|xyz|zip)$/iu

/** Control characters, line ends, and signs that hide or turn text around. */
export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text)
}

/** The first problem of a name, or null. Whether a name may be empty is the form's to say. */
export function nameProblem(text: string, maximum: number = nameLimits.name): NameProblem | null {
  if (hasInvisible(text)) return 'invisible'
  // First, because the time to normalise a text grows with the square of its accents.
  if ([...text].length > maximum) return 'long'
  return looksLikeAddress(text) ? 'address' : null
}

/** The sentence of the first problem, or null. */
export function nameError(text: string, maximum: number = nameLimits.name): Refusal | null {
  const problem = nameProblem(text, maximum)
  if (problem === null) return null
  return problem === 'long' ? nameMessages.long(maximum) : nameMessages[problem]
}

/**
 * Mail programs turn what looks like an address into a link. 'S.A.', 'Cía. Ltda.', 'Ma.Teresa' and
 * 'SOC.CONSTRUCTORA' do not.
 */
function looksLikeAddress(text: string): boolean {
  // Full-width signs become the ones that browsers read.
  const plain = text.normalize('NFKC')
  if (SCHEME_OR_HOST.test(plain) || IP_ADDRESS.test(plain)) return true
  return [...plain.matchAll(AFTER_DOT)].some(
    ([, ending = '', next]) =>
      next !== '' || /^[\p{Ll}\p{Lo}\d]/u.test(ending) || DOMAIN_ENDING.test(ending),
  )
}
