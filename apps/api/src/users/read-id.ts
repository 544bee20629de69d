import { id } from '@carpeta/contract/text'
import { NotFound } from '../http/errors.ts'

/** Reads an id of a URL in its only valid spelling. @throws {NotFound} for any other text */
export function readId(text: string): number {
  const parsed = id.safeParse(text)
  if (!parsed.success || String(parsed.data) !== text) throw new NotFound()
  return parsed.data
}
