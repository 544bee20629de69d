import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** The sales of a member as `GET /api/sales-data/` sends them. */
export interface SalesAnswer {
  /** JSON in UTF-8, written as text so that no amount becomes a float. */
  body: Buffer
  /** A strong validator: a hash of the body. */
  etag: string
}

const MAX_BYTES = 8_000_000
const TTL_MS = 10 * 60_000

/** The last answer to each member, while what it was read from stays as it is. */
export class SalesAnswers {
  private readonly kept = new LRUCache<number, SalesAnswer & { version: string }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => body.length,
    ttl: TTL_MS,
  })

  /** @param version of what the sales are read from; null when the answer must be read each time */
  find(memberId: number, version: string | null): SalesAnswer | null {
    if (version === null) return null
    const kept = this.kept.get(memberId)
    return kept?.version === version ? kept : null
  }

  /** @param version read before the sales */
  keep(memberId: number, version: string | null, answer: SalesAnswer): void {
    if (version !== null) this.kept.set(memberId, { ...answer, version })
  }
}

export function salesAnswerOf(sales: { json: string }[]): SalesAnswer {
  const body = Buffer.from(`[${sales.map(({ json }) => json).join(',')}]`)
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}
