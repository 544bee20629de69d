import { paymentQuestion, questionProcedure } from '@carpeta/domain/requests/questions'
import { day } from '@carpeta/domain/testing/build-sale'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { openRequestsPortal, ROSAS_SALE } from '../../test/requests-portal.ts'
import { json, type Visitor } from '../../test/visitor.ts'

const requests = openRequestsPortal()
const PATH = '/api/procedures/'
const REVIEW = paymentQuestion(day('2026-11-12'), day('2026-11-05'))

let portal: Portal
let rosa: Visitor
let mario: Visitor
let question: number
beforeAll(async () => {
  ;({ portal, rosa, mario } = requests)
  const { rows } = await portal.pool.query('select id from procedures where is_question')
  question = rows[0].id
})
beforeEach(() => requests.reset())

async function idsFor(person: Visitor): Promise<number[]> {
  return (await person.get(PATH)).body.results.map(({ id }: { id: number }) => id)
}

const saleOf = async (person: Visitor, code = ROSAS_SALE) =>
  (await person.get('/api/sales-data/')).body.find((sale: { code: string }) => sale.code === code)

const draftAddress = (about?: string) =>
  `/api/request/draft/?procedure_id=${question}&sale_code=${ROSAS_SALE}${about ? `&about=${about}` : ''}`

async function begin(comment: string, about?: string, procedure = question) {
  const target = { procedure_id: procedure, sale_code: ROSAS_SALE, ...(about && { about }) }
  const body = { ...target, comment, version: 0, written_in: 'la-pestaña' }
  return rosa.post('/api/request/create/', json(body))
}

test('each portal has it, also an empty one, as its members’ last procedure, whatever staff add or order (§12.2410)', async () => {
  const empty = await openPortal('empty')
  onTestFinished(() => empty.close())
  const { rows } = await empty.pool.query(
    'select title, description, documents, answer_hours from procedures where is_question',
  )
  expect(rows).toEqual([questionProcedure])

  const form = { title: 'Visita', description: 'x', documents: [], answer_hours: 8 }
  const added = await mario.post(PATH, json({ ...form, is_active: true }))
  expect(added.body.is_question).toBe(false)
  const ids = await idsFor(mario)
  expect(ids.slice(-2)).toEqual([added.body.id, question])
  expect((await rosa.get(PATH)).body.results.at(-1)).not.toHaveProperty('is_question')
  await mario.post('/api/procedures/order/', json({ ids: ids.toReversed() }))
  const ordered = [...ids.slice(0, -1).toReversed(), question]
  expect(await idsFor(mario)).toEqual(ordered)
  expect(await idsFor(rosa)).toEqual(ordered)
  await mario.call('DELETE', `${PATH}${added.body.id}/`)
})

test('staff switch it off, change its texts, or delete it, as any other: no screen offers it then; nor for a sale that is closed (§12.2411)', async () => {
  expect((await saleOf(rosa)).consulta).toBe(question)
  const hernan = requests.hernan
  expect((await saleOf(hernan, 'V-2001')).consulta).toBe(question)
  expect(await saleOf(hernan, 'V-2003')).not.toHaveProperty('consulta')
  for (const change of [
    () => mario.call('PATCH', `${PATH}${question}/`, json({ is_active: false })),
    () => mario.call('DELETE', `${PATH}${question}/`),
  ]) {
    expect((await change()).status).toBe(200)
    expect(await saleOf(rosa)).not.toHaveProperty('consulta')
    expect(await idsFor(rosa)).not.toContain(question)
    await requests.reset()
  }
  const title = { title: 'Pregúntanos' }
  expect((await mario.call('PATCH', `${PATH}${question}/`, json(title))).status).toBe(200)
  expect((await rosa.get(PATH)).body.results.at(-1)).toMatchObject(title)
  await mario.call('PATCH', `${PATH}${question}/`, json({ title: questionProcedure.title }))
})

test('what a screen began about a payment has a draft of its own beside a free one, and is known once it is sent; a client without it asks as before (§12.2412)', async () => {
  const plain = await begin('¿A qué hora abren?')
  const asked = await begin('¿Pueden revisarlo?', REVIEW)
  expect([plain.status, asked.status]).toEqual([201, 201])
  expect((await rosa.get(draftAddress())).body).toMatchObject({
    id: plain.body.id,
    comment: '¿A qué hora abren?',
  })
  expect((await rosa.get(draftAddress(REVIEW))).body.id).toBe(asked.body.id)
  const { results } = (await rosa.get('/api/request/drafts/')).body
  expect(results).toMatchObject([{ about: REVIEW }, { about: null }])
  // One that knows of no versions either.
  const old = { procedure_id: question, sale_code: ROSAS_SALE, comment: 'Otra' }
  expect((await rosa.post('/api/request/create/', json(old))).body.id).not.toBe(asked.body.id)

  await requests.sendDraft(rosa, asked.body.id)
  const [sent] = (await saleOf(rosa)).requerimientos
  expect(sent).toMatchObject({ key: asked.body.id, sobre: REVIEW, estado: 'Enviado' })
  const data = (await rosa.get('/api/client/data.json')).body
  expect(data.requests.map(({ about }: { about: string | null }) => about)).toEqual([
    null,
    REVIEW,
    null,
  ])
})

test('only the question is about something, and only about what a screen can begin it with (§12.2412)', async () => {
  const other = await begin('La promesa', REVIEW, requests.procedures[0])
  expect(await requests.rowOf(other.body.id)).toMatchObject({ about: null })
  expect((await begin('x', 'payment:ayer:hoy')).status).toBe(400)
})
