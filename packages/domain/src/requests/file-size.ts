import { formatDecimal } from '../money/money.ts'
import { BYTES_PER_MB } from './document-rules.ts'

/** '1,2 MB', '340 kB'. */
export function fileSize(bytes: number): string {
  if (bytes < BYTES_PER_MB) return `${Math.max(1, Math.round(bytes / 1024))} kB`
  const megabytes = (bytes / BYTES_PER_MB).toFixed(2)
  return `${formatDecimal(megabytes, { decimals: 1, dropTrailingZeros: true })} MB`
}
