/** A part of a whole, both counted. */
export interface Share {
  part: number
  whole: number
}

/**
 * '93,5 %', or '-' of nothing. Rounded to a tenth, but '100 %' is all and '0 %' is none: 1999 of 2000 is
 * '99,9 %'.
 */
export function formatShareOf({ part, whole }: Share): string {
  if (whole === 0) return '-'
  const tenths = tenthsOfPercent({ part, whole })
  const decimal = tenths % 10 === 0 ? '' : `,${tenths % 10}`
  return `${Math.floor(tenths / 10)}${decimal}\u00a0%`
}

// In whole numbers, since a float rounds 0,15 % down. Exact for counts of up to 10^12.
function tenthsOfPercent({ part, whole }: Share): number {
  if (part === 0) return 0
  if (part === whole) return 1000
  const rounded = Math.floor((2000 * part + whole) / (2 * whole))
  return Math.min(999, Math.max(1, rounded))
}
