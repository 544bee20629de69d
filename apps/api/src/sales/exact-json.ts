/** Parses numbers as their source text, so that no amount becomes a float. */
export function parseExactly(json: string): unknown {
  return JSON.parse(json, numberAsText)
}

function numberAsText(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value
}

/** Parses for a later `JSON.stringify`, which writes each number as in the source. */
export function parseKeepingNumbers(json: string): unknown {
  return JSON.parse(json, (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? rawJson(context?.source ?? String(value)) : value,
  )
}

// TypeScript has no type for it yet.
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => unknown }
