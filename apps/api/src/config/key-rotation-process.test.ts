import { expect, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openMachine, stop } from '../../test/carpeta-process.ts'
import { freePort } from '../../test/free-port.ts'
import { cloneDatabase } from '../../test/open-portal.ts'
import { openMailServer } from '../../test/smtp-server.ts'
import { exec, sql } from '../db/query.ts'

// Runs whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const OLD_KEY = 'Hq8s2LmV5xNw7TbR3cKz9YpD4fGj1AeUo6'
const NEW_KEY = 'Zk3v9QmT7xLw2RbN8cHs5YpD1fGj6AeUq0'
const OTHER_KEY = 'Wd1r6PqX3vMs8ZbL5nCt2YkG7hFj0EaUi4'

/** An open page: it keeps its cookies and its token while the portal restarts. */
class OpenPage {
  readonly #cookies = new Map<string, string>()
  readonly #origin: string

  constructor(port: number) {
    this.#origin = `http://localhost:${port}`
  }

  async call(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(this.#origin + path, {
      method,
      headers: {
        cookie,
        'x-csrftoken': this.#cookies.get('csrftoken') ?? '',
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    return answer
  }

  async fetchToken(): Promise<void> {
    await this.call('GET', '/api/auth/csrftoken/?format=json')
  }

  async logIn(): Promise<void> {
    await this.fetchToken()
    const body = { username: personas.rosa.rut, password: SAMPLE_PASSWORD }
    expect((await this.call('POST', '/api/auth/login/', body)).status).toBe(200)
  }

  requestRestore(social_security: string): Promise<Response> {
    const body = { social_security }
    return this.call('POST', '/api/send-restore-password-ss/', body)
  }
}

test('a new secret key ends no session, refuses no open page and loses no waiting email (security 12.26)', async ({
  onTestFinished,
}) => {
  const database = await cloneDatabase('sample')
  onTestFinished(() => database.close())
  const { db } = database
  const { serve } = openMachine({ atEnd: onTestFinished })
  const [port, away] = [await freePort(), await openMailServer()]
  await away.close()
  const start = (keys: Record<string, string>) =>
    serve(port, {
      DATABASE_URL: String(database.pool.options.connectionString),
      SMTP_URL: away.url,
      ...keys,
    })

  const before = await start({ SECRET_KEY: OLD_KEY })
  const [rosa, visitor] = [new OpenPage(port), new OpenPage(port)]
  await rosa.logIn()
  await visitor.fetchToken()
  expect((await visitor.requestRestore(personas.rosa.rut)).status).toBe(200)
  await stop(before.child, 'SIGTERM')

  const mailServer = await openMailServer({ port: away.port })
  onTestFinished(() => mailServer.close())
  const rotated = await start({ SECRET_KEY: NEW_KEY, SECRET_KEY_PREVIOUS: OLD_KEY })
  expect((await rosa.call('GET', '/api/auth/user/')).status).toBe(200)
  expect((await visitor.requestRestore(personas.elena.rut)).status).toBe(200)
  await exec(
    db,
    sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`,
  )
  const linkTo = (email: string) => {
    const found = mailServer.received.find(({ to }) => to?.some(({ address }) => address === email))
    return /token=([\w-]+)/.exec(found?.text ?? '')?.[1]
  }
  for (const { email } of [personas.rosa, personas.elena]) {
    const link = await vi.waitFor(() => linkTo(email) ?? expect.fail('no email yet'), 60_000)
    expect((await visitor.call('GET', `/api/client/check/?token=${link}`)).status).toBe(200)
  }
  expect((await rosa.call('POST', '/api/auth/logout/')).status).toBe(200)

  // What was made with the new key survives only while that key is known.
  await rosa.logIn()
  await stop(rotated.child, 'SIGTERM')
  await start({ SECRET_KEY: OTHER_KEY })
  expect((await rosa.call('GET', '/api/auth/user/')).status).toBe(200)
  expect((await rosa.call('POST', '/api/auth/logout/')).status).toBe(403)
  await rosa.fetchToken()
  expect((await rosa.call('POST', '/api/auth/logout/')).status).toBe(200)
})
