import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requestStates } from '@carpeta/domain/requests/request-states'
import fc from 'fast-check'
import type { PersonaName } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../open-portal.ts'
import { pdf } from '../sample-files.ts'
import { storeRequest } from '../stored-requests.ts'
import type { Answer, Visitor } from '../visitor.ts'
import { answerFault } from './answer-fault.ts'
import { listApiCalls } from './api-calls.ts'
import { type Input, inputOf } from './inputs.ts'
import { machineLoad } from './machine-load.ts'
import { alone, withOthers } from './take-turns.ts'

/** An answer takes longer only when something is wrong. */
const MAX_MS = 2_000
const MAX_REPEATS = 5
/** Characters of an answer in the report. */
const MAX_SHOWN = 2_000
/** Inputs after which limits start again, or most answers would be a 429. */
const INPUTS_PER_WINDOW = 200

export type Person = PersonaName | 'anonymous'

interface Report {
  inputs: number
  statuses: Record<number, number>
  /** Calls that were answered with success at least once. */
  succeeded: Set<string>
}

/**
 * Sends random inputs to random calls as one person, and stops at the first fault, which it shrinks.
 * @param from the inputs of the seed that an earlier run has sent
 * @throws {Error} with seed, input and answer
 */
export async function fuzz(
  person: Person,
  { inputs, from, seed }: { inputs: number; from: number; seed: number },
): Promise<Report> {
  const report: Report = { inputs: 0, statuses: {}, succeeded: new Set() }
  const target = new Target(person)
  try {
    await target.open()
    const calls = await listApiCalls(target.visitor)
    await fc.assert(
      fc.asyncProperty(inputOf(calls), async (input) => {
        if (report.inputs++ % INPUTS_PER_WINDOW === 0) await target.resetLimits()
        const answer = await withOthers(() => target.send(input))
        const fault = answerFault(answer) ?? (await slowness(target, input))
        if (fault)
          throw new Error(
            `${fault}: ${answer.status} ${answer.bytes.toString().slice(0, MAX_SHOWN)}`,
          )
        report.statuses[answer.status] = (report.statuses[answer.status] ?? 0) + 1
        if (answer.status < 300) report.succeeded.add(input.call)
      }),
      { numRuns: inputs - from, seed, ...(from > 0 && { path: String(from) }) },
    )
    return report
  } finally {
    await target.close()
  }
}

/**
 * Sent again alone when it was slow, and measured against how busy the machine is: the calls of the
 * other people, or of other programs, are not a fault of the input.
 */
async function slowness(target: Target, input: Input): Promise<string | null> {
  if (target.lastMs <= MAX_MS) return null
  return alone(async () => {
    let ms = 0
    for (let repeats = 0; repeats < MAX_REPEATS; repeats++) {
      const before = machineLoad()
      await target.send(input)
      ms = target.lastMs / Math.max(before, machineLoad())
      if (ms <= MAX_MS) return null
    }
    return `${Math.round(ms)} ms`
  })
}

/** A portal and a person in it; some inputs end the session or even the account. */
class Target {
  readonly #person: Person
  #portal: Portal | null = null
  #visitor: Visitor | null = null
  lastMs = 0

  constructor(person: Person) {
    this.#person = person
  }

  get visitor(): Visitor {
    if (!this.#visitor) throw new Error('the portal is closed')
    return this.#visitor
  }

  async open(): Promise<void> {
    await this.close()
    const portal = await openPortal()
    this.#portal = portal
    for (const state of requestStates) await storeRequest(portal, { state })
    await writeDocuments(portal)
    await this.#signIn(portal)
  }

  async #signIn(portal: Portal): Promise<void> {
    if (this.#person !== 'anonymous') this.#visitor = await portal.as(this.#person)
    else {
      this.#visitor = portal.visitor()
      await this.#visitor.fetchToken()
    }
  }

  async send({ method, url, options }: Input): Promise<Answer> {
    if (this.#person !== 'anonymous' && !this.visitor.cookies.has('sessionid')) await this.#renew()
    const start = performance.now()
    const answer = await this.visitor.call(method, url, options)
    this.lastMs = performance.now() - start
    if (answer.status === 401 && this.#person !== 'anonymous') await this.#renew()
    return answer
  }

  /** Signs in again, or begins with a new portal when the account does not allow it any more. */
  async #renew(): Promise<void> {
    try {
      await this.resetLimits()
      if (this.#portal) await this.#signIn(this.#portal)
    } catch {
      await this.open()
    }
  }

  async resetLimits(): Promise<void> {
    await this.#portal?.pool.query('delete from rate_limits; delete from login_attempts')
  }

  async close(): Promise<void> {
    await this.#portal?.close()
    this.#portal = null
  }
}

/** The stored requests have documents without files. */
async function writeDocuments({ pool, config }: Portal): Promise<void> {
  if (config.documents.kind !== 'folder') throw new Error('documents are not in a folder')
  const { folder } = config.documents
  mkdirSync(folder, { recursive: true })
  const { rows } = await pool.query('select storage_key from documents')
  for (const { storage_key: key } of rows) writeFileSync(join(folder, key), pdf().bytes)
}
