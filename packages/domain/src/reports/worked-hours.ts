import { groupThousands } from '../money/thousands.ts'

/** '4,5 h': opening hours with one decimal, rounded from whole minutes; '-' without any answer. */
export function formatWorkedHours(minutes: number | null): string {
  if (minutes === null) return '-'
  const tenths = Math.floor((minutes + 3) / 6)
  const decimal = tenths % 10 === 0 ? '' : `,${tenths % 10}`
  return `${groupThousands(String(Math.floor(tenths / 10)))}${decimal}\u00a0h`
}
