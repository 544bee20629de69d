import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import type { Cookies } from './cookies.ts'
import { CsrfFailed } from './errors.ts'
import { randomToken } from './tokens.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
const TOKEN_LENGTH = 64
const HEADER_NAME = "the 'X-Csrftoken' HTTP header"

export interface Csrf {
  /** In `onRequest`: all checks that need no body. */
  check: (request: FastifyRequest, reply: FastifyReply) => void
  /** In `preValidation`: a urlencoded body may carry the token as a field. */
  checkField: (request: FastifyRequest, reply: FastifyReply) => void
  /** Sets a token for the caller, or for a session that was just created. */
  issue: (request: FastifyRequest, reply: FastifyReply, sessionId?: string | null) => string
}

/** Checks every unsafe method on every route, for anonymous callers too (docs/security.md 4.1). */
export function csrfFor(config: Config, cookies: Cookies): Csrf {
  function issue(request: FastifyRequest, reply: FastifyReply, sessionId?: string | null): string {
    const session = sessionId === undefined ? validSession(request) : sessionId
    let boundTo = session ?? (sessionId === null ? undefined : cookies.anonymous(request))
    if (!boundTo) {
      boundTo = randomToken()
      cookies.setAnonymous(reply, boundTo)
    }
    const token = makeCsrfToken(config.secretKeys, boundTo)
    cookies.setCsrf(reply, token)
    return token
  }

  function validSession(request: FastifyRequest): string | undefined {
    return request.session ? cookies.session(request) : undefined
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, reason: string): never {
    // A token ends with its session, so an anonymous caller gets a new one.
    if (request.session === null) issue(request, reply)
    throw new CsrfFailed(reason)
  }

  function checkToken(request: FastifyRequest, reply: FastifyReply, given: string, from: string) {
    const fail = (reason: string): never => refuse(request, reply, reason)
    if (given.length !== TOKEN_LENGTH) fail(`CSRF token from ${from} has incorrect length.`)
    if (!isAlphanumeric(given)) fail(`CSRF token from ${from} has invalid characters.`)
    const boundTo = validSession(request) ?? cookies.anonymous(request)
    // Not the cookie's: another call or tab may have been issued a newer one meanwhile (docs/decisions/sessions.md).
    if (boundTo === undefined || !isCsrfTokenOf(config.secretKeys, boundTo, given)) {
      fail(`CSRF token from ${from} incorrect.`)
    }
  }

  return {
    issue,
    check(request, reply) {
      if (SAFE.has(request.method)) return
      checkOrigin(request, config, (reason) => refuse(request, reply, reason))
      if (!cookies.hasCsrf(request)) refuse(request, reply, 'CSRF cookie not set.')
      const header = request.headers['x-csrftoken']
      if (typeof header === 'string') return checkToken(request, reply, header, HEADER_NAME)
      if (!isUrlencoded(request)) refuse(request, reply, 'CSRF token missing.')
    },
    checkField(request, reply) {
      if (SAFE.has(request.method) || !isUrlencoded(request)) return
      const field = fieldOf(request.body)
      if (typeof field === 'string') return checkToken(request, reply, field, 'POST')
      if (request.headers['x-csrftoken'] === undefined) {
        refuse(request, reply, 'CSRF token missing.')
      }
    },
  }
}

function fieldOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return undefined
  return 'csrfmiddlewaretoken' in body ? body.csrfmiddlewaretoken : undefined
}

function isUrlencoded(request: FastifyRequest): boolean {
  const type = request.headers['content-type'] ?? ''
  return type.split(';')[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded'
}

function isAlphanumeric(token: string): boolean {
  return /^[a-zA-Z0-9]+$/.test(token)
}

/** Checks the origin by headers that a page cannot forge (docs/security.md 4.5 to 4.7). */
function checkOrigin(request: FastifyRequest, config: Config, fail: (reason: string) => never) {
  if (request.headers['sec-fetch-site'] === 'cross-site') {
    fail('Origin checking failed - cross-site request.')
  }
  const trusted = [
    config.publicUrl.origin,
    `${request.protocol}://${request.host}`,
    ...config.webOrigins,
  ]
  const { origin, referer } = request.headers
  if (origin !== undefined) {
    if (!trusted.includes(origin)) {
      fail(`Origin checking failed - ${origin.slice(0, 200)} does not match any trusted origins.`)
    }
    return
  }
  if (config.publicUrl.protocol !== 'https:') return
  if (!referer) fail('Referer checking failed - no Referer.')
  if (!URL.canParse(referer)) fail('Referer checking failed - Referer is malformed.')
  const from = new URL(referer)
  if (from.protocol !== 'https:') {
    fail('Referer checking failed - Referer is insecure while host is secure.')
  }
  if (!trusted.includes(from.origin)) {
    fail('Referer checking failed - Referer does not match any trusted origins.')
  }
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const HALF = 32

/**
 * 32 random characters and their signature of 32, bound to a session or an anonymous visitor.
 * The format is Django's; the signature stops forged pairs (docs/security.md 4.4).
 */
export function makeCsrfToken([current]: SecretKeys, boundTo: string): string {
  const random = Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return random + signature(current, boundTo, random)
}

export function isCsrfTokenOf(keys: SecretKeys, boundTo: string, token: string): boolean {
  const random = token.slice(0, HALF)
  const given = Buffer.from(token)
  return keys.some((key) => {
    const expected = Buffer.from(random + signature(key, boundTo, random))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

function signature(key: string, boundTo: string, random: string): string {
  const digest = createHmac('sha256', key).update(`csrf:${boundTo}:${random}`).digest('hex')
  let number = BigInt(`0x${digest}`)
  let text = ''
  for (let i = 0; i < HALF; i++) {
    text += ALPHABET[Number(number % 62n)]
    number /= 62n
  }
  return text
}

/** Sets the cookie of a new session and a CSRF token bound to it. */
export function setSession(
  { cookies, csrf }: { cookies: Cookies; csrf: Csrf },
  request: FastifyRequest,
  reply: FastifyReply,
  sessionId: string,
): void {
  cookies.setSession(reply, sessionId)
  csrf.issue(request, reply, sessionId)
}
