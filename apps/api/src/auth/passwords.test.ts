import { expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { lowerHashCost, useProductionHashCost } from '../../test/hash-cost.ts'
import { openPortalForTest } from '../../test/open-portal.ts'
import { exec, many, sql } from '../db/query.ts'
import { hashPassword, needsNewHash, verifyPassword } from './passwords.ts'

// Made by Django 5.2.
const PBKDF2 = 'pbkdf2_sha256$260000$saltsalt$K6g/CIrMI0Lg720P8pQOIZjuJBeIBSXCWcy09CoyMtY='
const nobody = { owner: null }

test('a new hash is argon2id with OWASP’s cost (security 6.15)', async () => {
  useProductionHashCost()
  onTestFinished(lowerHashCost)
  expect(await hashPassword('Clave#123', null)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('Django’s pbkdf2 hash matches its password and no other', async () => {
  expect(await verifyPassword(PBKDF2, 'Clave#123', nobody)).toBe(true)
  expect(await verifyPassword(PBKDF2, 'Clave#124', nobody)).toBe(false)
  expect(needsNewHash(PBKDF2)).toBe(true)
})

test('Django’s argon2 hash is a standard one with a prefix', async () => {
  const ours = await hashPassword('Clave#123', null)
  expect(await verifyPassword(`argon2${ours}`, 'Clave#123', nobody)).toBe(true)
  expect(needsNewHash(`argon2${ours}`)).toBe(true)
  expect(needsNewHash(ours)).toBe(false)
})

test.each(['', '!unusable', 'md5$salt$abc', 'pbkdf2_sha256$9000000$s$x', 'pbkdf2_sha256$x$s$x'])(
  'no password matches «%s»',
  async (hash) => {
    expect(await verifyPassword(hash, 'Clave#123', nobody)).toBe(false)
    expect(await verifyPassword(hash, '', nobody)).toBe(false)
  },
)

test('a password of more than 1024 bytes is not hashed (§11.38, security 6.16)', async () => {
  const long = 'ñ'.repeat(513)
  expect(await verifyPassword(await hashPassword(long, null), long, nobody)).toBe(false)
})

test('three hashes of one owner wait or run, a fourth is refused, and others go on (security 2.21)', async () => {
  const rosas = Array.from({ length: 4 }, () => hashPassword('Clave#123', 'Rosa'))
  const hernans = verifyPassword(PBKDF2, 'Clave#123', { owner: 'Hernán' })
  const outcomes = await Promise.allSettled(rosas)
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
  ])
  expect(outcomes.at(-1)).toMatchObject({ reason: { status: 429 } })
  expect(await hernans).toBe(true)
  await hashPassword('Clave#123', 'Rosa')
})

test('a member of the former system logs in with the old password, which gets a new hash (§11.37, security 6.15)', async () => {
  const portal = await openPortalForTest({})
  await exec(
    portal.db,
    sql`update users set password_hash = ${PBKDF2} where rut = ${personas.rosa.rut}`,
  )
  // The first of two concurrent logins replaces the hash that the other has verified.
  const logIn = () => portal.visitor().logIn(personas.rosa.rut, 'Clave#123')
  const answers = await Promise.all([logIn(), logIn()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const rows = await many<{ passwordHash: string }>(
    portal.db,
    sql`select password_hash from users where rut = ${personas.rosa.rut}`,
  )
  expect(rows[0]?.passwordHash).toMatch(/^\$argon2id\$/)
  expect((await portal.visitor().logIn(personas.rosa.rut, 'Clave#123')).status).toBe(200)
})
