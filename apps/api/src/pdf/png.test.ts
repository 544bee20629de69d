import { expect, test } from 'vitest'
import { kindsOfPng, pngOfKind } from '../../test/pdf/kinds-of-png.ts'
import { pixelBytesOf } from './png.ts'

test('a PNG that is decoded to be joined counts with four bytes a pixel, another with its own (security 7.49)', async () => {
  for (const kind of kindsOfPng) {
    const { bytes, width, height } = pngOfKind(kind)
    const bytesAt = async (offset: number, length: number) =>
      bytes.subarray(offset, offset + length)
    const counted = await pixelBytesOf('image/png', { bytesAt })
    const isDecoded = kind.isInterlaced || kind.hasTransparentColour || kind.colourType >= 4
    if (isDecoded) expect(counted, kind.name).toBeGreaterThanOrEqual(4 * width * height)
    else expect(counted, kind.name).toBeLessThan(7 * width * height)
    if (kind.name === 'grey of 1 bits') expect(counted).toBe(height * 3)
  }
  expect(await pixelBytesOf('image/jpeg', { bytesAt: async () => Buffer.alloc(0) })).toBe(0)
})
