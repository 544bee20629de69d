import { expect, onTestFailed, test, vi } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { Caller, Interrupted } from '../caller.ts'
import { freePort, openMachine, stop } from '../carpeta-process.ts'
import { eventually } from './eventually.ts'
import { backendsOf, signalPostgres } from './machine-postgres.ts'

// While members call, the process or its database stops, restarts or freezes: what was answered is
// there afterwards (docs/security.md 12.4 to 12.6).

vi.setConfig({ testTimeout: 300_000 })

const CLIENTS = 8
/** Answers before and after each fault; a member may create 100 requests an hour. */
const ANSWERS = 15

/** Members who create requests until they are stopped, and what was promised to them. */
class Load {
  readonly promised: number[] = []
  interruptions = 0
  #isOver = false
  #running: Promise<unknown> = Promise.resolve()

  async start(rosa: Caller, callers: Caller[]): Promise<void> {
    const { results } = await rosa.json('GET', '/api/procedures/')
    const { id } = results.find((each: { document_amount: number }) => each.document_amount === 0)
    this.#running = Promise.all(callers.map((caller, index) => this.#create(caller, id, index)))
  }

  async #create(caller: Caller, procedureId: number, client: number): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) {
      const key = `${client}-${turn}`
      const form = { procedure_id: procedureId, sale_code: 'V-1001', comment: key }
      try {
        const body = JSON.stringify(form)
        const { id } = await caller.json('POST', '/api/request/create/', body, {
          'idempotency-key': key,
        })
        this.promised.push(id)
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error
        this.interruptions++
      }
    }
  }

  /** Until so many more calls succeed. */
  async grows(): Promise<void> {
    const target = this.promised.length + ANSWERS
    await vi.waitFor(() => expect(this.promised.length).toBeGreaterThanOrEqual(target), 60_000)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#running
  }
}

/** A portal under load. */
async function openLoadedPortal() {
  const machine = openMachine()
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const portal = await machine.serve(port)
  onTestFailed(() => console.log(portal.output.stdout.slice(-2000), portal.output.stderr))
  const rosa = new Caller(origin)
  await rosa.logIn(personas.rosa.rut)
  const callers = Array.from({ length: CLIENTS }, () => new Caller(origin))
  for (const caller of callers) await caller.logIn(personas.rosa.rut)
  const load = new Load()
  await load.start(rosa, callers)
  await load.grows()
  return { machine, port, origin, portal, load, rosa }
}

async function expectStored(rosa: Caller, { promised }: Load): Promise<void> {
  for (const id of new Set(promised)) {
    const request = await eventually(() => rosa.json('GET', `/api/requests/${id}/`))
    expect([request.id, request.state]).toEqual([id, 'draft'])
  }
}

test('SIGTERM ends the process cleanly, and everything that was answered is stored (security 12.4)', async () => {
  const { machine, port, portal, load, rosa } = await openLoadedPortal()
  await stop(portal.child, 'SIGTERM')
  const { code, stderr } = await portal.finished
  await load.stop()
  expect([code, stderr]).toEqual([0, ''])
  expect(load.interruptions).toBeGreaterThan(0)
  await machine.serve(port)
  await expectStored(rosa, load)
})

test('a database that freezes gives 503, and the portal goes on when it is back (security 12.5)', async () => {
  const { machine, origin, load, rosa } = await openLoadedPortal()
  signalPostgres(machine, 'SIGSTOP')
  try {
    await vi.waitFor(() => expect(load.interruptions).toBeGreaterThanOrEqual(CLIENTS), 60_000)
    expect((await fetch(`${origin}/api/health/`)).status).toBe(200)
    expect((await fetch(`${origin}/api/health/ready/`)).status).toBe(503)
  } finally {
    signalPostgres(machine, 'SIGCONT')
  }
  await load.grows()
  await load.stop()
  await expectStored(rosa, load)
})

test('a database that restarts loses nothing that was answered (security 12.6)', async () => {
  const { machine, load, rosa } = await openLoadedPortal()
  for (let restart = 0; restart < 3; restart++) {
    process.kill(backendsOf(machine)[0] ?? 0, 'SIGKILL')
    await load.grows()
  }
  await load.stop()
  await expectStored(rosa, load)
})
