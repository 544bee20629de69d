import { renderLimits } from '../../throttle/limits.ts'

const POINTS_PER_INCH = 72

/** The size in pixels of a page of this size in points; null for a page without an area. */
export function pixelSize(width: number, height: number): { width: number; height: number } | null {
  const area = width * height
  if (!(width > 0 && height > 0 && Number.isFinite(area) && area > 0)) return null
  const { dpi, maxPixels, maxSide } = renderLimits
  const scale = Math.min(
    dpi / POINTS_PER_INCH,
    maxSide / Math.max(width, height),
    Math.sqrt(maxPixels / area),
  )
  return { width: atLeastOne(width * scale), height: atLeastOne(height * scale) }
}

function atLeastOne(pixels: number): number {
  return Math.max(1, Math.floor(pixels))
}
