import { readSale } from '@carpeta/contract/read-sale'
import { salesResponse } from '@carpeta/contract/sales'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleExport } from '../../seeds/sample-export.ts'
import { sampleUfValue } from '../../seeds/sample-portal.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import {
  accessesOf,
  codesOf,
  createAccount,
  give,
  logIn,
  luis,
  marcela,
  ROSAS_SALE,
  toLuis,
} from '../../test/sales/shared-sales.ts'
import { pdf } from '../../test/sample-files.ts'
import { UPDATE } from '../../test/stored-requests.ts'
import { MISSING } from '../../test/users/user-calls.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'
import { exec, sql } from '../db/query.ts'
import { sharedSaleJson } from './own-sales.ts'

let portal: Portal
let rosa: Visitor
let readerLuis: Visitor
/** Rosa's answer before she let anybody read. */
let before: string
beforeAll(async () => {
  portal = await openPortal()
  await createAccount(portal, luis)
  await createAccount(portal, marcela)
  rosa = await portal.as('rosa')
  readerLuis = await logIn(portal, luis)
  before = await textOf(rosa)
  return () => portal.close()
})

async function textOf(visitor: Visitor): Promise<string> {
  return (await visitor.get('/api/sales-data/')).bytes.toString()
}

const exported = sampleExport()
  .split('\n')
  .slice(1, -1)
  .map((line) => JSON.parse(line))
const personal = /^cliente(co)?_(?!rut|nombre_completo|nombre_representante_legal)/

/** The values of a person's fields in accounting, which identify that person. */
function personalValues(code: string, prefix: 'cliente_' | 'clienteco_'): string[] {
  const { venta } = exported.find((sale) => sale.code === code)
  return Object.entries(venta)
    .filter(([name]) => name.startsWith(prefix) && personal.test(name))
    .map(([, value]) => String(value))
    .filter((value) => value.length > 4)
}

test('without an access Luis sees no sale (§10.97, security 5.6)', async () => {
  expect(await codesOf(readerLuis)).toEqual([])
})

describe('with an access Luis', () => {
  beforeAll(async () => {
    expect((await give(rosa, { ...toLuis, last_day: '2099-12-31' })).status).toBe(201)
  })

  test('sees Rosa’s sale, marked as hers, with her figures (§10.97)', async () => {
    const [sale, ...others] = salesResponse.parse(JSON.parse(await textOf(readerLuis)))
    // What only its holder asks about it.
    const [{ consulta: _, ...own }] = JSON.parse(before)
    expect(others).toEqual([])
    expect(sale).toEqual({
      ...own,
      venta: expect.anything(),
      requerimientos: [],
      compartida: { como: 'co_holder', hasta: '2099-12-31' },
    })
    expect(sale?.venta).toMatchObject({
      cliente_nombre_completo: own.venta.cliente_nombre_completo,
      cliente_rut: own.venta.cliente_rut,
    })
  })

  test('sees nothing personal of Rosa, and all of his own (security 5.72)', async () => {
    const text = await textOf(readerLuis)
    const [{ venta }] = JSON.parse(text)
    const [own] = JSON.parse(before)
    const hidden = Object.entries(venta).filter(
      ([name]) => name.startsWith('cliente_') && personal.test(name),
    )
    expect(hidden).toHaveLength(13)
    expect(hidden.filter(([, value]) => value !== '' && value !== null)).toEqual([])
    const shared = new Set(personalValues(ROSAS_SALE, 'clienteco_'))
    for (const value of personalValues(ROSAS_SALE, 'cliente_')) {
      if (!shared.has(value)) expect(text).not.toContain(value)
    }
    const ofLuis = (sale: object) =>
      Object.entries(sale).filter(([name]) => name.startsWith('clienteco_'))
    expect(ofLuis(venta)).toEqual(ofLuis(own.venta))
  })

  test('has every amount in the decimals of Rosa’s answer (§12.442)', async () => {
    const amounts = (text: string) => text.match(/"(?:monto_uf|compromiso|deuda)" ?: ?[\d.]+/g)
    const plain = (text: string) => amounts(text)?.map((each) => each.replaceAll(' ', ''))
    expect(plain(await textOf(readerLuis))).toEqual(plain(before))
  })

  test('changes not a byte of what Rosa sees (§12.448)', async () => {
    expect(await textOf(rosa)).toBe(before)
  })

  test('reads it in one query after the session’s, before the read is recorded', async () => {
    const asked: string[] = []
    const { query } = portal.db
    portal.db.query = (statement) => {
      asked.push(statement.text)
      return query(statement)
    }
    await readerLuis.get('/api/sales-data/')
    portal.db.query = query
    expect(asked.filter((text) => text.includes('sale_views.json as view'))).toHaveLength(1)
    expect(asked).toHaveLength(2)
  })

  test('downloads its statement, which the portal confirms (§12.442)', async () => {
    const pdf = await readerLuis.get(`/api/sales/${ROSAS_SALE}/statement.pdf`)
    expect(pdf.status).toBe(200)
    const { rows } = await portal.pool.query(
      'select folio from issued_statements order by issued_at',
    )
    const check = await portal.visitor().get(`/api/statements/${rows.at(-1)?.folio}/`)
    expect(check.body).toMatchObject({ is_current: true })
    const csv = await readerLuis.get(`/api/sales/${ROSAS_SALE}/statement.csv`)
    const ofRosa = await rosa.get(`/api/sales/${ROSAS_SALE}/statement.csv`)
    expect(csv.bytes.equals(ofRosa.bytes)).toBe(true)
  })
})

