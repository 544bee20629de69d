import { afterAll, beforeAll, describe, expect, onTestFailed, test, vi } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { type Connection, connect } from '../../src/db/client.ts'
import { Caller, Interrupted } from '../caller.ts'
import { type Machine, openMachine, stop } from '../carpeta-process.ts'
import { freePort } from '../free-port.ts'
import {
  backendsOf,
  killBackend,
  type OwnPostgres,
  openOwnPostgres,
  ways,
} from '../frozen-postgres.ts'
import { eventually } from './eventually.ts'

// While members call, the process or its database stops, restarts or freezes: what was answered is
// there afterwards (docs/security.md 12.4 to 12.6).

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** Several, since a member begins 50 requests at most. */
const members = [
  { ...personas.rosa, saleCode: 'V-1001' },
  { ...personas.hernan, saleCode: 'V-2001' },
  { ...personas.pia, saleCode: 'V-5001' },
  { ...personas.bruno, saleCode: 'V-6001' },
  { ...personas.losRobles, saleCode: 'V-7001' },
]
/** Answers before and after each fault, at least. */
const ANSWERS = 4

interface Client {
  caller: Caller
  saleCode: string
}

/** Members who create requests until they are stopped, and what was promised to them. */
class Load {
  readonly promised: { id: number; caller: Caller }[] = []
  interruptions = 0
  #isOver = false
  #running: Promise<unknown> = Promise.resolve()

  async start(clients: Client[]): Promise<void> {
    const [first] = clients
    if (!first) throw new Error('a load needs somebody who calls')
    const { results } = await eventually(() => first.caller.json('GET', '/api/procedures/'))
    const { id } = results.find((each: { document_amount: number }) => each.document_amount === 0)
    this.#running = Promise.all(clients.map((client) => this.#create(client, id)))
  }

  async #create({ caller, saleCode }: Client, procedureId: number): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) {
      const key = `${saleCode}-${turn}`
      const form = { procedure_id: procedureId, sale_code: saleCode, comment: key }
      try {
        const body = JSON.stringify(form)
        const { id } = await caller.json('POST', '/api/request/create/', body, {
          'idempotency-key': key,
        })
        this.promised.push({ id, caller })
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error
        this.interruptions++
      }
    }
  }

  /** Until so many more calls succeed. */
  async grows(): Promise<void> {
    const target = this.promised.length + ANSWERS
    await vi.waitFor(() => expect(this.promised.length).toBeGreaterThanOrEqual(target), 120_000)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#running
  }
}

describe.each(ways)('over %s', (way) => {
  let postgres: OwnPostgres
  let serve: () => ReturnType<Machine['serve']>
  let portal: Awaited<ReturnType<Machine['serve']>>
  let database: Connection
  let port: number
  let origin: string
  let clients: Client[]
  const endings: (() => Promise<void>)[] = []
  beforeAll(async () => {
    const atEnd = (end: () => Promise<void>) => void endings.push(end)
    postgres = await openOwnPostgres(atEnd)
    const DATABASE_URL = postgres.urls[way]
    // The time limits of production: while the database is frozen calls are answered.
    const machine = openMachine({ limits: 'production', atEnd })
    port = await freePort()
    origin = `http://localhost:${port}`
    serve = () => machine.serve(port, { DATABASE_URL })
    portal = await serve()
    database = connect(DATABASE_URL)
    atEnd(() => database.close())
    clients = []
    for (const { rut, saleCode } of members) {
      const caller = new Caller(origin)
      await eventually(() => caller.logIn(rut))
      clients.push({ caller, saleCode })
    }
  })
  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })

  async function startLoad(): Promise<Load> {
    onTestFailed(() => console.log(portal.output.stdout.slice(-2000), portal.output.stderr))
    await database.pool.query('delete from requests; delete from rate_limits')
    const load = new Load()
    await load.start(clients)
    await load.grows()
    return load
  }

  async function restartPostgres(): Promise<void> {
    const before = backendsOf(postgres.dataDir)
    killBackend(postgres.dataDir)
    const left = () => backendsOf(postgres.dataDir).filter((pid) => before.includes(pid))
    await vi.waitFor(() => expect(left()).toEqual([]), 120_000)
    await vi.waitFor(() => database.pool.query('select 1'), 120_000)
  }

  async function expectStored({ promised }: Load): Promise<void> {
    for (const { id, caller } of promised) {
      const request = await eventually(() => caller.json('GET', `/api/requests/${id}/`))
      expect([request.id, request.state]).toEqual([id, 'draft'])
    }
  }

  test('a database that freezes gives 503, and the portal goes on when it is back (security 12.5, security 12.236)', async () => {
    const load = await startLoad()
    postgres.freeze()
    try {
      await vi.waitFor(
        () => expect(load.interruptions).toBeGreaterThanOrEqual(clients.length),
        120_000,
      )
      expect((await fetch(`${origin}/api/health/`)).status).toBe(200)
      expect((await fetch(`${origin}/api/health/ready/`)).status).toBe(503)
    } finally {
      postgres.thaw()
    }
    await load.grows()
    await load.stop()
    await expectStored(load)
  })

  test('a database that restarts loses nothing that was answered (security 12.6, security 12.236)', async () => {
    const load = await startLoad()
    for (let restart = 0; restart < 3; restart++) {
      await restartPostgres()
      await load.grows()
    }
    await load.stop()
    await expectStored(load)
  })

  test('SIGTERM ends the process cleanly, and everything that was answered is stored (security 12.4)', async () => {
    const load = await startLoad()
    await stop(portal.child, 'SIGTERM')
    const { code, stderr } = await portal.finished
    await load.stop()
    expect([code, stderr]).toEqual([0, ''])
    expect(load.interruptions).toBeGreaterThan(0)
    await serve()
    await expectStored(load)
  })
})
