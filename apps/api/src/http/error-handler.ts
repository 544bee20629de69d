import { type SchemaFault, schemaRefusal } from '@carpeta/contract/errors'
import { bodyTooLargeMessage } from '@carpeta/domain/errors/error-messages'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isDatabaseDown, isDatabaseFull, rootCause } from '../db/client.ts'
import { auditActor, callerOf } from './caller.ts'
import {
  DatabaseFull,
  HttpError,
  InvalidFields,
  Malformed,
  MethodNotAllowed,
  NotFound,
  Refused,
  Unavailable,
  UnsupportedMediaType,
} from './errors.ts'

interface Answer {
  status: number
  body: unknown
  code: string
  headers?: Record<string, string>
}

/** The methods of a path; none of an unknown one. */
type MethodsOf = (path: string) => string[]

/** Turns every error into an answer. */
export function answerErrors(app: FastifyInstance, methodsOf: MethodsOf): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = answerFor(error, request)
    if (answer.status === 500) request.log.error({ err: rootCause(error) }, 'unexpected error')
    else if (error instanceof HttpError && error.notice !== '') {
      request.log.warn(auditActor(callerOf(request)), error.notice)
    } else if (answer.status > 500) request.log.warn({ err: rootCause(error) }, 'unavailable')
    return sendError(reply, answer)
  })
  app.setNotFoundHandler((request) => {
    throw unknownCall(request, methodsOf)
  })
}

/** Before the body: Fastify would refuse that of an unknown call first, and a QUERY without one. */
export function refuseUnknownCalls(app: FastifyInstance, methodsOf: MethodsOf): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? unknownCall(request, methodsOf) : undefined)
  })
}

function unknownCall({ method, url }: FastifyRequest, methodsOf: MethodsOf): HttpError {
  const allowed = methodsOf(url.split('?')[0] ?? '')
  return allowed.length > 0 ? new MethodNotAllowed(method, allowed) : new NotFound()
}

function sendError(reply: FastifyReply, answer: Answer): FastifyReply {
  const { status, body, code, headers } = answer
  return sendJson(reply.headers({ ...headers, 'x-error-code': code }), status, body)
}

/** Fastify alone would send a bare string as plain text. */
function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

function answerFor(error: FastifyError, request: FastifyRequest): Answer {
  if (error instanceof HttpError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return invalidAnswer(error, request)
  if (isDatabaseDown(error)) return new Unavailable('database unreachable')
  if (isDatabaseFull(error)) return new DatabaseFull()
  switch (error.statusCode) {
    case 400:
      return new Malformed({ detail: 'JSON parse error' })
    case 404:
      return new NotFound()
    case 413:
      return new Refused(bodyTooLargeMessage, 413)
    case 415:
      return new UnsupportedMediaType(request.headers['content-type'])
    case 412:
    case 416:
      return {
        status: error.statusCode,
        body: { detail: 'Solicitud no válida.' },
        code: 'invalid_request',
      }
    default:
      return {
        status: 500,
        body: { detail: 'Se ha producido un error en el servidor.' },
        code: 'internal',
      }
  }
}

/** Field objects only for calls whose screen maps them, else a list (docs/specification.md §11.3). */
function invalidAnswer(
  error: FastifyError & { validation: ({ instancePath: string } & SchemaFault)[] },
  request: FastifyRequest,
): Answer {
  if (error.validationContext === 'params') return new NotFound()
  const fields: Record<string, Refusal[]> = {}
  for (const fault of error.validation) {
    const name = fieldAt(fault.instancePath)
    fields[name] = [...(fields[name] ?? []), schemaRefusal(fault)]
  }
  if ('' in fields) return new Malformed()
  if (request.routeOptions.config.fieldErrors) {
    return new InvalidFields(fields)
  }
  return new Malformed(
    Object.values(fields)
      .flat()
      .map(({ text }) => text),
  )
}

/** The field's name in a path such as `/profile/social_security` or `/group_ids/0`. */
function fieldAt(path: string): string {
  return path.split('/').findLast((step) => !/^\d+$/.test(step)) ?? ''
}

/** A browser's preflight gets no body; any other OPTIONS call gets JSON like every answer. */
export function answerOptions(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'OPTIONS') return done()
    const isPreflight = request.headers['access-control-request-method'] !== undefined
    if (isPreflight) reply.code(200).send()
    else sendJson(reply, 200, {})
  })
}

/**
 * The target of a call as routes and hooks know it. A client may name the host in it (RFC 9112 §3.2.2); a fragment
 * belongs to none (§3.2); a path that cannot be decoded is taken literally, since Fastify would answer it without
 * any hook.
 */
export function routedTarget({ url = '' }: { url?: string | undefined }): string {
  const target = url.replace(/#.*$/s, '').replace(/^https?:\/\/[^/?]*\/?/i, '/')
  const [path = ''] = target.split('?', 1)
  return isDecodable(path) ? target : path.replaceAll('%', '%25') + target.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}

/** Collects the methods of each path, so that a known path with another method is a 405, not a 404. */
export function routePaths(app: FastifyInstance): MethodsOf {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/')) return
    const known = methods.get(url) ?? new Set(['OPTIONS'])
    for (const name of [method].flat()) known.add(name)
    methods.set(url, known)
  })
  return (path) => {
    for (const [url, known] of methods) if (matches(url, path)) return [...known].toSorted()
    return []
  }
}

function matches(url: string, path: string): boolean {
  const expected = withoutSlash(url).split('/')
  const parts = withoutSlash(path).split('/')
  return (
    expected.length === parts.length &&
    expected.every((part, i) => part.startsWith(':') || part === parts[i])
  )
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '')
}
