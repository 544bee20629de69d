export type Delimiter = ',' | ';'

const WHOLE = /^-?\d+$/
const COMMA = /^-?\d+,\d+$/
const DOT = /^-?\d+\.\d+$/
const GROUPS_AND_COMMA = /^-?[1-9]\d{0,2}(\.\d{3})+,\d+$/
const SEVERAL_GROUPS = /^-?[1-9]\d{0,2}(\.\d{3}){2,}$/
/** A thousand, or one and three decimals. */
const ONE_GROUP = /^-?[1-9]\d{0,2}[.,]\d{3}$/

/**
 * A number of a CSV as decimal text with a dot. A file with `;` has decimal commas and one with `,`
 * decimal dots, but both may have either where only one reading is possible: '1.234,5', '1.798.300'.
 * Null where two are: '1.798' in a file with `;`. What is no number at all is returned as it is.
 */
export function plainNumber(text: string, delimiter: Delimiter): string | null {
  const trimmed = text.trim()
  if (WHOLE.test(trimmed)) return trimmed
  const foreign = delimiter === ';' ? DOT : COMMA
  if (foreign.test(trimmed) && ONE_GROUP.test(trimmed)) return null
  if (COMMA.test(trimmed)) return trimmed.replace(',', '.')
  if (GROUPS_AND_COMMA.test(trimmed)) return trimmed.replaceAll('.', '').replace(',', '.')
  if (SEVERAL_GROUPS.test(trimmed)) return trimmed.replaceAll('.', '')
  return text
}
