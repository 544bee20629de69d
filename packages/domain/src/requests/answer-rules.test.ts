import { expect, test } from 'vitest'
import { closedUnreviewed, firstAnswer, openReviews, proposedQuestion } from './answer-rules.ts'
import { MAX_REQUEST_TEXT } from './request-states.ts'

test.each([
  [[], 'resolve', ''],
  [['accepted'], 'resolve', ''],
  [['accepted', 'pending', 'pending'], 'resolve', '2 por revisar'],
  [['rejected', 'pending'], 'ask', '1 rechazado, 1 por revisar'],
  [['rejected', 'accepted', 'rejected'], 'ask', '2 rechazados'],
] as const)('documents %j are answered at first by %s (§12.1890)', (reviews, answer, text) => {
  const documents = reviews.map((review) => ({ review }))
  expect(firstAnswer({ documents, merged: [], events: [] })).toBe(answer)
  expect(openReviews(reviews)).toBe(text)
})

test.each([
  [[], 'ask'],
  [['document_rejected', 'asked'], 'ask'],
  [['document_rejected', 'asked', 'replied', 'note'], 'resolve'],
  [['replied', 'document_rejected'], 'ask'],
] as const)(
  'a rejected one of a merged request is asked for once: after %j at first %s (§12.2271)',
  (kinds, answer) => {
    const rejected = [{ review: 'rejected' }] as const
    const events = kinds.map((kind) => ({ kind }))
    expect(firstAnswer({ documents: [], merged: [{ documents: rejected }], events })).toBe(answer)
    expect(firstAnswer({ documents: rejected, merged: [], events })).toBe('ask')
  },
)

test('what is asked begins with the rejected documents and their reasons (§12.2430)', () => {
  const document = (title: string, review: 'pending' | 'rejected', reason = '') => ({
    ...{ title, review, reason },
    name: 'foto.jpg',
  })
  const cedula = document('Cédula', 'rejected', 'Falta el reverso')
  const poder = document('Poder', 'pending')
  const other = document('', 'rejected', 'No se lee')
  const asked = (documents: (typeof cedula)[], merged: (typeof cedula)[], ...kinds: string[]) =>
    proposedQuestion({
      ...{ documents, merged: [{ documents: merged }] },
      events: kinds.map((kind) => ({ kind })),
    })
  expect(asked([poder], [])).toBe('')
  expect(asked([cedula, poder], [])).toBe('Envía de nuevo:\n- Cédula: Falta el reverso')
  const both = 'Envía de nuevo:\n- Cédula: Falta el reverso\n- foto.jpg: No se lee'
  expect(asked([cedula, poder], [other])).toBe(both)
  expect(asked([], [other], 'document_rejected', 'replied')).toBe('')
  const long = document('Poder', 'rejected', 'Borroso. '.repeat(100))
  expect(asked([cedula, ...Array(12).fill(long)], [])).toBe(
    `Envía de nuevo:\n- Cédula${'\n- Poder'.repeat(12)}`,
  )
})

test('the note about what nobody reviewed names each title once, as many as it has room for (§12.2363)', () => {
  expect(closedUnreviewed(['Cédula'])).toBe('Se cerró sin revisar: Cédula')
  expect(closedUnreviewed(['Cédula', 'Poder', 'Cédula'])).toBe(
    'Se cerró sin revisar: Cédula (2), Poder',
  )
  const titles = Array.from({ length: 300 }, (_, at) => `${'Documento '.repeat(7)}${at}`)
  const text = closedUnreviewed([...titles, ...titles])
  expect(text.length).toBeLessThanOrEqual(MAX_REQUEST_TEXT)
  expect(text).toMatch(/ 62 \(2\) y 474 más$/)
})
