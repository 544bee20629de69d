import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Less fits into one packet as it is. */
const MIN_LENGTH = 1400

/**
 * Compresses answers in JSON. Only those to a GET without a query, and never the login's: the length of an answer that
 * has a secret beside what the caller chose would tell the secret (docs/security.md 8.560).
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async ({ method, url, headers }, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH) return payload
    if (!reply.getHeader('content-type')?.toString().startsWith('application/json')) return payload
    if (method !== 'GET' || url.includes('?') || /^\/api\/auth\//.test(url)) return payload
    reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
    if (!acceptsGzip(headers['accept-encoding'])) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return compress(payload)
  })
}

const compress = promisify(gzip)

function acceptsGzip(accepted: string | string[] | undefined): boolean {
  return /(^|,)\s*(gzip|\*)\s*(,|$|;\s*q=(1|0?\.\d*[1-9]))/i.test(String(accepted ?? ''))
}
