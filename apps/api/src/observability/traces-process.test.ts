import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { Caller } from '../../test/caller.ts'
import { openMachine, stop } from '../../test/carpeta-process.ts'
import { freePort } from '../../test/free-port.ts'
import { cloneDatabase } from '../../test/open-portal.ts'

// Runs whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 })

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}

/** A receiver of OTLP over HTTP, as a collector is. */
async function openReceiver() {
  const bodies: unknown[] = []
  const server = createServer((request, response) => {
    expect(request.url).toBe('/v1/traces')
    void json(request).then((body) => {
      bodies.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  onTestFinished(() => void server.close())
  type Body = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
  const spans = () =>
    (bodies as Body[]).flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, spans }
}

function attribute({ attributes }: Span, key: string): unknown {
  const { value = {} } = attributes.find((each) => each.key === key) ?? {}
  return Object.values(value)[0]
}

async function servePortal(env: Record<string, string>) {
  const database = await cloneDatabase('sample')
  onTestFinished(database.close)
  const machine = openMachine()
  const port = await freePort()
  const portal = await machine.serve(port, {
    DATABASE_URL: String(database.pool.options.connectionString),
    LOG_LEVEL: 'info',
    ...env,
  })
  return { portal, origin: `http://localhost:${port}` }
}

test('a call is a trace with its statements, which the log names too, and holds nothing of the person (§12.537, security 11.74)', async () => {
  const receiver = await openReceiver()
  const { portal, origin } = await servePortal({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_SERVICE_NAME: 'portal-de-prueba',
    LOG_LEVEL: 'debug',
  })
  const rosa = new Caller(origin)
  await rosa.logIn(personas.rosa.rut)
  const forged = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const answer = await rosa.call('GET', '/api/sales-data/?token=s3cr3t', null, {
    traceparent: forged,
  })
  const requestId = answer.headers.get('x-request-id')
  const asked = JSON.stringify({ social_security: personas.hernan.rut })
  await rosa.call('POST', '/api/send-restore-password-ss/', asked)
  await vi.waitFor(
    () => expect(portal.output.stdout).toMatch(/Completed.*send_restore_email/),
    60_000,
  )
  await stop(portal.child, 'SIGTERM')

  const spans = receiver.spans()
  const call = spans.find((span) => attribute(span, 'carpeta.request_id') === requestId)
  if (!call) throw new Error('the call is in no trace')
  expect(call).toMatchObject({ name: 'GET /api/sales-data/', kind: 2 })
  expect(call.parentSpanId ?? '').toBe('')
  expect(call.traceId).not.toBe('a'.repeat(32))
  expect(attribute(call, 'http.response.status_code')).toBe(200)
  const below = spans.filter(({ parentSpanId }) => parentSpanId === call.spanId)
  expect(below.map(({ name }) => name)).toContain('SELECT')
  expect(below.every(({ traceId, kind }) => traceId === call.traceId && kind === 3)).toBe(true)
  expect(attribute(below[0] as Span, 'db.query.text')).toMatch(/\$1/)

  const login = spans.find(({ name }) => name === 'POST /api/auth/login/')
  const inLogin = spans.filter(({ traceId }) => traceId === login?.traceId)
  const transaction = inLogin.find(({ name }) => name === 'transaction')
  expect(inLogin.some(({ parentSpanId }) => parentSpanId === transaction?.spanId)).toBe(true)

  const job = spans.find(({ name }) => name === 'job send_restore_email')
  expect(job).toMatchObject({ kind: 5, status: {} })
  expect(spans.some(({ parentSpanId }) => parentSpanId === job?.spanId)).toBe(true)

  const lines = portal.output.stdout.split('\n').filter((line) => line.startsWith('{'))
  const line = lines.map((each) => JSON.parse(each)).find((each) => each.requestId === requestId)
  expect(line).toMatchObject({ msg: 'call', traceId: call.traceId })

  const all = JSON.stringify(receiver.bodies)
  expect(all).toContain('portal-de-prueba')
  const rut = personas.rosa.rut
  for (const secret of [SAMPLE_PASSWORD, rut, 's3cr3t', 'Rosa', personas.hernan.rut]) {
    expect(all).not.toContain(secret)
  }
})

test('only the share of calls is traced that is asked for; a receiver that is away stops nothing (§12.537)', async () => {
  const { portal, origin } = await servePortal({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
  })
  expect((await fetch(`${origin}/api/health/`)).status).toBe(200)
  await stop(portal.child, 'SIGTERM')
  expect((await portal.finished).code).toBe(0)
  expect((await portal.finished).stdout).toContain('traces are not sent')

  const receiver = await openReceiver()
  const silent = await servePortal({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  expect((await fetch(`${silent.origin}/api/health/`)).status).toBe(200)
  await stop(silent.portal.child, 'SIGTERM')
  expect(receiver.bodies).toEqual([])
  expect((await silent.portal.finished).stdout).not.toContain('traceId')
})
