import { cleanRut } from '@carpeta/domain/people/rut'

// Dots and hyphens anywhere, and at most one check digit K at the end.
const RUT_OR_PART = /^[\d.\- ]+[kK]?$/

/** The text of a filter, null without one. PostgreSQL stores no NUL characters. */
export function readFilterText(text = ''): string | null {
  return text.replaceAll('\u0000', '').trim() || null
}

/**
 * A whole or partial rut without dots and hyphen; null for other texts. Needs a digit, since `k` alone
 * is a name. Two tests, because one pattern would backtrack.
 */
export function readFilterRut(text: string | null): string | null {
  return text !== null && RUT_OR_PART.test(text) && /\d/.test(text) ? cleanRut(text) : null
}

/** The indexes of parts know three characters of a word in a row; they would read all for less. */
export function isPartSearchable(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text)
}
