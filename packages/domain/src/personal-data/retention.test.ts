import { expect, test } from 'vitest'
import { retentionDefaults, retentionSentences } from './retention.ts'

test('each period is told as the operator set it', () => {
  const kept = { ...retentionDefaults }
  const periods = Object.keys(kept).map((name, i) => [name, 1001 + i] as const)
  const told = retentionSentences({ ...kept, ...Object.fromEntries(periods) }).join('\n')
  for (const [name, period] of periods) {
    expect(told, name).toMatch(
      new RegExp(`\\b${period} ${name.endsWith('Days') ? 'días' : 'años'}`),
    )
  }
})

test('one day is no plural, and a session may go as it ends', () => {
  const told = retentionSentences({ ...retentionDefaults, draftDays: 1, closedRequestYears: 1 })
  expect(told).toContain('Borradores que nadie toca: 1 día.')
  expect(told.join('\n')).toContain('documentos: 1 año desde su cierre')
  expect(told.join('\n')).toContain('Una sesión: hasta que termina.')
})
