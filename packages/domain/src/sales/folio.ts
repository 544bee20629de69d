// Without 0, O, 1 and I, which are easy to confuse.
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** Random bytes of a folio: one for each letter, of which 5 bits count. */
export const FOLIO_BYTES = 12
const FOLIO = new RegExp(`^EC([${LETTERS}]{${FOLIO_BYTES}})$`)

/** 'EC-7F3K-Q2MX-9TRB' from twelve random bytes: 60 bits, which cannot be guessed. */
export function formatFolio(random: Uint8Array): string {
  if (random.length !== FOLIO_BYTES)
    throw new RangeError(`A folio takes ${FOLIO_BYTES} random bytes`)
  return grouped(Array.from(random, (byte) => LETTERS[byte % LETTERS.length]).join(''))
}

/** The folio as issued, from any typing: lower case, with spaces, without hyphens; null if invalid. */
export function readFolio(text: string): string | null {
  const [, letters] = FOLIO.exec(text.toUpperCase().replace(/[\s\p{Pd}]/gu, '')) ?? []
  return letters === undefined ? null : grouped(letters)
}

function grouped(letters: string): string {
  return ['EC', letters.slice(0, 4), letters.slice(4, 8), letters.slice(8)].join('-')
}
