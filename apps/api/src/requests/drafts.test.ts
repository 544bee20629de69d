import { endpoints, memberRequestSchema, savedDraftSchema } from '@carpeta/contract/requests'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import {
  MAX_UNSENT_REQUESTS,
  requestMessages,
  tooManySent,
} from '@carpeta/domain/requests/request-states'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import type { Portal } from '../../test/open-portal.ts'
import { openRequestsPortal, ROSAS_SALE } from '../../test/requests-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'

const requests = openRequestsPortal()
const { attach, autosave, count, create, createDraft, draftAddress, procedures, send, sendDraft } =
  requests

let portal: Portal
let rosa: Visitor
let hernan: Visitor
let mario: Visitor
let carla: Visitor
beforeAll(() => {
  ;({ portal, rosa, hernan, mario, carla } = requests)
})
beforeEach(() => requests.reset())

describe('creating a request', () => {
  test('Rosa asks for a copy: a draft of her sale with the catalogue’s texts (§3.11, §7.20)', async () => {
    const answer = await create(rosa, { comment: '  La promesa, por favor.\n' })
    expect(answer.status).toBe(201)
    expect(savedDraftSchema.strict().parse(answer.body)).toEqual(answer.body)
    const { body } = await rosa.get(`/api/requests/${answer.body.id}/`)
    expect(memberRequestSchema.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      state: 'draft',
      sale_code: ROSAS_SALE,
      procedure: {
        id: procedures[0],
        title: 'Copia de contrato o de otro documento',
        documents: [],
      },
      comment: 'La promesa, por favor.',
      sent_at: null,
      documents: [],
      events: [],
    })
  })

  test('needs a comment unless documents are required', async () => {
    for (const comment of ['', '  \n\t']) {
      const answer = await create(rosa, { comment })
      expect([answer.status, answer.body]).toEqual([400, 'Ingrese un comentario'])
    }
    expect((await create(rosa, { documents: 1, comment: '' })).status).toBe(201)
  })

  test('an unknown, inactive or deleted procedure is refused (§10.61)', async () => {
    const id = procedures[0]
    procedures[9] = 999_999
    expect((await create(rosa, { documents: 9 })).body).toBe(requestMessages.unknownProcedure.text)
    await portal.pool.query('update procedures set is_active = false where id = $1', [id])
    expect((await create(rosa)).status).toBe(400)
    await portal.pool.query(
      'update procedures set is_active = true, deleted_at = now() where id = $1',
      [id],
    )
    expect((await create(rosa)).body).toBe(requestMessages.unknownProcedure.text)
  })

  test.each([
    ['another’s', 'V-2001'],
    ['an unknown', 'V-9999'],
    ['an empty', ''],
  ])('%s sale gives 404 and no draft (§10.62, security 5.2)', async (_what, sale) => {
    expect((await create(rosa, { sale })).status).toBe(404)
    expect(await count('requests')).toBe(0)
  })

  test('a completed, unapproved or withdrawn sale gives 404 (security 5.5)', async () => {
    expect((await create(hernan, { sale: 'V-2003' })).status).toBe(404)
    expect((await create(await portal.as('elena'), { sale: 'V-3001' })).status).toBe(404)
    await portal.pool.query("update sales set withdrawn_at = now() where code = 'V-2002'")
    expect((await create(hernan, { sale: 'V-2002' })).status).toBe(404)
    expect((await create(hernan, { sale: 'V-2001' })).status).toBe(201)
    await portal.pool.query('update sales set withdrawn_at = null')
  })

  test('later changes of the catalogue affect no request that is created or sent: Rosa’s keeps its texts, documents and deadline (§12.36)', async () => {
    const path = `/api/procedures/${procedures[1]}/`
    const { body: catalogue } = await mario.get(path)
    const id = await createDraft(rosa, { documents: 1 })
    await attach(rosa, id)
    await mario.call('PATCH', path, json({ title: 'Un título nuevo' }))
    await sendDraft(rosa, id)
    const { body: before } = await rosa.get(`/api/requests/${id}/`)
    expect(before.procedure.title).toBe(catalogue.title)
    const readDeadline = async () =>
      (await portal.pool.query('select answer_hours, due_at from requests where id = $1', [id]))
        .rows
    const time = await readDeadline()
    const other = {
      title: 'Otro título',
      description: 'Otra cosa',
      documents: ['Otro', 'Y otro'],
      answer_hours: 500,
    }
    expect((await mario.call('PATCH', path, json(other))).status).toBe(200)
    expect((await rosa.get(`/api/requests/${id}/`)).body).toEqual(before)
    expect(await readDeadline()).toEqual(time)
    const { title, description, documents, answer_hours } = catalogue
    await mario.call('PATCH', path, json({ title, description, documents, answer_hours }))
  })
})

