import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wrapText } from './text.ts'

/** Widths of a proportional font. */
function widthOf(text: string): number {
  return [...text].reduce((width, character) => width + (/[il1 .]/.test(character) ? 1 : 2), 0)
}

/** Measures character by character, as a person would. */
function wrapSlowly(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/[ \t\r\n]+/).filter((each) => each !== '')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const character of word) {
      if (line !== '' && widthOf(line + character) > width) {
        lines.push(line)
        line = ''
      }
      line += character
    }
  }
  return [...lines, line]
}

/** How many characters are measured. */
function workOf(text: string, width: number): number {
  let measured = 0
  wrapText(text, (piece) => {
    measured += piece.length
    return widthOf(piece) <= width
  })
  return measured
}

const anyWidth = fc.integer({ min: 1, max: 400 })
const anyText = fc.string({ unit: fc.constantFrom(...'iiWW1ł. \n'), maxLength: 3000 })

describe('wrapping', () => {
  test('breaks where a line is full, at spaces where it can', () => {
    fc.assert(
      fc.property(anyText, anyWidth, (text, width) => {
        const lines = wrapText(text, (piece) => widthOf(piece) <= width)
        expect(lines).toEqual(wrapSlowly(text, width))
      }),
    )
  })

  test('measures no more than a text’s length times a constant, whatever the text and the width (security 10.23)', () => {
    fc.assert(
      fc.property(anyText, anyWidth, (text, width) => {
        expect(workOf(text, width)).toBeLessThanOrEqual(24 * (text.length + 32))
      }),
    )
  })

  test.each([
    ['digits without a space', '1234567890'.repeat(10_000)],
    ['single digits', '1 '.repeat(50_000)],
    ['a long word after short ones', `${'a '.repeat(5000)}${'1'.repeat(90_000)}`],
    ['alternating long and short words', `${'1'.repeat(999)} 1 `.repeat(100)],
  ])('of a hundred thousand characters stays as cheap: %s (security 10.23)', (_name, text) => {
    for (const width of [1, 50, 400]) {
      expect(workOf(text, width)).toBeLessThanOrEqual(24 * (text.length + 32))
    }
  })

  test('of an empty text is one empty line', () => {
    expect(wrapText('', () => true)).toEqual([''])
    expect(wrapText(' \n ', () => true)).toEqual([''])
  })
})
