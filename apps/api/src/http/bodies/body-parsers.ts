import { noFileExpectedMessage } from '@carpeta/domain/errors/error-messages'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError, Malformed, Refused, UnsupportedMediaType } from '../errors.ts'

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
