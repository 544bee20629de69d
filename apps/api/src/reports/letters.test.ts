import { beforeEach, expect, test } from 'vitest'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { readPages } from '../../test/pdf/readable-files.ts'
import { ageAuthentication } from '../../test/users/age-authentication.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, type Visitor } from '../../test/visitor.ts'

let portal: Portal
let carla: Visitor
beforeEach(async () => {
  portal = await openPortalForTest({})
  carla = await portal.as('carla')
})

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
  const token = /token=([\w-]{43})/.exec(text.replaceAll(/\s/g, ''))?.[1] ?? ''
  const visitor = portal.visitor()
  await visitor.fetchToken()
  const set = () =>
    visitor.post('/api/client/password/', json({ token, password: 'Nueva#Clave77' }))
  expect((await set()).status).toBe(200)
  expect((await set()).status).toBe(422)
  expect((await printed(id)).status).toBe(409)
  expect((await carla.get('/api/never-entered/')).body.count).toBe(0)
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
