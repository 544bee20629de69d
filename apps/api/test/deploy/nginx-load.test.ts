import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { bodyTooLargeMessage } from '@carpeta/domain/errors/error-messages'
import { expect, onTestFinished, test, vi } from 'vitest'
import { callsAtOnceMessage } from '../../src/http/calls-at-once.ts'
import { startNginx, VISITOR_HEADER } from './nginx.ts'

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

test('the hundred is that of an IPv6 network, whichever of its addresses calls; the next network has its own (security 10.501)', async () => {
  const waiting: (() => void)[] = []
  const { enter } = await openSite((_call, answer) => waiting.push(() => void answer.end()))
  const sessions = Array.from({ length: 8 }, () => enter())
  await Promise.all(sessions.map((session) => once(session, 'remoteSettings')))
  const statuses: (number | undefined)[] = []
  let asked = 0
  const ask = async (session: ClientHttp2Session, network: string) => {
    // Also with the byte of a line break, of which a pattern without (?s) makes nothing.
    const address = `2001:db8:${network}:a0a:${(asked++).toString(16)}:0:0:1`
    const headers = { ':path': '/api/health/', [VISITOR_HEADER]: address }
    statuses.push(await statusOf(session.request(headers)))
  }
  const [other, ...own] = sessions as [ClientHttp2Session, ...ClientHttp2Session[]]
  const calls = own.flatMap((session) => Array.from({ length: 16 }, () => ask(session, '1')))
  await vi.waitFor(() => expect([waiting.length, statuses.length]).toEqual([100, 12]), 60_000)
  calls.push(ask(other, '2'))
  await vi.waitFor(() => expect(waiting).toHaveLength(101), 60_000)
  for (const answer of waiting) answer()
  await Promise.all(calls)
})

test('what nginx refuses itself it says in the portal’s words: a page to a browser, a sentence with its code to a call (§12.1400)', async () => {
  const waiting: (() => void)[] = []
  const { site, enter } = await openSite((_call, answer) => waiting.push(() => void answer.end()))
  const sessions = Array.from({ length: 7 }, () => enter())
  await Promise.all(sessions.map((session) => once(session, 'remoteSettings')))
  const calls = sessions
    .flatMap((session) => Array.from({ length: 16 }, () => session))
    .slice(0, 100)
    .map((session) => statusOf(session.request({ ':path': '/api/health/' })))
  await vi.waitFor(() => expect(waiting).toHaveLength(100), 60_000)
  const call = await fetch(`${site.origin}/api/sales-data/`)
  expect([call.status, call.headers.get('retry-after'), call.headers.get('x-error-code')]).toEqual([
    429,
    '2',
    'throttled',
  ])
  expect(await call.json()).toBe(callsAtOnceMessage)
  const page = await fetch(`${site.origin}/dashboard`)
  expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html'])
  expect(await page.text()).toContain('<h1>Espera unos segundos</h1>')
  for (const answer of waiting) answer()
  await Promise.all(calls)

  const large = { method: 'POST', body: 'x'.repeat(13_000_000) }
  const refused = await fetch(`${site.origin}/api/procedures/`, large)
  expect([refused.status, refused.headers.get('x-error-code')]).toEqual([413, 'too_large'])
  expect(refused.headers.get('content-type')).toBe('application/json')
  expect(await refused.json()).toBe(bodyTooLargeMessage.text)
})
