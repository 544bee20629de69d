import { invalid, type Refusal, required } from '../errors/refusal.ts'
import { hasInvisible, nameMessages } from '../people/name-rules.ts'

const writtenTextMessages = {
  title: required('Ingresa título'),
  body: required('Ingresa texto'),
  invisible: invalid('No uses caracteres invisibles'),
} as const

/** A title and a text of paragraphs that staff write for members. */
export interface WrittenText {
  title: string
  body: string
}

/** Text as typed or pasted: one kind of line end, spaces for tabs, nothing around it. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').trim()
}

/**
 * All failures, keyed like the server's 400.
 * @param limits characters
 */
export function writtenTextErrors(
  written: WrittenText,
  limits: Record<keyof WrittenText, number>,
): Partial<Record<keyof WrittenText, Refusal>> {
  const errors: Partial<Record<keyof WrittenText, Refusal>> = {}
  const title = cleanText(written.title)
  const body = cleanText(written.body)
  if (title === '') errors.title = writtenTextMessages.title
  else if (hasInvisible(title)) errors.title = nameMessages.invisible
  else if (isLonger(title, limits.title)) errors.title = nameMessages.long(limits.title)
  if (body === '') errors.body = writtenTextMessages.body
  // Its line ends are allowed.
  else if (hasInvisible(body.replaceAll('\n', ' '))) errors.body = writtenTextMessages.invisible
  else if (isLonger(body, limits.body)) errors.body = nameMessages.long(limits.body)
  return errors
}

function isLonger(text: string, maximum: number): boolean {
  return [...text].length > maximum
}
