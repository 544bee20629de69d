import { ApiError } from './api-error.ts'

export interface Refusal {
  /** The first sentence for each field, by the name the server gives it. */
  fields: Record<string, string>
  /** What belongs to no field, under `__all__`. */
  general: string[]
}

/**
 * The errors of a form refused with 400, by field; null for any other failure. A nested field is
 * listed by its own name: `profile.social_security` is `social_security`.
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
