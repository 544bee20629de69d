/** JSON whose numbers keep the very text they were written with: an amount is never a float. */
export function parseExactly(json: string): unknown {
  return JSON.parse(json, keepNumberText)
}

function keepNumberText(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value
}
