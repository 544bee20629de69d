import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { personas, SAMPLE_PASSWORD } from '../seeds/personas.ts'
import { connect } from '../src/db/client.ts'
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts'
import { freePort } from '../test/carpeta-process.ts'

// Compares `GET /api/sales-data/` of a real portal with a bare Fastify route that sends the same bytes
// by one prepared statement. Both are processes of their own over one PostgreSQL, with the memory setting of a
// release.

const SECONDS = 8
const CONNECTIONS = [16, 64]

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'carpeta-bench-'))
// The account `postgres` must enter it, or the database would be stored elsewhere and stay.
chmodSync(folder, 0o755)
const server = await startEmbeddedPostgres(folder)
const children: ChildProcess[] = []
try {
  const owner = connect(server.url('postgres'))
  await owner.pool.query('create database portal')
  const bareUrl = server.url('postgres')
  const portalPort = await freePort()
  const portal = await start(here('../src/carpeta.ts'), ['serve'], portalPort, {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: server.url('portal'),
  })
  const idle = residentMb(portal)
  const cookie = await logIn(portalPort)
  const headers = { cookie }
  const sales = `http://127.0.0.1:${portalPort}/api/sales-data/`
  const answer = await fetch(sales, { headers })
  const json = await answer.text()
  const etag = answer.headers.get('etag') ?? ''
  await owner.pool.query('create table bare (id int primary key, json text not null)')
  await owner.pool.query('insert into bare values (1, $1)', [json])
  await owner.close()
  const barePort = await freePort()
  await start(here('bare-route.ts'), [], barePort, { DATABASE_URL: bareUrl })
  const bare = `http://127.0.0.1:${barePort}/bare`

  console.log(`GET /api/sales-data/, ${json.length} characters, ${SECONDS} s each\n`)
  console.log('connections  route            calls/s   p50 ms   p99 ms   of bare')
  for (const connections of CONNECTIONS) {
    await load(bare, connections, {})
    await load(sales, connections, headers)
    const least = await load(bare, connections, {})
    const ours = await load(sales, connections, headers)
    print(connections, 'bare', least, least)
    print(connections, 'sales-data', ours, least)
    if (etag !== '')
      print(
        connections,
        'sales-data, 304',
        await load(sales, connections, { ...headers, 'if-none-match': etag }),
        least,
      )
  }
  console.log(
    `\nmemory of the portal: ${idle} MB after the start, ${residentMb(portal)} MB under load`,
  )
} finally {
  for (const child of children) child.kill()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

interface Result {
  perSecond: number
  p50: number
  p99: number
}

async function load(
  url: string,
  connections: number,
  headers: Record<string, string>,
): Promise<Result> {
  const { requests, latency, non2xx, errors, statusCodeStats } = await autocannon({
    url,
    connections,
    duration: SECONDS,
    headers,
  })
  const expected = 'if-none-match' in headers ? '304' : '200'
  if (errors > 0 || Object.keys(statusCodeStats ?? {}).join() !== expected)
    throw new Error(`${url}: ${errors} errors, ${non2xx} not 2xx`)
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 }
}

function print(connections: number, route: string, result: Result, least: Result): void {
  const { perSecond, p50, p99 } = result
  const cells = [
    String(connections).padStart(11),
    `  ${route.padEnd(15)}`,
    perSecond.toFixed(0).padStart(9),
    String(p50).padStart(9),
    String(p99).padStart(9),
    (perSecond / least.perSecond).toFixed(2).padStart(10),
  ]
  console.log(cells.join(''))
}

async function start(file: string, args: string[], port: number, env: Record<string, string>) {
  const child = spawn(process.execPath, ['--max-semi-space-size=8', file, ...args], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null)
    if (answer) return child
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function logIn(port: number): Promise<string> {
  const origin = `http://127.0.0.1:${port}`
  const first = await fetch(`${origin}/api/auth/csrftoken/`)
  const { token } = (await first.json()) as { token: string }
  const answer = await fetch(`${origin}/api/auth/login/`, {
    method: 'POST',
    headers: { cookie: cookiesOf(first), 'x-csrftoken': token, origin },
    body: new URLSearchParams({
      username: personas.rosa.rut,
      password: SAMPLE_PASSWORD,
      csrfmiddlewaretoken: token,
    }),
  })
  if (!answer.ok) throw new Error(`login: ${answer.status} ${await answer.text()}`)
  return cookiesOf(answer)
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

function residentMb({ pid }: ChildProcess): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kb) / 1024)
}
