import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawFont, file, letters } from './spanish-font.mjs'

test('the font of the web is that of its package with Spanish letters alone, and its styles say which (§12.1900)', async () => {
  expect(readFileSync(file).equals(await drawFont())).toBe(true)
  const styles = readFileSync(new URL('base.css', file), 'utf8')
  const [, ranges = ''] = /spanish[^}]*unicode-range:([^;]*);/.exec(styles) ?? []
  expect(charactersOf(ranges)).toEqual([...new Set(letters)].sort())
})

/** @param ranges as in CSS: `U+20-7E, U+A0` */
function charactersOf(ranges: string): string[] {
  return ranges
    .split(',')
    .flatMap((range) => {
      const [first = 0, last = first] = range
        .trim()
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
    })
    .sort()
}
