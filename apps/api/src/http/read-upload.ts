import type { Readable } from 'node:stream'
import { bodyTooLargeMessage } from '@carpeta/domain/errors/error-messages'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import {
  BYTES_PER_MB,
  documentMessages,
  MAX_FILE_MB,
} from '@carpeta/domain/requests/document-rules'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { HttpError, Malformed, Refused } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call takes a file: multipart only, streamed by the route itself. */
    upload?: boolean
    /** The call answers a file. */
    download?: boolean
  }
}

interface UploadLimits {
  maxFileBytes: number
  /** The answer to a larger file. */
  tooLarge: Refusal
}

const documentLimits: UploadLimits = {
  maxFileBytes: MAX_FILE_MB * BYTES_PER_MB,
  tooLarge: documentMessages.tooLarge,
}
/** Fields, and the overhead of multipart. */
const BESIDE_THE_FILE = BYTES_PER_MB
const PARTS = { files: 1, fields: 20, parts: 21, fieldSize: 1024 }

/** A file that is still arriving; its receiver reads it to the end. */
export interface IncomingFile {
  /** The browser's name of the file, without a path. */
  name: string
  content: Readable
}

/**
 * Streams the file of a multipart body, in the field `document`, to `receive`; fields may come
 * before or after it. The caller disposes of the result; a refused body is disposed of here.
 * @throws {Refused} 413 · {Malformed} · whatever `receive` throws
 */
export async function readUpload<Received extends AsyncDisposable>(
  request: FastifyRequest,
  receive: (file: IncomingFile) => Promise<Received>,
  limits: UploadLimits = documentLimits,
): Promise<{ fields: Record<string, string>; file: Received | null }> {
  // Node reads and drops the rest, so that the browser reads the answer.
  const tooLarge = () => new Refused(limits.tooLarge, 413)
  const maxBytes = limits.maxFileBytes + BESIDE_THE_FILE
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const fields: Record<string, string> = Object.create(null)
  let file: Received | null = null
  let isTooLarge = false
  try {
    for await (const part of request.parts({
      limits: { ...PARTS, fileSize: limits.maxFileBytes },
    })) {
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
    // Thrown after the loop, so that the fields after the file are read too.
    if (isTooLarge) throw tooLarge()
    return { fields, file }
  } catch (error) {
    await file?.[Symbol.asyncDispose]()
    throw error instanceof HttpError ? error : asRefusal(error)
  } finally {
    discardRest(request)
  }
}

/** The fields of an upload. @throws {Malformed} */
export function readFields<Schema extends z.ZodType>(
  { fields }: { fields: Record<string, string> },
  schema: Schema,
): z.infer<Schema> {
  const parsed = schema.safeParse(fields)
  if (!parsed.success) throw new Malformed(parsed.error.issues.map(({ message }) => message))
  return parsed.data
}

/** The parser's error for a body that is too large or malformed, as an answer. */
function asRefusal(error: unknown): HttpError {
  const exceedsLimits = error instanceof Error && 'statusCode' in error && error.statusCode === 413
  return exceedsLimits ? new Refused(bodyTooLargeMessage, 413) : new Malformed()
}

function discardRest({ raw }: FastifyRequest): void {
  if (raw.readableEnded) return
  raw.unpipe()
  raw.resume()
}
