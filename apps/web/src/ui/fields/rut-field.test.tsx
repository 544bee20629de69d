import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Mantine } from '../mantine.tsx'
import { RutField } from './rut-field.tsx'

function renderField() {
  const values: string[] = []
  render(
    <Mantine>
      <RutField onChange={(event) => values.push(event.currentTarget.value)} />
    </Mantine>,
  )
  return { input: screen.getByLabelText<HTMLInputElement>('Rut'), values }
}

test('a rut is formatted while it is typed, and reported formatted', async () => {
  const { input, values } = renderField()
  await userEvent.type(input, '123456785')
  expect(input.value).toBe('12.345.678-5')
  expect(values.at(-1)).toBe('12.345.678-5')
})

test('the caret stays where the person types', async () => {
  const { input } = renderField()
  await userEvent.type(input, '12345678')
  await userEvent.type(input, '9', { initialSelectionStart: 1, initialSelectionEnd: 1 })
  expect(input.value).toBe('19.234.567-8')
  expect(input.selectionStart).toBe(2)
})

test('backspace behind a dot moves over it and then deletes', async () => {
  const { input } = renderField()
  await userEvent.type(input, '123456785')
  await userEvent.type(input, '{Backspace}', { initialSelectionStart: 3, initialSelectionEnd: 3 })
  expect(input.value).toBe('12.345.678-5')
  expect(input.selectionStart).toBe(2)
  await userEvent.keyboard('{Backspace}')
  expect(input.value).toBe('1.345.678-5')
})

test('a pasted rut of any spelling is formatted', async () => {
  const { input } = renderField()
  await userEvent.click(input)
  await userEvent.paste(' 10000013k ')
  expect(input.value).toBe('10.000.013-K')
})

test('a keyboard that composes, as on Android, finds its own text until it has finished (§12.981)', () => {
  const { input } = renderField()
  let composed = ''
  fireEvent.compositionStart(input)
  for (const character of '123456785') {
    composed += character
    // The keyboard writes the whole of what it composes, whatever the page made of it.
    fireEvent.input(input, { target: { value: composed }, isComposing: true })
    expect(input.value).toBe(composed)
  }
  fireEvent.compositionEnd(input, { data: composed })
  expect(input.value).toBe('12.345.678-5')
})
