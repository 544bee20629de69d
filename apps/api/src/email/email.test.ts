import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortal, openPortalForTest, testConfig } from '../../test/open-portal.ts'
import { openMailServer } from '../../test/smtp-server.ts'
import { json } from '../../test/visitor.ts'
import { activationEmail } from '../account/account-emails.ts'
import { runningParts } from '../cli/shutdown.ts'
import { runJobs } from '../cli/start.ts'
import { exec, many, sql } from '../db/query.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import { startWorker, workOnce } from '../jobs/run-worker.ts'
import { rateLimitsFor } from '../throttle/rate-limits.ts'
import { inviteMembers } from '../users/invitations.ts'
import { jobsFor } from '../worker.ts'
import { enqueueEmail, openSealedEmail, sealEmail, watchMailServer } from './email-queue.ts'
import { mailerFor, openMailer } from './mailer.ts'
import type { Email } from './render-email.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

test('an email goes out by SMTP in plain text and HTML', async () => {
  const mailServer = await openMailServer()
  stops.push(mailServer.close)
  const config = testConfig({
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Carpeta Virtual <portal@cooperativa.example>',
  })
  await mailerFor(config)(activationEmail(personas.tomas, 'abc', config))
  const [message] = mailServer.received
  expect(message).toMatchObject({
    subject: 'Activa tu Carpeta Virtual',
    from: { address: 'portal@cooperativa.example' },
    to: [{ address: 'tomas.rivas@correo.example' }],
  })
  for (const body of [message?.text, message?.html]) {
    expect(body).toContain('http://localhost:8010/client/check?token=abc')
    expect(body).toContain('Cooperativa Vista al Biobío')
    expect(body).not.toMatch(/20\.?347\.?878/)
  }
})

