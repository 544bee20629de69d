import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import PostalMime from 'postal-mime'
import { expect, test, vi } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openSampleMachine } from '../../test/carpeta-process.ts'
import { dumpDatabase } from '../../test/dump-database.ts'
import { freePort } from '../../test/free-port.ts'

/** A browser that records every answer. */
class Browser {
  readonly answers: string[] = []
  /** All values of each cookie, by name. */
  readonly cookieValues = new Map<string, Set<string>>()
  readonly #cookies = new Map<string, string>()
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Sends a form or a text as it is, and anything else as JSON. */
  async call(method: string, path: string, body?: unknown): Promise<number> {
    await this.#send('GET', '/api/auth/csrftoken/')
    if (body instanceof FormData || body instanceof URLSearchParams) {
      return this.#send(method, path, body)
    }
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return this.#send(method, path, text, 'application/json')
  }

  async #send(
    method: string,
    path: string,
    body?: RequestInit['body'],
    type?: string,
  ): Promise<number> {
    const response = await fetch(this.#origin + path, {
      method,
      body: body ?? null,
      headers: {
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrftoken': this.#cookies.get('csrftoken') ?? '',
        ...(type ? { 'content-type': type } : {}),
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
      if (value) this.cookieValues.set(name, (this.cookieValues.get(name) ?? new Set()).add(value))
    }
    const headers = [...response.headers].filter(([name]) => name !== 'set-cookie')
    this.answers.push(`${JSON.stringify(headers)} ${await response.text()}`)
    return response.status
  }
}

/** Every row as text; a checkpoint writes all to disk. */
async function dump(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const tables = await dumpDatabase(client)
  await client.query('checkpoint')
  await client.end()
  return Object.entries(tables).flat(2).join('\n')
}

/** The database's files, with its log and write-ahead log. */
function filesUnder(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
}

