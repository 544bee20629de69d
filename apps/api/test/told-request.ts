import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Caller } from './caller.ts'

// One request from its first word to its answer, told so that whoever was interrupted can go on.

/** What happens to it, and where it stands then. */
const story = [
  ['sent', 'sent'],
  ['review', 'in_review'],
  ['document_rejected', 'in_review'],
  ['asked', 'missing'],
  ['document_replaced', 'missing'],
  ['replied', 'in_review'],
  ['resolved', 'resolved'],
] as const

export const steps = [
  ...['create', 'upload', 'upload', 'upload', 'send', 'after'],
  ...['review', 'reject', 'ask', 'replace', 'reply', 'answer file', 'resolve'],
] as const
const AFTER = steps.indexOf('after')

export type BeforeStep = (step: number) => void

/** What the calls that were answered with a 2xx have promised. */
export class ToldRequest {
  id: number | undefined
  sentAt: string | undefined
  /** By place: the document's number, and the hash of its bytes. */
  readonly documents = new Map<number, { id: number; hash: string }>()
  answerFile: { id: number; hash: string } | undefined
  /** How far the story was promised to be. */
  #actions = 0

  readonly #rosa: Caller
  readonly #mario: Caller
  readonly #asked: { procedureId: number; key: string; typesBefore: number }
  readonly #files: Buffer[]

  constructor(
    { rosa, mario }: { rosa: Caller; mario: Caller },
    asked: { procedureId: number; key: string; typesBefore: number },
    files: Buffer[],
  ) {
    this.#rosa = rosa
    this.#mario = mario
    this.#asked = asked
    this.#files = files
  }

