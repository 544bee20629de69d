import { text } from 'node:stream/consumers'
import { memberDataSchema } from '@carpeta/contract/personal-data'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type PersonaName, personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { readPdf } from '../../test/statements/read-statement.ts'
import { storeRequest, UPDATE } from '../../test/stored-requests.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json } from '../../test/visitor.ts'
import { operator } from '../http/caller.ts'
import { exportMemberData } from './export-member-data.ts'
import { draw } from './member-data-pdf.ts'
import { memberDataJson } from './member-data-sections.ts'

const LUIS = '13456789-9'

async function open(): Promise<Portal> {
  const portal = await openPortal()
  onTestFinished(() => portal.close())
  return portal
}

/** The JSON that this person downloads. */
async function dataOf(portal: Portal, name: PersonaName) {
  const { status, body } = await (await portal.as(name)).get('/api/client/data.json')
  expect(status).toBe(200)
  return memberDataSchema.parse(body)
}

describe('a member’s own data', () => {
  test('are account, sales, requests, documents, sessions, and the accesses of others (§12.67, security 11.6)', async () => {
    const portal = await open()
    const carla = await portal.as('carla')
    await carla.get(`/api/users/${await userIdOf(portal.db, 'rosa')}/`)
    const rosa = await portal.as('rosa')
    await rosa.get('/api/sales/V-1001/statement.pdf')
    const email = 'rosa.nueva@correo.example'
    const change = json({ email, old_password: SAMPLE_PASSWORD })
    await rosa.call('PATCH', `/api/users/${await userIdOf(portal.db, 'rosa')}/`, change)
    const data = await dataOf(portal, 'rosa')
    expect(data.email_changes).toMatchObject([
      { old_email: personas.rosa.email, new_email: email, confirmed_at: null, ended_at: null },
    ])
    expect(data.account).toMatchObject({
      social_security: personas.rosa.rut,
      first_name: 'Rosa',
      email: personas.rosa.email,
      is_activated: true,
      deleted_at: null,
    })
    expect(data.sales.map(({ code }) => code)).toEqual(['V-1001'])
    expect(data.requests).toHaveLength(2)
    expect(data.documents).toMatchObject([
      { name: 'certificado-de-residencia.pdf', by: 'member', replaced_at: null },
    ])
    expect(data.documents[0]?.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(data.sessions.length).toBeGreaterThan(0)
    expect(data.known_devices.length).toBeGreaterThan(0)
    expect(data.statements).toMatchObject([{ sale_code: 'V-1001' }])
    expect(data.accesses).toContainEqual(
      expect.objectContaining({ who: 'Carla Neira Bustos', action: 'Vio tus datos' }),
    )
    expect(data.activity.map(({ action }) => action)).toContain('Ingresaste')
  })

  test('have every figure of the sale as accounting wrote it', async () => {
    const portal = await open()
    const hernan = await portal.as('hernan')
    const exported = await hernan.get('/api/client/data.json')
    const shown = await hernan.get('/api/sales-data/')
    const { sales } = exported.body
    expect(sales).toHaveLength(shown.body.length)
    for (const [i, sale] of shown.body.entries()) {
      expect(sales[i].pagos).toEqual(sale.pagos)
      expect(sales[i].compromiso).toEqual(sale.compromiso)
      expect(sales[i].venta.cliente_renta).toEqual(sale.venta.cliente_renta)
    }
    expect(exported.headers['content-disposition']).toContain('mis-datos.json')
  })

  test('say only that Rosa has a co-holder, and have no hash of a secret (security 15.2, security 15.3)', async () => {
    const portal = await open()
    const { bytes, body } = await (await portal.as('rosa')).get('/api/client/data.json')
    expect(body.sales[0].con_co_titular).toBe(true)
    for (const secret of ['Luis Alberto', LUIS, 'luis.parra', '$argon2', 'password_hash']) {
      expect(bytes.includes(secret), secret).toBe(false)
    }
  })

  test('have Luis’s part in Rosa’s sale, once he is a member too, and nothing about Rosa (security 5.6, security 15.2)', async () => {
    const portal = await open()
    await portal.pool.query('update users set rut = $1 where rut = $2', [LUIS, personas.bruno.rut])
    const bruno = portal.visitor()
    await bruno.logIn(LUIS, 'Carpeta#2026')
    const { body } = await bruno.get('/api/client/data.json')
    expect(body.co_own_sales).toMatchObject([
      { code: 'V-1001', full_name: 'Luis Alberto Parra Inostroza', income: 1120000 },
    ])
    expect(JSON.stringify(body)).not.toContain('Rosa')
  })

  test('have the code of a sale that accounting gave to somebody else since, and no more of it (security 15.144)', async () => {
    const portal = await open()
    expect((await dataOf(portal, 'rosa')).former_sales).toEqual([])
    await portal.pool.query(`update sales set holder_rut = $1 where code = 'V-1001'`, [
      personas.hernan.rut,
    ])
    const { sales, former_sales } = await dataOf(portal, 'rosa')
    expect([sales, former_sales]).toEqual([[], ['V-1001']])
    expect((await (await portal.as('rosa')).get('/api/client/data.pdf')).status).toBe(200)
    expect((await dataOf(portal, 'hernan')).former_sales).toEqual([])
  })

  test('have a withdrawn sale and a draft, but no internal note of staff (security 15.3)', async () => {
    const portal = await open()
    const { id } = await storeRequest(portal, { title: UPDATE, state: 'in_review' })
    await storeRequest(portal, { state: 'draft' })
    const mario = await portal.as('mario')
    await mario.post(`/api/requests/${id}/note/`, json({ text: 'Llamar a su jefe' }))
    await portal.pool.query(`update sales set withdrawn_at = now() where code = 'V-1001'`)
    const data = await dataOf(portal, 'rosa')
    expect(data.sales[0]?.retirada_el).not.toBeNull()
    expect(data.requests.map(({ state }) => state)).toContain('draft')
    expect(JSON.stringify(data)).not.toContain('Llamar a su jefe')
  })

  test('have failed logins, earlier values of the account, and values that no load could read', async () => {
    const portal = await open()
    const id = await userIdOf(portal.db, 'rosa')
    const carla = await portal.as('carla')
    await portal.visitor().logIn(personas.rosa.rut, 'Adivina#2026')
    const changed = await carla.call('PATCH', `/api/users/${id}/`, json({ first_name: 'Rosita' }))
    expect(changed.status).toBe(200)
    await portal.pool.query(`
      with load as (
        insert into loads (file_name, file_hash, cutoff, announced, added, changed, unchanged,
          rejected, withdrawn) values ('x', 'y', now(), 0, 0, 0, 0, 0, 0) returning id)
      insert into load_rejects (load_id, line, sale_code, sale_holder_rut, field, value, reason)
      select id, 2, 'V-1001', '${personas.rosa.rut}', field, value, 'no es un texto' from load, (values
        ('venta.cliente_fono', 'de Rosa'), ('venta.clienteco_fono', 'de Luis')) as bad (field, value)`)
    const data = await dataOf(portal, 'rosa')
    expect(data.attempts).toMatchObject([
      { action: 'Intentó ingresar, sin éxito', address: '127.0.0.1' },
    ])
    expect(data.changes).toMatchObject([
      {
        action: 'Cambió los datos de tu cuenta',
        before: { first_name: 'Rosa' },
        after: { first_name: 'Rosita' },
      },
    ])
    expect(data.unread).toMatchObject([{ sale_code: 'V-1001', value: 'de Rosa' }])
    const { bytes } = await (await portal.as('rosa')).get('/api/client/data.pdf')
    const lines = (await readPdf(bytes)).rows.map((row) => row.join(' '))
    for (const line of [
      'Intentó ingresar, sin éxito',
      'Nombre: «Rosa», después «Rosita»',
      '«de Rosa»',
    ]) {
      expect(
        lines.some((one) => one.includes(line)),
        line,
      ).toBe(true)
    }
  })

  test('are for their own user; staff who view as a member cannot export that member’s (security 15.1)', async () => {
    const portal = await open()
    const carla = await portal.as('carla')
    const own = await carla.get('/api/client/data.json')
    expect(own.status).toBe(200)
    expect(memberDataSchema.parse(own.body)).toMatchObject({
      account: { first_name: 'Carla', groups: ['Administración'] },
      sales: [],
    })
    expect((await carla.get('/api/client/data.pdf')).status).toBe(200)
    const view = { user_id: await userIdOf(portal.db, 'rosa'), reason: 'Pregunta por su cuota' }
    await carla.post('/api/view-as/', json(view))
    for (const format of ['json', 'pdf']) {
      expect((await carla.get(`/api/client/data.${format}`)).status).toBe(403)
    }
  })

  test('list an operator’s export among the accesses (§12.69)', async () => {
    const portal = await open()
    const id = await userIdOf(portal.db, 'rosa')
    await exportMemberData(portal, operator, { userId: id, format: 'folder' })
    const { accesses } = await dataOf(portal, 'rosa')
    expect(accesses).toMatchObject([{ who: 'Operación del portal', action: 'Exportó tus datos' }])
    const { body } = await (await portal.as('rosa')).get('/api/client/accesses/')
    expect(body.results).toHaveLength(1)
  })

  test('are exported ten times an hour at most, which is one entry of the audit log (security 15.4)', async () => {
    const portal = await open()
    const rosa = await portal.as('rosa')
    for (let i = 0; i < 10; i++) expect((await rosa.get('/api/client/data.json')).status).toBe(200)
    expect((await rosa.get('/api/client/data.pdf')).status).toBe(429)
    const { rows } = await portal.pool.query(
      `select after, actor_id = subject_id as own from audit_entries where action = 'member.exported'`,
    )
    expect(rows).toEqual([{ after: { format: 'json' }, own: true }])
  })
})

describe('the PDF', () => {
  test('has chapters, figures and states as text, and every character of a long comment', async () => {
    const portal = await open()
    await storeRequest(portal, { state: 'sent' })
    const long = `Łódź y Ñandú. ${'Palabra larga '.repeat(300)}\nFin`
    await portal.pool.query(`update requests set comment = $1 where state = 'sent'`, [long])
    const { bytes, headers } = await (await portal.as('rosa')).get('/api/client/data.pdf')
    expect(headers['content-type']).toBe('application/pdf')
    const { rows, title, language, isTagged } = await readPdf(bytes)
    expect({ title, language, isTagged }).toEqual({
      title: 'Mis datos personales',
      language: 'es-CL',
      isTagged: true,
    })
    const lines = rows.map((row) => row.join(' | '))
    for (const line of [
      'Tu cuenta',
      'Rut | 12.345.678-5',
      'Compra V-1001: cuotas',
      'Precio | UF 2.450,00',
      'Renta | $ 1.450.000',
      'Tus trámites',
      'Estado | Resuelto',
      'certificado-de-residencia.pdf',
      'Quién vio tus datos',
      'Fin',
    ]) {
      expect(
        lines.some((one) => one.includes(line)),
        line,
      ).toBe(true)
    }
    expect(lines.join('\n')).not.toContain('Luis Alberto')
    // `datos.json` is the name in an operator's folder only.
    expect(lines.join('\n')).not.toContain('datos.json')
  })

  test('says where it cuts a text that is longer than any form takes (security 10.24)', async () => {
    const data = await dataOf(await open(), 'rosa')
    const comment = `${'1 ñ '.repeat(1249)}año😀fin`
    const requests = data.requests.map((request) => ({ ...request, comment }))
    const { rows } = await readPdf(await draw(JSON.stringify({ ...data, requests })))
    const text = rows.flat().join(' ')
    expect(text).toContain('año […] (Texto cortado: está completo en el archivo JSON.)')
    expect(text).not.toContain('fin')
  })

  test('says so where there is nothing', async () => {
    const portal = await open()
    const { bytes } = await (await portal.as('elena')).get('/api/client/data.pdf')
    const lines = (await readPdf(bytes)).rows.flat()
    expect(lines).toContain('No has pedido trámites.')
    expect(lines).toContain('No guardamos documentos tuyos.')
  })
})

test('a long history is read part by part while it is written, as it was at the beginning, and others are answered meanwhile (security 12.870, security 12.930)', async () => {
  const portal = await open()
  const id = await userIdOf(portal.db, 'rosa')
  const act = (entries: number) =>
    portal.pool.query(
      `insert into audit_entries (actor_id, action, object_type, object_id, subject_id, request_id)
        select $1, 'document.viewed', 'document', n, $1, 'x' from generate_series(1, $2) n`,
      [id, entries],
    )
  await act(2500)
  const read: number[] = []
  const query: typeof portal.db.query = async (statement) => {
    const result = await portal.db.query(statement)
    read.push(result.rows.length)
    return result
  }
  const services = { ...portal, db: { ...portal.db, query } }
  const data = await exportMemberData(services, operator, { userId: id, format: 'json' })
  expect(Math.max(...read)).toBeLessThan(1000)
  await act(7)
  let turns = 0
  const turn = () => {
    turns += 1
    timer = setImmediate(turn)
  }
  let timer = setImmediate(turn)
  const whole = () => text(memberDataJson(data))
  const written = await whole()
  clearImmediate(timer)
  expect(turns).toBeGreaterThan(1)
  expect(Math.max(...read)).toBe(1000)
  const { activity } = memberDataSchema.parse(JSON.parse(written))
  expect(activity).toHaveLength(2500)
  const times = activity.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().reverse())
  expect(written).toBe(`${JSON.stringify(JSON.parse(written), null, 2)}\n`)
  // A folder has them twice, as JSON and as PDF.
  expect(await whole()).toBe(written)
})

test('who is put out while the own data are sent gets no further part of them (security 12.930)', async () => {
  const portal = await open()
  const id = await userIdOf(portal.db, 'rosa')
  await portal.as('rosa')
  const data = await exportMemberData(portal, operator, { userId: id, format: 'json' })
  const putOut = new Error('the session has ended')
  const sending = text(memberDataJson(data, () => Promise.reject(putOut)))
  await expect(sending).rejects.toThrow(putOut)
})
