import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'
import { onTestFinished } from 'vitest'

export interface Bucket {
  /** For `DOCUMENTS_URL`. */
  url: string
  /** The same for who waits two seconds for an answer, not thirty. */
  impatientUrl: string
  /** How it is from now on. `silent` takes every connection and says no word, not even of the half
   * that it has sent of a document. */
  be: (mood: Mood) => void
  /** How many documents are there. */
  size: () => number
  close: () => Promise<void>
}

type Mood = 'well' | 'silent' | 'silent in the middle'

/**
 * A server that speaks S3: it is outside the building. In front of it stands what Amazon's has and
 * it has not: it refuses bytes that are not those of their checksum, and now and then it is not well.
 */
export async function startBucket(): Promise<Bucket> {
  const directory = mkdtempSync(join(tmpdir(), 'carpeta-bucket-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'documentos' }],
  })
  const { port } = await server.run()
  let mood: Mood = 'well'
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (mood === 'silent') return
    const body = await buffer(incoming)
    if (!isIntact(incoming, body)) {
      outgoing.writeHead(400, { 'content-type': 'application/xml' })
      outgoing.end('<Error><Code>BadDigest</Code><Message>not these</Message></Error>')
      return
    }
    const { method, url: path, headers } = incoming
    const asked = request({ host: '127.0.0.1', port, method, path, headers })
    asked.end(body)
    const [given] = (await once(asked, 'response')) as [IncomingMessage]
    const whole = await buffer(given)
    outgoing.writeHead(given.statusCode ?? 500, given.rawHeaders)
    if (mood === 'silent in the middle') outgoing.write(whole.subarray(0, whole.length / 2))
    else outgoing.end(whole)
  }
  const front = createServer(answer)
  front.on('checkContinue', (incoming, outgoing) => {
    if (mood !== 'silent') outgoing.writeContinue()
    void answer(incoming, outgoing)
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')

  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    front.closeAllConnections()
    front.close()
    await server.close()
  }
  onTestFinished(async () => {
    await close()
    rmSync(directory, { recursive: true, force: true })
  })
  const query = new URLSearchParams({
    endpoint: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    key: 'S3RVER',
    secret: 'S3RVER',
  })
  return {
    url: `s3://documentos?${query}`,
    impatientUrl: `s3://documentos?${query}&timeout=2`,
    be: (next) => {
      mood = next
    },
    size: () =>
      readdirSync(join(directory, 'documentos')).filter((name) => name.endsWith('_object')).length,
    close,
  }
}

function isIntact({ headers }: IncomingMessage, body: Buffer): boolean {
  const checksum = headers['x-amz-checksum-sha256']
  return checksum === undefined || checksum === createHash('sha256').update(body).digest('base64')
}
