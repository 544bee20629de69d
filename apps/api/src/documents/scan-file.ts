import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import type { Scanner } from '../config/settings/file-settings.ts'
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
  const answer = await sendToClamd(scanner, file.read()).catch((error: unknown) => {
    throw new StorageError(documentMessages.notScanned, error)
  })
  if (/\bFOUND\b/.test(answer)) throw new Infected(answer)
  if (!/\bOK\b/.test(answer)) {
    throw new StorageError(documentMessages.notScanned, new Error(`clamd: ${answer}`))
  }
}

/** Has an empty file scanned. @throws when the scanner does not answer, or not as it should */
export async function checkScanner(scanner: Scanner): Promise<void> {
  const answer = await sendToClamd(scanner, Readable.from([]))
  if (!/\bOK\b/.test(answer)) throw new Error(`clamd: ${answer || 'no answer'}`)
}

/** clamd's INSTREAM protocol: chunks with their lengths, then an empty chunk, then the answer. */
async function sendToClamd({ host, port, timeoutMs }: Scanner, content: Readable): Promise<string> {
  const socket = connect({ host, port })
  const timeout = setTimeout(() => socket.destroy(new Error('no answer')), timeoutMs)
  const answered = new AbortController()
  try {
    // clamd may answer before it has the whole file, so errors of sending are ignored; only an
    // unreadable file ends the connection.
    content.once('error', (error) => socket.destroy(error))
    pipeline(content, asInstream, socket, { end: false, signal: answered.signal }).catch(() => {})
    return await text(socket)
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
