import type { Refusal } from '../errors/refusal.ts'

/** The same value with the sentence of each refusal in its place. */
export function texts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(texts)
  if (isRefusal(value)) return value.text
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, texts(each)]))
}

function isRefusal(value: object): value is Refusal {
  return 'code' in value && 'text' in value
}
