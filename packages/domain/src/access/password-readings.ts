// A password as a guessing program reads it: without case, accents and the usual replacements.

const REPLACED: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '€': 'e',
  '6': 'g',
  '9': 'g',
  '1': 'i',
  '!': 'i',
  '¡': 'i',
  '|': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '2': 'z',
}
// The same signs also stand for l.
const REPLACED_WITH_L = { ...REPLACED, '1': 'l', '!': 'l', '|': 'l' }

const MIN_TERM_LETTERS = 4
const MIN_PART = 3

export function foldPassword(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The folded characters as they are, and with signs and digits read as what they replace. */
function readingsOf(characters: readonly string[]): string[][] {
  return [{}, REPLACED, REPLACED_WITH_L].map((replaced: Record<string, string>) =>
    characters.map((character) => replaced[character] ?? character),
  )
}

/**
 * Every part of a password that has all its letters, so that a listed password is found with digits and
 * signs around it: 'P@ssw0rd#1' has 'password', and 'abc123!!' has 'abc123'.
 */
export function guessableParts(password: string): Set<string> {
  const characters = [...foldPassword(password)]
  const isLetter = characters.map((character) => /\p{L}/u.test(character))
  const first = Math.max(isLetter.indexOf(true), 0)
  const last = isLetter.includes(true) ? isLetter.lastIndexOf(true) : characters.length - 1
  const parts = new Set<string>()
  for (const reading of readingsOf(characters)) {
    for (let start = 0; start <= first; start++) {
      for (let end = last + 1; end <= reading.length; end++) {
        if (end - start >= MIN_PART) parts.add(reading.slice(start, end).join(''))
      }
    }
  }
  return parts
}

/** The terms of a name: its longer words, and all words together. */
export function termsOf(name: string): string[] {
  const found = foldPassword(name).match(/\p{L}+/gu) ?? []
  return [...found, found.join('')].filter((term) => term.length >= MIN_TERM_LETTERS)
}

/** Whether a password has one of these terms and hardly another letter: 'MiCarpeta#1', 'C4rp3t4-2026'. */
export function isMadeOf(terms: readonly string[], password: string): boolean {
  const characters = [...foldPassword(password).replace(/[\s._-]/g, '')]
  const isCovered = characters.map(() => false)
  for (const reading of readingsOf(characters)) {
    // By code points, as the positions are.
    const text = reading.map((character) => (character.length === 1 ? character : '?')).join('')
    for (const term of terms) {
      for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
        isCovered.fill(true, at, at + term.length)
      }
    }
  }
  const otherLetters = characters.filter(
    (character, i) => !isCovered[i] && /\p{L}/u.test(character),
  )
  return isCovered.includes(true) && otherLetters.length < MIN_TERM_LETTERS
}
