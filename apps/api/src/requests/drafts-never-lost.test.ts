import { randomInt } from 'node:crypto'
import { setImmediate as tick } from 'node:timers/promises'
import type { Draft, DraftFile } from '@carpeta/contract/requests'
import { MAX_SLOT_FILES } from '@carpeta/domain/requests/document-rules'
import { beforeAll, describe, expect, test } from 'vitest'
import { seeded } from '../../test/faults/seeded.ts'
import type { Portal } from '../../test/open-portal.ts'
import { photo } from '../../test/pdf/readable-files.ts'
import { openRequestsPortal, ROSAS_SALE } from '../../test/requests-portal.ts'
import { storeRequest, TRANSFER } from '../../test/stored-requests.ts'
import { type Answer, json, upload, type Visitor } from '../../test/visitor.ts'

// Two devices write one draft, in any order, with answers that are lost, calls whose connection to the database
// is killed, reloads, and a procedure whose documents change (docs/specification.md §12.1048).

const SEEDS = Number(process.env.DRAFT_SEEDS || 40)
const FIRST_SEED = Number(process.env.DRAFT_SEED || randomInt(2 ** 30))
// Many short walks meet more than a few long ones: most faults need two or three steps.
const STEPS = 10

/** An account may do only so much in an hour (docs/security.md 13.150): then comes another portal. */
const SEEDS_OF_PORTAL = 40

let requests: ReturnType<typeof openRequestsPortal>
let portal: Portal
let documents: string[]
/** The sessions of both devices. */
let tabs: Record<'rosa' | 'mario', Visitor[]>

type Kind = 'request' | 'filing' | 'reply'

const starts = Array.from(
  { length: Math.ceil(SEEDS / SEEDS_OF_PORTAL) },
  (_, i) => FIRST_SEED + i * SEEDS_OF_PORTAL,
)

describe.each(starts)('a draft of two devices, from seed %i', (first) => {
  const opened = openRequestsPortal()
  beforeAll(async () => {
    requests = opened
    portal = requests.portal
    const path = `/api/procedures/${requests.procedures[3]}/`
    documents = (await requests.mario.get(path)).body.documents
    tabs = {
      rosa: [requests.rosa, await portal.as('rosa')],
      mario: [requests.mario, await portal.as('mario')],
    }
  })

  test(
    'nothing is lost, sent twice or refused without another’s doing (§12.1048, security 12.240)',
    async () => {
      const sent: number[] = []
      const end = Math.min(first + SEEDS_OF_PORTAL, FIRST_SEED + SEEDS)
      for (let seed = first; seed < end; seed++) {
        try {
          sent.push(await new Story(seed).run())
        } catch (error) {
          throw new Error(`seed ${seed}`, { cause: error })
        }
      }
      const emails = (await portal.sentEmails()).map(({ to, subject }) => `${to}: ${subject}`)
      for (const id of sent) {
        const told = emails.filter((email) => email.includes(` ${id}: `))
        expect(told.length, `of ${id}`).toBeGreaterThan(0)
        expect(new Set(told).size, `of ${id}`).toBe(told.length)
      }
    },
    SEEDS_OF_PORTAL * 30_000,
  )
})

/** What a seed makes of two devices and one draft. */
class Story {
  readonly random: () => number
  readonly kind: Kind
  id: number | null = null
  /** Words that the portal accepted and nobody chose to drop. */
  words = new Set<string>()
  /** Names of files that the portal accepted and nobody removed. */
  files = new Set<string>()
  devices: Device[] = []
  /** Of the documents that the procedure asks for now. */
  titles: string[] = []

