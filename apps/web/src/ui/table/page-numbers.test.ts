import { expect, test } from 'vitest'
import { pageNumbers } from './pagination.tsx'

const shown = (current: number, last: number) =>
  pageNumbers(current, last)
    .map((mark) => (mark === 'gap' ? '…' : mark))
    .join(' ')

test.each([
  [1, 1, '1'],
  [1, 5, '1 2 3 4 5'],
  [5, 5, '1 2 3 4 5'],
  // A gap would hide a single page.
  [1, 8, '1 2 3 4 5 6 7 8'],
  [1, 9, '1 2 3 4 5 … 8 9'],
  [5, 9, '1 2 3 4 5 6 7 8 9'],
  [9, 9, '1 2 … 5 6 7 8 9'],
  [1, 20, '1 2 3 4 5 … 19 20'],
  [2, 20, '1 2 3 4 5 … 19 20'],
  [3, 20, '1 2 3 4 5 … 19 20'],
  [4, 20, '1 2 3 4 5 6 … 19 20'],
  [6, 20, '1 2 3 4 5 6 7 8 … 19 20'],
  [7, 20, '1 2 … 5 6 7 8 9 … 19 20'],
  [10, 20, '1 2 … 8 9 10 11 12 … 19 20'],
  [14, 20, '1 2 … 12 13 14 15 16 … 19 20'],
  [17, 20, '1 2 … 15 16 17 18 19 20'],
  [20, 20, '1 2 … 16 17 18 19 20'],
  [10_000, 20_000, '1 2 … 9998 9999 10000 10001 10002 … 19999 20000'],
])('page %i of %i: %s (§9.12)', (current, last, text) => {
  expect(shown(current, last)).toBe(text)
})
