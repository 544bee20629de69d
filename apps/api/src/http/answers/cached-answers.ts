import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { isUnchanged } from '../is-unchanged.ts'

interface AnsweredCall {
  caller: { id: number }
  request: FastifyRequest
  reply: FastifyReply
}

interface CachedAnswer {
  version: string
  /** JSON in UTF-8. */
  body: Buffer
  /** A strong validator: a hash of the body. */
  etag: string
}

const MAX_BYTES = 2_000_000
const MAX_ANSWERS = 200
const TTL_MS = 10 * 60_000

/** The last answers of some calls, for as long as what they were read from stays as it is (docs/decisions/0075). */
export class CachedAnswers {
  private readonly cached = new LRUCache<string, CachedAnswer>({
    max: MAX_ANSWERS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length,
    ttl: TTL_MS,
  })

  /**
   * Needs an endpoint whose `alongSession` changes whenever the answer would.
   * @param read reads the answer, and records who was told: a cached answer records nothing
   */
  async send(
    { caller, request, reply }: AnsweredCall,
    read: () => Promise<unknown>,
  ): Promise<FastifyReply> {
    const version = request.session?.along ?? null
    if (version === null) throw new Error(`${request.url} has no version`)
    const key = `${caller.id} ${request.url}`
    let answer = this.cached.get(key)
    if (answer?.version !== version) {
      const body = bytesOf(String(reply.serialize(await read())))
      const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
      answer = { version, body, etag }
      this.cached.set(key, answer)
    }
    reply.header('etag', answer.etag)
    if (isUnchanged(request, answer.etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(answer.body)
  }
}

/** Memory of its own: a small buffer of Node would keep the 8 kB that it shares with others. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}
