import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openDocumentsPortal } from '../../test/documents-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { upload } from '../../test/visitor.ts'
import { buildApp } from '../app.ts'
import { rateLimitsFor } from '../throttle/rate-limits.ts'
import { closeApp, runningParts } from './shutdown.ts'

const HOUR = 3_600_000
const fixture = openDocumentsPortal()

test('parts stop in the opposite order, each after the one before', async () => {
  const running = runningParts()
  const events: string[] = []
  for (const name of ['database', 'worker', 'app']) {
    running.add(HOUR, async () => {
      events.push(`${name} stops`)
      await Promise.resolve()
      events.push(`${name} stopped`)
    })
  }
  await Promise.all([running.stop(), running.stop()])
  expect(events).toEqual(
    ['app', 'worker', 'database'].flatMap((name) => [`${name} stops`, `${name} stopped`]),
  )
})

test('a part that never stops, or fails, keeps no other running (security 12.4)', async () => {
  const running = runningParts()
  const stopped: string[] = []
  running.add(HOUR, async () => void stopped.push('database'))
  running.add(20, () => new Promise(() => {}))
  running.add(HOUR, () => Promise.reject(new Error('el trabajador falló')))
  running.add(10, () => new Promise(() => {}))
  await expect(running.stop()).rejects.toThrow('el trabajador falló')
  expect(stopped).toEqual(['database'])
})

test('calls whose connections still wait when the process stops are answered (security 12.233)', async () => {
  const { db, pool, config } = fixture.portal
  const limits = rateLimitsFor(pool)
  const app = await buildApp({ db, limits, config, refusalFloorMs: 0 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  // Their connections are made by the kernel alone: nothing of this process has run yet when it stops.
  const answers = Array.from({ length: 50 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /api/health/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')
    return text(socket)
  })
  await new Promise(process.nextTick)
  await closeApp(app, HOUR)
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 405 /)
})

test('an upload that goes on for ever is cut, and leaves nothing (security 12.4)', async () => {
  const { db, pool, config } = fixture.portal
  const limits = rateLimitsFor(pool)
  const app = await buildApp({ db, limits, config, refusalFloorMs: 0 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const id = await fixture.createDraft()
  const { payload, headers } = upload(pdf('a.pdf', { size: 100_000 }), { request_id: id })
  const bytes = payload as Buffer
  const cut = new Promise((done) => {
    const sending = httpRequest(`http://127.0.0.1:${port}/api/upload-document/`, {
      method: 'POST',
      headers: {
        ...fixture.rosa.headers(),
        ...(headers as Record<string, string>),
        'content-length': bytes.length,
      },
    })
    sending.on('error', done)
    sending.write(bytes.subarray(0, 50_000))
  })
  await expect.poll(() => fixture.filesIn('incoming'), { timeout: 60_000 }).toHaveLength(1)
  await closeApp(app, 100)
  expect(await cut).toMatchObject({ code: 'ECONNRESET' })
  await fixture.expectNothingStored()
})
