import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { openPortal, type Portal } from './open-portal.ts'
import { pdf } from './sample-files.ts'
import { type Answer, json, upload, type Visitor } from './visitor.ts'

/** A sale of Rosa's. */
export const ROSAS_SALE = 'V-1001'

interface DraftForm {
  /** How many documents the procedure requires. */
  documents?: number
  sale?: string
  comment?: string
  key?: string
}

interface Typing {
  sale?: string
  /** The browser tab. */
  tab?: string
  /** The version that the tab has read; the newest one by default. */
  version?: number
}

type RequestRow = Record<string, unknown> & {
  version: number
  answer_hours: number
  due_at: Date | null
}

/** A portal whose members create requests and whose staff answer them. */
interface RequestsPortal {
  portal: Portal
  rosa: Visitor
  hernan: Visitor
  mario: Visitor
  carla: Visitor
  ivan: Visitor
  /** Ids by the number of required documents. */
  procedures: Record<number, number>
  /** Deletes all requests and offers every procedure. */
  reset: () => Promise<void>
  create: (person: Visitor, form?: DraftForm) => Promise<Answer>
  /** Expects success. @returns the id */
  createDraft: (person: Visitor, form?: DraftForm) => Promise<number>
  /** Expects success. @returns the id of the document */
  attach: (person: Visitor, requestId: number, position?: number) => Promise<number>
  send: (person: Visitor, requestId: number) => Promise<Answer>
  /** Expects success. */
  sendDraft: (person: Visitor, requestId: number) => Promise<void>
  draftAddress: (documents: number, sale?: string) => string
  /** Saves what the member types. */
  autosave: (person: Visitor, documents: number, comment: string, form?: Typing) => Promise<Answer>
  count: (table: string) => Promise<number>
  action: (person: Visitor, id: number, name: string, body?: object) => Promise<Answer>
  rowOf: (id: number) => Promise<RequestRow>
  eventsOf: (id: number) => Promise<{ kind: string; actor: string; text: string }[]>
  idOfPerson: (firstName: string) => Promise<number>
}

/** For all tests of a file. */
export function openRequestsPortal(): RequestsPortal {
  const requests = { procedures: {} } as RequestsPortal
  const query = async (text: string, values?: unknown[]) =>
    (await requests.portal.pool.query(text, values)).rows

  requests.reset = async () => {
    await requests.portal.pool.query('delete from requests; delete from rate_limits')
    await requests.portal.pool.query('update procedures set is_active = true, deleted_at = null')
    await requests.portal.sentEmails()
  }
  requests.create = (person, form = {}) => {
    const { documents = 0, sale = ROSAS_SALE, comment = 'La promesa', key } = form
    const { payload, headers } = json({
      procedure_id: requests.procedures[documents],
      sale_code: sale,
      comment,
    })
    const idempotency = key === undefined ? {} : { 'idempotency-key': key }
    return person.post('/api/request/create/', { payload, headers: { ...headers, ...idempotency } })
  }
  requests.createDraft = async (person, form = {}) => {
    const answer = await requests.create(person, form)
    expect(answer.status).toBe(201)
    return answer.body.id
  }
  requests.attach = async (person, requestId, position) => {
    const fields = { request_id: requestId, ...(position === undefined ? {} : { position }) }
    // Other bytes each time: the same ones are the same file.
    const file = pdf('documento.pdf', { text: randomUUID() })
    const answer = await person.post('/api/upload-document/', upload(file, fields))
    expect(answer.status).toBe(201)
    return answer.body.id
  }
  requests.send = (person, requestId) =>
    person.post('/api/request/send/', json({ request_id: requestId }))
  requests.sendDraft = async (person, requestId) => {
    expect((await requests.send(person, requestId)).status).toBe(200)
  }
  requests.draftAddress = (documents, sale = ROSAS_SALE) =>
    `/api/request/draft/?procedure_id=${requests.procedures[documents]}&sale_code=${sale}`
  requests.autosave = async (person, documents, comment, form = {}) => {
    const { sale = ROSAS_SALE, tab = 'la-pestaña' } = form
    const { body: draft } = await person.get(requests.draftAddress(documents, sale))
    const text = { written_in: tab, comment, version: form.version ?? draft.version }
    if (draft.id) return person.call('PUT', `/api/requests/${draft.id}/draft/`, json(text))
    const target = { procedure_id: requests.procedures[documents], sale_code: sale }
    return person.post('/api/request/create/', json({ ...target, ...text, version: 0 }))
  }
  requests.count = async (table) =>
    (await query(`select count(*)::int as count from ${table}`))[0].count
  requests.action = (person, id, name, body = {}) =>
    person.post(`/api/requests/${id}/${name}/`, json(body))
  requests.rowOf = async (id) => (await query('select * from requests where id = $1', [id]))[0]
  requests.eventsOf = (id) =>
    query(
      `select kind, users.first_name as actor, text from request_events
       join users on users.id = actor_id where request_id = $1 order by request_events.id`,
      [id],
    )
  requests.idOfPerson = async (firstName) =>
    (await query('select id from users where first_name = $1', [firstName]))[0].id

  beforeAll(async () => {
    requests.portal = await openPortal()
    for (const name of ['rosa', 'hernan', 'mario', 'carla', 'ivan'] as const) {
      requests[name] = await requests.portal.as(name)
    }
    const { body } = await requests.rosa.get('/api/procedures/')
    for (const { document_amount: documents, id } of body.results) {
      requests.procedures[documents] ??= id
    }
  })
  afterAll(() => requests.portal.close())
  return requests
}
