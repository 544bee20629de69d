import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test, vi } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openMachineWith, stop } from '../../test/carpeta-process.ts'
import { freePort } from '../../test/free-port.ts'
import { WORKER_LOCK } from '../db/advisory-locks.ts'
import { one, sql } from '../db/query.ts'

// Runs whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 })

async function askForRestoreEmail(port: number): Promise<number> {
  const origin = `http://localhost:${port}`
  const first = await fetch(`${origin}/api/auth/csrftoken/`)
  const { token } = (await first.json()) as { token: string }
  const cookie = first.headers.getSetCookie().map((line) => line.split(';')[0])
  const { status } = await fetch(`${origin}/api/send-restore-password-ss/`, {
    method: 'POST',
    headers: {
      cookie: cookie.join('; '),
      'x-csrftoken': token,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ social_security: personas.rosa.rut }),
  })
  return status
}

test('a portal without jobs leaves its emails to the workers, which send each once (§12.501)', async () => {
  const machine = await openMachineWith('sample', onTestFinished)
  const port = await freePort()
  await machine.serve(port, {}, ['--no-worker'])
  const { db } = machine.database
  const count = async (query: ReturnType<typeof sql>) =>
    (await one<{ count: number }>(db, query)).count
  const workers = () =>
    count(sql`select count(*) from pg_locks
      where locktype = 'advisory' and classid = ${WORKER_LOCK}
        and database = (select oid from pg_database where datname = current_database())`)
  // A job that runs may add the next one: the email of a restore is sent by the second.
  const jobs = () =>
    count(sql`select count(*) from graphile_worker.jobs
      where attempts = 0 or locked_at is not null`)
  const mailbox = join(machine.dataDir, 'mailbox')
  const subjects = async () => {
    const names = existsSync(mailbox) ? readdirSync(mailbox) : []
    const emails = names.map((name) => PostalMime.parse(readFileSync(join(mailbox, name))))
    return (await Promise.all(emails)).map(({ subject }) => subject)
  }

  expect(await askForRestoreEmail(port)).toBe(200)
  expect([await workers(), await subjects()]).toEqual([0, []])
  expect(await jobs()).toBeGreaterThan(0)

  const running = await Promise.all([
    machine.startUntilReady(['worker']),
    machine.startUntilReady(['worker']),
  ])
  // Each has one for quick jobs, and one for emails and loads.
  expect(await workers()).toBe(4)
  await vi.waitFor(async () => expect(await jobs()).toBe(0), 120_000)
  for (const { child, finished } of running) {
    await stop(child, 'SIGTERM')
    expect(await finished).toMatchObject({ code: 0, stderr: '' })
  }
  await vi.waitFor(async () => expect(await workers()).toBe(0), 60_000)
  // The sample cooperative has invited one member.
  expect((await subjects()).toSorted()).toEqual([
    'Activa tu Carpeta Virtual',
    'Recupera tu contraseña',
  ])
})
