import { readFileSync } from 'node:fs'
import { salesResponse } from '@carpeta/contract/sales'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { exec, sql } from '../db/query.ts'

const exported = readFileSync(new URL('../../seeds/sample-export.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => JSON.parse(line))

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

async function salesOf(name: keyof typeof personas) {
  const { status, body } = await (await portal.as(name)).get('/api/sales-data/')
  expect(status).toBe(200)
  return body
}

test('Rosa sees her own sale and never Hernán’s (§7.18)', async () => {
  const codes = (await salesOf('rosa')).map((sale: { code: string }) => sale.code)
  expect(codes).toEqual(['V-1001'])
})

test('Hernán sees his three', async () => {
  const codes = (await salesOf('hernan')).map((sale: { code: string }) => sale.code)
  expect(codes).toEqual(['V-2001', 'V-2002', 'V-2003'])
})

test('an anonymous visitor gets 401, staff who are no clients 403 (§6.1)', async () => {
  expect((await portal.visitor().get('/api/sales-data/')).status).toBe(401)
  expect((await (await portal.as('carla')).get('/api/sales-data/')).status).toBe(403)
})

test('no parameter or header shows another user’s sales (§10.12, security 5.1)', async () => {
  const rosa = await portal.as('rosa')
  const query = '?rut=11111111-1&user_id=1&social_security=11111111-1&code=V-2001'
  const { body } = await rosa.get(`/api/sales-data/${query}`, {
    headers: { 'x-user-id': '1', 'x-rut': '11111111-1' },
  })
  expect(body.map((sale: { code: string }) => sale.code)).toEqual(['V-1001'])
})

test('every figure and text is as in the export (§3.4, §3.5, §3.6, §3.7, §3.8, §10.48)', async () => {
  for (const name of ['rosa', 'hernan', 'elena', 'pia', 'bruno', 'losRobles'] as const) {
    for (const sale of await salesOf(name)) {
      const source = exported.find(({ code }) => code === sale.code)
      expect(sale).toMatchObject({
        ...source,
        venta: withPlainDates(source.venta),
        seguimiento: source.seguimiento && withPlainDates(source.seguimiento),
      })
    }
  }
})

test('it matches the contract, with the cut-off of the load (§3.3, §10.53)', async () => {
  const sales = salesResponse.parse(await salesOf('rosa'))
  expect(sales[0]?.actualizado_al).toBe('2026-11-20T09:00:00Z')
})

test('a withdrawn sale is hidden (§10.55, security 5.26)', async () => {
  const { db, close, as } = await openPortal()
  await exec(db, sql`update sales set withdrawn_at = now() where code = 'V-2002'`)
  const { body } = await (await as('hernan')).get('/api/sales-data/')
  expect(body.map((sale: { code: string }) => sale.code)).toEqual(['V-2001', 'V-2003'])
  await close()
})

test('a client without sales gets an empty list', async () => {
  const { db, close, as } = await openPortal()
  const hernan = await as('hernan')
  await exec(db, sql`update sales set withdrawn_at = now()`)
  expect((await hernan.get('/api/sales-data/')).body).toEqual([])
  await close()
})

test('receipts of hosts outside RECEIPT_HOSTS are left out (§10.54, security 9.4)', async () => {
  const receipts = async (hosts: string) => {
    const { as } = await openPortalForTest({ RECEIPT_HOSTS: hosts })
    const { body } = await (await as('rosa')).get('/api/sales-data/')
    return body[0].pagos.filter((pago: { ficha_pago: string }) => pago.ficha_pago !== '').length
  }
  expect(await receipts('recibos.vistaalbiobio.example')).toBe(34)
  expect(await receipts('otro.example')).toBe(0)
})

test('it is one query after the session’s (§12.80, §12.620)', async () => {
  const rosa = await portal.as('rosa')
  const asked: string[] = []
  const { query } = portal.db
  portal.db.query = (statement) => {
    asked.push(statement.text)
    return query(statement)
  }
  await rosa.get('/api/sales-data/')
  portal.db.query = query
  expect(asked).toHaveLength(2)
  expect(asked[0]).toContain('sessions')
  expect(asked[1]).toContain('sale_views.json as view')
})

describe('requests', () => {
  interface Request {
    saleCode: string
    rut: string
    title: string
    state: string
    sentAt?: string
    closedAt?: string
    dueAt?: string
    answer?: string
  }

  async function addRequest(request: Request) {
    await exec(
      portal.db,
      sql`insert into requests (user_id, sale_id, procedure_id, procedure_title,
        procedure_description, required_documents, answer_hours, state, sent_at, closed_at, due_at, answer)
      select users.id, sales.id, (select min(id) from procedures), ${request.title}, '', '{}', 24,
        ${request.state}, ${request.sentAt ?? null}, ${request.closedAt ?? null},
        ${request.dueAt ?? null}, ${request.answer ?? ''}
      from users, sales where users.rut = ${request.rut} and sales.code = ${request.saleCode}`,
    )
  }

  const rosas = { saleCode: 'V-1001', rut: '12345678-5' }
  const hernans = { saleCode: 'V-2001', rut: '11111111-1' }

  async function requestsOf(name: keyof typeof personas, code: string) {
    const sales = salesResponse.parse(await salesOf(name))
    return sales.find((sale) => sale.code === code)?.requerimientos ?? []
  }

  beforeEach(async () => {
    await exec(portal.db, sql`delete from requests`)
  })

  test('Rosa sees hers, the newest first, with days in Santiago, and by when one is answered (§3.9, §12.2140)', async () => {
    await addRequest({
      ...rosas,
      title: 'Copia de contrato',
      state: 'resolved',
      sentAt: '2026-10-21T02:30:00Z',
      closedAt: '2026-10-24T01:00:00Z',
      answer: 'Va "adjunta".\n¡Gracias!',
    })
    await addRequest({
      ...rosas,
      title: 'Certificado',
      state: 'in_review',
      sentAt: '2026-11-03T12:00:00Z',
      dueAt: '2026-11-06T01:00:00Z',
    })
    expect(await requestsOf('rosa', 'V-1001')).toEqual([
      {
        key: expect.any(Number),
        tramite_titulo: 'Certificado',
        fecha: '2026-11-03',
        respuesta: '',
        fecha_cierre: '',
        estado: 'En revisión',
        responder_hasta: '2026-11-05',
        unida_a: null,
        sobre: '',
        pregunta: null,
      },
      {
        key: expect.any(Number),
        tramite_titulo: 'Copia de contrato',
        fecha: '2026-10-20',
        respuesta: 'Va "adjunta".\n¡Gracias!',
        fecha_cierre: '2026-10-23',
        estado: 'Resuelto',
        responder_hasta: '',
        unida_a: null,
        sobre: '',
        pregunta: null,
      },
    ])
  })

  test.each([
    ['sent', 'Enviado', false],
    ['in_review', 'En revisión', false],
    ['missing', 'Falta antecedente', false],
    ['resolved', 'Resuelto', true],
    ['rejected', 'Rechazado', true],
    ['cancelled', 'Anulado', true],
  ])('%s is “%s”; an unsent answer is not shown', async (state, label, isOver) => {
    const at = '2026-11-03T12:00:00Z'
    await addRequest({
      ...rosas,
      title: 'Copia',
      state,
      sentAt: at,
      closedAt: at,
      answer: 'Listo',
    })
    expect(await requestsOf('rosa', 'V-1001')).toMatchObject([
      {
        estado: label,
        respuesta: isOver ? 'Listo' : '',
        fecha_cierre: isOver ? '2026-11-03' : '',
      },
    ])
  })

  test('one that waits for Rosa has the first line of what Mario asked last, and the day (§12.1310)', async () => {
    const sentAt = '2026-11-03T12:00:00Z'
    await addRequest({ ...rosas, title: 'Copia', state: 'missing', sentAt })
    const ask = (at: string, text: string) =>
      exec(
        portal.db,
        sql`insert into request_events (request_id, kind, actor_id, text, at)
        select requests.id, 'asked', users.id, ${text}, ${at}::timestamptz from requests, users
        where users.rut = '14567891-9'`,
      )
    await ask('2026-11-04T12:00:00Z', 'Falta tu poder.')
    await ask('2026-11-06T02:30:00Z', `Tu cédula venció. ${'Por favor. '.repeat(30)}\nGracias.`)
    const [waiting] = await requestsOf('rosa', 'V-1001')
    const { texto, fecha } = waiting?.pregunta ?? {}
    expect(fecha).toBe('2026-11-05')
    expect(texto).toMatch(/^Tu cédula venció\. [^\n]+$/)
    expect(texto).toHaveLength(200)
    await exec(portal.db, sql`update requests set state = 'in_review'`)
    expect((await requestsOf('rosa', 'V-1001'))[0]?.pregunta).toBeNull()
  })

  test('a draft is not shown (security 5.21)', async () => {
    await addRequest({ ...rosas, title: 'Copia', state: 'draft' })
    expect(await requestsOf('rosa', 'V-1001')).toEqual([])
  })

  test('neither requests of another sale nor of another account are shown (security 5.21)', async () => {
    const sentAt = '2026-11-03T12:00:00Z'
    await addRequest({ ...hernans, title: 'De Hernán', state: 'sent', sentAt })
    await addRequest({
      ...rosas,
      rut: hernans.rut,
      title: 'De Hernán por Rosa',
      state: 'sent',
      sentAt,
    })
    expect(await requestsOf('rosa', 'V-1001')).toEqual([])
    expect(await requestsOf('hernan', 'V-2002')).toEqual([])
    expect(await requestsOf('hernan', 'V-2001')).toMatchObject([{ tramite_titulo: 'De Hernán' }])
  })
})

describe('outdated figures', () => {
  const outdated = async () =>
    salesResponse.parse(await salesOf('pia')).map(({ desactualizado }) => desactualizado)

  const loadedDaysAgo = (days: number) =>
    exec(
      portal.db,
      sql`update sales set as_of = now() - ${days} * interval '1 day'
      where holder_rut = ${personas.pia.rut}`,
    )

  test('yesterday’s are current, those of three weeks ago are outdated', async () => {
    await loadedDaysAgo(1)
    expect(await outdated()).toEqual([false])
    await loadedDaysAgo(21)
    expect(await outdated()).toEqual([true])
  })

  test('holidays of the cooperative keep them current, at once for every process', async () => {
    await loadedDaysAgo(21)
    await exec(
      portal.db,
      sql`insert into own_holidays (date, name, is_closed)
      select day::date, 'Cierre', true
      from generate_series(now() - interval '25 days', now() + interval '1 day', '1 day') day`,
    )
    expect(await outdated()).toEqual([false])
    await exec(portal.db, sql`delete from own_holidays`)
    expect(await outdated()).toEqual([true])
  })

  test.each(['0001-01-01', '9999-12-31'])('a cut-off of %s breaks nothing', async (date) => {
    await exec(
      portal.db,
      sql`update sales set as_of = ${`${date}T12:00:00Z`} where holder_rut = ${personas.pia.rut}`,
    )
    expect(await outdated()).toEqual([date < '2000'])
  })
})

describe('exactness', () => {
  test('a UF with four decimals and twelve digits is not rounded (§11.31)', async () => {
    const { db, close, as } = await openPortal()
    await exec(db, sql`update sales set price = 1234567890.1234 where code = 'V-1001'`)
    const { writeSaleViews } = await import('./sale-view-store.ts')
    await db.transaction((tx) => writeSaleViews(tx, sql`code = 'V-1001'`))
    const { body } = await (await as('rosa')).get('/api/sales-data/')
    expect(String(body[0].venta.precio_venta)).toBe('1234567890.1234')
    await close()
  })
})

/** The portal sends calendar dates without a time, and '' for every empty date. */
function withPlainDates(section: Record<string, unknown>): Record<string, unknown> {
  const plain = Object.entries(section).map(([field, value]) => {
    if (!field.startsWith('fecha_')) return [field, value]
    return [field, String(value).startsWith('0000') ? '' : String(value).slice(0, 10)]
  })
  return Object.fromEntries(plain)
}
