import { rutCheckDigit } from '@carpeta/domain/people/rut'
import { beforeEach, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { readPages } from '../../test/pdf/readable-files.ts'
import { AccountCalls } from '../../test/users/account-calls.ts'
import { ageAuthentication } from '../../test/users/age-authentication.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, type Visitor } from '../../test/visitor.ts'

let portal: Portal
let carla: Visitor
beforeEach(async () => {
  portal = await openPortalForTest({})
  carla = await portal.as('carla')
})

const tokenIn = (text: string) => /token=([\w-]{43})/.exec(text.replaceAll(/\s/g, ''))?.[1] ?? ''

const printed = async (...ids: number[]) => carla.post('/api/letters/', json({ ids }))

test('Carla prints a letter for Tomás, who never entered, and its link opens his account once (§12.1375)', async () => {
  const id = await userIdOf(portal.db, 'tomas')
  const { body } = await carla.get('/api/never-entered/')
  expect(body.results.map((member: { id: number }) => member.id)).toEqual([id])
  const { status, headers, bytes } = await printed(id)
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  const [text = ''] = await readPages(bytes)
  expect(text).toContain('Tomás Rivas')
  expect(text).toMatch(/sirve una vez, hasta el \d\d-\d\d-\d{4}/)
  expect(text).toContain('con tu rut y tu contraseña')
  const token = tokenIn(text)
  const visitor = portal.visitor()
  await visitor.fetchToken()
  const set = () =>
    visitor.post('/api/client/password/', json({ token, password: 'Nueva#Clave77' }))
  expect((await set()).status).toBe(200)
  expect((await set()).status).toBe(422)
  expect((await printed(id)).status).toBe(409)
  expect((await carla.get('/api/never-entered/')).body.count).toBe(0)
})

test('the letter of a company names whose rut opens its account (§12.1845)', async () => {
  const id = await userIdOf(portal.db, 'tomas')
  const rut = `76000000-${rutCheckDigit('76000000')}`
  await portal.pool.query('update users set rut = $1 where id = $2', [rut, id])
  const [text = ''] = await readPages((await printed(id)).bytes)
  expect(text).toContain('con el rut de la empresa y tu contraseña')
})

test('a letter needs a recent login and the permission to change accounts, and is recorded (§12.1375)', async () => {
  const id = await userIdOf(portal.db, 'tomas')
  const mario = await portal.as('mario')
  expect((await mario.post('/api/letters/', json({ ids: [id] }))).status).toBe(403)
  expect((await mario.get('/api/never-entered/')).status).toBe(403)
  expect((await portal.visitor().get('/api/never-entered/')).status).toBe(401)
  await printed(id)
  const { rows } = await portal.pool.query(
    `select action, subject_id from audit_entries where action = 'user.invited_by_letter'`,
  )
  expect(rows).toEqual([{ action: 'user.invited_by_letter', subject_id: id }])
  await ageAuthentication(portal.db, 'carla')
  expect((await printed(id)).status).toBe(403)
})

test('a letter for Tomás, whose old email others may read, opens no way by email, and nobody who asks for one ends it (security 6.440)', async () => {
  const id = await userIdOf(portal.db, 'tomas')
  await portal.pool.query(
    `update users set invited_at = null, invitation_delivery = null, email = 'vieja@correo.example' where id = $1`,
    [id],
  )
  const [text = ''] = await readPages((await printed(id)).bytes)
  const anybody = await AccountCalls.open(portal)
  const before = await portal.sentEmails()
  for (let request = 0; request < 3; request++) await anybody.requestRestore(personas.tomas.rut)
  expect(await portal.sentEmails()).toEqual(before)
  expect((await anybody.check(tokenIn(text))).status).toBe(200)
})

test('requests of others do not end the letter of an invited member; the next letter does (security 6.440)', async () => {
  const id = await userIdOf(portal.db, 'tomas')
  const [first = ''] = await readPages((await printed(id)).bytes)
  const anybody = await AccountCalls.open(portal)
  for (let request = 0; request < 3; request++) await anybody.requestRestore(personas.tomas.rut)
  expect((await anybody.check(tokenIn(first))).status).toBe(200)
  const [second = ''] = await readPages((await printed(id)).bytes)
  expect((await anybody.check(tokenIn(first))).status).toBe(422)
  expect((await anybody.check(tokenIn(second))).status).toBe(200)
})

test('Tomás is told by email that his letter was used, whoever used it (security 6.441)', async () => {
  const [text = ''] = await readPages((await printed(await userIdOf(portal.db, 'tomas'))).bytes)
  const anybody = await AccountCalls.open(portal)
  await anybody.setPassword(tokenIn(text), 'Nueva#Clave77')
  expect((await portal.sentEmails()).at(-1)).toMatchObject({
    to: personas.tomas.email,
    subject: 'Tu cuenta fue activada',
  })
})

test('printing that is refused because others are under way ends no letter (security 6.440)', async () => {
  const id = await userIdOf(portal.db, 'tomas')
  const answers = await Promise.all(Array.from({ length: 5 }, () => printed(id)))
  const delivered = answers.filter(({ status }) => status === 200)
  const { rows } = await portal.pool.query(
    `select count(*)::int as count from audit_entries where action = 'user.invited_by_letter'`,
  )
  expect(answers.length).toBeGreaterThan(delivered.length)
  expect(rows).toEqual([{ count: delivered.length }])
})

test('ten batches of a hundred letters keep Carla from nothing else, and she prints thirty in an hour (security 13.700)', async () => {
  const id = await userIdOf(portal.db, 'tomas')
  const { id: carlaId } = (await carla.get('/api/auth/user/')).body
  await portal.pool.query(
    `insert into audit_entries (actor_id, action, subject_id)
     select $1, 'user.invited_by_letter', $2 from generate_series(1, 1000)`,
    [carlaId, id],
  )
  expect((await carla.get('/api/users/')).status).toBe(200)
  expect((await printed(id)).status).toBe(200)
  await portal.pool.query("update rate_limits set points = 30 where key like 'letters:%'")
  expect((await printed(id)).status).toBe(429)
  expect((await carla.get('/api/users/?pageSize=7')).status).toBe(200)
})
