import { noFileExpectedMessage } from '@carpeta/domain/errors/error-messages'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networksOf } from './caller.ts'
import {
  HttpError,
  Malformed,
  Refused,
  Throttled,
  TooSlow,
  Unavailable,
  UnsupportedMediaType,
} from './errors.ts'

export const BODY_LIMIT = 100 * 1024
const FORM_LIMIT = 64 * 1024
const MAX_DEPTH = 20

/** Parses JSON, urlencoded and multipart on every route (docs/specification.md §11.8). */
export async function parseBodies(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    async (_request: FastifyRequest, body: Buffer) => parseJson(body),
  )
  await app.register(formbody, { bodyLimit: FORM_LIMIT, parser: parseForm })
  await app.register(multipart, {
    // A browser that is still sending would not read the answer (docs/specification.md §11.35).
    throwFileSizeLimit: false,
    limits: { fields: 20, files: 1, parts: 21, fieldSize: BODY_LIMIT, headerPairs: 50 },
  })
}

/** Reads a multipart form without files into `body`; an upload route reads its own body. */
export async function readMultipartFields(request: FastifyRequest): Promise<void> {
  if (request.routeOptions.config.upload) {
    if (request.isMultipart()) return
    throw new UnsupportedMediaType(request.headers['content-type'])
  }
  if (!request.isMultipart()) return
  const fields: Record<string, unknown> = Object.create(null)
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') throw new Refused(noFileExpectedMessage)
      fields[part.fieldname] ??= part.value
    }
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw new Malformed()
  }
  request.body = { ...fields }
}

/** Fields of a form or a query; of a repeated name the first counts (docs/specification.md §11.14). */
export function parseForm(text: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) fields[name] ??= value
  return { ...fields }
}

function parseJson(body: Buffer): unknown {
  // A call without a body may still declare JSON.
  if (body.length === 0) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    if (isTooDeep(text)) throw new Malformed()
    return JSON.parse(text, withoutPrototypes)
  } catch (error) {
    throw error instanceof Malformed ? error : new Malformed({ detail: 'JSON parse error' })
  }
}

function withoutPrototypes(this: unknown, key: string, value: unknown): unknown {
  return key === '__proto__' || key === 'constructor' ? undefined : value
}

/** Counts open brackets outside strings. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (inString) {
      if (char === '\\') i++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '[' || char === '{') {
      if (++depth > MAX_DEPTH) return true
    } else if (char === ']' || char === '}') depth--
  }
  return false
}

/** How fast a call must arrive; times in milliseconds. */
export interface ArrivalLimits {
  headersMs: number
  /** A whole body, of a call that takes no file. */
  bodyMs: number
  /** A whole upload: 10 MB from a phone take minutes. */
  uploadMs: number
  /** An upload must bring `progressBytes` in each `progressMs`. */
  progressMs: number
  progressBytes: number
}

export const arrivalLimits: ArrivalLimits = {
  headersMs: 10_000,
  bodyMs: 15_000,
  uploadMs: 285_000,
  progressMs: 15_000,
  progressBytes: 16 * 1024,
}

/** The server's own limits, which have no sentence; a body reaches those of `limitArrival` first. */
export function serverLimits({ headersMs, uploadMs }: ArrivalLimits) {
  const requestTimeout = uploadMs + headersMs + 5000
  return {
    requestTimeout,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(1000, headersMs) },
  }
}

/** Ends bodies that arrive too slowly with a sentence, counted from the moment they may be read. */
export function limitArrival(app: FastifyInstance, limits: ArrivalLimits): void {
  app.addHook('preParsing', async (request, reply) => {
    if (!hasBody(request)) return
    const isUpload = request.routeOptions.config.upload === true
    const timeout = setTimeout(() => endBody(request), isUpload ? limits.uploadMs : limits.bodyMs)
    const progress = isUpload ? watchProgress(request, limits) : undefined
    whenOver(request, reply, () => {
      clearTimeout(timeout)
      clearInterval(progress)
    })
  })
}

/** RFC 9112 §6.3: one of these headers announces it. */
function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function watchProgress(request: FastifyRequest, limits: ArrivalLimits): NodeJS.Timeout {
  const { raw } = request
  let before = raw.socket.bytesRead
  return setInterval(() => {
    const received = raw.socket.bytesRead - before
    before = raw.socket.bytesRead
    // Bytes that wait here are not the client's fault: the disk is slow.
    if (received < limits.progressBytes && raw.readableLength === 0) endBody(request)
  }, limits.progressMs)
}

/** Fails the reading of the body. The connection stays open, because it carries the answer. */
function endBody({ raw }: FastifyRequest): void {
  if (!raw.complete && raw.listenerCount('error') > 0) raw.emit('error', new TooSlow())
}

function whenOver({ raw }: FastifyRequest, reply: FastifyReply, work: () => void): void {
  raw.once('end', work)
  reply.raw.once('close', work)
}

export interface FilesAtOnce {
  /** Files that arrive, or are sent, at the same time in one process; further ones get a 503. */
  max: number
  /** Files of one user among them; further ones get a 429. */
  maxOfOwner: number
}

export const uploadsAtOnce: FilesAtOnce = { max: 200, maxOfOwner: 5 }
export const downloadsAtOnce: FilesAtOnce = { max: 200, maxOfOwner: 10 }

const RETRY_SECONDS = 10

/** Bounds the files on their way at once, each of which takes a file on the disk and a connection. */
export function limitFiles(
  app: FastifyInstance,
  direction: 'upload' | 'download',
  { max, maxOfOwner }: FilesAtOnce,
): void {
  const filesOf = new Map<string, number>()
  let files = 0
  app.addHook('preParsing', async (request, reply) => {
    if (request.routeOptions.config[direction] !== true) return
    const owner = ownerOf(request)
    const others = filesOf.get(owner) ?? 0
    if (files >= max) throw new Unavailable(`too many ${direction}s at once`)
    if (others >= maxOfOwner) throw new Throttled(RETRY_SECONDS)
    files += 1
    filesOf.set(owner, others + 1)
    // Also when the client goes away before the end.
    reply.raw.once('close', () => {
      files -= 1
      const left = (filesOf.get(owner) ?? 1) - 1
      if (left === 0) filesOf.delete(owner)
      else filesOf.set(owner, left)
    })
  })
}

function ownerOf(request: FastifyRequest): string {
  const { session, importToken } = request
  return session
    ? `user ${(session.viewer ?? session.user).id}`
    : `token ${importToken?.id ?? networksOf(request.clientAddress).visitor}`
}
