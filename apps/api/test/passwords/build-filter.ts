import { BloomFilter } from 'bloomfilter'
import { FALSE_POSITIVE_RATE, HASHES } from '../../src/auth/new-passwords.ts'

/** The bytes of the filter: 32-bit words, the lowest byte first. */
export function buildFilter(passwords: ReadonlySet<string>): Buffer {
  const bitsEach = -Math.log2(FALSE_POSITIVE_RATE) / Math.LN2
  const filter = new BloomFilter(Math.ceil(passwords.size * bitsEach), HASHES)
  for (const password of passwords) filter.add(password)
  const bytes = Buffer.alloc(4 * filter.buckets.length)
  for (const [i, bucket] of filter.buckets.entries()) bytes.writeUInt32LE(bucket, 4 * i)
  return bytes
}
