import { expect, test } from 'vitest'
import { texts } from '../testing/texts.ts'
import { answerTemplateErrors, answerTemplateMessages } from './answer-template-rules.ts'

test.each([
  ['Recibido', 'Hola', {}],
  [' ', 'Hola', { title: answerTemplateMessages.title.text }],
  ['Recibido', '\n', { body: answerTemplateMessages.body.text }],
  ['', '', { title: answerTemplateMessages.title.text, body: answerTemplateMessages.body.text }],
])('a template %j with %j', (title, body, errors) => {
  expect(texts(answerTemplateErrors({ title, body }))).toEqual(errors)
})
