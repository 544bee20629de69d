/** '12345678' → '12.345.678'. Cut from the right in a loop: linear, whatever the length. */
export function groupThousands(digits: string): string {
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) {
    groups.unshift(digits.slice(Math.max(0, end - 3), end))
  }
  return groups.join('.')
}
