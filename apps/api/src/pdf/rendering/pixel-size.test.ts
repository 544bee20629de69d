import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderLimits } from '../../throttle/limits.ts'
import { pixelSize } from './pixel-size.ts'

test('a page of 8.5 × 11 inches has 150 pixels an inch', () => {
  expect(pixelSize(612, 792)).toEqual({ width: 1275, height: 1650 })
})

test('any page stays within the limits and has at least one pixel (security 7.46)', () => {
  const points = fc.double({ min: 1e-3, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(points, points, (wide, high) => {
      const { width, height } = pixelSize(wide, high) ?? { width: 0, height: 0 }
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
      expect(Math.max(width, height)).toBeLessThanOrEqual(renderLimits.maxSide)
      expect(width * height).toBeLessThanOrEqual(renderLimits.maxPixels)
    }),
  )
})

test.each([
  [0, 100],
  [100, -1],
  [Number.NaN, 100],
  [Number.POSITIVE_INFINITY, 100],
])('a page of %s × %s points has none', (width, height) => {
  expect(pixelSize(width, height)).toBeNull()
})