test('an email waits while the mail server is away, and goes out once when it is back (security 12.7)', async () => {
  const mailServer = await openMailServer()
  await mailServer.close()
  const portal = await openPortalForTest({ SMTP_URL: mailServer.url })
  const { db, pool, config, app } = portal
  const { tasks } = jobsFor({ db, config, limits: rateLimitsFor(pool), mailer: mailerFor(config) })
  const visitor = portal.visitor()
  await visitor.fetchToken()
  await visitor.post('/api/send-restore-password-ss/', json({ social_security: personas.rosa.rut }))
  await workOnce(pool, tasks, app.log)
  // The library stores a failure a moment after its worker has returned.
  await vi.waitFor(async () => {
    const rows = await many(
      db,
      sql`select attempts, run_at > created_at as put_off, locked_at from graphile_worker.jobs`,
    )
    expect(rows).toEqual(Array(2).fill({ attempts: 1, putOff: true, lockedAt: null }))
  }, 60_000)

  const reopened = await openMailServer({ port: mailServer.port })
  stops.push(reopened.close)
  await exec(
    db,
    sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`,
  )
  await workOnce(pool, tasks, app.log)
  await workOnce(pool, tasks, app.log)
  expect(reopened.received.map(({ subject }) => subject)).toEqual([
    'Recupera tu contraseña',
    'Activa tu Carpeta Virtual',
  ])
})

test('a link that Rosa asked for goes out before the invitations of hundreds, which join the queue in turn (security 12.150)', async () => {
  const portal = await openPortal()
  stops.push(portal.close)
  const { db, pool, config, app } = portal
  await exec(
    db,
    sql`insert into users (first_name, email)
      select 'Socio ' || n, 'socio' || n || '@correo.example' from generate_series(1, 120) n`,
  )
  expect(await inviteMembers(db, 'all-not-invited')).toBe(120)
  const queued = await many(
    db,
    sql`select from graphile_worker.jobs where task_identifier = 'send_invitation'`,
  )
  // Those of two transactions, and that of Tomás.
  expect(queued).toHaveLength(50 + 20 + 1)
  const visitor = portal.visitor()
  await visitor.fetchToken()
  await visitor.post('/api/send-restore-password-ss/', json({ social_security: personas.rosa.rut }))
  const sent: Email[] = []
  const mailer = async (email: Email) => void sent.push(email)
  await workOnce(pool, jobsFor({ db, config, limits: rateLimitsFor(pool), mailer }).tasks, app.log)
  const [first, ...others] = sent
  expect(first).toMatchObject({ to: personas.rosa.email, subject: 'Recupera tu contraseña' })
  expect(others).toHaveLength(121)
})

test('sixty emails notice a mail server that is away with their first attempts, and the others wait unharmed (security 12.151)', async () => {
  const mailServer = await openMailServer()
  await mailServer.close()
  const portal = await openPortalForTest({ SMTP_URL: mailServer.url })
  const { db, pool, config, app } = portal
  await exec(
    db,
    sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`,
  )
  for (let i = 0; i < 60; i++) {
    await enqueueEmail(
      db,
      { to: `socio${i}@correo.example`, subject: '', text: '', html: '' },
      config,
    )
  }
  const jobs = jobsFor({ db, config, limits: rateLimitsFor(pool), mailer: mailerFor(config) })
  const { promise: isLast, resolve } = Promise.withResolvers<void>()
  const tasks = { ...jobs.tasks, last: () => resolve() }
  const slow = new Set([...(jobs.slow ?? []), 'last'])
  await enqueueJob(db, 'last', {}, { priority: 'bulk' })
  const worker = await startWorker(pool, { ...jobs, tasks, slow, crontab: '' }, app.log)
  await isLast
  await worker.stop()
  const tried = await many(db, sql`select from graphile_worker.jobs where attempts > 0`)
  expect(tried.length).toBeLessThanOrEqual(3)

  const reopened = await openMailServer({ port: mailServer.port })
  stops.push(reopened.close)
  await exec(
    db,
    sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`,
  )
  await workOnce(pool, tasks, app.log)
  expect(reopened.received).toHaveLength(60)
})

test('emails wait for a mail server that takes none, and not because of one address (security 12.151)', async () => {
  const refuses = (address: string) => ({ code: 450, message: `<${address}> is busy` })
  const mailServer = await openMailServer({ refuses })
  stops.push(mailServer.close)
  const closed = await openMailServer()
  await closed.close()
  const email = { to: 'rosa@correo.example', subject: 'Hola', text: 'x', html: '<p>x</p>' }
  for (const [url, flags] of [
    [closed.url, ['email']],
    [`smtp://127.0.0.1:${mailServer.port}`, ['email']],
    [mailServer.url, []],
  ] as const) {
    const { mailer, waitingFlags } = watchMailServer(mailerFor(testConfig({ SMTP_URL: url })))
    expect(waitingFlags()).toEqual([])
    await expect(mailer(email)).rejects.toThrow()
    expect(waitingFlags()).toEqual(flags)
  }
  const { mailer, waitingFlags } = watchMailServer(
    mailerFor(testConfig({ SMTP_URL: closed.url })),
    0,
  )
  await expect(mailer(email)).rejects.toThrow()
  expect(waitingFlags()).toEqual([])
})

test('an address that a policy refuses holds up no other email while the server takes them; its quota does (security 12.750)', async () => {
  const message = { subject: 'Hola', text: 'x', html: '<p>x</p>' }
  const refusals: Record<string, { code: number; message: string }> = {
    'todos@correo.example': { code: 554, message: '5.7.1 Recipient address rejected' },
    'pia@correo.example': { code: 550, message: '5.4.5 Daily sending quota exceeded' },
  }
  const mailServer = await openMailServer({ refuses: (address) => refusals[address] })
  stops.push(mailServer.close)
  const { mailer, waitingFlags } = watchMailServer(
    mailerFor(testConfig({ SMTP_URL: mailServer.url })),
  )
  await mailer({ ...message, to: 'rosa@correo.example' })
  for (const [to, flags] of [
    ['todos@correo.example', []],
    ['pia@correo.example', ['email']],
  ] as const) {
    await expect(mailer({ ...message, to })).rejects.toThrow()
    expect([to, waitingFlags()]).toEqual([to, flags])
  }
  const blocked = watchMailServer(mailerFor(testConfig({ SMTP_URL: mailServer.url })))
  await expect(blocked.mailer({ ...message, to: 'todos@correo.example' })).rejects.toThrow()
  expect(blocked.waitingFlags()).toEqual(['email'])
})

