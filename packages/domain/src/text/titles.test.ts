import { expect, test } from 'vitest'
import { importTokenErrors } from '../imports/import-token-rules.ts'
import { memberDocumentErrors } from '../member-documents/member-document-rules.ts'
import { nameMessages } from '../people/name-rules.ts'
import { answerTemplateErrors } from '../requests/answer-template-rules.ts'
import { procedureFormErrors } from '../requests/procedure-rules.ts'
import { savedFilterErrors } from '../requests/queue-rules.ts'
import { writtenTextErrors } from './written-text-rules.ts'

/** What is wrong with each text of one line that other people read. */
const titles: Record<string, (title: string) => unknown> = {
  'a document': (title) =>
    memberDocumentErrors({ category: 'deed', title, date: '', visible_from: '' }).title,
  'an announcement': (title) =>
    writtenTextErrors({ title, body: 'Texto' }, { title: 120, body: 120 }).title,
  'an answer template': (title) => answerTemplateErrors({ title, body: 'Texto' }).title,
  'a procedure': (title) =>
    procedureFormErrors({ title, description: 'Texto', documents: [], answer_hours: 30 }).title,
  'a required document': (name) =>
    procedureFormErrors({ title: 'x', description: 'x', documents: [name], answer_hours: 30 })
      .documents,
  'a saved filter': (name) => savedFilterErrors({ name, filters: { mine: 'true' } }).name,
  'a token for loads': (name) => importTokenErrors({ name, days: 30 }).name,
}

test.each(Object.entries(titles))(
  'the title of %s takes no line break and no sign that turns text around (security 9.160)',
  (_what, problemOf) => {
    expect(problemOf(' Certificado Nº 12 – María \n')).toBeUndefined()
    for (const title of ['Uno\nDos', 'Uno\u2028Dos', 'Uno\u202Efdp', 'Uno\u2066Dos', 'U\u200Bno']) {
      expect(problemOf(title)).toEqual(nameMessages.invisible)
    }
  },
)
