import type { AuditAction } from '@carpeta/domain/audit/audit-actions'
import { expect } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { addPasskey, addTotp, logInWithCode } from '../second-factor/factors.ts'
import { EmailChangeCalls } from '../users/email-change-calls.ts'
import { userIdOf } from '../users/user-id.ts'
import type { Visitor } from '../visitor.ts'
import { type Cast, done, type Flow, flow, newest, patch, rutOf } from './flow.ts'

let bruno: Visitor
let codes: string[] = []

/** Actions on second factors and on the sessions of others, in the order of the test. */
export const secondFactorFlows = {
  'passkey.added': flow('Bruno', 'Bruno', async (cast) => {
    bruno = await cast.portal.as('bruno')
    const { recoveryCodes, authenticator } = await addPasskey(bruno)
    cast.secrets.push(...recoveryCodes, authenticator.id)
  }),
  'passkey.renamed': flow('Bruno', 'Bruno', async (cast) =>
    done(
      await patch(bruno, `/api/auth/passkeys/${await newest(cast, 'passkeys')}/`, { name: 'A' }),
    ),
  ),
  'passkey.removed': flow('Bruno', 'Bruno', async (cast) =>
    done(await bruno.call('DELETE', `/api/auth/passkeys/${await newest(cast, 'passkeys')}/`)),
  ),
  'totp.added': flow('Bruno', 'Bruno', async (cast) => {
    const { secret } = await addTotp(bruno)
    cast.secrets.push(secret)
  }),
  'recovery_codes.renewed': flow('Bruno', 'Bruno', async (cast) => {
    const { body } = await bruno.post('/api/auth/recovery-codes/')
    codes = body.recovery_codes
    cast.secrets.push(...codes)
  }),
  'recovery_code.used': flow('Bruno', 'Bruno', async (cast) => {
    const [code = ''] = codes
    const credentials = { username: rutOf('bruno'), password: SAMPLE_PASSWORD, code }
    done(await logInWithCode(cast.portal.visitor(), credentials))
  }),
  'totp.removed': flow('Bruno', 'Bruno', async () =>
    done(await bruno.call('DELETE', '/api/auth/totp/')),
  ),
  'second_factor.reset': flow('Carla', 'Bruno', async (cast) => {
    await addTotp(bruno)
    done(await cast.carla.post(`/api/users/${await idOfBruno(cast)}/second-factor/reset/`))
  }),
  'account.taken_back': flow('Elena', 'Elena', async (cast) => {
    const { recoveryCodes } = await addPasskey(await cast.portal.as('elena'))
    const links = new EmailChangeCalls(cast.portal)
    const token = await links.notMeToken(personas.elena.email)
    const answer = await links.notMe(token)
    expect(answer.status).toBe(200)
    cast.secrets.push(...recoveryCodes, token, answer.body.token)
  }),
  'session.ended_by_staff': flow('Carla', 'Bruno', async (cast) => {
    await cast.portal.as('bruno')
    done(await cast.carla.post(`/api/users/${await idOfBruno(cast)}/sessions/end/`))
  }),
} satisfies Partial<Record<AuditAction, Flow>>

function idOfBruno({ portal }: Cast): Promise<number> {
  return userIdOf(portal.db, 'bruno')
}
