import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { isApiCall } from '../observability/calls.ts'

/** Sets the headers of every answer, errors included (docs/security.md 8.5). */
export function sendSecurityHeaders(app: FastifyInstance, config: Config): void {
  const secure = config.publicUrl.protocol === 'https:'
  const forPages = pagePolicy(config)
  const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-site',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    ...(secure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  app.addHook('onSend', (request, reply, _payload, done) => {
    const isApi = isApiCall(request)
    reply.headers(always)
    // An uploaded document already has a stricter one.
    if (!reply.hasHeader('content-security-policy')) {
      const policy = isApi ? "default-src 'none'; frame-ancestors 'none'" : forPages
      reply.header('content-security-policy', policy)
    }
    if (isApi) reply.header('cache-control', 'no-store')
    done()
  })
}

function pagePolicy(config: Config): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    // Mantine sets its variables in a style element and in style attributes; scripts stay strict.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src ${["'self'", config.publicUrl.origin, ...config.webOrigins].join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${["'self'", config.webpay?.baseUrl.origin].filter(Boolean).join(' ')}`,
    `frame-ancestors ${config.frameAncestors.join(' ')}`,
  ].join('; ')
}
