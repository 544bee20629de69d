/** '12345678' → '12.345.678'. A loop, so that the cost is linear in the length. */
export function groupThousands(digits: string): string {
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) {
    groups.unshift(digits.slice(Math.max(0, end - 3), end))
  }
  return groups.join('.')
}
