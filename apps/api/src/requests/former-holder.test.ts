import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { ROSAS_SALE } from '../../test/sales/shared-sales.ts'
import { pdf } from '../../test/sample-files.ts'
import { COPY, storeRequest, TRANSFER } from '../../test/stored-requests.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'

const REFUSED = { status: 409, body: requestMessages.formerHolder.text }

let portal: Portal
let rosa: Visitor
let mario: Visitor
beforeAll(async () => {
  portal = await openPortal()
  rosa = await portal.as('rosa')
  mario = await portal.as('mario')
  return () => portal.close()
})
beforeEach(() => portal.pool.query('delete from requests; delete from rate_limits'))

/** Accounting names Hernán as the holder of Rosa's sale, as a load does. */
async function sell(to: string): Promise<void> {
  await portal.pool.query('update sales set holder_rut = $1 where code = $2', [to, ROSAS_SALE])
}

async function sellToHernan(): Promise<void> {
  await sell(personas.hernan.rut)
  onTestFinished(() => sell(personas.rosa.rut))
}

type State = 'draft' | 'sent' | 'in_review' | 'missing' | 'resolved'

async function sold(state: State, title?: string): Promise<{ id: number; path: string }> {
  const { id } = await storeRequest(portal, title === undefined ? { state } : { state, title })
  await portal.pool.query(
    `update requests set closed_at = now() where id = $1 and state = 'resolved'`,
    [id],
  )
  await sellToHernan()
  return { id, path: `/api/requests/${id}/` }
}

const post = (by: Visitor, path: string, body: object = {}) =>
  statusAndBody(by.post(path, json(body)))

describe('Rosa, whose sale is Hernán’s now, in a request of hers about it', () => {
  test.each<[string, State, (path: string, id: number) => Promise<unknown>]>([
    ['comments no more', 'in_review', (path) => post(rosa, `${path}comment/`, { text: '¿Y?' })],
    ['replies no more', 'missing', (path) => post(rosa, `${path}reply/`, { comment: 'Sí' })],
    ['reopens it no more', 'resolved', (path) => post(rosa, `${path}respond/`, { text: 'Falta' })],
    [
      'uploads no more',
      'draft',
      (_, id) =>
        statusAndBody(
          rosa.post(
            '/api/upload-document/',
            upload(pdf('carta.pdf'), { request_id: id, position: 0 }),
          ),
        ),
    ],
  ])('%s (security 5.200)', async (_, state, act) => {
    const { id, path } = await sold(state, state === 'draft' ? TRANSFER : COPY)
    expect(await act(path, id)).toEqual(REFUSED)
    await sell(personas.rosa.rut)
    expect(await act(path, id)).not.toMatchObject({ body: REFUSED.body })
  })

  test('sends no draft of before (security 5.200)', async () => {
    const { id } = await sold('draft')
    expect((await post(rosa, '/api/request/send/', { request_id: id })).status).toBe(404)
  })

  test('reads what she wrote, and may cancel it (security 5.200)', async () => {
    const { path } = await sold('sent')
    const { body } = await rosa.get(path)
    expect([body.sale_code, body.can_respond]).toEqual([ROSAS_SALE, false])
    expect((await post(rosa, `${path}cancel/`)).status).toBe(200)
    const hernan = await portal.as('hernan')
    expect((await hernan.get(path)).status).toBe(404)
  })

  test('goes on with one whose deadline the law sets: it is about her, not about the sale (security 5.200)', async () => {
    const { id, path } = await sold('in_review')
    await portal.pool.query('update requests set answer_days = 30 where id = $1', [id])
    expect((await post(rosa, `${path}comment/`, { text: 'Y mi correo' })).status).toBe(200)
    expect((await mario.get(path)).body.is_former_holder).toBe(false)
  })
})

describe('Mario', () => {
  test('is told, asks her for nothing, and still answers (§12.1012)', async () => {
    const { path } = await sold('in_review', COPY)
    const { version, is_former_holder } = (await mario.get(path)).body
    expect(is_former_holder).toBe(true)
    expect(await post(mario, `${path}ask/`, { version, text: 'Tu carné' })).toEqual({
      status: 409,
      body: requestMessages.cannotAsk.text,
    })
    const resolved = await post(mario, `${path}resolve/`, { version, text: 'Ya no procede.' })
    expect(resolved.status).toBe(200)
  })

  test('reads nothing of it where Rosa holds the sale', async () => {
    const { id } = await storeRequest(portal, { state: 'in_review' })
    expect((await mario.get(`/api/requests/${id}/`)).body.is_former_holder).toBe(false)
  })
})
