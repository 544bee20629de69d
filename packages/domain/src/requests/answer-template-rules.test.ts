import { expect, test } from 'vitest'
import { answerTemplateErrors, answerTemplateMessages } from './answer-template-rules.ts'

test.each([
  ['Recibido', 'Hola', {}],
  [' ', 'Hola', { title: answerTemplateMessages.title }],
  ['Recibido', '\n', { body: answerTemplateMessages.body }],
  ['', '', { title: answerTemplateMessages.title, body: answerTemplateMessages.body }],
])('a template %j with %j', (title, body, errors) => {
  expect(answerTemplateErrors({ title, body })).toEqual(errors)
})
