import { createServer, type Server } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createServer as createMySqlServer } from 'mysql2'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../test/free-port.ts'
import { type MariaDb, READER_PASSWORD, startMariaDb } from '../../../test/mariadb/mariadb.ts'
import { readDatabaseAddress } from './database-address.ts'
import { openSnapshot, type Row, type Snapshot } from './snapshot.ts'

let server: MariaDb
beforeAll(async () => {
  server = await startMariaDb()
})
afterAll(() => server.stop())

const open = (address = server.address(), password = READER_PASSWORD, limits = {}) =>
  openSnapshot(readDatabaseAddress(address, password), limits)

async function openForTest(limits = {}): Promise<Snapshot> {
  const snapshot = await open(server.address(), READER_PASSWORD, limits)
  onTestFinished(() => snapshot.close())
  return snapshot
}

const query = (sql: string) => ({ file: 'ventas.sql', sql })

async function all(rows: AsyncIterable<Row>): Promise<Row[]> {
  const read: Row[] = []
  for await (const row of rows) read.push(row)
  return read
}

describe('no connection', () => {
  test.each([
    [
      'with another password',
      () => open(server.address(), 'otra'),
      'el usuario o la clave no son correctos',
    ],
    [
      'to a database that is not the reader’s',
      () => open(server.address('mysql')),
      'el usuario no tiene acceso a esa base',
    ],
    [
      'where nobody listens',
      async () => open(`mysql://a@127.0.0.1:${await freePort()}/erp`),
      'nadie responde en esa dirección',
    ],
    ['to a host that does not exist', () => open('mysql://a@no-existe.invalid/erp'), 'el servidor'],
    [
      'through a socket that does not exist',
      () => open('mysql://a@erp/erp?socket=/no/hay'),
      'el socket no existe',
    ],
  ])('%s: it says why, without the password (§12.181)', async (_why, connect, problem) => {
    await expect(connect()).rejects.toThrow(problem)
    await expect(connect()).rejects.toThrow(/^No se pudo leer mysql:\/\/[^:]*@((?!S3creta).)*$/)
  })

  test('to a server that stays silent', async () => {
    const silent: Server = createServer(() => {})
    await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
    onTestFinished(() => void silent.close())
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await expect(open(`mysql://a@127.0.0.1:${port}/erp`, '', { connectMs: 200 })).rejects.toThrow(
      'el servidor no responde',
    )
  })
})

test('a server that lets the reader in and then stays silent is not waited for (security 10.67)', async () => {
  const silent = createMySqlServer((connection) => {
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.0.0',
      connectionId: 1,
      statusFlags: 2,
      characterSet: 8,
      capabilityFlags: 0xff_ff_ff,
      authCallback: (_login: unknown, accept: (error: null) => void) => accept(null),
    })
    connection.on('query', () => {})
    connection.on('error', () => {})
  })
  const port = await freePort()
  silent.listen(port)
  onTestFinished(() => void silent.close(() => {}))
  await expect(open(`mysql://a@127.0.0.1:${port}/erp`, '', { connectMs: 200 })).rejects.toThrow(
    'el servidor no responde',
  )
})

describe('with TLS', () => {
  const cipherOf = async (address: string) => {
    const snapshot = await open(address)
    onTestFinished(() => snapshot.close())
    const [row] = await all(snapshot.rows(query("show status like 'Ssl_cipher'")))
    return row?.Value
  }

  test('a certificate of an authority that is given is trusted, another one is not (security 10.65)', async () => {
    expect(await cipherOf(`${server.address()}?ca=${encodeURIComponent(server.ca)}`)).toMatch(/./)
    const named = server.address().replace('127.0.0.1', 'localhost')
    await expect(open(`${named}?tls=true`)).rejects.toThrow(
      'el certificado del servidor no es de confianza',
    )
    // Of a known authority, but for another name.
    await expect(open(`${named}?ca=${encodeURIComponent(server.ca)}`)).rejects.toThrow(
      'el certificado del servidor no es de confianza',
    )
    expect(await cipherOf(server.address())).toBe('')
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Memory in use after a collection: when the rest is freed depends on how busy the machine is. */
function retainedBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe('the rows of a query', () => {
  const MANY = "select seq as code, repeat('x', 1000) as text from seq_1_to_100000"

  test('are streamed: a slow reader does not fill the memory (§12.182)', async () => {
    const snapshot = await openForTest()
    let rows = 0
    let highest = 0
    const before = retainedBytes()
    for await (const _ of snapshot.rows(query(MANY))) {
      rows += 1
      if (rows % 10_000 > 0) continue
      await new Promise(setImmediate)
      highest = Math.max(highest, retainedBytes())
    }
    expect(rows).toBe(100_000)
    // All rows together have 100 MB.
    expect(highest - before).toBeLessThan(20_000_000)
  })

  test('end with a sentence when the connection is lost amid them (§12.182)', async () => {
    const snapshot = await openForTest()
    const [session] = await all(snapshot.rows(query('select connection_id() as id')))
    const rows = snapshot.rows(query(MANY))
    await rows.next()
    await server.owner.query('kill ?', [Number(session?.id)])
    await expect(all(rows)).rejects.toThrow('el servidor cerró la conexión')
  })

  test('are waited for so long only (§12.182)', async () => {
    const snapshot = await openForTest({ silenceMs: 200 })
    await expect(snapshot.rows(query('select sleep(60) as code')).next()).rejects.toThrow(
      'La consulta ventas.sql no responde.',
    )
  })
})
