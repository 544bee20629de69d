import { randomBytes } from 'node:crypto'
import autocannon from 'autocannon'
import { personas } from '../seeds/personas.ts'
import { exec, many, sql } from '../src/db/query.ts'
import { tokenHash } from '../src/http/tokens.ts'
import { fillMembers } from './fill-members.ts'
import { logIn, openBench, residentMb } from './portal-process.ts'
import { result } from './result.ts'

// Compares `GET /api/sales-data/` of a real portal, asked for by many members, and the lists of staff with a bare
// Fastify route that sends the same bytes by one prepared statement. All are processes of their own over one
// PostgreSQL. `node apps/api/bench/calls.bench.ts [MEMBERS] [MORE MEMBERS]`

const SECONDS = 8
const CONNECTIONS = [16, 64]
const [few = 1000, most = 100_000] = process.argv.slice(2).map(Number)
/** Answers of fewer members than this fit into the memory that a process has for them. */
const RETURNING = 200
const MEMBERS = 1000

const OF_BARE = { sales: 0.7, staff: 0.43 }

interface Load {
  perSecond: number
  p50: number
  p99: number
}

type Headers = Record<string, string>

/** Numbers the addresses that are asked for once. */
let asked = 0

const rates = new Map<number, number>()
for (const members of [few, most]) rates.set(members, await measure(members))
const ratio = (rates.get(most) ?? 0) / (rates.get(few) ?? 1)
console.log(`\n${most} members: ${ratio.toFixed(2)} of the calls of ${few}`)
result({
  what: `calls a second with ${most} members, of those with ${few}`,
  value: ratio,
  unit: '',
  aim: { atLeast: 0.9 },
})

/** @returns the share of the bare route that 16 connections reach */
async function measure(members: number): Promise<number> {
  await using bench = await openBench()
  // The first start fills the database.
  const first = await bench.startPortal()
  await first.stop()
  const { db } = bench.owner
  await fillMembers(db, members)
  const portal = await bench.startPortal()
  const url = `${portal.origin}/api/sales-data/`
  const rosa = await logIn(portal.origin, personas.rosa.rut)
  const answer = await fetch(url, { headers: rosa })
  const json = await answer.text()
  const known = { ...rosa, 'if-none-match': answer.headers.get('etag') ?? '' }
  await exec(db, sql`create table bare (id int primary key, json text not null)`)
  await exec(db, sql`insert into bare values (1, ${json})`)
  const bare = await bench.startProgram('bare-route.ts')
  const sessions = await openSessions(MEMBERS)
  const returning = sessions.slice(0, RETURNING)

  console.log(`\n${members} members, ${json.length} characters, ${SECONDS} s each\n`)
  console.log(
    'connections  calls                  a second   p50 ms   p99 ms   of bare   p99 of bare',
  )
  let share = 0
  for (const connections of CONNECTIONS) {
    const at = (target: string, headers: Headers[], expected = 200, isAnew = false) =>
      load({ url: target, connections, headers, expected, isAnew })
    await at(`${bare.origin}/bare`, [{}])
    const least = await at(`${bare.origin}/bare`, [{}])
    const show = (calls: string, measured: Load, aim?: { atLeast: number }) =>
      print({ members, connections, calls, measured, least, ...(aim && { aim }) })
    show('bare', least)
    await at(url, returning)
    const again = await at(url, returning)
    show('sales, known to the portal', again, { atLeast: OF_BARE.sales })
    show('sales, read anew', await at(url, sessions))
    const unchanged = await at(url, [known], 304)
    show('sales, 304', unchanged)
    if (connections === CONNECTIONS[0]) {
      share = again.perSecond / least.perSecond
      const ivan = await logIn(portal.origin, personas.ivan.rut)
      for (const path of ['/api/users/', '/api/requests/', '/api/staff/counts/']) {
        show(path, await at(portal.origin + path, [ivan]), { atLeast: OF_BARE.staff })
        // Each address is another one, so that no answer is cached for it.
        show(`${path}, read anew`, await at(portal.origin + path, [ivan], 200, true))
      }
    }
  }
  console.log(`\nmemory of the portal: ${residentMb(portal)} MB`)
  return share

  /** Sessions of as many members, as the log-in stores them. */
  async function openSessions(count: number): Promise<Headers[]> {
    const users = await many<{ id: number }>(
      db,
      sql`select id from users where email like 'socio%@correo.example' and deleted_at is null
        order by id limit ${count}`,
    )
    const tokens = users.map(() => randomBytes(32).toString('base64url'))
    await exec(
      db,
      sql`insert into sessions (id_hash, user_id)
        select * from unnest(${tokens.map(tokenHash)}::text[], ${users.map(({ id }) => id)}::int[])`,
    )
    return tokens.map((token) => ({ cookie: `sessionid=${token}` }))
  }
}

async function load(call: {
  url: string
  connections: number
  headers: Headers[]
  expected: number
  isAnew: boolean
}): Promise<Load> {
  const { url, connections, headers, expected, isAnew } = call
  const { requests, latency, errors, statusCodeStats } = await autocannon({
    url,
    connections,
    duration: SECONDS,
    requests: headers.map((each) => ({
      headers: each,
      ...(isAnew && {
        setupRequest: (request) => ({ ...request, path: `${request.path}?asked=${asked++}` }),
      }),
    })),
  })
  if (errors > 0 || Object.keys(statusCodeStats ?? {}).join() !== String(expected))
    throw new Error(`${url}: ${errors} errors, ${JSON.stringify(statusCodeStats)}`)
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 }
}

function print(row: {
  members: number
  connections: number
  calls: string
  measured: Load
  least: Load
  aim?: { atLeast: number }
}): void {
  const { members, connections, calls, measured, least, aim } = row
  const share = measured.perSecond / least.perSecond
  const slowest = measured.p99 / least.p99
  const cells = [
    String(connections).padStart(11),
    `  ${calls.padEnd(27)}`,
    measured.perSecond.toFixed(0).padStart(9),
    String(measured.p50).padStart(9),
    String(measured.p99).padStart(9),
    share.toFixed(2).padStart(10),
    slowest.toFixed(1).padStart(14),
  ]
  console.log(cells.join(''))
  const what = `${calls}, ${members} members, ${connections} connections`
  result({ what: `${what}: of bare`, value: share, unit: '', ...(aim && { aim }) })
  if (calls.startsWith('sales, known'))
    result({ what: `${what}: p99 of bare`, value: slowest, unit: '', aim: { atMost: 2 } })
}
