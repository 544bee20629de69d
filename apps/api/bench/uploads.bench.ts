import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import { personas } from '../seeds/personas.ts'
import { many, sql } from '../src/db/query.ts'
import { uploadsAtOnce } from '../src/http/bodies.ts'
import { pdf } from '../test/sample-files.ts'
import { upload } from '../test/visitor.ts'
import { cpuSeconds, logIn, openBench, type Process, peakMb, percentile } from './portal-process.ts'
import { result } from './result.ts'

// Fifty documents of 10 MB arrive for as many requests, as many at once as a member may send. A bare route that
// writes its body to a file is the measure, as a process of its own on the same disk.

const FILES = 50
const BYTES = 10 * 1024 * 1024
const ROUNDS = 3
const members = [
  { rut: personas.rosa.rut, sale: 'V-1001' },
  { rut: personas.hernan.rut, sale: 'V-2001' },
]

await using bench = await openBench()
const portal = await bench.startPortal()
const bare = await bench.startProgram('bare-upload.ts', { UPLOADS: `${bench.folder}/bare` })
const drafts = await createDrafts(portal.origin)
const file = pdf('escritura.pdf', { size: BYTES })
// Both have compiled what the upload runs.
await send(portal, drafts.slice(0, 2))
await send(bare, drafts.slice(0, 2))
await delay(2000)

const ratios: number[] = []
const growths: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const least = await measure(bare)
  const ours = await measure(portal)
  ratios.push(ours.mbPerSecond / least.mbPerSecond)
  growths.push(ours.growth)
  for (const [name, { mbPerSecond, growth, cpu }] of Object.entries({ bare: least, ours }))
    console.log(
      `${name}: ${mbPerSecond.toFixed(0)} MB/s, memory +${growth} MB, ${cpu.toFixed(2)} s of the processor`,
    )
}
const what = `${FILES} uploads of 10 MB`
result({
  what: `${what}, of bare`,
  value: percentile(ratios, 0.5),
  unit: '',
  aim: { atLeast: 0.5 },
})
result({ what: `${what}, memory`, value: Math.max(...growths), unit: 'MB', aim: { atMost: 100 } })

async function measure(process: Process) {
  const used = cpuSeconds(process)
  const { peak: before } = await peakMb(process, () => delay(500))
  const begin = performance.now()
  const { peak } = await peakMb(process, () => send(process, drafts))
  const seconds = (performance.now() - begin) / 1000
  // What a member may upload in a day is not what is measured here.
  await bench.owner.pool.query('delete from rate_limits')
  await bench.owner.pool.query("update documents set created_at = created_at - interval '2 days'")
  const mbPerSecond = (FILES * BYTES) / 1024 / 1024 / seconds
  return { mbPerSecond, growth: peak - before, cpu: cpuSeconds(process) - used }
}

interface Draft {
  id: number
  headers: Record<string, string>
}

async function createDrafts(origin: string): Promise<Draft[]> {
  const [procedure] = await many<{ id: number }>(
    bench.owner.db,
    sql`select id from procedures where cardinality(documents) > 0 order by id limit 1`,
  )
  const made: Draft[] = []
  for (const { rut, sale } of members) {
    const headers = await logIn(origin, rut)
    for (let at = 0; at < FILES / members.length; at++) {
      const answer = await fetch(`${origin}/api/request/create/`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ procedure_id: procedure?.id, sale_code: sale, comment: `${at}` }),
      })
      if (!answer.ok) throw new Error(`draft: ${answer.status} ${await answer.text()}`)
      made.push({ id: ((await answer.json()) as { id: number }).id, headers })
    }
  }
  return made
}

async function send({ origin }: Process, to: Draft[]): Promise<void> {
  const path = origin === portal.origin ? '/api/upload-document/' : '/'
  const turns = new Map(to.map(({ headers }) => [headers, pLimit(uploadsAtOnce.maxOfOwner)]))
  await Promise.all(
    to.map(({ id, headers }) => {
      const { payload, headers: type } = upload(file, { request_id: id, position: 0 })
      const all = { ...headers, ...type } as Record<string, string>
      return turns.get(headers)?.(() => post(origin + path, all, payload as Buffer))
    }),
  )
}

function post(url: string, headers: Record<string, string>, body: Buffer): Promise<void> {
  return new Promise((done, fail) => {
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
    })
    sent.on('error', fail)
    sent.on('response', (answer) => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === 201 ? done() : fail(new Error(`${url}: ${answer.statusCode}`)),
      )
    })
    sent.end(body)
  })
}
