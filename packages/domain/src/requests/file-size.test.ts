import { expect, test } from 'vitest'
import { fileSize } from './file-size.ts'

test.each([
  [1, '1 kB'],
  [348_160, '340 kB'],
  [1_258_291, '1,2 MB'],
  [10_485_760, '10 MB'],
])('a file of %i bytes is %s', (bytes, shown) => {
  expect(fileSize(bytes)).toBe(shown)
})