describe('a repeated creation', () => {
  test('twenty concurrent calls create one request (§12.1, security 12.1)', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(rosa)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const keyed = await Promise.all(Array.from({ length: 20 }, () => create(rosa, { key: 'k1' })))
    expect(new Set(keyed.map(({ body }) => body.id)).size).toBe(1)
    expect(await count('requests')).toBe(2)
  })

  test('another procedure, sale, member or key creates another request', async () => {
    const ids = [
      await createDraft(rosa),
      await createDraft(rosa, { documents: 1 }),
      await createDraft(hernan, { sale: 'V-2001' }),
      await createDraft(hernan, { sale: 'V-2002' }),
      await createDraft(hernan, { sale: 'V-2001', key: 'otra' }),
    ]
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('without a key continues her request with its new comment, unless it is sent or has a document', async () => {
    const first = await createDraft(rosa)
    expect(await createDraft(rosa, { comment: 'El anexo' })).toBe(first)
    await sendDraft(rosa, first)
    expect((await rosa.get(`/api/requests/${first}/`)).body.comment).toBe('El anexo')
    expect(await createDraft(rosa)).not.toBe(first)
    const third = await createDraft(rosa, { documents: 1 })
    await attach(rosa, third)
    expect(await createDraft(rosa, { documents: 1 })).not.toBe(third)
  })

  test('without a key leaves alone what she types in the portal', async () => {
    const draft = (await autosave(rosa, 0, 'Necesito')).body.id
    expect(await createDraft(rosa)).not.toBe(draft)
    expect((await rosa.get(`/api/requests/${draft}/draft/`)).body.comment).toBe('Necesito')
  })

  test('gets the catalogue’s current documents', async () => {
    const id = await createDraft(rosa, { documents: 1 })
    await changeDocuments(1, ['Cédula', 'Contrato'])
    expect(await createDraft(rosa, { documents: 1 })).toBe(id)
    await attach(rosa, id)
    await attach(rosa, id)
    await sendDraft(rosa, id)
  })

  test('with its key returns the same request for a day, even once it is sent (§10.65)', async () => {
    const id = await createDraft(rosa, { key: 'clave' })
    await sendDraft(rosa, id)
    expect(await createDraft(rosa, { key: 'clave' })).toBe(id)
    await portal.pool.query("update idempotency_keys set created_at = now() - interval '25 hours'")
    expect(await createDraft(rosa, { key: 'clave' })).not.toBe(id)
  })

  test('returns a sent request even when its procedure is no longer offered', async () => {
    const id = await createDraft(rosa, { key: 'clave' })
    await portal.pool.query('update procedures set is_active = false')
    expect((await create(rosa, { key: 'clave' })).status).toBe(400)
    await portal.pool.query('update procedures set is_active = true')
    await sendDraft(rosa, id)
    await portal.pool.query('update procedures set is_active = false')
    expect(await createDraft(rosa, { key: 'clave' })).toBe(id)
  })

  test('with its key can change the comment, but not the sale', async () => {
    const id = await createDraft(hernan, { sale: 'V-2001', key: 'clave' })
    const changed = { sale: 'V-2001', comment: 'Mejor el anexo', key: 'clave' }
    expect(await createDraft(hernan, changed)).toBe(id)
    expect((await hernan.get(`/api/requests/${id}/`)).body.comment).toBe('Mejor el anexo')
    expect((await create(hernan, { sale: 'V-2002', key: 'clave' })).status).toBe(400)
  })

  test('finds only keys of the same member: Hernán’s is not Rosa’s (security 5.34)', async () => {
    const hers = await createDraft(rosa, { key: 'clave' })
    expect(await createDraft(hernan, { sale: 'V-2001', key: 'clave' })).not.toBe(hers)
  })
})

/** For one test. */
async function changeDocuments(procedure: number, documents: string[]): Promise<void> {
  const path = `/api/procedures/${procedures[procedure]}/`
  const before = (await mario.get(path)).body.documents
  const change = async (documents: string[]) => {
    expect((await mario.call('PATCH', path, json({ documents }))).status).toBe(200)
  }
  await change(documents)
  onTestFinished(() => change(before))
}

const optional = {
  ...{ position: 0, is_optional: true, title: 'Fotos o documentos', reason: '', files: [] },
}

const readDraft = async (documents: number) => (await rosa.get(draftAddress(documents))).body

describe('what Rosa types', () => {
  test('is available on every device of hers, and to nobody else (§12.2)', async () => {
    expect(await readDraft(0)).toEqual({
      id: null,
      version: 0,
      comment: '',
      slots: [optional],
      surplus: [],
    })
    const { body } = await autosave(rosa, 0, 'Necesito ')
    expect(body).toMatchObject({ version: 1, comment: 'Necesito ' })
    await autosave(rosa, 0, 'Necesito la promesa')
    const elsewhere = await portal.as('rosa')
    const draft = { id: body.id, version: 2, comment: 'Necesito la promesa' }
    expect((await elsewhere.get(draftAddress(0))).body).toMatchObject(draft)
    expect((await hernan.get(draftAddress(0, 'V-2001'))).body.id).toBeNull()
    for (const other of [hernan, mario, carla]) {
      const path = `/api/requests/${body.id}/draft/`
      const text = json({ version: 9, written_in: 'x', comment: 'x' })
      const order = json({ version: 9, slots: [] })
      const answers = [
        await other.get(path),
        await other.call('PUT', path, text),
        await other.call('PUT', `${path}files/`, order),
        await other.call('DELETE', path),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    }
    expect((await rosa.get(`/api/requests/${body.id}/`)).body.comment).toBe('Necesito la promesa')
  })

  test('is not overwritten by a tab that has not read it (§12.821, §12.1040)', async () => {
    await autosave(rosa, 0, 'Necesito', { tab: 'teléfono' })
    await autosave(rosa, 0, 'Necesito la promesa', { tab: 'teléfono' })
    const outdated = await autosave(rosa, 0, 'Hola', { tab: 'computador', version: 1 })
    expect([outdated.status, outdated.body]).toEqual([409, requestMessages.draftChanged.text])
    expect(outdated.headers['x-error-code']).toBe('changed_meanwhile')
    const unaware = await create(rosa, { comment: 'Hola' })
    expect(unaware.status).toBe(201)
    const { body } = await rosa.get(`/api/requests/${unaware.body.id}/draft/`)
    expect(body.comment).toBe('Hola')
  })

  test('by a form that knew of no draft is refused, unless the draft has no text', async () => {
    const begin = (comment: string, tab: string) => {
      const form = { procedure_id: procedures[1], sale_code: ROSAS_SALE, comment }
      return rosa.post('/api/request/create/', json({ ...form, version: 0, written_in: tab }))
    }
    const { body } = await begin('', 'teléfono')
    expect((await begin('Mi dirección', 'computador')).body).toMatchObject({
      id: body.id,
      comment: 'Mi dirección',
    })
    expect((await begin('Mi teléfono', 'teléfono')).status).toBe(409)
    // Files come before the first word: the text of the other tab stays.
    expect((await begin('', 'teléfono')).body.comment).toBe('Mi dirección')
    expect(await count('requests')).toBe(1)
  })

  test('is not refused to the tab that wrote it last, nor for files that came meanwhile (§12.1040)', async () => {
    const { body } = await autosave(rosa, 1, 'Mi')
    await autosave(rosa, 1, 'Mi dirección')
    // The answer of the second call was lost.
    expect((await autosave(rosa, 1, 'Mi dirección es', { version: 1 })).status).toBe(200)
    const read = (await readDraft(1)).version
    await attach(await portal.as('rosa'), body.id)
    const other = await autosave(rosa, 1, 'Otra', { tab: 'otra', version: read })
    expect([other.status, other.body.slots[0].files.length]).toEqual([200, 1])
  })

  test('is one draft for twenty concurrent saves', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => autosave(rosa, 0, `Texto ${i}`)),
    )
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await count('requests')).toBe(1)
  })

  test('is sent as it is; then the form is empty, and a late save is refused', async () => {
    const draft = (await autosave(rosa, 0, ' La promesa ')).body.id
    await sendDraft(rosa, draft)
    expect((await readDraft(0)).id).toBeNull()
    expect((await rosa.get(`/api/requests/${draft}/`)).body.comment).toBe('La promesa')
    const path = `/api/requests/${draft}/draft/`
    const late = await rosa.call('PUT', path, json({ version: 1, written_in: '', comment: 'x' }))
    expect([late.status, late.body]).toEqual([409, requestMessages.alreadySent.text])
    expect((await rosa.get(path)).status).toBe(409)
    expect((await rosa.call('DELETE', path)).status).toBe(409)
  })

  test('while the request is sent is in it, or refused', async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = (await autosave(rosa, 0, `La promesa ${round}`)).body
      const comment = `La promesa ${round}, y el anexo`
      const text = json({ version: 1, written_in: 'la-pestaña', comment })
      const [saved, sent] = await Promise.all([
        rosa.call('PUT', `/api/requests/${id}/draft/`, text),
        send(rosa, id),
      ])
      expect(sent.status).toBe(200)
      const { body } = await rosa.get(`/api/requests/${id}/`)
      expect([saved.status, body.comment === comment]).toEqual(
        saved.status === 200 ? [200, true] : [409, false],
      )
    }
  })

  test('saved while the account is deleted leaves nothing', async () => {
    const leaving = await portal.as('pia')
    const { body: sales } = await leaving.get('/api/sales-data/')
    const eraser = await portal.pool.connect()
    onTestFinished(() => eraser.release(true))
    await eraser.query('begin')
    const her = `where rut = '${personas.pia.rut}'`
    await eraser.query(`select from users ${her} for update`)
    const calls = [
      create(leaving, { sale: sales[0].code }),
      create(leaving, { sale: sales[0].code, comment: 'La otra', key: 'clave' }),
    ]
    await vi.waitFor(async () => {
      const { rows } = await portal.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      // The others wait for their turn.
      expect(rows).toHaveLength(1)
    }, 60_000)
    await eraser.query(`update users set deleted_at = now(), is_active = false ${her}`)
    await eraser.query('commit')
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses).toEqual([401, 401])
    expect(await count('requests')).toBe(0)
    await portal.pool.query(`update users set deleted_at = null, is_active = true ${her}`)
  })

  test('for another sale gives 404, for another procedure 400', async () => {
    procedures[9] = 999_999
    expect((await rosa.get(draftAddress(0, 'V-2001'))).status).toBe(404)
    expect((await rosa.get(draftAddress(9))).status).toBe(400)
    expect((await rosa.get('/api/request/draft/')).status).toBe(400)
  })
})

