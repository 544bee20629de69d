/** What people call a request: 'Nº 44'. */
export function requestNumber(id: number | string): string {
  return `Nº ${id}`
}

const TYPED = /^(?:n[º°.]?\s*|#)?(\d{1,10})$/i

/** The number that somebody typed: 44, Nº 44, n° 44, #44. @returns null for any other text */
export function readRequestNumber(text: string): number | null {
  const [, digits] = TYPED.exec(text) ?? []
  return digits === undefined ? null : Number(digits)
}
