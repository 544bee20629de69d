import { ApiError } from './api-error.ts'

export interface Refusal {
  /** The first sentence for each field, by the server's name. */
  fields: Record<string, string>
  /** The sentences under `__all__`. */
  general: string[]
}

/**
 * The errors of a 400 by field, or null for any other error. A nested field keeps its own name:
 * `profile.social_security` is `social_security`.
 */
export function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof ApiError) || error.status !== 400 || !isRecord(error.body)) return null
  const refusal: Refusal = { fields: {}, general: [] }
  collect(error.body, refusal)
  return refusal
}

function collect(body: Record<string, unknown>, refusal: Refusal) {
  for (const [name, value] of Object.entries(body)) {
    const sentences = [value].flat().filter((each) => typeof each === 'string')
    if (name === '__all__') refusal.general.push(...sentences)
    else if (sentences[0]) refusal.fields[name] ??= sentences[0]
    else if (isRecord(value)) collect(value, refusal)
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