/** A portal whose worker sends to a real server, as a process of its own does. */
async function openWorkingPortal(env: Record<string, string> = {}) {
  const mailServer = await openMailServer()
  const portal = await openPortalForTest({ SMTP_URL: mailServer.url, ...env })
  await exec(
    portal.db,
    sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`,
  )
  const running = runningParts()
  stops.push(async () => {
    await running.stop()
    await mailServer.close()
  })
  const { config, app } = portal
  const work = () => runJobs(portal, config, running, app.log)
  return { portal, mailServer, work }
}

const socioOf = (n: number) => ({
  to: `socio${n}@correo.example`,
  subject: 'Hola',
  text: 'Hola',
  html: '<p>Hola</p>',
})

test('thirty emails to members go out on as many connections as are sent at once (security 12.610)', async () => {
  const { portal, mailServer, work } = await openWorkingPortal()
  for (let n = 0; n < 30; n++) await enqueueEmail(portal.db, socioOf(n), portal.config)
  await work()
  await vi.waitFor(() => expect(mailServer.received).toHaveLength(30), 60_000)
  expect(mailServer.connections()).toBeLessThanOrEqual(3)
})

test('sixty invitations wait for the limit of the mail provider in the queue, where Iván reads what is left; Rosa’s link overtakes them and a load runs (security 12.611, §12.1540)', async () => {
  const { portal, mailServer, work } = await openWorkingPortal({ MAIL_PER_MINUTE: '10' })
  const { db } = portal
  await exec(
    db,
    sql`insert into users (first_name, email)
      select 'Socio ' || n, 'socio' || n || '@correo.example' from generate_series(1, 60) n`,
  )
  await exec(db, sql`update users set is_active = false where email = ${personas.tomas.email}`)
  expect(await inviteMembers(db, 'all-not-invited')).toBe(60)
  await work()
  // Four of ten are kept for others; three slots may each begin one at the same instant.
  await vi.waitFor(async () => {
    const waiting = await many(
      db,
      sql`select from graphile_worker.jobs where task_identifier = 'send_invitation' and locked_at is null`,
    )
    expect(mailServer.received.length).toBeGreaterThanOrEqual(6)
    expect(waiting.length + mailServer.received.length).toBe(60)
  }, 60_000)
  const ivan = await portal.as('ivan')
  // A slot may have been allowed one more just before the limit was reached.
  await vi.waitFor(async () => {
    const { mail } = (await ivan.get('/api/system/')).body
    const emails = 60 - mailServer.received.length
    expect(mail.figures.waiting).toEqual([{ task: 'send_invitation', emails }])
    expect(mail.findings[0].text).toContain('hasta 10 correos por minuto')
  }, 60_000)

  // Loads have the slots of emails.
  await enqueueJob(db, 'remove_exports', {})
  const visitor = portal.visitor()
  await visitor.fetchToken()
  await visitor.post('/api/send-restore-password-ss/', json({ social_security: personas.rosa.rut }))
  await vi.waitFor(async () => {
    const loads = await many(
      db,
      sql`select from graphile_worker.jobs where task_identifier = 'remove_exports'`,
    )
    expect(loads).toEqual([])
    const subjects = mailServer.received.map(({ subject }) => subject)
    expect(subjects).toContain('Recupera tu contraseña')
  }, 60_000)
  const before = mailServer.received.length
  expect(before).toBeLessThanOrEqual(8 + 1)

  await exec(db, sql`update recent_emails set at = at - interval '1 minute'`)
  await enqueueJob(db, 'remove_exports', {})
  await vi.waitFor(() => expect(mailServer.received.length).toBeGreaterThan(before + 5), 60_000)
  expect(mailServer.received.length).toBeLessThanOrEqual(before + 8)
})

test('a mail server that hangs up on each caller is away, also for connections that are kept (security 12.151)', async () => {
  const server = createServer((socket) => socket.on('error', () => {}).destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const opened = openMailer(testConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }))
  stops.push(async () => {
    await opened.close()
    server.close()
  })
  const { mailer, waitingFlags } = watchMailServer(opened.mailer)
  await expect(mailer(socioOf(1))).rejects.toThrow()
  expect(waitingFlags()).toEqual(['email'])
})

describe('after two hours and a night without mail', () => {
  /** Two emails wait, with links that are nine hours old. */
  async function afterTheNight() {
    const mailServer = await openMailServer()
    await mailServer.close()
    const portal = await openPortalForTest({ SMTP_URL: mailServer.url })
    const { db, pool, config, app } = portal
    const { tasks } = jobsFor({
      db,
      config,
      limits: rateLimitsFor(pool),
      mailer: mailerFor(config),
    })
    const work = () => workOnce(pool, tasks, app.log)
    const visitor = portal.visitor()
    await visitor.fetchToken()
    const ask = async () => {
      const body = json({ social_security: personas.rosa.rut })
      await visitor.post('/api/send-restore-password-ss/', body)
      await work()
    }
    const open = async () => {
      await vi.waitFor(async () => {
        const rows = await many(
          db,
          sql`select from graphile_worker.jobs where locked_at is not null`,
        )
        expect(rows).toEqual([])
      }, 60_000)
      await exec(
        db,
        sql`update account_links set created_at = created_at - interval '9 hours',
          expires_at = expires_at - interval '9 hours'`,
      )
      await enqueueJob(db, 'delete_expired_links', {})
      await work()
      const reopened = await openMailServer({ port: mailServer.port })
      stops.push(reopened.close)
      await exec(
        db,
        sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`,
      )
      await work()
      return reopened.received
        .filter(({ subject }) => subject === 'Recupera tu contraseña')
        .map(({ text }) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? 'no link')
    }
    const check = (token: string) => visitor.get(`/api/client/check/?token=${token}`)
    return { db, ask, open, check }
  }

  test('the link of an email that arrives late is valid for an hour from then (security 6.2, security 12.7)', async () => {
    const { db, ask, open, check } = await afterTheNight()
    await ask()
    const [token = ''] = await open()
    expect((await check(token)).status).toBe(200)
    await exec(db, sql`update account_links set expires_at = expires_at - interval '59 minutes'`)
    expect((await check(token)).status).toBe(200)
    await exec(db, sql`update account_links set expires_at = expires_at - interval '1 minute'`)
    expect((await check(token)).status).toBe(422)
  })

  test('of several emails each has a link that is valid', async () => {
    const { ask, open, check } = await afterTheNight()
    await ask()
    await ask()
    const tokens = await open()
    const answers = await Promise.all(tokens.map(check))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })
})

