import { beforeAll, describe, expect, test } from 'vitest'
import { inDays, newsOf, pay, signRelease } from '../../test/news/accounting-books.ts'
import { openNewsPortal } from '../../test/news/news-portal.ts'
import { json, type Visitor } from '../../test/visitor.ts'

const cast = openNewsPortal()
beforeAll(async () => {
  await cast.books.load()
  signRelease(cast.books.sale('V-1001'))
  await cast.books.load()
  pay(cast.books.sale('V-1001'), 900)
  pay(cast.books.sale('V-2001'), 901)
  await cast.books.load()
})

const list = async (query = '') => (await cast.rosa.get(`/api/client/news/${query}`)).body
const read = (person: Visitor, through: number) =>
  person.post('/api/client/news/read/', json({ through }))

describe('the news of a member', () => {
  test('are the last first, in pages, with the number of unread ones (§12.214)', async () => {
    const first = await list('?pageSize=1')
    expect(first).toMatchObject({ current: 1, lastPage: 2, unread: 2 })
    expect(first.results).toEqual([
      {
        id: expect.any(Number),
        kind: 'payment',
        subject: '900',
        date: inDays(-1),
        sale: 'V-1001',
        sale_name: 'Altos de Tumbes · Casa 24',
        told_at: expect.stringMatching(/Z$/),
        read_at: null,
      },
    ])
    const { results } = await list('?pageSize=1&page=2')
    expect(results).toMatchObject([{ kind: 'deed', subject: 'releasingBankSignedOn' }])
    expect(JSON.stringify([first, results])).not.toMatch(/\b3\.21\b|12345678/)
  })

  test('are hidden with the sale, and come back with it (security 5.50)', async () => {
    const change = (to: string) =>
      cast.portal.pool.query(`update sales set withdrawn_at = ${to} where code = 'V-1001'`)
    await change('now()')
    expect(await list()).toMatchObject({ results: [], unread: 0 })
    await change('null')
    expect((await list()).results).toHaveLength(2)
  })

  test('are marked as read with those before them, by the member alone, and once (security 5.50)', async () => {
    const [payment, step] = (await list()).results
    expect((await read(cast.hernan, payment.id)).status).toBe(404)
    expect((await read(cast.rosa, 999_999)).status).toBe(404)
    expect((await read(cast.rosa, step.id)).status).toBe(200)
    expect(await list()).toMatchObject({ unread: 1, results: [{ read_at: null }, {}] })
    expect((await read(cast.rosa, payment.id)).status).toBe(200)
    const marked = await list()
    expect(marked.unread).toBe(0)
    expect((await read(cast.rosa, payment.id)).status).toBe(200)
    expect(await list()).toEqual(marked)
    expect(await newsOf(cast.hernan)).toEqual([`V-2001 payment ${inDays(-1)}`])
  })

  test('are read by staff who view the portal as the member, and marked by nobody (security 5.50)', async () => {
    const { rows } = await cast.portal.pool.query(
      `select id from users where first_name = 'Hernán'`,
    )
    await cast.ivan.post('/api/auth/reauthenticate/', json({ password: 'Carpeta#2026' }))
    const started = await cast.ivan.post(
      '/api/view-as/',
      json({ user_id: rows[0].id, reason: 'Pregunta por su pago' }),
    )
    expect(started.status, JSON.stringify(started.body)).toBe(200)
    const { body } = await cast.ivan.get('/api/client/news/')
    expect(body).toMatchObject({ unread: 1, results: [{ kind: 'payment' }] })
    expect((await read(cast.ivan, body.results[0].id)).status).toBe(403)
    expect(await newsOf(cast.hernan)).toEqual([`V-2001 payment ${inDays(-1)}`])
  })

  test('are nobody else’s: 401 without a session, 403 for staff', async () => {
    const anonymous = cast.portal.visitor()
    await anonymous.fetchToken()
    expect((await anonymous.get('/api/client/news/')).status).toBe(401)
    expect((await read(anonymous, 1)).status).toBe(401)
    const mario = await cast.portal.as('mario')
    expect((await mario.get('/api/client/news/')).status).toBe(403)
    expect((await read(mario, 1)).status).toBe(403)
  })
})
