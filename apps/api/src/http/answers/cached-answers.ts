import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { isUnchanged } from '../is-unchanged.ts'

interface AnsweredCall {
  caller: { user: { id: number } }
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

const MAX_ANSWERS = 500
const TTL_MS = 10 * 60_000

/**
 * The last answers of some calls, for as long as what they were read from stays as it is (docs/decisions/0071
 * and 0075). Needs an endpoint whose `alongSession` changes whenever the answer would; null is read each time.
 */
export class CachedAnswers {
  private readonly cached: LRUCache<string, CachedAnswer>

  constructor({ maxBytes = 2_000_000 } = {}) {
    this.cached = new LRUCache({
      max: MAX_ANSWERS,
      maxSize: maxBytes,
      sizeCalculation: ({ body }, key) => body.length + key.length,
      ttl: TTL_MS,
    })
  }

  /** @param read reads the answer, and records who was told: a cached answer records nothing */
  send(call: AnsweredCall, read: () => Promise<unknown>): Promise<FastifyReply> {
    return this.sendJson(call, async () => String(call.reply.serialize(await read())))
  }

  /** @param read the answer as text, for amounts that must not become floats */
  async sendJson(
    { caller, request, reply }: AnsweredCall,
    read: () => Promise<string>,
  ): Promise<FastifyReply> {
    const version = request.session?.along ?? null
    const key = `${caller.user.id} ${request.url}`
    let answer = this.cached.get(key)
    if (version === null || answer?.version !== version) {
      const body = bytesOf(await read())
      const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
      answer = { version: version ?? '', body, etag }
      if (version !== null) this.cached.set(key, answer)
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