test('without SMTP every email is a numbered file that only its owner may read', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'carpeta-mail-'))
  const config = testConfig({ DATA_DIR })
  const mailer = mailerFor(config)
  for (const token of ['uno', 'dos', 'tres']) {
    await mailer(activationEmail(personas.tomas, token, config))
  }
  const mailbox = join(DATA_DIR, 'mailbox')
  expect(readdirSync(mailbox).toSorted()).toEqual(['000001.eml', '000002.eml', '000003.eml'])
  const second = await PostalMime.parse(readFileSync(join(mailbox, '000002.eml')))
  expect(second.text).toContain('token=dos')
  expect(statSync(join(mailbox, '000001.eml')).mode & 0o077).toBe(0)
})

test('an absence note of Tomás does not answer an email of the portal (§12.950)', async () => {
  const mailServer = await openMailServer()
  stops.push(mailServer.close)
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'carpeta-mail-'))
  for (const env of [{ SMTP_URL: mailServer.url }, { DATA_DIR }]) {
    const config = testConfig(env)
    await mailerFor(config)(activationEmail(personas.tomas, 'abc', config))
  }
  const file = await PostalMime.parse(readFileSync(join(DATA_DIR, 'mailbox', '000001.eml')))
  for (const message of [...mailServer.received, file]) {
    expect(message.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
  }
})

test('a person’s name cannot add a header or markup (security 9.6)', async () => {
  const mailServer = await openMailServer()
  stops.push(mailServer.close)
  const config = testConfig({ SMTP_URL: mailServer.url })
  const evil = {
    firstName: '<img src=x onerror=alert()>',
    email: 'rosa@correo.example\r\nBcc: otro@correo.example',
  }
  await mailerFor(config)(activationEmail(evil, 'abc', config)).catch(() => {})
  for (const message of mailServer.received) {
    expect(message.bcc).toBeUndefined()
    expect(message.to).toHaveLength(1)
    expect(message.html).not.toContain('<img')
  }
  expect(activationEmail(evil, 'abc', config).html).toContain('&lt;img')
})

