// The package has no types of its own.
declare module 'bloomfilter' {
  export class BloomFilter {
    readonly buckets: Uint32Array
    constructor(bitsOrBuckets: number | ArrayLike<number>, hashes: number)
    add(text: string): void
    test(text: string): boolean
  }
}
