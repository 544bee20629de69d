import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { documentMessages } from '@carpeta/domain/document-rules'
import { Refused } from '../http/errors.ts'
import { DocumentTrouble } from './document-trouble.ts'
import type { ReceivedFile } from './receive-file.ts'

const PATIENCE_MS = 30_000

/** ClamAV's daemon (`CLAMD_URL`). */
export interface Scanner {
  host: string
  port: number
}

/**
 * Has the file scanned, where there is a scanner. One that does not answer lets nothing through.
 * @throws {Refused} for a virus · {DocumentTrouble}
 */
export async function scanFile(scanner: Scanner | null, file: ReceivedFile): Promise<void> {
  if (!scanner) return
  const answer = await ask(scanner, file.read()).catch((error: unknown) => {
    throw new DocumentTrouble(documentMessages.notScanned, error)
  })
  if (/\bFOUND\b/.test(answer)) throw new Refused([documentMessages.infected])
  if (!/\bOK\b/.test(answer)) {
    throw new DocumentTrouble(documentMessages.notScanned, new Error(`clamd: ${answer}`))
  }
}

/** clamd's own protocol: the file in pieces with their lengths, then an empty one; it answers. */
async function ask({ host, port }: Scanner, content: Readable): Promise<string> {
  const socket = connect({ host, port })
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const giveUp = () => socket.destroy(new Error('clamd does not answer'))
  signal.addEventListener('abort', giveUp)
  try {
    // Listening before anything is sent: it may refuse before it has seen all.
    const [answer] = await Promise.all([
      text(socket),
      pipeline(content, asInstream, socket, { end: false }),
    ])
    return answer
  } finally {
    signal.removeEventListener('abort', giveUp)
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