test('Marcela sees the sale of her company, without personal data (security 5.72)', async () => {
  const losRobles = await portal.as('losRobles')
  const [{ code }] = (await losRobles.get('/api/sales-data/')).body
  const access = { sale_code: code, kind: 'representative', social_security: '14.222.333-3' }
  expect((await give(losRobles, access)).status).toBe(201)
  const [sale] = (await (await logIn(portal, marcela)).get('/api/sales-data/')).body
  expect(sale).toMatchObject({ code, compartida: { como: 'representative', hasta: '' } })
  const shown = Object.entries(sale.venta).filter(
    ([name, value]) => personal.test(name) && value !== '' && value !== null,
  )
  expect(shown).toEqual([])
})

test('no personal text or amount is left, whatever accounting sends (security 5.72)', () => {
  const given = fc.record({
    cliente_direccion: fc.string({ unit: 'grapheme' }),
    cliente_renta: fc.oneof(fc.constant(null), fc.integer()),
    clienteco_email: fc.string(),
    clienteco_nombre_completo: fc.string(),
    precio_venta: fc.constantFrom(1.5, 9_999_999_999, 0),
  })
  fc.assert(
    fc.property(
      given,
      fc.constantFrom('co_holder' as const, 'representative' as const),
      (venta, kind) => {
        const shared = JSON.parse(sharedSaleJson(JSON.stringify({ venta }), { kind, lastDay: '' }))
        expect(shared.venta).toMatchObject({
          cliente_direccion: '',
          cliente_renta: null,
          clienteco_email: kind === 'co_holder' ? venta.clienteco_email : '',
          clienteco_nombre_completo: venta.clienteco_nombre_completo,
          precio_venta: venta.precio_venta,
        })
      },
    ),
  )
})

async function procedureId(where: string): Promise<number> {
  const { rows } = await portal.pool.query(`select id from procedures where ${where} limit 1`)
  return rows[0].id
}

