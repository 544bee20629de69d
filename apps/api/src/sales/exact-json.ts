/** Parses numbers as their source text, so that no amount becomes a float. */
export function parseExactly(json: string): unknown {
  return JSON.parse(json, numberAsText)
}

function numberAsText(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value
}

/**
 * Parses for a later `JSON.stringify`, which writes each number as in the source.
 * @param change what a text becomes, by the name of its field
 */
export function parseKeepingNumbers(
  json: string,
  change: (name: string, text: string) => string = (_name, text) => text,
): unknown {
  return JSON.parse(json, (name: string, value: unknown, context?: { source?: string }) => {
    if (typeof value === 'string') return change(name, value)
    return typeof value === 'number' ? rawJson(context?.source ?? String(value)) : value
  })
}

// TypeScript has no type for it yet.
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => unknown }
