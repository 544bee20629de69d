// Nothing that is read as something else: neither 0 and O nor 1 and I.
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** Random bytes that a folio is made of: one for each letter, of which 5 bits count. */
export const FOLIO_BYTES = 12
const FOLIO = new RegExp(`^EC([${LETTERS}]{${FOLIO_BYTES}})$`)

/** 'EC-7F3K-Q2MX-9TRB' of twelve random bytes: 60 bits, which nobody guesses. */
export function formatFolio(random: Uint8Array): string {
  if (random.length !== FOLIO_BYTES)
    throw new RangeError(`A folio takes ${FOLIO_BYTES} random bytes`)
  return grouped(Array.from(random, (byte) => LETTERS[byte % LETTERS.length]).join(''))
}

/** As it was issued, however it is typed: lower case, with spaces, without hyphens; null if none. */
export function readFolio(text: string): string | null {
  const [, letters] = FOLIO.exec(text.toUpperCase().replace(/[\s\p{Pd}]/gu, '')) ?? []
  return letters === undefined ? null : grouped(letters)
}

function grouped(letters: string): string {
  return ['EC', letters.slice(0, 4), letters.slice(4, 8), letters.slice(8)].join('-')
}
