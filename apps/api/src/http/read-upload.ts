import type { Readable } from 'node:stream'
import { bodyTooLargeMessage } from '@carpeta/domain/errors/error-messages'
import {
  BYTES_PER_MB,
  documentMessages,
  MAX_FILE_MB,
} from '@carpeta/domain/requests/document-rules'
import type { FastifyRequest } from 'fastify'
import { HttpError, Malformed, Refused } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call takes a file: multipart only, read by the route itself as it comes in. */
    upload?: boolean
  }
}

const MAX_FILE_BYTES = MAX_FILE_MB * BYTES_PER_MB
/** A file of the largest size, its fields and what multipart itself needs. */
const MAX_BODY_BYTES = MAX_FILE_BYTES + BYTES_PER_MB
const LIMITS = { fileSize: MAX_FILE_BYTES, files: 1, fields: 20, parts: 21, fieldSize: 1024 }

/** A file that is coming in: whoever is handed it reads it to its end. */
export interface IncomingFile {
  /** As the browser called it, without its path. */
  name: string
  content: Readable
}

/**
 * Reads a multipart body with one file, in the field `document`, and hands that file on while it
 * arrives: nothing of it is kept in memory. Fields may come before or after it.
 * What `receive` made of it is the caller's to dispose of, but for a body that is refused.
 * @throws {Refused} 413 · {Malformed} · whatever `receive` throws
 */
export async function readUpload<Received extends AsyncDisposable>(
  request: FastifyRequest,
  receive: (file: IncomingFile) => Promise<Received>,
): Promise<{ fields: Record<string, string>; file: Received | null }> {
  // Node reads and drops what is still coming, so that a browser gets to read the answer.
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  const fields: Record<string, string> = Object.create(null)
  let file: Received | null = null
  let isTooLarge = false
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'field') {
        if (part.fieldname in fields || part.valueTruncated) throw new Malformed()
        fields[part.fieldname] = String(part.value)
      } else if (part.fieldname === 'document') {
        file = await receive({ name: part.filename, content: part.file })
        isTooLarge = part.file.truncated
      } else {
        part.file.resume()
      }
    }
    // Only now: what comes after the file has been read too.
    if (isTooLarge) throw tooLarge()
    return { fields, file }
  } catch (error) {
    await file?.[Symbol.asyncDispose]()
    throw error instanceof HttpError ? error : asRefusal(error)
  } finally {
    dropTheRest(request)
  }
}

function tooLarge(): Refused {
  return new Refused(documentMessages.tooLarge, 413)
}

/** What the parser says of a body with too much in it, or of one that is none. */
function asRefusal(error: unknown): HttpError {
  const isTooMuch = error instanceof Error && 'statusCode' in error && error.statusCode === 413
  return isTooMuch ? new Refused(bodyTooLargeMessage, 413) : new Malformed()
}

function dropTheRest({ raw }: FastifyRequest): void {
  if (raw.readableEnded) return
  raw.unpipe()
  raw.resume()
}
