import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

const YEAR_SECONDS = 31_449_600

export interface Cookies {
  session: (request: FastifyRequest) => string | undefined
  setSession: (reply: FastifyReply, id: string) => void
  clearSession: (reply: FastifyReply) => void
  anonymous: (request: FastifyRequest) => string | undefined
  setAnonymous: (reply: FastifyReply, id: string) => void
  /** Marks a browser with an earlier login (docs/security.md 2.4). */
  device: (request: FastifyRequest) => string | undefined
  setDevice: (reply: FastifyReply, id: string) => void
  hasCsrf: (request: FastifyRequest) => boolean
  setCsrf: (reply: FastifyReply, token: string) => void
}

/** The four cookies of the portal (docs/specification.md §11.19). On https all are Secure. */
export function cookiesFor(config: Config): Cookies {
  const secure = config.publicUrl.protocol === 'https:'
  const sessionName = secure ? '__Host-sessionid' : 'sessionid'
  const anonymousName = secure ? '__Host-anonid' : 'anonid'
  const deviceName = secure ? '__Host-deviceid' : 'deviceid'
  const hostOnly: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure }
  const read = (request: FastifyRequest, name: string) => {
    const value = request.cookies[name]
    return value && value.length <= 128 ? value : undefined
  }
  return {
    session: (request) => read(request, sessionName),
    setSession: (reply, id) => reply.setCookie(sessionName, id, hostOnly),
    clearSession: (reply) =>
      reply.setCookie(sessionName, '', { ...hostOnly, maxAge: 0, expires: new Date(0) }),
    anonymous: (request) => read(request, anonymousName),
    setAnonymous: (reply, id) =>
      reply.setCookie(anonymousName, id, { ...hostOnly, maxAge: YEAR_SECONDS }),
    device: (request) => read(request, deviceName),
    setDevice: (reply, id) =>
      reply.setCookie(deviceName, id, { ...hostOnly, maxAge: YEAR_SECONDS }),
    // The parser keeps only the first of several, which another site of the domain may have emptied.
    hasCsrf: ({ headers }) => /(?:^|;)\s*csrftoken=[^;\s]/.test(headers.cookie ?? ''),
    // Not HttpOnly: the page copies it into the header of every call.
    setCsrf: (reply, token) =>
      reply.setCookie('csrftoken', token, {
        path: '/',
        sameSite: 'lax',
        secure,
        maxAge: YEAR_SECONDS,
        ...(config.cookieDomain ? { domain: config.cookieDomain } : {}),
      }),
  }
}
