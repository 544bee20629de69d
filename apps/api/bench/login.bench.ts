import { setTimeout as delay } from 'node:timers/promises'
import { personas, SAMPLE_PASSWORD } from '../seeds/personas.ts'
import { hashPassword, verifyPassword } from '../src/auth/passwords.ts'
import { exec, many, sql } from '../src/db/query.ts'
import { insertManyUsers } from '../test/many-users.ts'
import { fetchToken, logIn, openBench, percentile, tryLogIn } from './portal-process.ts'
import { result } from './result.ts'

// Many members log in, each from an address of his own, while another reads his sales and a page. The rate is
// offered as members do: a slow answer does not hold back the next login.

const AIM = 30
const SECONDS = 15
const RATES = [AIM, 2 * AIM]
const OTHERS_EVERY_MS = 50

await using bench = await openBench()
const { origin } = await bench.startPortal({ TRUST_PROXY: 'true' })
const { db } = bench.owner
const count = RATES.reduce((sum, rate) => sum + rate * SECONDS, 0)
await insertManyUsers(db, 2 * count)
await exec(
  db,
  sql`update users set password_hash = ${await hashPassword(SAMPLE_PASSWORD, null)}
    where email like 'socio%@correo.example' and is_active and deleted_at is null`,
)
const members = await many<{ email: string }>(
  db,
  sql`select email from users where email like 'socio%@correo.example' and is_active
    and deleted_at is null order by id limit ${count}`,
)
const hashMs = await timeOfHash()
console.log(
  `one hash takes ${hashMs.toFixed(1)} ms here: ${(1000 / hashMs).toFixed(0)} a second on a processor`,
)
result({ what: 'one hash', value: hashMs, unit: 'ms' })

const rosa = await logIn(origin, personas.rosa.rut)
for (const rate of RATES) {
  const quiet = await others(() => delay(SECONDS * 1000))
  const busy = await others(() => logInAll(rate))
  const { perSecond, p50, p99 } = busy.value
  console.log(
    `${rate} offered: ${perSecond.toFixed(1)} logins a second, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
  )
  if (busy.refused > 0) console.log(`  ${busy.refused} other calls were refused`)
  for (const [path, times] of Object.entries(busy.times)) {
    const alone = percentile(quiet.times[path] ?? [], 0.99)
    console.log(
      `  ${path}: p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms (alone ${alone.toFixed(1)} ms)`,
    )
    if (rate === AIM && busy.refused === 0) {
      const value = percentile(times, 0.99)
      result({ what: `p99 of ${path} meanwhile`, value, unit: 'ms', aim: { atMost: 250 } })
    }
  }
  const aim = rate === AIM ? { aim: { atLeast: 0.97 * AIM } } : {}
  result({ what: `logins a second, ${rate} offered`, value: perSecond, unit: '', ...aim })
}

async function timeOfHash(): Promise<number> {
  const hash = await hashPassword(SAMPLE_PASSWORD, null)
  const times: number[] = []
  for (let at = 0; at < 20; at++) {
    const begin = performance.now()
    await verifyPassword(hash, SAMPLE_PASSWORD, { owner: null })
    times.push(performance.now() - begin)
  }
  return percentile(times, 0.5)
}

async function logInAll(rate: number) {
  const visitor = await fetchToken(origin)
  const times: number[] = []
  const logins: Promise<void>[] = []
  const begin = performance.now()
  for (let at = 0; at < rate * SECONDS; at++) {
    await delay(Math.max(0, begin + (at * 1000) / rate - performance.now()))
    const address = `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`
    const username = members.pop()?.email ?? ''
    logins.push(
      (async () => {
        const sent = performance.now()
        const headers = { ...visitor, 'x-forwarded-for': address }
        const answer = await tryLogIn(origin, headers, { username, password: SAMPLE_PASSWORD })
        await answer.text()
        if (answer.ok) times.push(performance.now() - sent)
      })(),
    )
  }
  await Promise.all(logins)
  const seconds = (performance.now() - begin) / 1000
  const p50 = percentile(times, 0.5)
  return { perSecond: times.length / seconds, p50, p99: percentile(times, 0.99) }
}

/** Calls other routes at a steady rate while `work` runs. */
async function others<Value>(work: () => Promise<Value>) {
  const times: Record<string, number[]> = { '/api/sales-data/': [], '/api/auth/user/': [] }
  let isOver = false
  let refused = 0
  const calling = Object.entries(times).map(async ([path, measured]) => {
    const calls: Promise<void>[] = []
    while (!isOver) {
      const sent = performance.now()
      calls.push(
        fetch(origin + path, { headers: rosa }).then(async (answer) => {
          await answer.text()
          if (!answer.ok) refused += 1
          measured.push(performance.now() - sent)
        }),
      )
      await delay(OTHERS_EVERY_MS)
    }
    await Promise.all(calls)
  })
  const value = await work()
  isOver = true
  await Promise.all(calling)
  return { value, times, refused }
}
