import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Portal } from '../../../../test/open-portal.ts'
import { openRequestsPortal } from '../../../../test/requests-portal.ts'
import { storeRequest } from '../../../../test/stored-requests.ts'
import { ageAuthentication } from '../../../../test/users/age-authentication.ts'
import { json, type Visitor } from '../../../../test/visitor.ts'

const requests = openRequestsPortal()

let portal: Portal
let mario: Visitor
beforeAll(() => {
  ;({ portal, mario } = requests)
})
beforeEach(() => requests.reset())

const assign = (body: object, person = mario) => person.post('/api/requests/assign/', json(body))

describe('assigning several requests', () => {
  test('assigns each by itself, and tells which were refused and why (§12.389, security 5.63)', async () => {
    const ids = []
    for (const state of ['sent', 'in_review', 'resolved']) {
      ids.push((await storeRequest(portal, { state })).id)
    }
    const [first = 0, second = 0, closed = 0] = ids
    const ivanId = await requests.idOfPerson('Iván')
    const { status, body } = await assign({
      requests: [
        { id: first, version: 0 },
        { id: second, version: 7 },
        { id: closed, version: 0 },
        { id: 999_999, version: 0 },
      ],
      user_id: ivanId,
    })
    expect(status).toBe(200)
    expect(body.results).toEqual([
      { id: first, refusal: null },
      { id: second, refusal: requestMessages.changedMeanwhile },
      { id: closed, refusal: requestMessages.impossible },
      { id: 999_999, refusal: 'No encontrado' },
    ])
    expect(await requests.rowOf(first)).toMatchObject({ assignee_id: ivanId, version: 1 })
    expect(await requests.rowOf(second)).toMatchObject({ assignee_id: null, version: 0 })
    expect((await requests.eventsOf(first)).map(({ kind }) => kind)).toEqual(['assigned'])
  })

  test('refuses none and more than a hundred', async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ id: index + 1, version: 0 }))
    for (const wrong of [[], many]) {
      expect((await assign({ requests: wrong, user_id: null })).status).toBe(400)
    }
  })

  test('is for staff who answer requests (security 5.63)', async () => {
    const { id } = await storeRequest(portal)
    const body = { requests: [{ id, version: 0 }], user_id: null }
    expect((await assign(body, portal.visitor())).status).toBe(401)
    for (const name of ['rosa', 'carla'] as const) {
      expect((await assign(body, await portal.as(name))).status).toBe(403)
    }
  })
})

describe('the list as CSV', () => {
  const download = (query = '', person = mario) => person.get(`/api/requests/export.csv${query}`)

  test('has all that the filters match, in the order of the queue, and no formula (§12.390, security 5.65)', async () => {
    const late = await storeRequest(portal, { dueAt: "now() - interval '1 hour'" })
    const open = await storeRequest(portal, { by: 'hernan' })
    await storeRequest(portal, { by: 'pia' })
    await portal.pool.query(`update requests set procedure_title = '=1+1' where id = $1`, [open.id])
    const { headers, bytes } = await download('?q=o&state=sent&project=tumbes')
    expect(headers['content-disposition']).toContain('solicitudes.csv')
    const [header, ...lines] = bytes.toString('utf8').split('\r\n').slice(0, -1)
    expect(header).toBe(
      '\ufeffNº;Trámite;Estado;Socio;Rut;Proyecto;Venta;Encargado;Enviada;Plazo;Atrasada;Respondió;Cerrada',
    )
    expect(lines.map((line) => line.split(';').slice(0, 5))).toEqual([
      [
        String(late.id),
        'Cesión de derechos a un familiar',
        'Enviado',
        'Rosa Muñoz Sepúlveda',
        '12.345.678-5',
      ],
      [String(open.id), "'=1+1", 'Enviado', 'Hernán Soto Aguayo', '11.111.111-1'],
    ])
    expect(lines[0]?.split(';')[10]).toBe('Sí')
  })

  test('is audited with the filters that were used, not with what was typed (§12.390, security 5.65)', async () => {
    await storeRequest(portal)
    await download('?q=rosa&overdue=')
    const { rows } = await portal.pool.query(
      `select after from audit_entries where action = 'requests.exported' order by id desc limit 1`,
    )
    expect(rows[0].after).toEqual({ filters: ['q'], requests: 1 })
  })

  test('asks for the password again after a while, and is for staff who answer (security 5.65)', async () => {
    expect((await download('', portal.visitor())).status).toBe(401)
    expect((await download('', await portal.as('carla'))).status).toBe(403)
    await ageAuthentication(portal.db, 'mario')
    const { status, headers } = await download()
    expect([status, headers['x-error-code']]).toEqual([403, 'reauthentication_required'])
  })
})
