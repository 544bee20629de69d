/** JSON whose numbers keep the very text they were written with: an amount is never a float. */
export function parseExactly(json: string): unknown {
  return JSON.parse(json, keepNumberText)
}

function keepNumberText(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value
}

/** The same for what is written out again: each number leaves as the number that it came as. */
export function parseKeepingNumbers(json: string): unknown {
  return JSON.parse(json, (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? rawJson(context?.source ?? String(value)) : value,
  )
}

/** TypeScript does not know it yet. */
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => unknown }
