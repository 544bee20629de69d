import { cleanRut, formatRut } from '@carpeta/domain/people/rut'

interface TypedText {
  text: string
  caret: number
}

type Direction = 'backward' | 'forward'

/**
 * The formatted rut, with the caret beside the same character as before. Deleting a dot moves the
 * caret over it: to the left with backspace, to the right with delete.
 */
export function formatTypedRut(typed: TypedText, leaning: Direction = 'backward'): TypedText {
  const text = formatRut(typed.text)
  const before = cleanRut(typed.text.slice(0, typed.caret)).length
  return { text, caret: caretAfter(text, before, leaning) }
}

function caretAfter(text: string, characters: number, leaning: Direction): number {
  let caret = 0
  for (let seen = 0; seen < characters && caret < text.length; caret += 1) {
    if (!isSeparator(text[caret])) seen += 1
  }
  while (leaning === 'forward' && isSeparator(text[caret])) caret += 1
  return caret
}

function isSeparator(character: string | undefined): boolean {
  return character === '.' || character === '-'
}
