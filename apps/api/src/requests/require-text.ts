import { Refused } from '../http/errors.ts'

/** Trims a text. @throws {Refused} 400 when it is blank */
export function requireText(text: string, message: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw new Refused(message)
  return trimmed
}
