import { cleanRut, formatRut } from '@carpeta/domain/people/rut'
import type { ChangeEvent, CompositionEvent, RefCallback } from 'react'
import { TextInput, type TextInputProps } from './inputs.ts'

interface Props extends Omit<TextInputProps, 'ref'> {
  ref?: RefCallback<HTMLInputElement>
}

/**
 * A rut, formatted while the user types. It is an uncontrolled input, so that the caret stays in
 * place and a password manager can fill it in before hydration.
 */
export function RutField({ ref, onChange, ...props }: Props) {
  function takeOver(input: HTMLInputElement | null) {
    if (input && input.value !== formatRut(input.value)) formatInPlace(input)
    ref?.(input)
  }

  // A keyboard that composes (Android's) writes its own text again after a change made meanwhile.
  function formatAndTell(event: ChangeEvent<HTMLInputElement>) {
    const { nativeEvent } = event
    const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
    if (!isComposing) formatInPlace(event.currentTarget, nativeEvent)
    onChange?.(event)
  }

  function formatComposed({ currentTarget }: CompositionEvent<HTMLInputElement>) {
    formatInPlace(currentTarget)
  }

  return (
    <TextInput
      label="Rut"
      placeholder="12.345.678-K"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      ref={takeOver}
      onChange={formatAndTell}
      onCompositionEnd={formatComposed}
    />
  )
}

function formatInPlace(input: HTMLInputElement, event?: Event) {
  const typed = { text: input.value, caret: input.selectionStart ?? input.value.length }
  const deletesForward = event instanceof InputEvent && event.inputType === 'deleteContentForward'
  const { text, caret } = formatTypedRut(typed, deletesForward ? 'forward' : 'backward')
  if (text !== input.value) input.value = text
  if (document.activeElement === input) input.setSelectionRange(caret, caret)
}

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
