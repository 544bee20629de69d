import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MB, openDocumentsPortal } from '../../test/documents-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import type { Visitor } from '../../test/visitor.ts'
import { endUnread } from './send-file.ts'

const fixture = openDocumentsPortal({ downloads: { max: 3, maxOfOwner: 2 }, unreadMs: 300 })

/** An answer whose body nobody reads until somebody asks for it. */
function open(path: string, person: Visitor): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = get(fixture.origin + path, { agent: false, headers: person.headers() }, resolve)
  request.on('error', reject)
  // Its connection is ended by the portal.
  onTestFinished(() => void request.on('error', () => {}).destroy())
  return promise
}

test('of one user some files are sent at once, and those that nobody reads are ended (security 7.165)', async () => {
  const file = pdf('escritura.pdf', { size: 10 * MB })
  const own = async (person: Visitor, sale: string) => {
    const draft = await fixture.createDraft(person, sale)
    const { body } = await fixture.tryUpload(file, draft, 0, person)
    return `/api/documents/${body.id}/`
  }
  const [rosas, hernans] = [await own(fixture.rosa, 'V-1001'), await own(fixture.hernan, 'V-2001')]
  // More than the connection's buffers hold.
  const unread = [await open(rosas, fixture.rosa), await open(rosas, fixture.rosa)]
  expect(unread.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const more = await fixture.rosa.get(rosas)
  expect([more.status, more.headers['retry-after']]).toEqual([429, '10'])
  expect((await fixture.rosa.get('/api/sales-data/')).status).toBe(200)

  unread.push(await open(hernans, fixture.hernan))
  expect(unread[2]?.statusCode).toBe(200)
  expect((await fixture.hernan.get(hernans)).status).toBe(503)

  const { server } = fixture.portal.app
  const connections = () => new Promise((resolve) => server.getConnections((_, n) => resolve(n)))
  await vi.waitFor(async () => expect(await connections()).toBe(0), 60_000)
  const whole = await open(rosas, fixture.rosa)
  expect((await buffer(whole)).equals(file.bytes)).toBe(true)
})

test('an answer that takes long to be made is not ended (security 7.165)', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  endUnread(app, 50)
  app.get('/', ({ raw }, reply) => {
    const content = new Readable({ read() {} })
    content.push('one ')
    let timeouts = 0
    raw.socket.on('timeout', () => {
      timeouts += 1
      if (timeouts === 3) content.push('two')
      if (timeouts === 4) content.push(null)
    })
    return reply.send(content)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const answer = await new Promise<IncomingMessage>((resolve) => {
    get(`http://127.0.0.1:${port}/`, { agent: false }, resolve)
  })
  expect(await text(answer)).toBe('one two')
})

test('an answer that was sent is left alone', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  endUnread(app, 20)
  let isLate = false
  app.get('/', (_request, reply) => {
    reply.raw.on('timeout', () => {
      isLate = true
    })
    return reply.send('sent')
  })
  // Without a connection, as tests call: its clock goes on after the answer.
  expect((await app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200)
  await vi.waitFor(() => expect(isLate).toBe(true))
})
