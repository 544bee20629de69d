import { isValidEmail } from '../access/login-rules.ts'

/** Of a field of the export. What is longer is no address, and takes long to search. */
const MAX_TEXT = 500

/** Between several addresses; also the words that people write there. */
const SEPARATORS = /[;,|\n]|\s(?:y|e|o|\/)\s/i

/**
 * The first address of a field that people fill in by hand: with blanks, in capitals, with a name before it,
 * one of several. Null when it has none, or when it is not certain where it begins: a wrong one is
 * somebody else's.
 */
export function readEmailField(text: string): string | null {
  if (text.length > MAX_TEXT) return null
  for (const part of text.split(SEPARATORS)) {
    const address = addressIn(part)
    if (address !== null) return address
  }
  return null
}

function addressIn(part: string): string | null {
  const inBrackets = /<([^<>]*)>\s*$/.exec(part)?.[1] ?? part
  const words = inBrackets
    .replace(/^\s*mailto:/i, '')
    .replace(/\s*@\s*/g, '@')
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/\.+$/, ''))
  const [first] = words
  return first !== undefined && words.every(isValidEmail) ? first : null
}
