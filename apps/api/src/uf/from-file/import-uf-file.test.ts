import { day } from '@carpeta/domain/testing/build-sale'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../../test/open-portal.ts'
import type { Database } from '../../db/client.ts'
import { listUfValues } from '../uf-store.ts'
import { importUfFile } from './import-uf-file.ts'

let db: Database
beforeEach(async () => {
  const database = await cloneDatabase('empty')
  onTestFinished(() => database.close())
  db = database.db
})

const load = (lines: string[], { force = false } = {}) =>
  importUfFile(db, Buffer.from(lines.join('\n')), { force })

async function stored() {
  const values = await listUfValues(db, day('2000-01-01'))
  return values.map(({ date, pesos, source }) => `${date} ${pesos} ${source}`)
}

test('values are added; the same file again changes nothing', async () => {
  const file = ['22-11-2026;39.123,45', '23-11-2026;39.128,82']
  const { added, unchanged, rejects } = await load(file)
  expect([added.length, unchanged, rejects]).toEqual([2, 0, []])
  expect(await stored()).toEqual(['2026-11-22 39123.45 file', '2026-11-23 39128.82 file'])
  expect(await load(file)).toMatchObject({ added: [], changed: [], unchanged: 2, rejects: [] })
})

test('a corrected value replaces the stored one, and says which (§12.143)', async () => {
  await load(['22-11-2026;39.132,45', '23-11-2026;39.128,82'])
  const { changed } = await load(['22-11-2026;39.123,45'])
  expect(changed).toMatchObject([{ before: { pesos: '39132.45' }, after: { pesos: '39123.45' } }])
  expect(await stored()).toEqual(['2026-11-22 39123.45 file', '2026-11-23 39128.82 file'])
})

test('a jump of more than 1 % is rejected with its line, unless it is forced (§12.145)', async () => {
  await load(['22-11-2026;39.123,45'])
  const file = ['23-11-2026;39.128,82', '24-11-2026;93.134,19', '25-11-2026;39.139,56']
  const { added, rejects } = await load(file)
  expect(added).toHaveLength(2)
  expect(rejects).toEqual([
    {
      line: 2,
      text: '24-11-2026;93.134,19',
      reason: 'cambia un 138\u00a0% desde el 23-11-2026 ($\u00a039.128,82)',
    },
  ])
  expect((await load(file, { force: true })).added).toMatchObject([{ pesos: '93134.19' }])
})

test('the first published value removes those of the sample cooperative', async () => {
  const sample = await cloneDatabase('sample')
  onTestFinished(() => sample.close())
  db = sample.db
  expect(await stored()).toHaveLength(431)
  await load(['algo;que no es'])
  expect(await stored()).toHaveLength(431)
  // Made-up values are no measure for it.
  await load(['22-11-2026;25.000,12'])
  expect(await stored()).toEqual(['2026-11-22 25000.12 file'])
})
