import { execFileSync } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, onTestFailed, onTestFinished, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../seeds/personas.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { freePort, type Machine, openMachine, stop } from './carpeta-process.ts'
import { pdf } from './sample-files.ts'
import { testConfig } from './test-config.ts'

// "No accepted request or document is lost by kill -9 or a database restart" (design.md §8). Rosa
// hands in three documents, again and again; each time the portal or its PostgreSQL dies somewhere
// on the way. What she was told to be there is there, nothing is half there, and she can go on.

const ROUNDS = Number(process.env.NEVER_LOST_ROUNDS || 12)
const SEED = Number(process.env.NEVER_LOST_SEED || randomInt(2 ** 31))
const PATIENCE_MS = 30_000
const STEPS = ['create', 'upload', 'upload', 'upload', 'send', 'after'] as const

/** What a call that was answered with a 2xx has promised. */
interface Promised {
  id?: number
  /** By place: the document's number, and the hash of its bytes. */
  documents: Map<number, { id: number; hash: string }>
  sentAt?: string
}

test(
  'nothing that was accepted is lost, whatever dies and whenever',
  async () => {
    console.log(`never-lost: ${ROUNDS} rounds, seed ${SEED}`)
    const random = seeded(SEED)
    const machine = openMachine()
    const port = await freePort()
    let portal = await machine.serve(port)
    onTestFailed(() => console.log(portal.output.stdout.slice(-4000), portal.output.stderr))
    const { pool, close } = await openDatabase(testConfig({ DATA_DIR: machine.dataDir }), 'command')
    onTestFinished(close)
    const rosa = new Member(`http://localhost:${port}`)
    await rosa.logIn()
    const procedureId = await rosa.procedureWithThreeDocuments()
    const jobsAreDone = () =>
      vi.waitFor(async () => {
        const { rows } = await pool.query(
          'select task_identifier, attempts, locked_by, run_at, last_error from graphile_worker.jobs',
        )
        expect(rows).toEqual([])
      }, PATIENCE_MS)
    const all: { promised: Promised; mayRepeatLetter: boolean }[] = []

    for (let round = 1; round <= ROUNDS; round++) {
      const step = Math.floor(random() * STEPS.length)
      const delay = Math.floor(random() * (STEPS[step] === 'upload' ? 80 : 40))
      const victim = round % 4 === 0 ? 'database' : 'portal'
      const files = [0, 1, 2].map(() => fileOf(Math.floor(random() * 3_000_000), random))
      const promised: Promised = { documents: new Map() }
      const handIn = (beforeStep: (step: number) => void) =>
        rosa.handIn({ procedureId, key: `${SEED}-${round}`, files }, promised, beforeStep)

      const death = Promise.withResolvers<void>()
      const kill = async () => {
        if (victim === 'portal') await stop(portal.child, 'SIGKILL')
        else process.kill(aBackendOf(machine), 'SIGKILL')
      }
      await handIn((reached) => {
        if (reached === step) setTimeout(() => kill().then(death.resolve, death.reject), delay)
      }).catch(onlyInterrupted)
      await death.promise
      if (victim === 'portal') portal = await machine.serve(port)

      const where = `round ${round}: ${victim} died ${delay} ms into ${STEPS[step]}`
      await eventually(() => rosa.expectKept(promised, where))
      await eventually(() => handIn(() => {}))
      await rosa.expectKept(promised, where)
      expect([...promised.documents.keys()].toSorted(), where).toEqual([0, 1, 2])
      expect(promised.sentAt, where).toBeDefined()
      all.push({ promised, mayRepeatLetter: STEPS[step] === 'send' || STEPS[step] === 'after' })
      // Or the next death would find a letter of this round on its way.
      await jobsAreDone()
      // The limits of a day are for one day.
      await pool.query("update documents set created_at = created_at - interval '2 days'")
      await pool.query('delete from rate_limits')
    }

    await pool.query("select graphile_worker.add_job('clear_documents')")
    await jobsAreDone()

    const { rows: events } = await pool.query(
      `select request_id, count(*)::int as sent from request_events
    where kind = 'sent' group by request_id`,
    )
    expect(new Set(events.map(({ sent }) => sent))).toEqual(new Set([1]))
    const letters = await subjectsPosted(machine)
    for (const { promised, mayRepeatLetter } of all) {
      const subjects = [
        `Recibimos tu solicitud ${promised.id}: `,
        `Nueva solicitud ${promised.id}: `,
      ]
      for (const subject of subjects) {
        const posted = letters.filter((letter) => letter.startsWith(subject)).length
        // Who dies between posting a letter and noting it posts it again.
        expect(posted, subject).toBeGreaterThanOrEqual(1)
        expect(posted, subject).toBeLessThanOrEqual(mayRepeatLetter ? 2 : 1)
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
  ROUNDS * PATIENCE_MS,
)

/** The portal or its database was away: nobody knows what became of the call. */
class Interrupted extends Error {}

function onlyInterrupted(error: unknown): void {
  if (!(error instanceof Interrupted)) throw error
}

/** Once it is back; anything else than being interrupted is what it is at once. */
async function eventually(attempt: () => Promise<void>): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Interrupted) || Date.now() > end) throw error
    }
  }
}