describe('a procedure that changes', () => {
  test('requires another document: the file of the earlier one is kept apart until Rosa moves it (§12.1041)', async () => {
    const { id } = (await autosave(rosa, 3, 'Sigo')).body
    for (const position of [0, 1, 2]) await attach(rosa, id, position)
    const before = await readDraft(3)
    const [first, second, third] = before.slots.map(({ title }: { title: string }) => title)
    const files = before.slots.map((slot: { files: { id: number }[] }) => slot.files[0]?.id)
    await changeDocuments(3, [second, first, third])
    const { slots, surplus } = await readDraft(3)
    expect(slots.map((slot: { files: unknown[] }) => slot.files.length)).toEqual([0, 0, 1])
    expect(surplus.map((file: { id: number }) => file.id)).toEqual([files[0], files[1]])
    expect((await send(rosa, id)).body).toEqual(['Faltan 2 documentos'])

    const move = (slots: object[], surplus: number[]) =>
      rosa.call('PUT', `/api/requests/${id}/draft/files/`, json({ version: 99, slots, surplus }))
    const last = { position: 2, file_ids: [files[2]] }
    const both = { position: 0, file_ids: [files[1], files[0]] }
    expect((await move([both, last], [])).status).toBe(200)
    await attach(rosa, id, 1)
    await sendDraft(rosa, id)
    const { body } = await rosa.get(`/api/requests/${id}/`)
    expect(body.documents.map(({ title }: { title: string }) => title)).toEqual([
      second,
      first,
      third,
    ])
  })

  test('requires fewer: a file of none is not sent, nor deleted unseen (§12.1041)', async () => {
    const id = await createDraft(rosa, { documents: 1, key: 'una' })
    const file = await attach(rosa, id)
    await changeDocuments(1, [])
    const { surplus } = (await rosa.get(`/api/requests/${id}/draft/`)).body
    expect(surplus).toMatchObject([{ id: file }])
    const refused = await send(rosa, id)
    expect([refused.status, refused.body]).toEqual([400, [documentMessages.surplus.text]])
    expect((await rosa.call('DELETE', `/api/documents/${file}/`)).status).toBe(200)
    await sendDraft(rosa, id)
  })
})

