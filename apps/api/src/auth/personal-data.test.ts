import { afterAll, beforeAll, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { dumpDatabase } from '../../test/dump-database.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { addPasskey, addTotp } from '../../test/second-factor/factors.ts'
import { eraseMember } from '../personal-data/erase-member.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('Rosa’s data have the names and dates of her factors, and no key; erasure leaves none', async () => {
  const rosa = await portal.as('rosa')
  const { authenticator } = await addPasskey(rosa, 'El celular morado')
  const { secret } = await addTotp(rosa)
  const { body, bytes } = await rosa.get('/api/client/data.json')
  const dates = { created_at: expect.stringMatching(/Z$/), last_used_at: null }
  expect(body.second_factor).toEqual({
    passkeys: [{ name: 'El celular morado', ...dates }],
    totp: dates,
    recovery_codes_left: 10,
  })
  for (const key of [authenticator.id, secret, '$argon2']) {
    expect(bytes.includes(key)).toBe(false)
  }
  expect((await rosa.get('/api/client/data.pdf')).status).toBe(200)

  await eraseMember(portal, { rut: personas.rosa.rut }, { dryRun: false, force: true })
  const dump = await dumpDatabase(portal.pool)
  expect([
    dump['public.passkeys'],
    dump['public.totp_secrets'],
    dump['public.recovery_codes'],
  ]).toEqual([[], [], []])
  const tables = Object.entries(dump).filter(([, rows]) =>
    rows.join().includes('El celular morado'),
  )
  expect(tables.map(([name]) => name)).toEqual([])
})
