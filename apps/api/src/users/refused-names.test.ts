import { afterEach, beforeEach, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { ana, UserCalls } from '../../test/users/user-calls.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { exec, many, sql } from '../db/query.ts'

const ADDRESS = 'No escribas correos ni direcciones de internet'
const INVISIBLE = 'No uses saltos de línea ni caracteres invisibles'
const PHISHING = 'Rosa, tu cuenta vence: entra a premios-chile.xyz'

let portal: Portal
let rosa: Visitor
let ivan: Visitor
beforeEach(async () => {
  portal = await openPortal('sample', { REGISTRATION_OPEN: 'true' })
  ;[rosa, ivan] = await Promise.all([portal.as('rosa'), portal.as('ivan')])
})
afterEach(() => portal.close())

async function patchOwn(names: object) {
  const { id } = (await rosa.get('/api/auth/user/')).body
  return statusAndBody(rosa.call('PATCH', `/api/users/${id}/`, json(names)))
}

test('a name with an address or another line is refused wherever people name something (§10.120, security 9.16)', async () => {
  const [first_name, last_name] = [PHISHING, 'Muñoz\nTu cuenta fue bloqueada']
  const both = { first_name: [ADDRESS], last_name: [INVISIBLE] }
  expect(await patchOwn({ first_name, last_name })).toEqual({ status: 400, body: both })
  const users = new UserCalls(portal)
  const created = await users.create(ivan, { ...ana, first_name, last_name })
  expect(created).toEqual({ status: 400, body: both })
  const { id } = (await rosa.get('/api/auth/user/')).body
  const changed = ivan.call('PATCH', `/api/users/${id}/`, json({ first_name, last_name }))
  expect(await statusAndBody(changed)).toEqual({ status: 400, body: both })

  const group = ivan.post('/api/groups/', json({ name: 'Caja\u202e', permissions: [] }))
  expect(await statusAndBody(group)).toEqual({ status: 400, body: { name: [INVISIBLE] } })
  const title = 'Paga en www.premios.cl'
  const texts = { title, description: 'Uno', documents: [] }
  const procedure = { ...texts, answer_hours: 30, is_active: true }
  expect(await statusAndBody(ivan.post('/api/procedures/', json(procedure)))).toEqual({
    status: 400,
    body: { title: [ADDRESS] },
  })
  const rows = await many(portal.db, sql`select from users where first_name = ${PHISHING}`)
  expect(rows).toEqual([])
})

test('a name of more than a hundred characters is refused at its field (§10.120)', async () => {
  const tooLong = ['Escribe a lo más 100 caracteres']
  expect(await patchOwn({ first_name: 'a'.repeat(101), last_name: 'b'.repeat(150) })).toEqual({
    status: 400,
    body: { first_name: tooLong, last_name: tooLong },
  })
  expect((await patchOwn({ first_name: 'a'.repeat(100) })).status).toBe(200)
})

test('a name from before is shown, and stays while other fields change (§10.120)', async () => {
  const old = 'R'.repeat(140)
  await exec(
    portal.db,
    sql`update users set first_name = ${old}, last_name = ${PHISHING} where rut = ${personas.rosa.rut}`,
  )
  const { body } = await rosa.get('/api/auth/user/')
  expect(body).toMatchObject({ first_name: old, last_name: PHISHING })
  const staff = ivan.call(
    'PATCH',
    `/api/users/${body.id}/`,
    json({ first_name: old, last_name: PHISHING, email: 'rosa.nueva@correo.example' }),
  )
  expect((await statusAndBody(staff)).status).toBe(200)
  expect((await patchOwn({ first_name: old, last_name: 'Muñoz' })).status).toBe(200)
})