describe('what Rosa began and did not send', () => {
  const list = async () => (await rosa.get('/api/request/drafts/')).body.results

  test('is listed with what is missing, the last one first; staff and others do not see it (§12.1042)', async () => {
    const first = (await autosave(rosa, 3, 'La cesión')).body.id
    await attach(rosa, first, 1)
    const second = (await autosave(rosa, 0, 'La promesa')).body.id
    await autosave(rosa, 1, 'x')
    await autosave(rosa, 1, '')
    const { body } = await rosa.get('/api/request/drafts/')
    expect(endpoints['GET /api/request/drafts/'].answer.strict().parse(body)).toEqual(body)
    const common = { sale_code: ROSAS_SALE, is_offered: true }
    expect(body.results).toMatchObject([
      { ...common, id: second, missing_documents: 0, procedure: { id: procedures[0] } },
      { ...common, id: first, missing_documents: 2, procedure: { id: procedures[3] } },
    ])
    expect((await hernan.get('/api/request/drafts/')).body.results).toEqual([])
    expect((await carla.get('/api/request/drafts/')).status).toBe(403)
    expect((await mario.get(`/api/requests/${first}/`)).status).toBe(404)
  })

  test('says when its procedure is no longer offered, below what can be continued; its text can still be read (§12.1042, §12.2424)', async () => {
    await autosave(rosa, 3, 'La cesión')
    const { id } = (await autosave(rosa, 0, 'La promesa')).body
    await portal.pool.query('update procedures set is_active = false where id = $1', [
      procedures[0],
    ])
    expect(await list()).toMatchObject([
      { is_offered: true, procedure: { id: procedures[3] } },
      { is_offered: false, procedure: { id: procedures[0] } },
    ])
    const { body } = await rosa.get(`/api/requests/${id}/draft/`)
    expect(body).toMatchObject({ id, comment: 'La promesa' })
  })

  test('is discarded with its files, and stays discarded (§12.1043)', async () => {
    const { id } = (await autosave(rosa, 1, 'x')).body
    const file = pdf('cedula.pdf')
    const { body } = await rosa.post('/api/upload-document/', upload(file, { request_id: id }))
    const discard = () => rosa.call('DELETE', `/api/requests/${id}/draft/`)
    expect([(await discard()).status, await list()]).toEqual([200, []])
    expect((await rosa.get(`/api/documents/${body.id}/`)).status).toBe(404)
    expect((await discard()).status).toBe(404)
    await portal.sentEmails()
    const { rows } = await portal.pool.query('select from documents where id = $1', [body.id])
    expect(rows).toEqual([])
  })
})

