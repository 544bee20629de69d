import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { Caller } from '../caller.ts'
import { openMachine, stop } from '../carpeta-process.ts'
import { freePort } from '../free-port.ts'
import { InterruptedRequest } from '../interrupted-request.ts'
import { cloneDatabase } from '../open-portal.ts'
import { pdf } from '../sample-files.ts'
import { openBucket } from '../swift/bucket.ts'
import { startSwift } from '../swift/swift.ts'
import { startNginx } from './nginx.ts'

// Three portals and two workers over one database and one bucket, behind nginx with the site that operators get.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

type Running = Awaited<ReturnType<ReturnType<typeof openMachine>['serve']>>

let nginx: Awaited<ReturnType<typeof startNginx>>
let bucket: Awaited<ReturnType<typeof openBucket>>
let ports: number[]
let portals: Running[]
let start: (port: number) => Promise<Running>

const endings: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of endings.toReversed()) await end()
})

beforeAll(async () => {
  const database = await cloneDatabase('sample')
  endings.push(database.close)
  const machine = openMachine({ atEnd: (stopAll) => endings.push(stopAll) })
  ports = [await freePort(), await freePort(), await freePort()]
  nginx = await startNginx(ports)
  endings.push(nginx.stop)
  const swift = await startSwift()
  endings.push(swift.stop)
  bucket = await openBucket(swift, (close) => endings.push(close))
  const env = {
    DATABASE_URL: String(database.pool.options.connectionString),
    DOCUMENTS_URL: bucket.url,
    PUBLIC_URL: nginx.origin,
    TRUST_PROXY: 'true',
    HOST: '127.0.0.1',
  }
  start = (port) => machine.serve(port, env, ['--no-worker'])
  portals = await Promise.all(ports.map(start))
  await Promise.all([1, 2].map(() => machine.startUntilReady(['worker'], env)))
})

async function logIn(name: 'rosa' | 'mario' | 'ivan'): Promise<Caller> {
  const caller = new Caller(nginx.origin)
  await caller.logIn(personas[name].rut)
  return caller
}

async function newRequest(rosa: Caller, mario: Caller, key: string): Promise<InterruptedRequest> {
  const { results } = await rosa.json('GET', '/api/procedures/')
  const procedure = results.find((it: { document_amount: number }) => it.document_amount === 3)
  const files = Array.from(
    { length: 5 },
    (_, at) => pdf('a.pdf', { size: 200_000, text: `${key} ${at}` }).bytes,
  )
  const plan = { procedureId: procedure.id, key, autosaveBefore: 0 }
  return new InterruptedRequest({ rosa, mario }, plan, files)
}

const ignore = () => {}

test('a session, an upload and its reading are the same on every process (§12.502, §12.572)', async () => {
  const [rosa, mario] = [await logIn('rosa'), await logIn('mario')]
  const request = await newRequest(rosa, mario, 'shared')
  await request.submit(ignore)
  await request.complete(ignore)
  await request.expectStored('on three processes')
  expect(await bucket.size()).toBeGreaterThan(0)
  const used = new Set(nginx.upstreams().filter((address) => address.includes(':')))
  expect([...used].toSorted()).toEqual(ports.map((port) => `127.0.0.1:${port}`).toSorted())
})

test('a rolling restart fails no call (§12.502)', async () => {
  const [rosa, mario] = [await logIn('rosa'), await logIn('mario')]
  let isOver = false
  let reads = 0
  const reading = (async () => {
    while (!isOver) {
      expect(await rosa.json('GET', '/api/sales-data/')).toHaveLength(1)
      reads += 1
    }
  })()
  const writing = (async () => {
    // A member may send ten requests a day.
    for (let round = 0; !isOver && round < 5; round += 1) {
      const request = await newRequest(rosa, mario, `rolling-${round}`)
      await request.submit(ignore)
      await request.expectStored(`round ${round}`)
    }
  })()
  for (const [index, port] of ports.entries()) {
    await stop((portals[index] as Running).child, 'SIGTERM')
    portals[index] = await start(port)
  }
  isOver = true
  await Promise.all([reading, writing])
  expect(reads).toBeGreaterThan(0)
})