  constructor(seed: number) {
    this.random = seeded(seed)
    this.kind = this.pick(['request', 'request', 'filing', 'reply'] as const)
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.random() * items.length)] as Item
  }

  async run(): Promise<number> {
    await portal.pool.query('delete from requests; delete from rate_limits')
    await portal.pool.query("update documents set created_at = now() - interval '2 days'")
    await this.changeProcedure(documents)
    if (this.kind === 'reply') await this.storeQuestion()
    const who = this.kind === 'filing' ? 'mario' : 'rosa'
    this.devices = tabs[who].map((person) => new Device(this, person))
    for (const device of this.devices) await device.read()
    for (let step = 0; step < STEPS; step++) await this.step(this.pick(this.devices))
    const last = this.pick(this.devices)
    await last.complete()
    await this.expectSent()
    return this.id ?? 0
  }

  async storeQuestion(): Promise<void> {
    const { id, documentIds } = await storeRequest(portal, { title: TRANSFER, state: 'missing' })
    await portal.pool.query(
      "update request_documents set review = 'rejected' where document_id = any($1)",
      [documentIds.slice(0, 2)],
    )
    this.id = id
  }

  async step(device: Device): Promise<void> {
    // A reload is a read: the tab keeps its id, and nothing else.
    const step = this.pick(['type', 'add', 'add', 'arrange', 'remove', 'read', 'change'] as const)
    if (step !== 'change') return device[step]()
    const [first = '', second = '', third = ''] = documents
    await this.changeProcedure(
      this.pick([documents, [second, first, third], [first, second], [first, 'Otro', third]]),
    )
  }

  async changeProcedure(titles: string[]): Promise<void> {
    this.titles = titles
    for (const one of this.devices) one.hasForeign = true
    await portal.pool.query('update procedures set documents = $1 where id = $2', [
      titles,
      requests.procedures[3],
    ])
  }

  /** Whoever wins, what was accepted is still there. */
  async expectKept(): Promise<void> {
    const { rows } = await portal.pool.query(
      `select comment, array(select name from slot_files join documents on id = document_id
         where slot_files.request_id = request_drafts.request_id) as names
       from request_drafts where request_id = $1`,
      [this.id],
    )
    expect(new Set(rows[0].names)).toEqual(this.files)
    for (const word of this.words) expect(rows[0].comment).toContain(word)
  }

  async expectSent(): Promise<void> {
    const kind = { request: 'sent', filing: 'filed', reply: 'replied' }[this.kind]
    const { rows: events } = await portal.pool.query(
      'select text from request_events where request_id = $1 and kind = $2',
      [this.id, kind],
    )
    expect(events).toHaveLength(1)
    const { body } = await requests.mario.get(`/api/requests/${this.id}/`)
    const text = this.kind === 'reply' ? events[0].text : body.comment
    for (const word of this.words) expect(text).toContain(word)
    let pages = 0
    for (const { id, name, type } of body.documents) {
      if (name === 'documento.pdf') continue
      if (type === 'image/jpeg') pages += 1
      else {
        const { bytes } = await requests.mario.get(`/api/documents/${id}/`)
        pages += Number(/\/Count (\d+)/.exec(bytes.toString('latin1'))?.[1])
      }
    }
    expect(pages).toBe(this.files.size)
  }
}

let counter = 0