test('what Rosa goes on with on her phone is not discarded by who saw it before (§12.1833)', async () => {
  await autosave(rosa, 0, 'Copia')
  const unsent = async () => (await rosa.get('/api/request/drafts/')).body.results
  const [{ id, version }] = await unsent()
  const discard = (seen: number) =>
    rosa.call('DELETE', `/api/requests/${id}/draft/?version=${seen}`)
  const file = pdf('cedula.pdf')
  await rosa.post('/api/upload-document/', upload(file, { request_id: id }))
  const refused = await discard(version)
  expect([refused.status, refused.body]).toEqual([409, requestMessages.draftChanged.text])
  const [present] = await unsent()
  expect((await discard(present.version)).status).toBe(200)
  expect(await unsent()).toEqual([])
})

describe('a person has few requests unsent', () => {
  /** As many as one may have, saved a while ago. */
  const fill = (comment: string) =>
    portal.pool.query(
      `with begun as (
         insert into requests (user_id, sale_id, procedure_id, procedure_title,
           procedure_description, required_documents, answer_hours)
         select users.id, sales.id, procedures.id, title, '', documents, answer_hours
         from users, sales, procedures, generate_series(1, $1::int)
         where first_name = 'Rosa' and code = $2 and procedures.id = $3
         returning id)
       insert into request_drafts (request_id, comment) select id, $4 from begun`,
      [MAX_UNSENT_REQUESTS, ROSAS_SALE, procedures[0], comment],
    )

  test('Rosa begins no more than fifty, whatever key each call has, and more once she discards one (security 10.320)', async () => {
    await fill('La promesa')
    const refused = await create(rosa, { key: 'otra-más' })
    expect([refused.status, refused.body]).toEqual([409, requestMessages.tooManyUnsent.text])
    expect(await count('requests')).toBe(MAX_UNSENT_REQUESTS)
    // Hernán's are his own.
    expect((await create(hernan, { sale: 'V-2001', key: 'suya' })).status).toBe(201)
    const [first] = (await rosa.get('/api/request/drafts/')).body.results
    await rosa.call('DELETE', `/api/requests/${first.id}/draft/`)
    expect((await create(rosa, { key: 'otra-más' })).status).toBe(201)
  })

  test('a blank one, which no list shows, gives way to a new one (security 10.320)', async () => {
    await fill('')
    expect((await rosa.get('/api/request/drafts/')).body.results).toEqual([])
    expect((await create(rosa, { key: 'nueva' })).status).toBe(201)
    expect(await count('requests')).toBe(MAX_UNSENT_REQUESTS)
  })

  test('and sends fifty in a day; the next one stays, and is sent the day after (security 10.321)', async () => {
    const sentBefore = await createDraft(rosa, { key: 'primera' })
    await sendDraft(rosa, sentBefore)
    await fill('La promesa')
    await portal.pool.query(
      "update requests set state = 'sent', sent_at = now() where state = 'draft'",
    )
    const id = await createDraft(rosa, { key: 'última' })
    const refused = await send(rosa, id)
    expect([refused.status, refused.body]).toEqual([429, tooManySent])
    // A repeated call of one that was sent is answered as before.
    expect((await send(rosa, sentBefore)).status).toBe(200)
    await portal.pool.query(
      "update requests set sent_at = now() - interval '25 hours' where state = 'sent'",
    )
    expect((await send(rosa, id)).status).toBe(200)
  })
})