test.each([
  ['Su vivienda será embargada mañana', 'Hola:'],
  ['Llama al 600 123 4567', 'Hola:'],
  ['Llama ya ٦٠٠', 'Hola:'],
  ['Tucuentafuebloqueada Debesllamarahora', 'Hola, Tucuentafuebloqueada Debesllamarahora:'],
  ['Tu cuenta fue-bloqueada-por-fraude.Llama-ahora', 'Hola:'],
  ['María de los Ángeles', 'Hola, María de los Ángeles:'],
  ['Inmobiliaria Los Robles', 'Hola, Inmobiliaria Los Robles:'],
])(
  'an email begins with no message that somebody typed as a name: %s (security 9.580)',
  (firstName, begins) => {
    const { text } = activationEmail(
      { firstName, email: personas.rosa.email },
      'abc',
      testConfig({}),
    )
    expect(text.split('\n')[0]).toBe(begins)
  },
)

test('a name with an address or a line break, stored before names were checked, is left out (security 9.18)', () => {
  const config = testConfig({})
  const email = personas.rosa.email
  for (const firstName of [
    'Rosa, gana en premios.cl',
    'Rosa\nTu cuenta fue bloqueada',
    'Ro\u202esa',
  ]) {
    const { text } = activationEmail({ firstName, email }, 'abc', config)
    expect(text.split('\n')[0]).toBe('Hola:')
  }
  const { text } = activationEmail({ firstName: 'Rosa', email }, 'abc', config)
  expect(text.split('\n')[0]).toBe('Hola, Rosa:')
})

test('a waiting email can be decrypted only with the portal’s key', () => {
  const message = { to: 'a@b.cl', subject: 'Hola', text: 'x', html: '<p>x</p>' }
  const sealed = sealEmail(message, ['una llave'])
  expect(openSealedEmail(sealed, ['una llave'])).toEqual(message)
  expect(() => openSealedEmail(sealed, ['otra llave'])).toThrow()
})

test('/dev/mailbox shows the emails of a local run', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'carpeta-mail-'))
  const local = await openPortalForTest({ DATA_DIR })
  await mailerFor(local.config)(activationEmail(personas.tomas, 'abc', local.config))
  const list = await local.visitor().get('/dev/mailbox')
  expect(list.body).toContain('Activa tu Carpeta Virtual')
  expect((await local.visitor().get('/dev/mailbox/000001.eml')).body).toContain('token=abc')
  expect((await local.visitor().get('/dev/mailbox/..%2fsecret-key')).status).toBe(404)
})

test('/dev/mailbox is no route at all outside a local run (security 12.17)', async () => {
  const urls = ['/dev/mailbox', '/dev/mailbox/:name']
  for (const [ENVIRONMENT, isServed] of [
    ['local', true],
    ['test', false],
    ['production', false],
  ] as const) {
    const { app, visitor } = await openPortalForTest({ ENVIRONMENT })
    for (const url of urls) expect(app.hasRoute({ method: 'GET', url }), url).toBe(isServed)
    const { status } = await visitor().get('/dev/mailbox')
    expect(status, ENVIRONMENT).toBe(isServed ? 200 : 404)
  }
})

test('/dev/mailbox answers only to this machine, and not through a proxy (security 12.22)', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'carpeta-mail-'))
  const { app, config } = await openPortalForTest({ DATA_DIR, TRUST_PROXY: 'true' })
  await mailerFor(config)(activationEmail(personas.tomas, 'abc', config))
  const open = async (remoteAddress: string, headers: Record<string, string> = {}) => {
    const calls = ['/dev/mailbox', '/dev/mailbox/000001.eml'].map((url) =>
      app.inject({ url, remoteAddress, headers }),
    )
    return (await Promise.all(calls)).map(({ statusCode }) => statusCode)
  }
  for (const address of ['127.0.0.1', '127.0.0.53', '::1', '::ffff:127.0.0.1']) {
    expect(await open(address), address).toEqual([200, 200])
  }
  for (const address of [
    '192.168.1.20',
    '203.0.113.7',
    '::ffff:10.0.0.7',
    'fe80::1',
    '2001:db8::1',
  ]) {
    expect(await open(address), address).toEqual([404, 404])
  }
  for (const name of ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'via']) {
    expect(await open('127.0.0.1', { [name]: '127.0.0.1' }), name).toEqual([404, 404])
  }
  for (const host of ['localhost:8010', '127.0.0.1:8010', '[::1]:8010', config.publicUrl.host]) {
    expect(await open('127.0.0.1', { host }), host).toEqual([200, 200])
  }
  // A page of another site whose name leads to this machine.
  for (const host of ['otro.example:8010', 'localhost.otro.example']) {
    expect(await open('127.0.0.1', { host }), host).toEqual([404, 404])
  }
})

