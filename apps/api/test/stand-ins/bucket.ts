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
  /** With a timeout of two seconds. */
  shortTimeoutUrl: string
  /** `silent` accepts connections and sends nothing; `silent in the middle` sends half a document. */
  behave: (next: Behaviour) => void
  /** The number of stored documents. */
  size: () => number
  close: () => Promise<void>
}

type Behaviour = 'normal' | 'silent' | 'silent in the middle'

/**
 * An S3 server with a proxy that checks checksums, as Amazon's does and s3rver does not, and that
 * can stop answering.
 */
export async function startBucket({ checksSignatures = true } = {}): Promise<Bucket> {
  const directory = mkdtempSync(join(tmpdir(), 'carpeta-bucket-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    allowMismatchedSignatures: !checksSignatures,
    configureBuckets: [{ name: 'documentos' }],
  })
  const { port } = await server.run()
  let behaviour: Behaviour = 'normal'
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (behaviour === 'silent') return
    const body = await buffer(incoming)
    if (!isIntact(incoming, body)) {
      outgoing.writeHead(400, { 'content-type': 'application/xml' })
      outgoing.end('<Error><Code>BadDigest</Code><Message>not these</Message></Error>')
      return
    }
    const { method, url: path, headers } = incoming
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers })
    forwarded.end(body)
    const [stored] = (await once(forwarded, 'response')) as [IncomingMessage]
    const whole = await buffer(stored)
    outgoing.writeHead(stored.statusCode ?? 500, stored.rawHeaders)
    if (behaviour === 'silent in the middle') outgoing.write(whole.subarray(0, whole.length / 2))
    else outgoing.end(whole)
  }
  const proxy = createServer(answer)
  proxy.on('checkContinue', (incoming, outgoing) => {
    if (behaviour !== 'silent') outgoing.writeContinue()
    void answer(incoming, outgoing)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    proxy.closeAllConnections()
    proxy.close()
    await server.close()
  }
  onTestFinished(async () => {
    await close()
    rmSync(directory, { recursive: true, force: true })
  })
  const query = new URLSearchParams({
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    key: 'S3RVER',
    secret: 'S3RVER',
  })
  return {
    url: `s3://documentos?${query}`,
    shortTimeoutUrl: `s3://documentos?${query}&timeout=2`,
    behave: (next) => {
      behaviour = next
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
