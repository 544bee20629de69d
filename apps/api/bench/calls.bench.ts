import { randomBytes } from 'node:crypto'
import autocannon from 'autocannon'
import { personas } from '../seeds/personas.ts'
import { exec, many, sql } from '../src/db/query.ts'
import { tokenHash } from '../src/http/tokens.ts'
import { fillMembers } from './fill-members.ts'
import { logIn, openBench, percentile, residentMb } from './portal-process.ts'
import { result } from './result.ts'

// Compares `GET /api/sales-data/` of a real portal, asked for by many members, and the lists of staff with a bare
// Fastify route that sends the same bytes by one prepared statement. All are processes of their own over one
// PostgreSQL. `node apps/api/bench/calls.bench.ts [MEMBERS] [MORE MEMBERS]`
// The speed of a shared machine changes within seconds: each call takes turns with the bare route.

const SECONDS = 2
const TURNS = 5
const CONNECTIONS = [16, 64]
const [few = 1000, most = 100_000] = process.argv.slice(2).map(Number)
const MEMBERS = 200

/** Lists of staff: what a Django REST list answers of the same bare route. */
const OF_BARE = { sales: 0.3, staff: 0.06 }
const P99_OF_BARE = 4

interface Load {
  perSecond: number
  /** In milliseconds. */
  p99: number
}

interface Compared extends Load {
  /** Medians of the turns: of the bare route's calls a second, and of its p99. */
  ofBare: number
  p99OfBare: number
}

type Headers = Record<string, string>

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
  const json = await (await fetch(url, { headers: rosa })).text()
  await exec(db, sql`create table bare (id int primary key, json text not null)`)
  await exec(db, sql`insert into bare values (1, ${json})`)
  const bare = await bench.startProgram('bare-route.ts')
  const sessions = await openSessions(MEMBERS)

  console.log(
    `\n${members} members, ${json.length} characters, medians of ${TURNS} turns of ${SECONDS} s\n`,
  )
  console.log('connections  calls                  a second   p99 ms   of bare   p99 of bare')
  let share = 0
  for (const connections of CONNECTIONS) {
    const compare = async (calls: string, call: Call, aim?: { atLeast: number }) => {
      const compared = await takeTurns(
        () => load({ connections, ...call }),
        () => load({ url: `${bare.origin}/bare`, connections, headers: [{}] }),
      )
      print({ members, connections, calls, compared, ...(aim && { aim }) })
      return compared.ofBare
    }
    const sales = { url, headers: sessions }
    const ofBare = await compare('sales', sales, { atLeast: OF_BARE.sales })
    if (connections === CONNECTIONS[0]) {
      share = ofBare
      const ivan = await logIn(portal.origin, personas.ivan.rut)
      for (const path of ['/api/users/', '/api/requests/', '/api/staff/counts/']) {
        const call = { url: portal.origin + path, headers: [ivan] }
        await compare(path, call, { atLeast: OF_BARE.staff })
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

interface Call {
  url: string
  headers: Headers[]
}

async function takeTurns(ours: () => Promise<Load>, bare: () => Promise<Load>): Promise<Compared> {
  // Both have compiled what the calls run, and filled what they keep.
  await bare()
  await ours()
  const turns: Compared[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const least = await bare()
    const load = await ours()
    const ofBare = load.perSecond / least.perSecond
    turns.push({ ...load, ofBare, p99OfBare: load.p99 / least.p99 })
  }
  const median = (of: keyof Compared) =>
    percentile(
      turns.map((turn) => turn[of]),
      0.5,
    )
  return {
    perSecond: median('perSecond'),
    p99: median('p99'),
    ofBare: median('ofBare'),
    p99OfBare: median('p99OfBare'),
  }
}

async function load(call: Call & { connections: number }): Promise<Load> {
  const { url, connections, headers } = call
  const requestsOf = headers.map((each) => ({ headers: each }))
  let first = 0
  const { requests, latency, errors, statusCodeStats } = await autocannon({
    url,
    connections,
    duration: SECONDS,
    // Each begins with another member: of one, few calls are answered at a time.
    setupClient: (client) => {
      client.setRequests([...requestsOf.slice(first), ...requestsOf.slice(0, first)])
      first = (first + 1) % requestsOf.length
    },
  })
  if (errors > 0 || Object.keys(statusCodeStats ?? {}).join() !== '200')
    throw new Error(`${url}: ${errors} errors, ${JSON.stringify(statusCodeStats)}`)
  return { perSecond: requests.average, p99: latency.p99 }
}

function print(row: {
  members: number
  connections: number
  calls: string
  compared: Compared
  aim?: { atLeast: number }
}): void {
  const { members, connections, calls, aim } = row
  const { perSecond, p99, ofBare, p99OfBare } = row.compared
  const cells = [
    String(connections).padStart(11),
    `  ${calls.padEnd(27)}`,
    perSecond.toFixed(0).padStart(9),
    String(p99).padStart(9),
    ofBare.toFixed(2).padStart(10),
    p99OfBare.toFixed(1).padStart(14),
  ]
  console.log(cells.join(''))
  const what = `${calls}, ${members} members, ${connections} connections`
  result({ what: `${what}: of bare`, value: ofBare, unit: '', ...(aim && { aim }) })
  if (calls === 'sales')
    result({
      what: `${what}: p99 of bare`,
      value: p99OfBare,
      unit: '',
      aim: { atMost: P99_OF_BARE },
    })
}
