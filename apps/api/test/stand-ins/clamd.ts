import { type AddressInfo, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** The harmless test file that every scanner reports as a virus (eicar.org). */
export const EICAR = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`

type Answer = 'scan' | 'error' | 'hang up' | 'limit' | 'silence'

/**
 * A server with clamd's protocol. It answers once it has the whole file, finds EICAR, and treats a
 * half-closed connection as a disconnected client, as clamd does.
 */
export async function startClamd(
  answer: Answer = 'scan',
): Promise<{ url: string; scans: string[] }> {
  const scans: string[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const read = instreamReader()
    socket.on('error', () => {})
    socket.on('end', () => socket.destroy())
    socket.on('data', (chunk) => {
      if (answer === 'hang up') return socket.destroy()
      if (answer === 'limit') return socket.end('INSTREAM size limit exceeded. ERROR\0')
      const content = read(chunk)
      if (content === null || answer === 'silence') return
      scans.push(content)
      if (answer === 'error') socket.end('stream: Out of memory ERROR\0')
      else if (content.includes(EICAR)) socket.end('stream: Win.Test.EICAR_HDB-1 FOUND\0')
      else socket.end('stream: OK\0')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
  onTestFinished(() => void server.close())
  return { url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, scans }
}

const COMMAND = 'zINSTREAM\0'

/** Reads each byte once, however large the file: what it returns is the file, or null before its final chunk. */
function instreamReader(): (chunk: Buffer) => string | null {
  const chunks: Buffer[] = []
  let rest = Buffer.alloc(0)
  let skipped = false
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    if (!skipped && rest.length >= COMMAND.length) {
      rest = rest.subarray(COMMAND.length)
      skipped = true
    }
    while (skipped && rest.length >= 4) {
      const length = rest.readUInt32BE(0)
      if (length === 0) return Buffer.concat(chunks).toString('latin1')
      if (rest.length < 4 + length) return null
      chunks.push(rest.subarray(4, 4 + length))
      rest = rest.subarray(4 + length)
    }
    return null
  }
}
