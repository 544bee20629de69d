import { expect, test } from 'vitest'
import { retentionDefaults, retentionSentences } from './retention.ts'

test('each period has the operator’s value', () => {
  const periods = Object.keys(retentionDefaults).map((name, i) => [name, 1001 + i] as const)
  const sentences = retentionSentences({
    ...retentionDefaults,
    ...Object.fromEntries(periods),
  }).join('\n')
  for (const [name, period] of periods) {
    expect(sentences, name).toMatch(
      new RegExp(`\\b${period} ${name.endsWith('Days') ? 'días' : 'años'}`),
    )
  }
})

test('one day is singular, and a session can be deleted at its end', () => {
  const sentences = retentionSentences({
    ...retentionDefaults,
    draftDays: 1,
    closedRequestYears: 1,
  })
  expect(sentences).toContain('Borradores que nadie toca: 1 día.')
  expect(sentences.join('\n')).toContain('documentos: 1 año desde su cierre')
  expect(sentences.join('\n')).toContain('Una sesión: hasta que termina.')
})
