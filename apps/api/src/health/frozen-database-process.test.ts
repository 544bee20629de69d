import { expect, onTestFinished, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openMachine, stop } from '../../test/carpeta-process.ts'
import { freePort } from '../../test/free-port.ts'
import { openOwnPostgres, ways } from '../../test/frozen-postgres.ts'

// Whole processes with a PostgreSQL of the test's own, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 })

/** Cookies and token of a browser in which Rosa has logged in. */
async function logInAsRosa(origin: string): Promise<Record<string, string>> {
  const first = await fetch(`${origin}/api/auth/csrftoken/`)
  const { token } = (await first.json()) as { token: string }
  const login = await fetch(`${origin}/api/auth/login/`, {
    method: 'POST',
    headers: { cookie: cookiesOf(first), 'x-csrftoken': token, 'content-type': 'application/json' },
    body: JSON.stringify({ username: personas.rosa.rut, password: SAMPLE_PASSWORD }),
  })
  expect(login.status).toBe(200)
  return { cookie: cookiesOf(login) }
}

function cookiesOf(response: Response): string {
  const lines = response.headers.getSetCookie().map((line) => line.split(';')[0])
  return lines.join('; ')
}

test.each(ways)(
  'while PostgreSQL, reached over %s, is frozen or away calls answer 503, the process is alive and not ready, and all goes on afterwards (§11.12, security 12.5, security 12.19, security 12.236)',
  async (way) => {
    const postgres = await openOwnPostgres(onTestFinished)
    const machine = openMachine({ limits: 'production' })
    const port = await freePort()
    const portal = await machine.serve(port, { DATABASE_URL: postgres.urls[way] })
    const origin = `http://localhost:${port}`
    // On a busy machine a call may wait too long for a connection, before the freeze and after it.
    const headers = await vi.waitFor(() => logInAsRosa(origin), 120_000)
    const get = async (path: string, sent = headers) => {
      const answer = await fetch(origin + path, { headers: sent })
      return {
        status: answer.status,
        body: await answer.json(),
        wait: answer.headers.get('retry-after'),
      }
    }
    const isServed = async (path: string) =>
      vi.waitFor(async () => expect((await get(path)).status).toBe(200), 120_000)
    await isServed('/api/sales-data/')

    postgres.freeze()
    // More calls than connections; every answer arrives while the database is frozen.
    const calls = Array.from({ length: 25 }, () => get('/api/sales-data/'))
    const alive = { status: 200, body: { status: 'ok' }, wait: null }
    expect(await get('/api/health/')).toEqual(alive)
    expect(await get('/api/health/', {})).toEqual(alive)
    for (const answer of await Promise.all(calls)) {
      expect(answer).toEqual({
        status: 503,
        body: 'Servicio no disponible. Inténtalo más tarde.',
        wait: '5',
      })
    }
    expect((await get('/api/sales-data/')).status).toBe(503)
    const unready = { status: 503, body: { status: 'missing: database' } }
    expect(await get('/api/health/ready/')).toMatchObject(unready)
    expect(await get('/api/health/ready/', {})).toMatchObject(unready)

    postgres.thaw()
    await isServed('/api/health/ready/')
    await Promise.all(Array.from({ length: 25 }, () => isServed('/api/sales-data/')))

    postgres.stop()
    for (let turn = 0; turn < 10; turn++) {
      expect(await get('/api/sales-data/')).toMatchObject({ status: 503, wait: '5' })
    }
    expect(await get('/api/health/')).toEqual(alive)
    expect(await get('/api/health/ready/')).toMatchObject(unready)
    postgres.start()
    await isServed('/api/health/ready/')
    await isServed('/api/sales-data/')
    await stop(portal.child, 'SIGTERM')
    expect((await portal.finished).code).toBe(0)
  },
)
