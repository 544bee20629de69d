import { Refused } from '../http/errors.ts'

/** What somebody wrote, without the blanks around it. @throws {Refused} 400 where nothing is left */
export function requireText(text: string, sentence: string): string {
  const written = text.trim()
  if (written === '') throw new Refused(sentence)
  return written
}
