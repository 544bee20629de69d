import { afterAll, beforeAll, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { addTotp, logInWithCode, passTime, totpCode } from '../../test/second-factor/factors.ts'
import { authJobs } from './auth-jobs.ts'
import { resealed, resealTotpSecrets } from './totp.ts'

const NEXT_KEY = 'n3Xt-k3y-for-tests-0123456789abcdef'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

async function sealedSecrets(): Promise<string[]> {
  const { rows } = await portal.pool.query('select sealed_secret from totp_secrets')
  return rows.map(({ sealed_secret }) => sealed_secret)
}

test('secrets follow a new SECRET_KEY, so that the former one can be retired (security 16.7)', async () => {
  const { secret } = await addTotp(await portal.as('rosa'))
  const [before = ''] = await sealedSecrets()
  const [former] = portal.config.secretKeys
  await resealTotpSecrets(portal.db, [NEXT_KEY, former])
  const [after = ''] = await sealedSecrets()
  expect(after).not.toBe(before)
  expect(resealed(after, [NEXT_KEY])).toBeNull()

  // With the former key alone the secret no longer opens, with the next one it does.
  await resealTotpSecrets(portal.db, [former])
  expect(await sealedSecrets()).toEqual([after])
  await resealTotpSecrets(portal.db, [former, NEXT_KEY])
  await passTime(portal)
  const credentials = { username: personas.rosa.rut, password: SAMPLE_PASSWORD }
  const code = totpCode(secret)
  expect((await logInWithCode(portal.visitor(), { ...credentials, code })).status).toBe(200)
})

test('expired challenges and unfinished code applications are deleted', async () => {
  const hernan = await portal.as('hernan')
  await hernan.post('/api/auth/passkeys/options/')
  await hernan.post('/api/auth/totp/options/')
  const left = async () => {
    const { rows } = await portal.pool.query(`select
      (select count(*)::int from passkey_challenges) as challenges,
      (select count(*)::int from totp_secrets where confirmed_at is null) as unfinished`)
    return rows[0]
  }
  const { tasks } = authJobs(portal)
  const clean = tasks.delete_old_enrollments as () => Promise<void>
  await clean()
  expect(await left()).toEqual({ challenges: 1, unfinished: 1 })
  await portal.pool.query(`update passkey_challenges set expires_at = now() - interval '1 second'`)
  await portal.pool.query(`update totp_secrets set created_at = created_at - interval '10 minutes'`)
  await clean()
  expect(await left()).toEqual({ challenges: 0, unfinished: 0 })
})
