import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { ACCESS_KEY, SECRET_KEY, type Swift, startSwift } from './swift.ts'

export interface Bucket {
  name: string
  /** For `DOCUMENTS_URL`. */
  url: string
  /** With a timeout of five seconds. */
  shortTimeoutUrl: string
  /** With a key that the server refuses. */
  wrongKeyUrl: string
  /** `silent` accepts connections and sends nothing; `silent in the middle` sends half a document. */
  behave: (next: Behaviour) => void
  /** The number of stored documents. */
  size: () => Promise<number>
  close: () => Promise<void>
}

type Behaviour = 'normal' | 'silent' | 'silent in the middle'

/** Starts Swift for all tests of a file. @returns what makes an empty bucket in it for a test */
export function useBuckets(): () => Promise<Bucket> {
  let swift: Swift | undefined
  beforeAll(async () => {
    swift = await startSwift()
  })
  afterAll(() => swift?.stop())
  return () => openBucket(swift as Swift)
}

/**
 * A new bucket behind a proxy that compares checksums, as Amazon's servers do and Swift does not yet,
 * and that can stop answering.
 */
export async function openBucket(
  { port }: Swift,
  atEnd: (close: () => Promise<void>) => void = onTestFinished,
): Promise<Bucket> {
  const name = `documentos-${randomBytes(4).toString('hex')}`
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    forcePathStyle: true,
    credentials: { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY },
  })
  await client.send(new CreateBucketCommand({ Bucket: name }))
  const proxy = await startProxy(port)
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    client.destroy()
    proxy.close()
  }
  atEnd(close)
  const query = new URLSearchParams({ endpoint: proxy.origin, key: ACCESS_KEY, secret: SECRET_KEY })
  const url = `s3://${name}?${query}`
  return {
    name,
    url,
    shortTimeoutUrl: `${url}&timeout=5`,
    wrongKeyUrl: url.replace(SECRET_KEY, 'otra'),
    behave: proxy.behave,
    size: async () => {
      const { KeyCount = 0 } = await client.send(new ListObjectsV2Command({ Bucket: name }))
      return KeyCount
    },
    close,
  }
}

async function startProxy(port: number) {
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
    // Each call has its own connection: one that Swift closes meanwhile would fail the next call.
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers, agent: false })
    // Swift sends the end of a body after its answer to HEAD, too.
    forwarded.on('error', () => {})
    forwarded.end(body)
    const [stored] = (await once(forwarded, 'response')) as [IncomingMessage]
    const whole = await buffer(stored)
    outgoing.writeHead(stored.statusCode ?? 500, stored.rawHeaders)
    if (behaviour === 'silent in the middle') outgoing.write(whole.subarray(0, whole.length / 2))
    else outgoing.end(whole)
  }
  const answerOrHangUp = (incoming: IncomingMessage, outgoing: ServerResponse) =>
    void answer(incoming, outgoing).catch(() => outgoing.destroy())
  const proxy = createServer(answerOrHangUp)
  proxy.on('checkContinue', (incoming, outgoing) => {
    if (behaviour !== 'silent') outgoing.writeContinue()
    answerOrHangUp(incoming, outgoing)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    behave: (next: Behaviour) => {
      behaviour = next
    },
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

function isIntact({ headers }: IncomingMessage, body: Buffer): boolean {
  const checksum = headers['x-amz-checksum-sha256']
  return checksum === undefined || checksum === createHash('sha256').update(body).digest('base64')
}
