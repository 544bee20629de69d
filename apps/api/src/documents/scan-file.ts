import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import type { Scanner } from '../config/config.ts'
import { Refused } from '../http/errors.ts'
import type { ReceivedFile } from './receive-file.ts'
import { StorageError } from './storage-error.ts'

/** Nothing of it is kept; who tried, and with what, stands in the log. */
class Infected extends Refused {
  override readonly notice: string

  constructor(answer: string) {
    super([documentMessages.infected])
    this.notice = `a virus was handed in: ${answer.replace(/[^ -~]/g, '')}`
  }
}

/**
 * Has the file scanned, where there is a scanner. One that does not answer lets nothing through.
 * @throws {Refused} for a virus · {StorageError}
 */
export async function scanFile(scanner: Scanner | null, file: ReceivedFile): Promise<void> {
  if (!scanner) return
  const answer = await ask(scanner, file.read()).catch((error: unknown) => {
    throw new StorageError(documentMessages.notScanned, error)
  })
  if (/\bFOUND\b/.test(answer)) throw new Infected(answer)
  if (!/\bOK\b/.test(answer)) {
    throw new StorageError(documentMessages.notScanned, new Error(`clamd: ${answer}`))
  }
}

/** clamd's own protocol: the file in pieces with their lengths, then an empty one; it answers. */
async function ask({ host, port, timeoutMs }: Scanner, content: Readable): Promise<string> {
  const socket = connect({ host, port })
  const timeout = setTimeout(() => socket.destroy(new Error('no answer')), timeoutMs)
  const answered = new AbortController()
  try {
    // It may answer before it has seen all, so what becomes of the sending is no matter; only a
    // file that cannot be read ends the conversation.
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
  for await (const piece of content) {
    yield lengthOf(piece.length)
    yield piece
  }
  yield lengthOf(0)
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}