/** The secret in plain text and in common encodings. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [secret, encodeURIComponent(secret), bytes.toString('hex'), bytes.toString('base64')]
}

test('no password, cookie or link is stored, logged, emailed or answered where it does not belong (security 4.13, security 6.6, security 6.9, security 6.18, security 11.1)', async () => {
  const machine = await openSampleMachine()
  const port = await freePort()
  const env = { LOG_LEVEL: 'debug', REGISTRATION_OPEN: 'true' }
  const { output } = await machine.serve(port, env)
  const mailbox = join(machine.dataDir, 'mailbox')
  const emails = () =>
    Promise.all(
      readdirSync(mailbox)
        .toSorted()
        .map((name) => PostalMime.parse(readFileSync(join(mailbox, name)))),
    )
  const links: string[] = []
  /** The link of the last email with this subject. */
  const linkOf = (subject: string) =>
    vi.waitFor(async () => {
      const message = (await emails()).findLast((email) => email.subject === subject)
      const [, link = ''] = /(?:token|code)=([\w-]{43})/.exec(message?.text ?? '') ?? []
      expect(links).not.toContain(link)
      expect(link).not.toBe('')
      links.push(link)
      return link
    }, 120_000)
  const passwords: string[] = []
  const secret = (password: string) => {
    passwords.push(password)
    return password
  }

  const rosa = new Browser(`http://localhost:${port}`)
  const { rut } = personas.rosa

  // Restores the password by both calls, first with one that breaks a rule.
  await rosa.call('POST', '/api/send-restore-password-ss/', { social_security: rut })
  const restore = { token: await linkOf('Recupera tu contraseña') }
  const set = (link: object, password: string) =>
    rosa.call('POST', '/api/client/password/', { ...link, password: secret(password) })
  expect(await rosa.call('GET', `/api/client/check/?token=${restore.token}`)).toBe(200)
  expect(await set(restore, 'sin-numeros-canario')).toBe(400)
  expect(await set(restore, 'Canario#restaurado1')).toBe(200)
  expect(await set(restore, 'Canario#tarde2')).toBe(422)
  await rosa.call('POST', '/api/send-restore-password-ss/', { social_security: rut })
  const code = await linkOf('Recupera tu contraseña')
  const again = { code, password: secret('Canario#restaurado3') }
  expect(await rosa.call('POST', '/api/restore-password/', again)).toBe(200)

  // Logs in: wrong, unknown, in the wrong field, malformed, in every type of body.
  const login = '/api/auth/login/'
  const logIn = (username: string, password: string) =>
    rosa.call('POST', login, { username, password })
  expect(await logIn(rut, secret('Canario#errado4'))).toBe(400)
  expect(await logIn('1-9', secret('Canario#nadie5'))).toBe(400)
  expect(await logIn(secret('Canario#cambiado6'), 'x')).toBe(400)
  expect(await logIn(`${secret('Canario#correo7')}@correo.example`, 'x')).toBe(400)
  expect(await rosa.call('POST', login, `{"password":"${secret('Canario#cortado8')}"`)).toBe(400)
  expect(await rosa.call('POST', login, { password: [secret('Canario#lista9')] })).toBe(400)
  const address = `${login}?password=${secret('Canario-direccion10')}`
  expect(await rosa.call('GET', address)).toBe(405)
  const fields = { username: rut, password: 'Canario#restaurado3' }
  expect(await rosa.call('POST', login, new URLSearchParams(fields))).toBe(200)
  const multipart = new FormData()
  for (const [name, value] of Object.entries(fields)) multipart.set(name, value)
  expect(await rosa.call('POST', login, multipart)).toBe(200)

  // Changes the password and the account.
  const change = (old_password: string, new_password: string) =>
    rosa.call('POST', '/api/client/password/change/', {
      old_password: secret(old_password),
      new_password: secret(new_password),
    })
  expect(await change('Canario#viejo11', 'Canario#nuevo12')).toBe(400)
  expect(await change('Canario#restaurado3', 'Canario#nuevo13')).toBe(200)
  await rosa.call('GET', '/api/auth/user/')
  const id = /"id":(\d+)/.exec(rosa.answers.at(-1) ?? '')?.[1]
  const patch = (old_password: string, changes: object) =>
    rosa.call('PATCH', `/api/users/${id}/`, { old_password: secret(old_password), ...changes })
  const email = 'rosa.nueva@correo.example'
  expect(await patch('Canario#viejo14', { email })).toBe(400)
  expect(await patch('Canario#nuevo13', { password: secret('Canario#nuevo15'), email })).toBe(200)

  // Activates, and registers.
  const activation = { token: await linkOf('Activa tu Carpeta Virtual') }
  expect(await set(activation, 'Canario#activado16')).toBe(200)
  const julia = { name: 'Julia', last_name: 'Mora', email: 'julia@correo.example' }
  const registration = { ...julia, password: secret('Canario#registro17') }
  expect(await rosa.call('POST', '/api/auth/register/', registration)).toBe(201)
  const confirmation = { code: await linkOf('Confirma tu correo') }
  expect(await rosa.call('POST', '/api/confirm-email/', confirmation)).toBe(200)
  expect(await logIn(julia.email, 'Canario#registro17')).toBe(200)
  // An unused link too.
  await rosa.call('POST', '/api/send-restore-password-ss/', { social_security: rut })
  await linkOf('Recupera tu contraseña')

  const database = join(machine.dataDir, 'postgres')
  const password = readFileSync(join(database, 'password'), 'utf8')
  const running = readFileSync(join(database, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
  const rows = await dump(`postgres://postgres:${password}@127.0.0.1:${running[3]}/carpeta`)
  const files = filesUnder(database)
  const emailed = (await emails()).map((message) => JSON.stringify(message)).join('\n')
  const log = output.stdout + output.stderr
  const answers = rosa.answers.join('\n')

  // The expected values are there.
  const cookies = [...rosa.cookieValues.values()].flatMap((values) => [...values])
  const sessionIds = [...(rosa.cookieValues.get('sessionid') ?? [])]
  expect([...rosa.cookieValues.keys()].toSorted()).toEqual([
    'anonid',
    'csrftoken',
    'deviceid',
    'sessionid',
  ])
  expect(sessionIds.length).toBeGreaterThan(3)
  expect(links).toHaveLength(5)
  expect(log).toContain('"route":"/api/client/password/"')
  expect(answers).toContain('La contraseña actual no es correcta')
  expect(emailed).toContain('Tu contraseña cambió')
  expect(emailed).toContain(links[0])
  expect(rows).toContain('graphile_worker._private_jobs')
  expect(rows).toContain(email)
  expect(files.some((file) => file.includes(email))).toBe(true)

  // The secrets are not.
  const everywhere = { log, answers, emailed, rows }
  const foundIn = (secrets: string[], stores: Record<string, string>) =>
    secrets
      .flatMap(spellings)
      .flatMap((text) => [
        ...Object.keys(stores).filter((store) => stores[store]?.includes(text)),
        ...(files.some((file) => file.includes(text)) ? [`files: ${text}`] : []),
      ])
  expect(foundIn(passwords, everywhere)).toEqual([])
  expect(foundIn(sessionIds, everywhere)).toEqual([])
  expect(foundIn(cookies, { log, emailed, rows })).toEqual([])
  expect(foundIn(links, { log, answers, rows })).toEqual([])
}, 180_000)
