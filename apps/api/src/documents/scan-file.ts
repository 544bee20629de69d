import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import {
  BYTES_PER_MB,
  documentMessages,
  MAX_FILE_MB,
} from '@carpeta/domain/requests/document-rules'
import type { Scanner } from '../config/file-settings.ts'
import { Refused } from '../http/errors.ts'
import type { ReceivedFile } from './receive-file.ts'
import { StorageError } from './storage-error.ts'

/** The log gets the caller and the scanner's answer. */
class Infected extends Refused {
  override readonly notice: string

  constructor(answer: string) {
    super([documentMessages.infected])
    this.notice = `virus found in an upload: ${answer.replace(/[^ -~]/g, '')}`
  }
}

/**
 * Scans the file if a scanner is configured. If the scanner does not answer, the file is refused.
 * @throws {Refused} for a virus · {StorageError}
 */
export async function scanFile(scanner: Scanner | null, file: ReceivedFile): Promise<void> {
  if (!scanner) return
  const maxMb = Math.max(MAX_FILE_MB, Math.ceil(file.size / BYTES_PER_MB))
  const answer = await sendToClamd(scanner, file.read(), maxMb).catch((error: unknown) => {
    throw new StorageError(documentMessages.notScanned, error)
  })
  if (/\bFOUND\b/.test(answer)) throw new Infected(answer)
  if (!/\bOK\b/.test(answer)) {
    throw new StorageError(documentMessages.notScanned, unexpected(answer, maxMb))
  }
}

/** Has a file of this size scanned. @throws when the scanner does not answer, or not as it should */
export async function checkScanner(scanner: Scanner, maxMb: number): Promise<void> {
  const megabyte = Buffer.alloc(BYTES_PER_MB)
  const answer = await sendToClamd(
    scanner,
    Readable.from(Array.from({ length: maxMb }, () => megabyte)),
    maxMb,
  )
  if (!/\bOK\b/.test(answer)) throw unexpected(answer, maxMb)
}

const sizeHint = (maxMb: number) => `su StreamMaxLength debe ser de ${maxMb}M o más`

/** For the log and the doctor. */
function unexpected(answer: string, maxMb: number): Error {
  return new Error(
    answer.includes('size limit exceeded')
      ? `clamd: ${sizeHint(maxMb)}`
      : `clamd: ${answer.replace(/[^ -~]/g, '') || 'no answer'}`,
  )
}

function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(EPIPE|ECONNRESET)$/.test(`${error.code}`)
}

/** clamd's INSTREAM protocol: chunks with their lengths, then an empty chunk, then the answer. */
async function sendToClamd(
  { host, port, timeoutMs }: Scanner,
  content: Readable,
  maxMb: number,
): Promise<string> {
  const socket = connect({ host, port })
  const timeout = setTimeout(() => socket.destroy(new Error('no answer')), timeoutMs)
  const answered = new AbortController()
  try {
    // clamd may answer before it has the whole file, so errors of sending are ignored; only an
    // unreadable file ends the connection.
    content.once('error', (error) => socket.destroy(error))
    pipeline(content, asInstream, socket, { end: false, signal: answered.signal }).catch(() => {})
    return await text(socket)
  } catch (error) {
    // clamd answers and resets the connection at once: the answer may be lost.
    if (isReset(error)) throw new Error(`clamd: cortó antes del final; ${sizeHint(maxMb)}`)
    throw error
  } finally {
    clearTimeout(timeout)
    answered.abort()
    socket.destroy()
  }
}

async function* asInstream(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for await (const chunk of content) {
    yield lengthPrefix(chunk.length)
    yield chunk
  }
  yield lengthPrefix(0)
}

function lengthPrefix(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}