describe('a mail server', () => {
  const email = { to: 'rosa@correo.example', subject: 'Hola', text: 'x', html: '<p>x</p>' }

  test('without STARTTLS gets no email, unless the setting says so (security 12.21)', async () => {
    const { port, received, close } = await openMailServer()
    stops.push(close)
    const send = (options = '') =>
      mailerFor(testConfig({ SMTP_URL: `smtp://127.0.0.1:${port}${options}` }))(email)
    await expect(send()).rejects.toThrow(/STARTTLS/)
    await expect(send('?ignoreTLS=true')).rejects.toThrow(/STARTTLS/)
    expect(received).toHaveLength(0)
    await send('?requireTLS=false')
    expect(received).toHaveLength(1)
  })

  test('with STARTTLS gets it encrypted, if its certificate is trusted (security 12.21)', async () => {
    const { port, received, sessions, close } = await openMailServer({ hasStartTls: true })
    stops.push(close)
    const send = (options = '') =>
      mailerFor(testConfig({ SMTP_URL: `smtp://127.0.0.1:${port}${options}` }))(email)
    await expect(send()).rejects.toThrow(/certificate/)
    expect(received).toHaveLength(0)
    await send('?tls.rejectUnauthorized=false')
    expect(received).toHaveLength(1)
    expect(sessions).toEqual([{ isEncrypted: true }])
  })

  test.each(['ROSA.MUNOZ@CORREO.CL', 'rosa@ñandú.cl', 'José@Correo.cl'])(
    'that rejects %s is quoted without it, in whatever case and alphabet it writes it (security 15.870)',
    async (to) => {
      const seen: string[] = []
      const refuses = (address: string) => {
        seen.push(address)
        return { code: 450, message: `<${address}> ${address.toLowerCase()} is busy` }
      }
      const { url, close } = await openMailServer({ refuses })
      stops.push(close)
      const config = testConfig({ SMTP_URL: url })
      const error: unknown = await mailerFor(config)({ ...email, to }).catch((e) => e)
      const [name = ''] = to.toLowerCase().split('@')
      expect(seen).toHaveLength(1)
      expect(String(error)).toContain('is busy')
      expect(String(error).toLowerCase()).not.toContain(name)
      expect((error as Error).stack?.toLowerCase()).not.toContain(name)
    },
  )

  test.each([
    ['Rosa.Munoz@correo.cl', 'rosa.munoz', 'destinatario'],
    ['josé@correo.cl', 'josé', 'destinatario'],
    // Which may be a code of the server's as well.
    ['550@correo.cl', '550', '550'],
  ])(
    'that writes only the mailbox of %s, as sendmail does, is quoted without it (security 15.923)',
    async (to, mailbox, quoted) => {
      const refuses = () => ({ code: 550, message: `5.1.1 ${mailbox}... User unknown` })
      const { url, close } = await openMailServer({ refuses })
      stops.push(close)
      const config = testConfig({ SMTP_URL: url })
      const error: unknown = await mailerFor(config)({ ...email, to }).catch((e) => e)
      expect(String(error)).toBe(`Error: 550 5.1.1 ${quoted}... User unknown`)
      expect((error as Error).stack).toContain(`5.1.1 ${quoted}... User unknown`)
    },
  )

  test('that rejects an address is quoted without it, in the queue and in the log (security 15.25)', async () => {
    const refuses = (address: string) => ({ code: 450, message: `<${address}> is busy` })
    const { url, close } = await openMailServer({ refuses })
    stops.push(close)
    const error: unknown = await mailerFor(testConfig({ SMTP_URL: url }))(email).catch((e) => e)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).toContain('<destinatario> is busy')
    expect(`${error} ${(error as Error).stack}`).not.toContain(email.to)
  })
})
