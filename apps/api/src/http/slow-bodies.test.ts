import { type ClientRequest, request as httpRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { bodyTooSlowMessage } from '@carpeta/domain/errors/error-messages'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openDocumentsPortal, uploadTargets } from '../../test/documents-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { form, json, multipart, upload, type Visitor } from '../../test/visitor.ts'
import { buildApp } from '../app.ts'
import { many, sql } from '../db/query.ts'
import { rateLimitsFor } from '../throttle/rate-limits.ts'
import type { App } from './api.ts'
import type { ArrivalLimits } from './bodies.ts'

const fixture = openDocumentsPortal()
const targets = uploadTargets(fixture)

const quick: ArrivalLimits = {
  headersMs: 60_000,
  bodyMs: 300,
  uploadMs: 60_000,
  progressMs: 300,
  progressBytes: 2048,
}

let first: string
let origin: string
let server: App['server']
const apps: App[] = []
beforeAll(async () => {
  first = await listen(quick)
  origin = first
})
afterAll(async () => {
  for (const app of apps) await app.close()
})

/** Another process of the same portal, with its own limits. */
async function listen(arrival: ArrivalLimits): Promise<string> {
  const { db, pool, config } = fixture.portal
  const limits = rateLimitsFor(pool)
  const app = await buildApp({ db, limits, config, refusalFloorMs: 0, arrival })
  apps.push(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  server = app.server
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Body {
  payload?: unknown
  headers?: unknown
}

/** Starts a call whose body `write` sends. */
function begin(
  person: Visitor,
  path: string,
  { headers, payload }: Body,
  write: (sending: ClientRequest, bytes: Buffer) => void,
) {
  const bytes = Buffer.from(payload as string | Buffer)
  const { promise, resolve, reject } = Promise.withResolvers<[number, unknown, unknown]>()
  const sending = httpRequest(origin + path, {
    method: 'POST',
    headers: {
      ...person.headers(),
      ...(headers as Record<string, string>),
      'content-length': bytes.length,
    },
  })
  sending.on('response', (response) => {
    const { statusCode = 0, headers: answered } = response
    response.setEncoding('utf8')
    let text = ''
    response.on('data', (chunk: string) => {
      text += chunk
    })
    response.on('end', () => resolve([statusCode, JSON.parse(text), answered.connection]))
  })
  sending.on('error', reject)
  write(sending, bytes)
  return promise
}

const tooSlow = [408, bodyTooSlowMessage, 'close']

describe('a body that does not arrive in time', () => {
  const credentials = { username: personas.rosa.rut, password: SAMPLE_PASSWORD }
  test.each([
    ['JSON', json(credentials)],
    ['a form', form(credentials)],
    ['a multipart form', multipart(credentials)],
  ])(
    '%s is answered with a sentence, and nothing happens (§11.43, security 10.11)',
    async (_kind, body) => {
      const visitor = fixture.portal.visitor()
      await visitor.fetchToken()
      const before = await many(fixture.portal.db, sql`select from sessions`)
      const answer = await begin(visitor, '/api/auth/login/', body, (sending, bytes) => {
        sending.write(bytes.subarray(0, -1))
      })
      expect(answer).toEqual(tooSlow)
      expect(await many(fixture.portal.db, sql`select from sessions`)).toEqual(before)
    },
  )

  test('no byte of it either (security 10.11)', async () => {
    const visitor = fixture.portal.visitor()
    await visitor.fetchToken()
    const answer = begin(visitor, '/api/auth/login/', json(credentials), (sending) => {
      sending.flushHeaders()
    })
    expect(await answer).toEqual(tooSlow)
  })
})

describe.each(['Rosa', 'Mario'] as const)('an upload of %s', (name) => {
  const file = pdf('a.pdf', { size: 40_000 })
  const sendFile = async (write: (sending: ClientRequest, bytes: Buffer) => void) => {
    const { person, path, fields } = await targets[name]()
    return begin(person, path, upload(file, fields), write)
  }

  test.each([
    ['before its first byte', 0],
    ['before its file', 100],
    ['in its file', 20_000],
    ['before its last byte', -1],
  ])(
    'that stops %s is answered with a sentence and leaves nothing (§11.43, security 10.12)',
    async (_where, end) => {
      const answer = await sendFile((sending, bytes) => {
        sending.flushHeaders()
        if (end !== 0) sending.write(bytes.subarray(0, end))
      })
      expect(answer).toEqual(tooSlow)
      await fixture.expectNothingStored()
    },
  )

  test('that trickles is answered so too (security 10.12)', async () => {
    const answer = await sendFile((sending, bytes) => {
      let sent = 0
      const drip = setInterval(() => {
        sending.write(bytes.subarray(sent, sent + 1))
        sent += 1
      }, 20)
      sending.on('close', () => clearInterval(drip))
    })
    expect(answer).toEqual(tooSlow)
    await fixture.expectNothingStored()
  })

  test('that takes longer than other bodies may, but goes on, is accepted (security 10.12)', async () => {
    // Long enough for the pauses of a busy machine.
    origin = await listen({ ...quick, progressMs: 60_000 })
    const [status] = await sendFile((sending, bytes) => void writeSlowly(sending, bytes))
    expect(status).toBe(name === 'Rosa' ? 201 : 200)
    origin = first
  })

  /** In more than the 300 ms of other bodies. */
  async function writeSlowly(sending: ClientRequest, bytes: Buffer): Promise<void> {
    const piece = Math.ceil(bytes.length / 10)
    for (let sent = 0; sent < bytes.length; sent += piece) {
      sending.write(bytes.subarray(sent, sent + piece))
      await delay(50)
    }
    sending.end()
  }
})

test('an upload that takes too long as a whole is answered so too (security 10.12)', async () => {
  origin = await listen({ ...quick, bodyMs: 60_000, uploadMs: 300, progressMs: 60_000 })
  const { person, path, fields } = await targets.Rosa()
  const answer = await begin(person, path, upload(pdf(), fields), (sending, bytes) => {
    sending.write(bytes.subarray(0, -1))
  })
  expect(answer).toEqual(tooSlow)
  await fixture.expectNothingStored()
})

describe('five hundred connections', () => {
  beforeEach(async () => {
    origin = await listen({ ...quick, bodyMs: 60_000 })
  })

  const login = 'POST /api/auth/login/ HTTP/1.1\r\nHost: localhost\r\n'

  test.each([
    ['that send nothing', ''],
    ['that stop within the headers', login],
    [
      'that stop within a body',
      `${login}{TOKEN}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    ],
  ])('%s stop nobody, and are closed (security 10.3)', async (_what, text) => {
    const port = Number(new URL(origin).port)
    const visitor = fixture.portal.visitor()
    await visitor.fetchToken()
    const token = Object.entries(visitor.headers()).map(([name, value]) => `${name}: ${value}\r\n`)
    const sent = text.replace('{TOKEN}', token.join(''))
    const sockets = await Promise.all(Array.from({ length: 500 }, () => halfOpen(port, sent)))
    const closed = sockets.map(
      (socket) => new Promise((done) => socket.resume().once('close', done)),
    )
    for (const path of ['/api/sales-data/', '/api/auth/user/', '/api/health/']) {
      const answer = await fetch(origin + path, { headers: fixture.rosa.headers() })
      expect(answer.status).toBe(200)
    }
    expect(sockets.filter(({ readyState }) => readyState === 'open')).toHaveLength(500)
    // The server looks at its connections each second.
    server.headersTimeout = 1000
    server.requestTimeout = 1000
    await Promise.all(closed)
  })

  function halfOpen(port: number, text: string): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(text)
        resolve(socket)
      })
      socket.on('error', reject)
      onTestFinished(() => void socket.destroy())
    })
  }
})
