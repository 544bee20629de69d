import { groupThousands } from '../money/thousands.ts'

/** '1 venta mala', '2 ventas malas', '1.234 ventas malas'. */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** '12.480'. */
export function formatCount(count: number): string {
  return groupThousands(String(count))
}
