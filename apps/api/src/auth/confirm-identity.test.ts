import { beforeEach, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { exec, many, one, sql } from '../db/query.ts'

// Made by Django 5.2 of this password.
const FORMER_HASH = 'pbkdf2_sha256$260000$saltsalt$K6g/CIrMI0Lg720P8pQOIZjuJBeIBSXCWcy09CoyMtY='
const PASSWORD = 'Clave#123'
const { rut } = personas.rosa

let portal: Portal
let rosa: Visitor
beforeEach(async () => {
  portal = await openPortalForTest({})
  rosa = await portal.as('rosa')
  await exec(portal.db, sql`update users set password_hash = ${FORMER_HASH} where rut = ${rut}`)
})

async function storedHash(): Promise<string> {
  const { hash } = await one<{ hash: string }>(
    portal.db,
    sql`select password_hash as hash from users where rut = ${rut}`,
  )
  return hash
}

function changePassword(old_password: string, new_password: string) {
  return rosa.post('/api/client/password/change/', json({ old_password, new_password }))
}

test('Rosa’s hash of the former system is replaced when she confirms her password, also when nothing else changes (security 6.15)', async () => {
  expect((await changePassword('Otra#2026', 'Quillay#4471')).status).toBe(400)
  expect(await storedHash()).toBe(FORMER_HASH)
  expect((await changePassword(PASSWORD, 'corta')).status).toBe(400)
  expect(await storedHash()).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  expect((await changePassword(PASSWORD, 'Quillay#4471')).status).toBe(200)
  expect((await portal.visitor().logIn(rut, 'Quillay#4471')).status).toBe(200)
})

test('and when she changes her email (security 6.15)', async () => {
  const { id } = (await rosa.get('/api/auth/user/')).body
  const change = json({ email: 'rosa@correo.example', old_password: PASSWORD })
  expect((await rosa.call('PATCH', `/api/users/${id}/`, change)).status).toBe(200)
  expect(await storedHash()).toMatch(/^\$argon2id\$/)
  expect((await portal.visitor().logIn(rut, PASSWORD)).status).toBe(200)
})

test('a wrong former password is recorded wherever it is asked for (security 2.19)', async () => {
  const { id } = (await rosa.get('/api/auth/user/')).body
  expect((await changePassword('Otra#2026', 'Quillay#4471')).status).toBe(400)
  const change = json({ email: 'rosa@correo.example', old_password: 'Otra#2026' })
  expect((await rosa.call('PATCH', `/api/users/${id}/`, change)).status).toBe(400)
  const entries = await many(
    portal.db,
    sql`select actor_id, subject_id from audit_entries
      where action = 'session.reauthentication_failed'`,
  )
  expect(entries).toEqual([
    { actorId: id, subjectId: id },
    { actorId: id, subjectId: id },
  ])
})
