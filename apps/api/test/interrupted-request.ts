import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Caller } from './caller.ts'

/** The events of the request, each with the state after it. */
const history = [
  ['sent', 'sent'],
  ['review', 'in_review'],
  ['document_rejected', 'in_review'],
  ['asked', 'missing'],
  // One transaction, as the answer.
  ['document_replaced', 'in_review'],
  ['replied', 'in_review'],
  // One transaction: nobody sees the documents accepted and the request open.
  ['document_accepted', 'resolved'],
  ['document_accepted', 'resolved'],
  ['document_accepted', 'resolved'],
  ['resolved', 'resolved'],
] as const

export const steps = [
  'create',
  'upload',
  'upload',
  'upload',
  'send',
  'after',
  'review',
  'reject',
  'ask',
  'replace',
  'reply',
  'answer file',
  'resolve',
] as const
const AFTER = steps.indexOf('after')

interface RequestPlan {
  procedureId: number
  key: string
  /** The step before which another device autosaves a draft. */
  autosaveBefore: number
}

export type BeforeStep = (step: number) => void

/** A request that continues after interruptions, with what its 2xx answers promised. */
export class InterruptedRequest {
  id: number | undefined
  sentAt: string | undefined
  /** By position. */
  readonly documents = new Map<number, { id: number; hash: string }>()
  answerFile: { id: number; hash: string } | undefined
  /** How many events were promised. */
  #events = 0

  readonly #rosa: Caller
  readonly #mario: Caller
  readonly #plan: RequestPlan
  readonly #files: Buffer[]

  constructor(
    { rosa, mario }: { rosa: Caller; mario: Caller },
    plan: RequestPlan,
    files: Buffer[],
  ) {
    this.#rosa = rosa
    this.#mario = mario
    this.#plan = plan
    this.#files = files
  }

  /** Creates, uploads and sends (docs/specification.md §4.15), repeating only the creation. */
  async submit(beforeStep: BeforeStep): Promise<void> {
    const { procedureId, key } = this.#plan
    const draftKey = { procedure_id: procedureId, sale_code: 'V-1001' }
    const beginStep = async (step: number) => {
      // Another device saves what the member types there.
      if (step === this.#plan.autosaveBefore) {
        const form = `procedure_id=${procedureId}&sale_code=V-1001`
        const draft = await this.#rosa.json('GET', `/api/request/draft/?${form}`)
        const { version } = draft
        const text = { comment: `${key}, y algo más`, version, written_in: 'otra' }
        if (draft.id === null) {
          const body = JSON.stringify({ ...draftKey, ...text })
          await this.#rosa.call('POST', '/api/request/create/', body)
        } else {
          const path = `/api/requests/${draft.id}/draft/`
          await this.#rosa.call('PUT', path, JSON.stringify(text))
        }
      }
      beforeStep(step)
    }
    await beginStep(0)
    const { id } = await this.#rosa.json(
      'POST',
      '/api/request/create/',
      JSON.stringify({ ...draftKey, comment: key }),
      { 'idempotency-key': key },
    )
    expect(id).toBe(this.id ?? id)
    this.id = id
    for (const position of [0, 1, 2]) {
      await beginStep(1 + position)
      if (this.sentAt || this.documents.has(position)) continue
      await this.#upload(position, position)
    }
    await beginStep(4)
    const body = JSON.stringify({ request_id: id })
    const { sent_at: sentAt } = await this.#rosa.json('POST', '/api/request/send/', body)
    this.sentAt ??= sentAt
    expect(sentAt).toBe(this.sentAt)
    this.#events = Math.max(this.#events, 1)
    await beginStep(AFTER)
  }

  /** Mario rejects a document, Rosa replaces it and he answers with a file, from any state. */
  async complete(beforeStep: BeforeStep): Promise<void> {
    const before = (step: (typeof steps)[number]) => beforeStep(steps.indexOf(step))
    for (;;) {
      const request = await this.#mario.json('GET', `/api/requests/${this.id}/`)
      const [first] = request.documents
      const events = eventKinds(request).length
      this.#events = events
      const action = async (name: string, fields: object = {}) => {
        const body = JSON.stringify({ version: request.version, ...fields })
        await this.#mario.call('POST', `/api/requests/${this.id}/${name}/`, body)
        this.#events = events + 1
      }
      switch (history[events - 1]?.[0]) {
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
        case 'asked': {
          before('replace')
          this.documents.delete(0)
          await this.#upload(0, 3)
          before('reply')
          const body = JSON.stringify({ comment: 'Va de nuevo' })
          await this.#rosa.call('POST', `/api/requests/${this.id}/reply/`, body)
          this.#events = events + 2
          break
        }
        case 'replied':
          if (request.answer_files.length === 0) {
            before('answer file')
            await this.#addAnswerFile()
          } else {
            before('resolve')
            const pending = request.documents.filter(
              ({ review }: { review: string }) => review === 'pending',
            )
            const accept_documents = pending.map(({ id }: { id: number }) => id)
            await action('resolve', { text: 'Aquí está', accept_documents })
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

  /** What was promised is stored, and everything else is stored completely or not at all. */
  async expectStored(where: string): Promise<void> {
    if (this.id === undefined) return
    const request = await this.#rosa.json('GET', `/api/requests/${this.id}/`)
    const kinds = eventKinds(request)
    expect(kinds, where).toEqual(history.slice(0, kinds.length).map(([kind]) => kind))
    expect(kinds.length, where).toBeGreaterThanOrEqual(this.#events)
    expect(request.state, where).toBe(history[kinds.length - 1]?.[1] ?? 'draft')
    if (request.state === 'draft') expect(request.sent_at, where).toBeNull()
    else expect(request.documents, where).toHaveLength(3)
    if (this.sentAt) expect(request.sent_at, where).toBe(this.sentAt)
    const stored = [...request.documents, ...(await this.#unsentFiles(request.state))]
    for (const [position, document] of this.documents) {
      expect(stored, where).toContainEqual(expect.objectContaining({ id: document.id, position }))
      await this.#expectBytes(document, where)
    }
    // Rosa sees the file once the request is resolved.
    const visible = request.answer_files.map(({ id }: { id: number }) => id)
    expect(visible.length, where).toBe(request.state === 'resolved' ? 1 : 0)
    if (this.answerFile && request.state === 'resolved') {
      expect(visible, where).toEqual([this.answerFile.id])
      await this.#expectBytes(this.answerFile, where)
    }
  }

  async #unsentFiles(state: string): Promise<{ id: number; position: number }[]> {
    if (state !== 'draft' && state !== 'missing') return []
    const { slots } = await this.#rosa.json('GET', `/api/requests/${this.id}/draft/`)
    return slots.flatMap(({ position, files }: { position: number; files: { id: number }[] }) =>
      files.map(({ id }) => ({ id, position })),
    )
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

/** Without the assignment to Mario, which comes with the review. */
function eventKinds({ events }: { events: { kind: string }[] }): string[] {
  return events.map(({ kind }) => kind).filter((kind) => kind !== 'assigned')
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
