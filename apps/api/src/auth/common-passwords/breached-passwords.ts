import { readFileSync } from 'node:fs'
import { BloomFilter } from 'bloomfilter'

/** Where `npm run passwords` writes the filter. */
export const filterFile = new URL('./breached-passwords.bin', import.meta.url)

/** One in a million other texts counts as listed. */
export const FALSE_POSITIVE_RATE = 1e-6
/** Optimal for that rate. */
export const HASHES = 20

let filter: BloomFilter | null = null

/** Whether a folded text is listed. The filter is read once, for the first new password. */
export function isBreached(text: string): boolean {
  filter ??= readFilter()
  return filter.test(text)
}

function readFilter(): BloomFilter {
  const bytes = readFileSync(filterFile)
  const buckets = new Uint32Array(bytes.length / 4)
  for (let i = 0; i < buckets.length; i++) buckets[i] = bytes.readUInt32LE(4 * i)
  return new BloomFilter(buckets, HASHES)
}
