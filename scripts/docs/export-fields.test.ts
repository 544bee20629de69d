import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeExport, withFields } from './export-fields.ts'

const page = new URL('../../docs/accounting-export.md', import.meta.url)

test('docs/accounting-export.md lists the current fields (`npm run docs` writes it)', () => {
  const text = readFileSync(page, 'utf8')
  expect(withFields(text)).toBe(text)
})

test('each field has a unit, a meaning and an example', () => {
  const rows = describeExport()
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  for (const [, name, unit, meaning, example] of rows) {
    expect([name, unit, meaning, example]).not.toContain('')
  }
  expect(
    rows.filter(([, , , meaning]) => meaning?.includes('Required')).map(([, name]) => name),
  ).toEqual(['`code`', '`cliente_rut`'])
})
