import { expect, test } from 'vitest'
import { texts } from '../testing/texts.ts'
import { cleanHelpPage, helpPageErrors } from './help-page-rules.ts'

test('a page needs a title and a text within their limits', () => {
  expect(
    texts(helpPageErrors({ title: 'Horario', body: 'De 9 a 18.\n\nLunes a viernes.' })),
  ).toEqual({})
  expect(texts(helpPageErrors({ title: ' ', body: '\n' }))).toEqual({
    title: 'Ingresa título',
    body: 'Ingresa texto',
  })
  expect(texts(helpPageErrors({ title: 'a'.repeat(121), body: 'a'.repeat(5001) }))).toEqual({
    title: 'Escribe a lo más 120 caracteres',
    body: 'Escribe a lo más 5000 caracteres',
  })
})

test('a pasted page is stored with one kind of line end', () => {
  const typed = {
    topic: 'payment',
    title: ' Horario ',
    body: 'De 9 a 18.\r\nSábado no.\t',
  } as const
  expect(cleanHelpPage(typed)).toEqual({
    topic: 'payment',
    title: 'Horario',
    body: 'De 9 a 18.\nSábado no.',
  })
})
