import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** What a pooler with `ignore_startup_parameters` still passes on. */
const PASSED = ['user', 'database', 'application_name', 'client_encoding']
const HEAD = 8

/**
 * Stands between portal and database as PgBouncer does with `ignore_startup_parameters`: it drops the parameters of
 * each new connection. @returns the address of the database behind it
 */
export async function startPooler(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(target)
    for (const socket of [client, database]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        database.destroy()
      })
    }
    client.once('data', (first) => {
      database.write(withoutParameters(first))
      client.pipe(database)
      database.pipe(client)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return url.href
}

/** The startup message: its length, the version of the protocol, and names with values, each ended by a zero. */
function withoutParameters(message: Buffer): Buffer {
  const texts = message.subarray(HEAD).toString().split('\0')
  const passed = texts.flatMap((name, at) =>
    at % 2 === 0 && PASSED.includes(name) ? [`${name}\0${texts[at + 1]}\0`] : [],
  )
  const body = Buffer.from(`${passed.join('')}\0`)
  const head = Buffer.from(message.subarray(0, HEAD))
  head.writeInt32BE(HEAD + body.length)
  return Buffer.concat([head, body])
}
