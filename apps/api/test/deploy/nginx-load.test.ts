import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type ClientHttp2Stream, connect } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startNginx } from './nginx.ts'

// The site that operators get, and strangers who take what they can of it.
vi.setConfig({ testTimeout: 120_000 })

const MB = 1024 * 1024

async function openSite(portal: RequestListener) {
  const server = createServer(portal).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const site = await startNginx([(server.address() as AddressInfo).port])
  onTestFinished(site.stop)
  /** Another connection of HTTP/2. */
  const enter = (settings = {}) => {
    const session = connect(site.origin, { settings })
    onTestFinished(() => session.destroy())
    return session
  }
  return { site, enter }
}

async function statusOf(stream: ClientHttp2Stream): Promise<number | undefined> {
  const [headers] = await once(stream, 'response')
  return headers[':status']
}

test.each([
  '/api/upload-document/',
  '/api/sales/X/documents/',
  '/api/imports/',
  '/api/auth/login/',
])(
  'the portal refuses what a stranger sends to %s before it came (security 10.480)',
  async (path) => {
    const { site, enter } = await openSite((_call, answer) => void answer.writeHead(401).end())
    site.fillDisk()
    const sending = enter().request({
      ':method': 'POST',
      ':path': path,
      'content-length': String(10 * MB),
    })
    sending.write(Buffer.alloc(100_000))
    expect(await statusOf(sending)).toBe(401)
  },
)

test('a document of 10 MB goes through to the portal without a copy on the disk of nginx (security 10.480)', async () => {
  const { site, enter } = await openSite(async (call, answer) => {
    let bytes = 0
    for await (const chunk of call) bytes += chunk.length
    answer.end(String(bytes))
  })
  site.fillDisk()
  const sending = enter().request({ ':method': 'POST', ':path': '/api/upload-document/' })
  sending.end(Buffer.alloc(10 * MB))
  expect(Buffer.concat(await sending.toArray()).toString()).toBe(String(10 * MB))
})

test('a file goes to a slow reader without a copy on the disk of nginx (security 10.481)', async () => {
  const { site, enter } = await openSite((_call, answer) => {
    Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(MB))).pipe(answer)
  })
  site.fillDisk()
  const reading = enter({ initialWindowSize: 1000 }).request({ ':path': '/api/documents/1/' })
  expect(await statusOf(reading)).toBe(200)
  let bytes = 0
  for await (const chunk of reading) bytes += chunk.length
  expect(bytes).toBe(20 * MB)
})

test('of 112 calls of one address at once, over seven connections, the portal gets a hundred (security 10.482)', async () => {
  const waiting: (() => void)[] = []
  const { enter } = await openSite((_call, answer) => waiting.push(() => void answer.end()))
  const sessions = Array.from({ length: 7 }, () => enter())
  await Promise.all(sessions.map((session) => once(session, 'remoteSettings')))
  expect(sessions[0]?.remoteSettings.maxConcurrentStreams).toBe(16)
  const statuses: (number | undefined)[] = []
  const calls = sessions.flatMap((session) =>
    Array.from({ length: 16 }, async () => {
      statuses.push(await statusOf(session.request({ ':path': '/api/health/' })))
    }),
  )
  await vi.waitFor(() => expect([waiting.length, statuses.length]).toEqual([100, 12]), 60_000)
  expect(new Set(statuses)).toEqual(new Set([429]))
  for (const answer of waiting) answer()
  await Promise.all(calls)
})
