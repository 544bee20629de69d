import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Less fits into one packet as it is. */
const MIN_LENGTH = 1400

/**
 * Compresses answers in JSON. Only those to a GET without a query, and never the login's: the length of an answer that
 * has a secret beside what the caller chose would tell the secret (docs/security.md 8.560).
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', ({ method, url, headers }, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH) return done()
    if (!reply.getHeader('content-type')?.toString().startsWith('application/json')) return done()
    if (method !== 'GET' || url.includes('?') || /^\/api\/auth\//.test(url)) return done()
    reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
    if (!acceptsGzip(headers['accept-encoding'])) return done()
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    gzip(payload, done)
  })
}

function acceptsGzip(accepted: string | string[] | undefined): boolean {
  return /(^|,)\s*(gzip|\*)\s*(,|$|;\s*q=(1|0?\.\d*[1-9]))/i.test(String(accepted ?? ''))
}