class Member {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()

  constructor(origin: string) {
    this.#origin = origin
  }

  async logIn(): Promise<void> {
    await this.#call('GET', '/api/auth/csrftoken/')
    const login = { username: personas.rosa.rut, password: SAMPLE_PASSWORD }
    await this.#call('POST', '/api/auth/login/', JSON.stringify(login))
  }

  async procedureWithThreeDocuments(): Promise<number> {
    const { results } = await this.#json('GET', '/api/procedures/')
    return results.find((it: { document_amount: number }) => it.document_amount === 3).id
  }

  /** The way of spec §4. What was promised before is not done again, but for the creation. */
  async handIn(
    { procedureId, key, files }: { procedureId: number; key: string; files: Buffer[] },
    promised: Promised,
    beforeStep: (step: number) => void,
  ): Promise<void> {
    beforeStep(0)
    const body = { procedure_id: procedureId, sale_code: 'V-1001', comment: key }
    const headers = { 'idempotency-key': key }
    const { id } = await this.#json('POST', '/api/request/create/', JSON.stringify(body), headers)
    expect(id).toBe(promised.id ?? id)
    promised.id = id
    for (const [position, bytes] of files.entries()) {
      beforeStep(1 + position)
      if (promised.documents.has(position)) continue
      const form = new FormData()
      form.set('request_id', String(id))
      form.set('position', String(position))
      form.set('document', new Blob([new Uint8Array(bytes)]), `${position}.pdf`)
      const document = await this.#json('POST', '/api/upload-document/', form)
      promised.documents.set(position, { id: document.id, hash: hashOf(bytes) })
    }
    beforeStep(4)
    const sent = await this.#json('POST', '/api/request/send/', JSON.stringify({ request_id: id }))
    promised.sentAt ??= sent.sent_at
    expect(sent.sent_at).toBe(promised.sentAt)
    beforeStep(5)
  }

  /** All that was promised is there, and what was not promised is there whole or not at all. */
  async expectKept({ id, documents, sentAt }: Promised, where: string): Promise<void> {
    if (id === undefined) return
    const request = await this.#json('GET', `/api/requests/${id}/`)
    const kinds = request.events.map(({ kind }: { kind: string }) => kind)
    if (request.state === 'draft') {
      expect([request.sent_at, kinds, sentAt], where).toEqual([null, [], undefined])
    } else {
      expect([request.state, kinds], where).toEqual(['sent', ['sent']])
      expect(request.documents, where).toHaveLength(3)
      if (sentAt) expect(request.sent_at, where).toBe(sentAt)
    }
    for (const [position, document] of documents) {
      expect(request.documents, where).toContainEqual(
        expect.objectContaining({ id: document.id, position }),
      )
      const answer = await this.#call('GET', `/api/documents/${document.id}/`)
      const bytes = await answer.arrayBuffer().catch(() => {
        throw new Interrupted()
      })
      expect(hashOf(Buffer.from(bytes)), where).toBe(document.hash)
    }
  }

  // The test knows the shape; a wrong guess fails there.
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape pass through here
  async #json(...call: Parameters<Member['send']>): Promise<any> {
    const answer = await this.#call(...call)
    return answer.json().catch(() => {
      throw new Interrupted()
    })
  }

  async #call(...call: Parameters<Member['send']>): Promise<Response> {
    const answer = await this.send(...call).catch(() => {
      throw new Interrupted()
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      this.#cookies.set(name, value)
    }
    if (answer.ok) return answer
    if (answer.status === 503) throw new Interrupted()
    throw new Error(`${call[0]} ${call[1]}: ${answer.status} ${await answer.text()}`)
  }

  send(
    method: string,
    path: string,
    body: string | FormData | null = null,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return fetch(this.#origin + path, {
      method,
      body,
      headers: {
        cookie,
        'x-csrftoken': this.#cookies.get('csrftoken') ?? '',
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
    })
  }
}

function fileOf(size: number, random: () => number): Buffer {
  return pdf('a.pdf', { size, text: String(random()) }).bytes
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** One of the server processes of this machine's PostgreSQL: when one is killed, all start anew. */
function aBackendOf({ dataDir }: Machine): number {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!(postmaster > 1)) throw new Error('no PostgreSQL of ours is running')
  return Number(
    execFileSync('pgrep', ['-P', String(postmaster)])
      .toString()
      .split('\n')[0],
  )
}

async function subjectsPosted({ dataDir }: Machine): Promise<string[]> {
  const folder = join(dataDir, 'mailbox')
  const letters = readdirSync(folder).map((name) => readFileSync(join(folder, name)))
  const read = await Promise.all(letters.map((letter) => PostalMime.parse(letter)))
  return read.map(({ subject = '' }) => subject)
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