describe('the site', () => {
  test('leads to HTTPS, which browsers keep to (§12.503)', async () => {
    const plain = await fetch(`${nginx.plainOrigin}/dashboard`, { redirect: 'manual' })
    expect([plain.status, plain.headers.get('location')]).toEqual([
      301,
      `${nginx.origin}/dashboard`,
    ])
    const { headers } = await fetch(`${nginx.origin}/api/health/`)
    expect(headers.get('strict-transport-security')).toMatch(/max-age/)
    expect(headers.get('server')).toBe('nginx')
  })

  test('passes on the address of the visitor, not one that he claims (§12.503)', async () => {
    const mario = new Caller(nginx.origin)
    await mario.logIn(personas.mario.rut, { 'x-forwarded-for': '203.0.113.9' })
    const ivan = await logIn('ivan')
    const { results } = await ivan.json('GET', '/api/audit/?action=session.login')
    const addresses = results.map(({ address }: { address: string }) => address)
    expect(new Set(addresses)).toEqual(new Set(['127.0.0.1']))
  })

  test('finds the scripts of a page in whichever process has them, while others have another release (§12.503)', async () => {
    const releases = await Promise.all(
      ['old.js', 'new.js'].map(async (script) => {
        const release = createServer(({ url }, answer) => {
          answer.writeHead(url === `/assets/${script}` ? 200 : 404).end(script)
        })
        await new Promise<void>((ready) => release.listen(0, '127.0.0.1', ready))
        onTestFinished(() => void release.close())
        return (release.address() as AddressInfo).port
      }),
    )
    const site = await startNginx(releases)
    onTestFinished(site.stop)
    const statusOf = async (path: string) => (await fetch(`${site.origin}${path}`)).status
    for (const script of ['old.js', 'new.js', 'new.js', 'old.js', 'old.js']) {
      expect(await statusOf(`/assets/${script}`), script).toBe(200)
    }
    expect(await statusOf('/assets/none.js')).toBe(404)
  })

  test('says that the portal comes back in some minutes while no process runs, to a call of the API in its own form (§12.1036)', async () => {
    const site = await startNginx([await freePort(), await freePort()])
    onTestFinished(site.stop)
    const page = await fetch(`${site.origin}/dashboard`)
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '60'])
    expect(page.headers.get('content-type')).toBe('text/html')
    expect(await page.text()).toContain('<h1>Volvemos en unos minutos</h1>')
    const call = await fetch(`${site.origin}/api/auth/login/`, { method: 'POST', body: '{}' })
    expect([call.status, call.headers.get('content-type')]).toEqual([503, 'application/json'])
    expect(await call.json()).toBe('Volvemos en unos minutos.')
  })

  test('keeps metrics inside (§12.503, security 11.72)', async () => {
    expect((await fetch(`${nginx.origin}/metrics`)).status).toBe(404)
  })

  test('logs each call without its query, a folio the key of a calendar or the page it came from, also one that a stopped process refused (security 11.110, security 11.575, security 11.641)', async () => {
    const live = createServer((_, answer) => void answer.end('ok'))
    await new Promise<void>((ready) => live.listen(0, '127.0.0.1', ready))
    onTestFinished(() => void live.close())
    const site = await startNginx([await freePort(), (live.address() as AddressInfo).port])
    onTestFinished(site.stop)
    const link = '/client/check?token=s3cr3t'
    for (const origin of [site.origin, site.origin, site.plainOrigin]) {
      const answer = await fetch(origin + link, { redirect: 'manual' })
      expect(answer.status).toBeOneOf([200, 301])
      await fetch(`${origin}/api/users/?q=12.345.678-5#%zz`, {
        redirect: 'manual',
        headers: { referer: origin + link },
      })
      await fetch(`${origin}/api/statements/EC-7K2M-9QXA/`, { redirect: 'manual' })
      await fetch(`${origin}/api/due-calendar.ics?key=s3cr3t`, { redirect: 'manual' })
    }
    const { access, error } = await vi.waitFor(() => {
      const logs = site.logs()
      expect(logs.access.match(/"GET \/client\/check HTTP\/1\.1" (200|301) /g)).toHaveLength(3)
      expect(logs.access.match(/"GET \/api\/users\/ HTTP\/1\.1" (200|301) /g)).toHaveLength(3)
      expect(logs.access.match(/"GET \/api\/due-calendar\.ics HTTP/g)).toHaveLength(3)
      expect(logs.access.match(/"GET \/api\/statements\/:folio\/ HTTP/g)).toHaveLength(3)
      return logs
    })
    for (const log of [access, error]) expect(log).not.toMatch(/s3cr3t|token|12\.345\.678|7K2M|\?/)
  })

  test('finds unknown what a browser would not send: a # in a target is no error of the portal (security 10.110)', async () => {
    const status = await new Promise<string>((done, fail) => {
      const { hostname, port } = new URL(nginx.origin)
      const socket = connectTls({ host: hostname, port: Number(port), servername: hostname }, () =>
        socket.write('GET /x#%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
      )
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('close', () => done(answer.slice(9, 12)))
      socket.on('error', fail)
    })
    expect(status).toBe('404')
  })

  test('takes an export and a document of a sale larger than that of a request, and no other large body (§12.503)', async () => {
    const large = 'x'.repeat(13_000_000)
    const post = (path: string) =>
      fetch(nginx.origin + path, { method: 'POST', body: large }).then(({ status }) => status)
    const answers = [
      post('/api/procedures/'),
      post('/api/imports/'),
      post('/api/sales/X/documents/'),
    ]
    expect(await Promise.all(answers)).toEqual([413, 401, 401])
  })
})
