import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { endpoints, type System } from '@carpeta/contract/system'
import { jobName } from '@carpeta/domain/system/job-names'
import { systemMessages } from '@carpeta/domain/system/system-messages'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cloneDatabase, openPortal, openPortalForTest, testConfig } from '../../test/open-portal.ts'
import { openMailServer } from '../../test/smtp-server.ts'
import { ViewAsCalls } from '../../test/users/view-as-calls.ts'
import type { Visitor } from '../../test/visitor.ts'
import { registerRunning } from '../db/locks-store.ts'
import { exec, sql } from '../db/query.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import { mailerFor } from '../email/mailer.ts'
import { workOnce } from '../jobs/run-worker.ts'
import { rateLimitsFor } from '../throttle/rate-limits.ts'
import { jobsFor } from '../worker.ts'
import { examinationOf } from './check.ts'
import { systemReader } from './system.ts'
import { processesCheck } from './upkeep-checks.ts'

const email = { to: 'rosa@correo.example', subject: 'Hola', text: 'Hola', html: '<p>Hola</p>' }

async function systemOf(person: Visitor): Promise<System> {
  const { status, body } = await person.get('/api/system/')
  expect(status).toBe(200)
  expect(endpoints['GET /api/system/'].answer.strict().parse(body)).toEqual(body)
  return body
}

const lineOf = (findings: System['mail']['findings'], name: string) =>
  findings.find((finding) => finding.name === name)

const sentOf = ({ mail }: System) =>
  mail.figures?.hours.reduce((sum, { sent }) => sum + sent, 0) ?? 0

test('Iván alone, a superuser, sees how the portal is: nobody else, and not while he views it as Rosa (security 5.565)', async () => {
  const portal = await openPortal()
  onTestFinished(portal.close)
  expect((await portal.visitor().get('/api/system/')).status).toBe(401)
  for (const name of ['rosa', 'carla', 'mario'] as const) {
    expect((await (await portal.as(name)).get('/api/system/')).status).toBe(403)
  }
  const ivan = await portal.as('ivan')
  const system = await systemOf(ivan)
  expect(system.database.figures?.bytes).toBeGreaterThan(1_000_000)
  expect(lineOf(system.database.findings, 'Esquema')).toEqual({
    name: 'Esquema',
    state: 'ok',
    text: 'al día.',
  })
  expect(lineOf(system.documents.findings, 'Disco')?.text).toMatch(/quedan \d+,\d GB/)
  expect(lineOf(system.backups.findings, 'Respaldo')?.text).toMatch(/sin BACKUP_URL/)
  expect(lineOf(system.mail.findings, 'Correo')?.text).toMatch(/sin SMTP_URL/)
  expect(lineOf(system.data.findings, 'UF')?.state).toBe('ok')

  expect((await new ViewAsCalls(portal).viewAs(ivan, 'rosa')).status).toBe(200)
  expect((await ivan.get('/api/system/')).status).toBe(403)
})

test('an email that the mail server leaves for later, and one that it refuses, are counted by hour and reason; of their jobs Iván sees the kind, the attempts and a sentence, and nothing of Rosa (security 11.565, §12.1492)', async () => {
  const mail = await openMailServer({
    refuses: (address) =>
      address.startsWith('rosa')
        ? { code: 451, message: 'Rosa Muñoz, rut 12.345.678-5, has no room' }
        : address.startsWith('nadie')
          ? { code: 550, message: 'No such user' }
          : undefined,
  })
  onTestFinished(() => mail.close())
  const portal = await openPortalForTest({ SMTP_URL: mail.url })
  const { db, pool, config, app } = portal
  // The sample's own.
  await portal.sentEmails()
  const ivan = await portal.as('ivan')
  const before = sentOf(await systemOf(ivan))
  for (const to of ['rosa@correo.example', 'nadie@correo.example', 'pia@correo.example']) {
    await enqueueEmail(db, { ...email, to }, config)
  }
  const services = { db, config, limits: rateLimitsFor(pool), mailer: mailerFor(config) }
  await workOnce(pool, jobsFor(services).tasks, app.log)

  const waiting = await systemOf(ivan)
  expect(sentOf(waiting)).toBe(before + 1)
  expect(waiting.mail.figures).toMatchObject({
    waiting: [{ task: 'send_email', emails: 1 }],
    failures: expect.arrayContaining([
      { outcome: 'failed', emails: 1 },
      { outcome: 'recipient', emails: 1 },
    ]),
  })
  expect(waiting.jobs.figures?.failing).toEqual([
    expect.objectContaining({
      task: 'send_email',
      has_failed: false,
      attempts: 1,
      failure: 'El otro servidor respondió con el código 451.',
    }),
  ])
  await exec(
    db,
    sql`select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs),
      'connect ECONNREFUSED, emailing Rosa Muñoz')`,
  )
  const failed = await systemOf(ivan)
  expect(failed.jobs.figures?.kinds).toEqual([
    { task: 'send_email', waiting: 0, running: 0, failed: 1 },
  ])
  expect(failed.jobs.figures?.failing).toMatchObject([
    { has_failed: true, failure: 'El otro servidor no acepta conexiones.' },
  ])
  expect(lineOf(failed.jobs.findings, 'Trabajos')).toMatchObject({
    state: 'warning',
    text: '1 falló y no se intenta más: «Los que fallan», en Sistema, dice cuáles.',
  })
  expect(JSON.stringify([waiting, failed])).not.toMatch(/rosa|muñoz|12\.345\.678/i)
})