/** A browser tab of the writer. */
class Device {
  readonly #story: Story
  readonly #person: Visitor
  readonly #tab = `pestaña-${counter++}`
  /** As it was read or saved last. */
  #draft: Pick<Draft, 'version' | 'comment' | 'slots' | 'surplus'> = {
    ...{ version: 0, comment: '', slots: [], surplus: [] },
  }
  #filesVersion = 0
  /** Whether somebody else did something since. */
  hasForeign = false

  constructor(story: Story, person: Visitor) {
    this.#story = story
    this.#person = person
  }

  get #files(): DraftFile[] {
    return [...this.#draft.slots.flatMap(({ files }) => files), ...this.#draft.surplus]
  }

  async read(): Promise<void> {
    const { id } = this.#story
    const path = id === null ? await this.#formAddress() : `/api/requests/${id}/draft/`
    this.#take(await this.#call(() => this.#person.get(path)))
  }

  async type(): Promise<void> {
    const word = `palabra-${counter++}.`
    const typed = `${this.#draft.comment} ${word}`
    const answer = await this.#save(typed)
    if (answer.status < 300) return this.#saved(answer, typed)
    this.#expectForeign(answer)
    // Both texts are shown once, and the person chooses.
    await this.read()
    if (this.#story.random() < 0.5) return
    this.#story.words = new Set()
    this.#saved(await this.#save(typed), typed)
  }

  async #save(comment: string): Promise<Answer> {
    const { version } = this.#draft
    const { id } = this.#story
    const text = { version, written_in: this.#tab, comment }
    if (id === null) return this.#begin(text)
    const path = `/api/requests/${id}/draft/`
    return this.#call(() => this.#person.call('PUT', path, json(text)), true)
  }

  async #begin(text: { written_in: string; comment: string }): Promise<Answer> {
    const target = { procedure_id: requests.procedures[3], sale_code: ROSAS_SALE, version: 0 }
    const member = { member_id: await requests.idOfPerson('Rosa') }
    const begin = () =>
      this.#story.kind === 'filing'
        ? this.#person.post('/api/filings/', json({ ...target, ...text, ...member }))
        : this.#person.post('/api/request/create/', json({ ...target, ...text }))
    const answer = await this.#call(begin, true)
    if (answer.status < 300) this.#story.id = answer.body.id
    return answer
  }

  #saved(answer: Answer, text: string): void {
    this.#take(answer)
    this.#story.words = new Set([...this.#story.words, ...wordsOf(text)])
  }

  /** @param empty only to a document that has none */
  async add(empty = false): Promise<void> {
    if (this.#story.id === null) {
      const begun = await this.#begin({ written_in: this.#tab, comment: '' })
      this.#take(begun)
    }
    const number = counter++
    const file = photo(`${number}.jpg`, { width: 1 + (number % 60_000) })
    const room = empty ? 1 : MAX_SLOT_FILES
    const free = this.#draft.slots.filter(({ files }) => files.length < room)
    // Mostly to one without files: each joined document takes as long as five steps.
    const slot = this.#story.pick([...free.filter(({ files }) => files.length === 0), ...free])
    const fields = { request_id: this.#story.id ?? 0, position: slot?.position ?? 0 }
    const send = () => this.#person.post('/api/upload-document/', upload(file, fields))
    const answer = await this.#call(send, true)
    if (answer.status >= 300) {
      this.#expectForeign(answer)
      return
    }
    this.#story.files.add(file.name)
    const { version, position: _, ...stored } = answer.body
    slot?.files.push(stored)
    // The text of another device may be newer than the one that this one has read.
    this.#filesVersion = version
    await this.#story.expectKept()
  }

  async remove(): Promise<void> {
    const file = this.#story.pick(this.#files)
    if (!file) return
    const answer = await this.#call(
      () => this.#person.call('DELETE', `/api/documents/${file.id}/`),
      true,
    )
    // Gone already: a repeated call, or the other device.
    expect([200, 404]).toContain(answer.status)
    this.#story.files.delete(file.name)
    await this.read()
  }

  async arrange(): Promise<void> {
    const { id } = this.#story
    if (id === null || this.#files.length === 0 || this.#draft.slots.length === 0) return
    const slots = this.#draft.slots.map(({ position }) => ({ position, file_ids: [] as number[] }))
    for (const file of this.#files.toSorted(() => this.#story.random() - 0.5)) {
      const withRoom = slots.filter(({ file_ids }) => file_ids.length < MAX_SLOT_FILES)
      this.#story.pick(withRoom)?.file_ids.push(file.id)
    }
    const body = json({ version: this.#filesVersion, slots })
    const path = `/api/requests/${id}/draft/files/`
    const answer = await this.#call(() => this.#person.call('PUT', path, body), true)
    if (answer.status < 300) return this.#take(answer)
    this.#expectForeign(answer)
    await this.read()
  }

  /** Moves what is left over, adds what is missing and sends. */
  async complete(): Promise<void> {
    if (this.#story.id === null) await this.type()
    for (;;) {
      await this.read()
      while (this.#draft.surplus.length > 0) await this.arrange()
      const empty = () => this.#draft.slots.filter(({ files }) => files.length === 0)
      while (empty().length > 0) await this.add(true)
      await this.read()
      const answer = await this.#call(() => this.#send(), true)
      if (answer.status < 300) break
      this.#expectForeign(answer)
    }
    // Nothing of a late call is accepted and lost.
    const { id } = this.#story
    const text = json({ version: 0, written_in: 'tarde', comment: 'tarde' })
    const refused = await this.#person.call('PUT', `/api/requests/${id}/draft/`, text)
    expect(refused.status).toBeOneOf([404, 409])
  }

  #send(): Promise<Answer> {
    const { id, kind } = this.#story
    const { version } = this.#draft
    if (kind === 'reply') return this.#person.post(`/api/requests/${id}/reply/`, json({ version }))
    return this.#person.post('/api/request/send/', json({ request_id: id, version }))
  }

  /** A call whose answer may be lost, or that is killed: then it is repeated, as a browser does. */
  async #call(send: () => Promise<Answer>, isChange = false): Promise<Answer> {
    const random = this.#story.random()
    const fault = random < 0.1 ? 'killed' : random < 0.3 ? 'lost' : 'none'
    if (isChange) for (const one of this.#story.devices) if (one !== this) one.hasForeign = true
    if (fault === 'lost') await send()
    if (fault === 'killed') {
      const call = send()
      const ticks = Math.floor(this.#story.random() * 60)
      for (let i = 0; i < ticks; i++) await tick()
      await killStatements()
      await call
    }
    for (;;) {
      const answer = await send()
      if (answer.status < 500) return answer
    }
  }

  #take({ status, body }: Answer): void {
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    this.#draft = body
    this.#filesVersion = body.version
    this.hasForeign = this.#story.kind !== 'reply' && !this.#hasPresentTitles()
  }

  /** The draft follows the procedure when a form is opened, perhaps the other device's. */
  #hasPresentTitles(): boolean {
    const titles = this.#draft.slots.map(({ title }) => title)
    return JSON.stringify(titles) === JSON.stringify(this.#story.titles)
  }

  #expectForeign({ status, body }: Answer): void {
    expect([this.hasForeign, status, body]).toEqual([true, expect.any(Number), expect.anything()])
  }

  async #formAddress(): Promise<string> {
    if (this.#story.kind !== 'filing') return requests.draftAddress(3)
    const member = await requests.idOfPerson('Rosa')
    return `${requests.draftAddress(3).replace('request', 'filings')}&member_id=${member}`
  }
}

/** Every connection on which a call is busy. */
async function killStatements(): Promise<void> {
  await portal.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
       and query not like '%graphile_worker%'`,
  )
}

function wordsOf(text: string): string[] {
  return text.match(/palabra-\d+\./g) ?? []
}