describe('for the sale that he reads Luis cannot', () => {
  test.each([
    ['a request', `title = '${UPDATE}'`],
    ['a data-subject request', 'data_subject_right is not null'],
  ])('begin %s for the sale (security 5.73)', async (_, which) => {
    const form = { procedure_id: await procedureId(which), sale_code: ROSAS_SALE, comment: 'x' }
    expect(await readerLuis.post('/api/request/create/', json(form))).toMatchObject(MISSING)
    const { procedure_id: procedure, sale_code: sale } = form
    const path = `/api/request/draft/?procedure_id=${procedure}&sale_code=${sale}`
    expect(await readerLuis.get(path)).toMatchObject(MISSING)
  })

  test('report a payment of it (security 5.73)', async () => {
    const fields = { sale_code: ROSAS_SALE, paid_on: '2026-11-20', amount: '400000', comment: '' }
    const answer = await readerLuis.post('/api/payment-reports/', upload(pdf('r.pdf'), fields))
    expect(answer).toMatchObject(MISSING)
  })

  test('read Rosa’s requests and reported payments (security 5.73)', async () => {
    const { rows } = await portal.pool.query(
      `select requests.id from requests join sales on sales.id = sale_id where code = $1`,
      [ROSAS_SALE],
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { id } of rows) {
      expect((await readerLuis.get(`/api/request/${id}/`)).status).toBe(404)
    }
    expect((await readerLuis.get('/api/payment-reports/own/')).body.results).toEqual([])
    expect((await readerLuis.get('/api/sales-data/')).body[0].requerimientos).toEqual([])
  })

  test('see or take back his own access, nor pass it on (security 5.73)', async () => {
    expect((await readerLuis.get('/api/sale-accesses/')).body).toEqual({ results: [] })
    const [{ id }] = await accessesOf(rosa)
    expect(await readerLuis.call('DELETE', `/api/sale-accesses/${id}/`)).toMatchObject(MISSING)
    expect(await give(readerLuis, toLuis)).toMatchObject(MISSING)
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
    expect((await readerLuis.get('/api/client/announcements/')).body.results).toEqual([])
    expect((await readerLuis.get('/api/client/news/')).body.results).toEqual([])
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
  expect((await readerLuis.get('/api/sales-data/')).body[0].requerimientos).toEqual([])
})

test('Iván, who views the portal as Luis, sees what he sees; Rosa learns of both, and that one is her co-holder (§12.2075, security 15.23)', async () => {
  const ivan = await portal.as('ivan')
  const { rows } = await portal.pool.query('select id from users where rut = $1', [luis.rut])
  const view = { user_id: rows[0].id, reason: 'Luis pregunta por la escritura' }
  expect((await ivan.post('/api/view-as/', json(view))).status).toBe(200)
  const [sale] = (await ivan.get('/api/sales-data/')).body
  expect(sale).toMatchObject({ code: ROSAS_SALE, venta: { cliente_direccion: '' } })
  await readerLuis.get('/api/sales-data/')
  await readerLuis.get(`/api/sales/${ROSAS_SALE}/statement.csv`)
  const { body } = await rosa.get('/api/client/accesses/')
  const told = body.results.map(
    ({ who, role, action }: Record<string, string>) => `${who} (${role}): ${action}`,
  )
  // Luis read and downloaded it in the tests above; within an hour the same read is one entry.
  expect(told.slice(0, 4)).toEqual([
    'Iván Rojas Mella (Administración): Vio tu compra V-1001',
    'Luis Parra Inostroza (tu co-titular): Descargó tu estado de cuenta',
    'Luis Parra Inostroza (tu co-titular): Descargó tu estado de cuenta',
    'Luis Parra Inostroza (tu co-titular): Vio tu compra V-1001',
  ])
})

const today = todayInSantiago(new Date())

async function saleOfRosa() {
  const { body } = await rosa.get('/api/sales-data/')
  return body[0]
}

test('Rosa gets the value of today in Santiago, with its decimals (§12.140)', async () => {
  const { pesos } = sampleUfValue(today)
  const sale = await saleOfRosa()
  expect(sale.uf_del_dia).toEqual({ fecha: today, valor: Number(pesos) })
  expect(readSale(sale).ufOfToday).toEqual({ date: today, pesos })
})

test('without a published value of today she gets none, not that of yesterday (§12.140)', async () => {
  await exec(portal.db, sql`delete from uf_values where date >= ${today}`)
  const sale = await saleOfRosa()
  expect(sale.uf_del_dia).toBeNull()
  expect(readSale(sale).ufOfToday).toBeNull()
})