  /** The way of spec §4. What was promised before is not done again, but for the creation. */
  async handIn(beforeStep: BeforeStep): Promise<void> {
    const { procedureId, key } = this.#asked
    const draftKey = { procedure_id: procedureId, sale_code: 'V-1001' }
    const begin = async (step: number) => {
      // On another device, whose form saves what is typed there.
      if (step === this.#asked.typesBefore) {
        const typed = JSON.stringify({ ...draftKey, comment: `${key}, y algo más` })
        await this.#rosa.call('PUT', '/api/request/draft/', typed)
      }
      beforeStep(step)
    }
    await begin(0)
    const { id } = await this.#rosa.json(
      'POST',
      '/api/request/create/',
      JSON.stringify({ ...draftKey, comment: key }),
      { 'idempotency-key': key },
    )
    expect(id).toBe(this.id ?? id)
    this.id = id
    for (const position of [0, 1, 2]) {
      await begin(1 + position)
      if (this.sentAt || this.documents.has(position)) continue
      await this.#upload(position, position)
    }
    await begin(4)
    const body = JSON.stringify({ request_id: id })
    const { sent_at: sentAt } = await this.#rosa.json('POST', '/api/request/send/', body)
    this.sentAt ??= sentAt
    expect(sentAt).toBe(this.sentAt)
    this.#actions = Math.max(this.#actions, 1)
    await begin(AFTER)
  }

  /** Mario rejects a document, Rosa replaces it, he answers with a file: from wherever it stands. */
  async goOn(beforeStep: BeforeStep): Promise<void> {
    const before = (step: (typeof steps)[number]) => beforeStep(steps.indexOf(step))
    for (;;) {
      const request = await this.#mario.json('GET', `/api/requests/${this.id}/`)
      const [first] = request.documents
      const actions = toldKinds(request).length
      this.#actions = actions
      const action = async (name: string, fields: object = {}) => {
        const body = JSON.stringify({ version: request.version, ...fields })
        await this.#mario.call('POST', `/api/requests/${this.id}/${name}/`, body)
        this.#actions = actions + 1
      }
      switch (story[actions - 1]?.[0]) {
        case 'sent':
          before('review')
          await action('review')
          break
        case 'review':
          before('reject')
          await action(`documents/${first.id}/review`, { accepted: false, reason: 'Se lee mal' })
          break
        case 'document_rejected':
          before('ask')
          await action('ask', { text: 'Envíalo otra vez' })
          break
        case 'asked':
          before('replace')
          this.documents.delete(0)
          await this.#upload(0, 3)
          this.#actions = actions + 1
          break
        case 'document_replaced': {
          before('reply')
          const body = JSON.stringify({ comment: 'Va de nuevo' })
          await this.#rosa.call('POST', `/api/requests/${this.id}/reply/`, body)
          this.#actions = actions + 1
          break
        }
        case 'replied':
          if (request.answer_files.length === 0) {
            before('answer file')
            await this.#addAnswerFile()
          } else {
            before('resolve')
            await action('resolve', { text: 'Aquí está' })
          }
          break
        default:
          expect(request.state).toBe('resolved')
          this.documents.set(0, { id: first.id, hash: this.#hashOf(3) })
          this.answerFile = { id: request.answer_files[0].id, hash: this.#hashOf(4) }
          return
      }
    }
  }

  /** All that was promised is there, and what was not promised is there whole or not at all. */
  async expectStored(where: string): Promise<void> {
    if (this.id === undefined) return
    const request = await this.#rosa.json('GET', `/api/requests/${this.id}/`)
    const kinds = toldKinds(request)
    expect(kinds, where).toEqual(story.slice(0, kinds.length).map(([kind]) => kind))
    expect(kinds.length, where).toBeGreaterThanOrEqual(this.#actions)
    expect(request.state, where).toBe(story[kinds.length - 1]?.[1] ?? 'draft')
    if (request.state === 'draft') expect(request.sent_at, where).toBeNull()
    else expect(request.documents, where).toHaveLength(3)
    if (this.sentAt) expect(request.sent_at, where).toBe(this.sentAt)
    for (const [position, document] of this.documents) {
      expect(request.documents, where).toContainEqual(
        expect.objectContaining({ id: document.id, position }),
      )
      await this.#expectBytes(document, where)
    }
    // A file of the answer is Rosa's from the answer on.
    const given = request.answer_files.map(({ id }: { id: number }) => id)
    expect(given.length, where).toBe(request.state === 'resolved' ? 1 : 0)
    if (this.answerFile && request.state === 'resolved') {
      expect(given, where).toEqual([this.answerFile.id])
      await this.#expectBytes(this.answerFile, where)
    }
  }

  async #expectBytes({ id, hash }: { id: number; hash: string }, where: string): Promise<void> {
    expect(hashOf(await this.#rosa.bytes(`/api/documents/${id}/`)), where).toBe(hash)
  }

  async #upload(position: number, file: number): Promise<void> {
    const form = this.#formOf(file)
    form.set('request_id', String(this.id))
    form.set('position', String(position))
    const { id } = await this.#rosa.json('POST', '/api/upload-document/', form)
    this.documents.set(position, { id, hash: this.#hashOf(file) })
  }

  async #addAnswerFile(): Promise<void> {
    const path = `/api/requests/${this.id}/answer-files/`
    const { answer_files: files } = await this.#mario.json('POST', path, this.#formOf(4))
    this.answerFile = { id: files[0].id, hash: this.#hashOf(4) }
  }

  #formOf(file: number): FormData {
    const form = new FormData()
    form.set('document', new Blob([new Uint8Array(this.#bytesOf(file))]), `${file}.pdf`)
    return form
  }

  #hashOf(file: number): string {
    return hashOf(this.#bytesOf(file))
  }

  #bytesOf(file: number): Buffer {
    return this.#files[file] ?? Buffer.alloc(0)
  }
}

/** Without the line that comes with Mario's beginning: the request is his from then on. */
function toldKinds({ events }: { events: { kind: string }[] }): string[] {
  return events.map(({ kind }) => kind).filter((kind) => kind !== 'assigned')
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
