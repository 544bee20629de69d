/** '1 venta mala', '2 ventas malas', '1.234 ventas malas'. */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** '12.480'. */
export function formatCount(count: number): string {
  return groupThousands(String(count))
}

/** '12345678' → '12.345.678'. A loop, so that the cost is linear in the length. */
export function groupThousands(digits: string): string {
  const first = digits.length % 3
  const groups = first > 0 ? [digits.slice(0, first)] : []
  for (let start = first; start < digits.length; start += 3) {
    groups.push(digits.slice(start, start + 3))
  }
  return groups.join('.')
}
