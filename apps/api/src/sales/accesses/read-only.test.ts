import { beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import {
  accessesOf,
  createAccount,
  give,
  logIn,
  luis,
  ROSAS_SALE,
  toLuis,
} from '../../../test/sales/shared-sales.ts'
import { pdf } from '../../../test/sample-files.ts'
import { UPDATE } from '../../../test/stored-requests.ts'
import { MISSING } from '../../../test/users/user-calls.ts'
import { json, upload, type Visitor } from '../../../test/visitor.ts'

// Luis, who reads Rosa's sale, does nothing with it.

let portal: Portal
let rosa: Visitor
let reader: Visitor
let accessId: number
beforeAll(async () => {
  portal = await openPortal()
  await createAccount(portal, luis)
  rosa = await portal.as('rosa')
  reader = await logIn(portal, luis)
  await give(rosa, toLuis)
  accessId = (await accessesOf(rosa))[0].id
  return () => portal.close()
})

async function procedureId(where: string): Promise<number> {
  const { rows } = await portal.pool.query(`select id from procedures where ${where} limit 1`)
  return rows[0].id
}

describe('Luis cannot', () => {
  test.each([
    ['a request', `title = '${UPDATE}'`],
    ['a data-subject request', 'data_subject_right is not null'],
  ])('begin %s for the sale (security 5.73)', async (_, which) => {
    const form = { procedure_id: await procedureId(which), sale_code: ROSAS_SALE, comment: 'x' }
    expect(await reader.post('/api/request/create/', json(form))).toMatchObject(MISSING)
    expect(await reader.call('PUT', '/api/request/draft/', json(form))).toMatchObject(MISSING)
  })

  test('report a payment of it (security 5.73)', async () => {
    const fields = { sale_code: ROSAS_SALE, paid_on: '2026-11-20', amount: '400000', comment: '' }
    const answer = await reader.post('/api/payment-reports/', upload(pdf('r.pdf'), fields))
    expect(answer).toMatchObject(MISSING)
  })

  test('read Rosa’s requests and reported payments (security 5.73)', async () => {
    const { rows } = await portal.pool.query(
      `select requests.id from requests join sales on sales.id = sale_id where code = $1`,
      [ROSAS_SALE],
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { id } of rows) {
      expect((await reader.get(`/api/request/${id}/`)).status).toBe(404)
    }
    expect((await reader.get('/api/payment-reports/own/')).body.results).toEqual([])
    expect((await reader.get('/api/sales-data/')).body[0].requerimientos).toEqual([])
  })

  test('see or take back his own access, nor pass it on (security 5.73)', async () => {
    expect((await reader.get('/api/sale-accesses/')).body).toEqual({ results: [] })
    expect(await reader.call('DELETE', `/api/sale-accesses/${accessId}/`)).toMatchObject(MISSING)
    expect(await give(reader, toLuis)).toMatchObject(MISSING)
  })

  test('get the holder’s news and announcements (security 5.73)', async () => {
    const ivan = await portal.as('ivan')
    const form = {
      title: 'Reunión',
      body: 'El sábado.',
      audience: 'all',
      project: '',
      condominium: '',
      sends_email: true,
      visible_until: '',
    }
    const { body } = await ivan.post('/api/announcements/', json(form))
    await ivan.post(`/api/announcements/${body.id}/publish/`, json({ version: 0 }))
    expect((await rosa.get('/api/client/announcements/')).body.results.length).toBeGreaterThan(0)
    expect((await reader.get('/api/client/announcements/')).body.results).toEqual([])
    expect((await reader.get('/api/client/news/')).body.results).toEqual([])
    expect((await portal.sentEmails()).filter(({ to }) => to === luis.email)).toMatchObject([
      { subject: 'Puedes ver una compra' },
    ])
  })
})

test('his own requests of that sale, from when it was his, are not shown with it (security 5.73)', async () => {
  await portal.pool.query(
    `update requests set user_id = (select id from users where rut = $1)
     where sale_id = (select id from sales where code = $2)`,
    [luis.rut, ROSAS_SALE],
  )
  expect((await reader.get('/api/sales-data/')).body[0].requerimientos).toEqual([])
})

test('Iván, who views the portal as Luis, sees what he sees; Rosa learns of both (security 15.23)', async () => {
  const ivan = await portal.as('ivan')
  const { rows } = await portal.pool.query('select id from users where rut = $1', [luis.rut])
  const view = { user_id: rows[0].id, reason: 'Luis pregunta por la escritura' }
  expect((await ivan.post('/api/view-as/', json(view))).status).toBe(200)
  const [sale] = (await ivan.get('/api/sales-data/')).body
  expect(sale).toMatchObject({ code: ROSAS_SALE, venta: { cliente_direccion: '' } })
  await reader.get('/api/sales-data/')
  await reader.get(`/api/sales/${ROSAS_SALE}/statement.csv`)
  const { body } = await rosa.get('/api/client/accesses/')
  const told = body.results.map(({ who, action }: Record<string, string>) => `${who}: ${action}`)
  expect(told.slice(0, 3)).toEqual([
    'Luis Parra Inostroza: Descargó tu estado de cuenta',
    'Iván Rojas Mella: Vio tu compra V-1001',
    'Luis Parra Inostroza: Vio tu compra V-1001',
  ])
})
