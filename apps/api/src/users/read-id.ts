import { id } from '@carpeta/contract/text'
import { NotFound } from '../http/errors.ts'

/** The id of an address, spelled as we write it. @throws {NotFound} for anything else. */
export function readId(text: string): number {
  const parsed = id.safeParse(text)
  if (!parsed.success || String(parsed.data) !== text) throw new NotFound()
  return parsed.data
}
