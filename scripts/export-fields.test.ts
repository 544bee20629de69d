import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeExport, withFields } from './export-fields.ts'

const page = new URL('../docs/accounting-export.md', import.meta.url)

test('the page of the export lists the fields of today (`npm run docs` writes it)', () => {
  const text = readFileSync(page, 'utf8')
  expect(withFields(text)).toBe(text)
})

test('each field has its unit, its meaning and an example of the sample cooperative', () => {
  const rows = describeExport()
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  for (const [, name, isRequired, unit, meaning, example] of rows) {
    expect([name, isRequired]).toEqual([name, expect.stringMatching(/^(yes|no)$/)])
    expect([name, unit, meaning, example]).not.toContain('')
  }
  expect(rows.filter(([, , isRequired]) => isRequired === 'yes').map(([, name]) => name)).toEqual([
    '`code`',
    '`cliente_rut`',
  ])
})
