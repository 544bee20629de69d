import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, onTestFailed, onTestFinished, test, vi } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { Caller, Interrupted } from '../../test/caller.ts'
import { type Machine, openSampleMachine, stop } from '../../test/carpeta-process.ts'
import { eventually } from '../../test/faults/eventually.ts'
import { seeded } from '../../test/faults/seeded.ts'
import { freePort } from '../../test/free-port.ts'
import { killBackend } from '../../test/frozen-postgres.ts'
import {
  type BeforeStep,
  hashOf,
  InterruptedRequest,
  steps,
} from '../../test/interrupted-request.ts'
import { pdf } from '../../test/sample-files.ts'
import { testConfig } from '../../test/test-config.ts'
import { openDatabase } from '../db/open-database.ts'

// No accepted request or document is lost by kill -9 or a database restart
// (docs/specification.md §12.75). In each round Rosa sends three documents while another device autosaves, replaces a
// rejected one, and Mario answers with a file; the portal or PostgreSQL is killed at a random step.

const ROUNDS = Number(process.env.NEVER_LOST_ROUNDS || 4)
const SEED = Number(process.env.NEVER_LOST_SEED || randomInt(2 ** 31))
const TIMEOUT_MS = 30_000
const SEND = steps.indexOf('send')
/** From this step on the request is sent. */
const SENT = steps.indexOf('after')

test(
  'no accepted request or document is lost, whichever process is killed and when (§12.75, security 12.3, security 12.6)',
  async () => {
    console.log(`never-lost: ${ROUNDS} rounds, seed ${SEED}`)
    const random = seeded(SEED)
    const machine = await openSampleMachine()
    const port = await freePort()
    const origin = `http://localhost:${port}`
    let portal = await machine.serve(port)
    onTestFailed(() => console.log(portal.output.stdout.slice(-4000), portal.output.stderr))
    const { pool, close } = await openDatabase(testConfig({ DATA_DIR: machine.dataDir }), 'command')
    onTestFinished(close)
    const people = { rosa: new Caller(origin), mario: new Caller(origin) }
    await people.rosa.logIn(personas.rosa.rut)
    await people.mario.logIn(personas.mario.rut)
    const procedureId = await procedureWithThreeDocuments(people.rosa)
    const jobsAreDone = () =>
      vi.waitFor(async () => {
        const { rows } = await pool.query(
          'select task_identifier, attempts, locked_by, run_at, last_error from graphile_worker.jobs',
        )
        expect(rows).toEqual([])
      }, TIMEOUT_MS)
    const all: { tracked: InterruptedRequest; step: number; furthest: number }[] = []

    for (let round = 1; round <= ROUNDS; round++) {
      const step = Math.floor(random() * steps.length)
      const delay = Math.floor(random() * (steps[step] === 'upload' ? 80 : 40))
      const autosaveBefore = Math.floor(random() * (SENT + 1))
      const victim = round % 4 === 0 ? 'database' : 'portal'
      const files = Array.from({ length: 5 }, () =>
        fileOf(Math.floor(random() * 3_000_000), random),
      )
      const plan = { procedureId, key: `${SEED}-${round}`, autosaveBefore }
      const tracked = new InterruptedRequest(people, plan, files)
      const isAnswered = step > SENT

      const death = Promise.withResolvers<void>()
      const kill = async () => {
        if (victim === 'portal') await stop(portal.child, 'SIGKILL')
        else killBackend(machine.dataDir)
      }
      let furthest = 0
      const die: BeforeStep = (reached) => {
        furthest = reached
        if (reached === step) setTimeout(() => kill().then(death.resolve, death.reject), delay)
      }
      const run = async (beforeStep: BeforeStep) => {
        await tracked.submit(beforeStep)
        if (isAnswered) await tracked.complete(beforeStep)
      }
      await run(die).catch(onlyInterrupted)
      await death.promise
      if (victim === 'portal') portal = await machine.serve(port)

      const where = `round ${round}: ${victim} died ${delay} ms into ${steps[step]}`
      await eventually(() => tracked.expectStored(where))
      await eventually(() => run(() => {}))
      await tracked.expectStored(where)
      expect([...tracked.documents.keys()].toSorted(), where).toEqual([0, 1, 2])
      expect([tracked.sentAt, tracked.answerFile], where).toEqual([
        expect.any(String),
        isAnswered ? expect.anything() : undefined,
      ])
      all.push({ tracked, step, furthest })
      // The next kill must not interrupt an email of this round.
      await jobsAreDone()
      // Resets the daily limits.
      await pool.query("update documents set created_at = created_at - interval '2 days'")
      await pool.query('delete from rate_limits')
    }

    await pool.query("select graphile_worker.add_job('remove_orphaned_documents')")
    await jobsAreDone()

    const { rows: events } = await pool.query(
      `select request_id, count(*)::int as sent from request_events
    where kind = 'sent' group by request_id`,
    )
    expect(new Set(events.map(({ sent }) => sent))).toEqual(new Set([1]))
    const emails = await sentSubjects(machine)
    for (const { tracked, step, furthest } of all) {
      const subjects = [
        'Recibimos tu solicitud',
        'Nueva solicitud',
        ...(step > SENT
          ? ['Falta algo en tu solicitud', 'Respuesta a la solicitud', 'Respondimos tu solicitud']
          : []),
      ].map((start) => `${start} ${tracked.id}: `)
      for (const subject of subjects) {
        const sent = emails.filter((message) => message.startsWith(subject)).length
        // A worker killed between sending an email and recording it sends it again; the kill can
        // happen some steps after the planned one.
        expect(sent, subject).toBeGreaterThanOrEqual(1)
        expect(sent, subject).toBeLessThanOrEqual(furthest >= SEND ? 2 : 1)
      }
    }

    const { rows } = await pool.query(
      `select storage_key, state, size::int, sha256,
      exists (select from request_documents where document_id = documents.id) as attached
    from documents order by storage_key`,
    )
    const folder = join(machine.dataDir, 'documents')
    expect(readdirSync(folder).toSorted()).toEqual(rows.map(({ storage_key }) => storage_key))
    for (const { storage_key, state, size, sha256, attached } of rows) {
      const bytes = readFileSync(join(folder, storage_key))
      expect([state, attached, bytes.length, hashOf(bytes)]).toEqual(['kept', true, size, sha256])
    }
  },
  2 * ROUNDS * TIMEOUT_MS,
)

function onlyInterrupted(error: unknown): void {
  if (!(error instanceof Interrupted)) throw error
}

async function procedureWithThreeDocuments(rosa: Caller): Promise<number> {
  const { results } = await rosa.json('GET', '/api/procedures/')
  return results.find((it: { document_amount: number }) => it.document_amount === 3).id
}

function fileOf(size: number, random: () => number): Buffer {
  return pdf('a.pdf', { size, text: String(random()) }).bytes
}

async function sentSubjects({ dataDir }: Machine): Promise<string[]> {
  const folder = join(dataDir, 'mailbox')
  const emails = readdirSync(folder).map((name) => readFileSync(join(folder, name)))
  const read = await Promise.all(emails.map((message) => PostalMime.parse(message)))
  return read.map(({ subject = '' }) => subject)
}