test('Iván tries a failed email again and it goes out; one that he discards is gone with its text, and only a failed one can be; nobody else may (security 5.566, §12.1493)', async () => {
  const mail = await openMailServer()
  onTestFinished(() => mail.close())
  const portal = await openPortalForTest({ SMTP_URL: mail.url })
  const { db, pool, config, app } = portal
  await portal.sentEmails()
  const ivan = await portal.as('ivan')
  const enqueueFailed = async () => {
    await enqueueEmail(db, email, config)
    const { rows } = await portal.pool.query(
      `select failed.id::int from graphile_worker.jobs jobs,
         lateral graphile_worker.permanently_fail_jobs(array[jobs.id], 'ECONNREFUSED') failed
       where jobs.last_error is null`,
    )
    return Number(rows[0].id)
  }
  const act = (person: Visitor, id: number, action: 'retry' | 'discard') =>
    person.post(`/api/system/jobs/${id}/${action}/`)
  const failing = async () => (await systemOf(ivan)).jobs.figures?.failing.map(({ id }) => id)
  const services = { db, config, limits: rateLimitsFor(pool), mailer: mailerFor(config) }
  const work = () => workOnce(pool, jobsFor(services).tasks, app.log)

  const [retried, discarded] = [await enqueueFailed(), await enqueueFailed()]
  for (const action of ['retry', 'discard'] as const) {
    expect((await act(portal.visitor(), retried, action)).status).toBe(401)
    expect((await act(await portal.as('carla'), retried, action)).status).toBe(403)
  }
  expect((await failing())?.toSorted((a, b) => a - b)).toEqual([retried, discarded])

  expect((await act(ivan, discarded, 'discard')).status).toBe(200)
  expect((await act(ivan, retried, 'retry')).status).toBe(200)
  // It is tried again, and no longer one that failed.
  const second = await act(ivan, retried, 'discard')
  expect([second.status, second.body]).toEqual([409, systemMessages.notFailing.text])
  await work()
  expect(mail.received.map(({ to }) => to?.[0]?.address)).toEqual(['rosa@correo.example'])
  await vi.waitFor(async () => expect(await failing()).toEqual([]))
  const { rows } = await portal.pool.query('select from waiting_emails')
  expect(rows).toHaveLength(0)
  for (const id of [retried, discarded, 987_654]) {
    expect((await act(ivan, id, 'retry')).status).toBe(409)
  }
})

/** A server that says only what a test lets it say. */
async function openTcpServer(talk: (socket: Socket) => void) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    talk(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return { port, sockets }
}

test('a mail server that takes connections and says nothing does not hold up the page, and is not asked twice at once (security 12.565)', async () => {
  const { port, sockets } = await openTcpServer(() => {})
  const database = await cloneDatabase('empty')
  onTestFinished(() => database.close())
  const config = testConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  const read = systemReader({ db: database.db, config }, 1)
  for (const system of [await read(), await read()]) {
    expect(system.mail.findings).toEqual([
      { name: 'Correo', state: 'failure', text: 'no respondió.' },
    ])
  }
  await vi.waitFor(() => expect(sockets).toHaveLength(1))
})

test('a mail server that quotes the password which it refuses does not bring it to the page (security 11.566)', async () => {
  const answers: [RegExp, (line: string) => string][] = [
    [/^EHLO/, () => '250-mail.example\r\n250 AUTH PLAIN\r\n'],
    [
      /^AUTH PLAIN/,
      (line) => `535 ${Buffer.from(line.slice(11), 'base64').toString().replaceAll('\0', ' ')}\r\n`,
    ],
  ]
  const { port } = await openTcpServer((socket) => {
    socket.write('220 mail.example ESMTP\r\n')
    socket.on('data', (data) => {
      const answer = answers.find(([pattern]) => pattern.test(String(data)))
      socket.write(answer ? answer[1](String(data)) : '250 OK\r\n')
    })
  })
  const portal = await openPortalForTest({
    SMTP_URL: `smtp://portal:S3creta%21@127.0.0.1:${port}?requireTLS=false`,
  })
  const { mail } = await systemOf(await portal.as('ivan'))
  expect(mail.findings).toMatchObject([
    { state: 'failure', text: expect.stringMatching(/^127\.0\.0\.1:\d+: .*535.*portal ···/) },
  ])
})

test('who serves and who works is told, and that nobody sends emails (§12.1491)', async () => {
  const database = await cloneDatabase('empty')
  onTestFinished(() => database.close())
  const { db, pool } = database
  const examine = () => processesCheck.examine(examinationOf(testConfig(), async () => db))
  expect(await examine()).toEqual({ state: 'warning', text: 'no corre ninguno.' })
  const serving = await registerRunning(pool, { serves: true })
  onTestFinished(() => serving.end())
  expect(await examine()).toMatchObject({
    state: 'warning',
    text: expect.stringMatching(/^1 atiende el portal y 0 hacen sus trabajos\. Sin uno/),
  })
  const both = await registerRunning(pool, { serves: true, works: true })
  onTestFinished(() => both.end())
  expect(await examine()).toEqual({
    state: 'ok',
    text: '2 atienden el portal y 1 hace sus trabajos.',
  })
})

test('every job has a name that a person understands (§12.1490)', async () => {
  const portal = await openPortal()
  onTestFinished(portal.close)
  const { db, pool, config } = portal
  const scheduled = {
    ...config,
    accounting: { ...config.accounting, url: 'mysql://x', every: ['03:00'] },
  }
  const services = { db, config: scheduled, limits: rateLimitsFor(pool), mailer: async () => {} }
  const tasks = Object.keys(jobsFor(services).tasks)
  expect(tasks.length).toBeGreaterThan(25)
  expect(tasks.filter((task) => jobName(task) === task)).toEqual([])
})
