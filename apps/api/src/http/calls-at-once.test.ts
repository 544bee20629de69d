import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDocumentsPortal } from '../../test/documents-portal.ts'

const fixture = openDocumentsPortal({ calls: { ofSession: 3, ofAddress: 4 } })

interface Answered {
  status: number | undefined
  retryAfter: string | undefined
  body: string
}

function openBrowser() {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  return (path: string, headers: Record<string, string> = {}): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const read = async (answer: IncomingMessage) => {
        const { statusCode, headers: sent } = answer
        resolve({ status: statusCode, retryAfter: sent['retry-after'], body: await text(answer) })
      }
      get(fixture.origin + path, { agent, headers }, read).on('error', reject)
    })
}

/** Until it is released, no call that reads the table ends. */
async function lockTable(table: 'sales' | 'issued_statements'): Promise<() => Promise<void>> {
  const client = await fixture.portal.pool.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/** Waits for this many answers, in the order in which they come. */
async function firstOf(calls: Promise<Answered>[], count: number): Promise<Answered[]> {
  const answers: Answered[] = []
  const enough = Promise.withResolvers<void>()
  for (const call of calls) {
    void call.then((answer) => {
      answers.push(answer)
      if (answers.length === count) enough.resolve()
    })
  }
  await enough.promise
  return answers
}

const statusesOf = async (calls: Promise<Answered>[]) =>
  (await Promise.all(calls)).map(({ status }) => status).sort()

test('one session’s endless calls are refused beyond its share, and Hernán’s are answered (security 10.460)', async () => {
  const { rosa, hernan } = fixture
  const open = openBrowser()
  const release = await lockTable('sales')
  const calls = Array.from({ length: 8 }, () => open('/api/sales-data/', rosa.headers()))
  const [first] = await firstOf(calls, 5)
  expect(first).toEqual({
    status: 429,
    retryAfter: '2',
    body: JSON.stringify('Hay demasiadas consultas a la vez. Inténtalo de nuevo en unos segundos.'),
  })
  const hernans = Array.from({ length: 3 }, () => open('/api/sales-data/', hernan.headers()))
  await release()
  expect(await statusesOf(calls)).toEqual([...Array(3).fill(200), ...Array(5).fill(429)])
  expect(await statusesOf(hernans)).toEqual(Array(3).fill(200))
  expect((await open('/api/sales-data/', rosa.headers())).status).toBe(200)
})

test('an address without a session has a share too, whatever cookies it invents, and Rosa none of it (security 10.460)', async () => {
  const open = openBrowser()
  const release = await lockTable('issued_statements')
  const calls = Array.from({ length: 8 }, (_, i) =>
    open('/api/statements/EC-2222-2222-2222/', i % 2 ? { cookie: `sessionid=inventada-${i}` } : {}),
  )
  await firstOf(calls, 4)
  expect((await open('/api/sales-data/', fixture.rosa.headers())).status).toBe(200)
  await release()
  const statuses = await statusesOf(calls)
  expect(statuses.filter((status) => status === 404)).toHaveLength(4)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
})

test('whoever takes another address of one IPv6 network for each call has one share, and the next network its own (security 10.500)', async () => {
  const { portal } = fixture
  const release = await lockTable('issued_statements')
  const statuses: number[] = []
  const ask = async (address: string) => {
    const url = '/api/statements/EC-2222-2222-2222/'
    const { status } = await portal.visitor().get(url, { remoteAddress: address })
    statuses.push(status)
    return status
  }
  const calls = Array.from({ length: 8 }, (_, i) => ask(`2001:db8:1:2::${i + 1}`))
  await vi.waitFor(() => expect(statuses).toEqual(Array(4).fill(429)))
  const next = ask('2001:db8:1:3::1')
  await release()
  expect((await Promise.all(calls)).toSorted()).toEqual([404, 404, 404, 404, 429, 429, 429, 429])
  expect(await next).toBe(404)
})

test('who sends thousands of calls at once over one connection is cut off, and others are answered (security 10.952)', async () => {
  const socket = connect(Number(new URL(fixture.origin).port), '127.0.0.1')
  socket.on('error', () => {})
  let answers = 0
  socket.on('data', (bytes) => (answers += bytes.toString().split('HTTP/1.1 ').length - 1))
  socket.write('GET /api/health/ HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(5000))
  await new Promise((resolve) => socket.once('close', resolve))
  expect(answers).toBeLessThan(100)
  expect(await openBrowser()('/api/health/')).toMatchObject({ status: 200 })
})
