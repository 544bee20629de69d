import { expect, test } from 'vitest'
import { archivedAccessesNotice, archivedNotice } from './archived-entries.ts'

test('readers are told up to which month entries are archived (§12.550)', () => {
  expect(archivedNotice('2024-03')).toBe(
    'Las anotaciones hasta marzo 2024 están archivadas: pídelas a quien opera el portal.',
  )
  expect(archivedAccessesNotice('2024-03')).toBe(
    'Los accesos hasta marzo 2024 están archivados: pídelos a la cooperativa.',
  )
  for (const none of [null, undefined, '', '2024-13']) {
    expect([archivedNotice(none), archivedAccessesNotice(none)]).toEqual([null, null])
  }
})
