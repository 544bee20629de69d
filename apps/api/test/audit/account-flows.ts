import type { AuditAction } from '@carpeta/domain/audit/audit-actions'
import { type PersonaName, personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { storeRequest } from '../stored-requests.ts'
import { json } from '../visitor.ts'
import {
  type Cast,
  done,
  type Flow,
  flow,
  idByName,
  idOf,
  NEW_PASSWORD,
  newcomer,
  newest,
  patch,
  rutOf,
} from './flow.ts'

const VIEW_AUDIT = 'audit.view_audit'

/** Actions on sessions, accounts, groups and views, in the order of the test. */
export const accountFlows = {
  'session.login': flow('Bruno', 'Bruno', (cast) => cast.portal.as('bruno')),
  'session.login_failed': flow(null, 'Rosa', (cast) =>
    cast.portal.visitor().logIn(rutOf('rosa'), NEW_PASSWORD),
  ),
  'session.reauthentication_failed': flow('Rosa', 'Rosa', (cast) =>
    cast.rosa.post('/api/auth/reauthenticate/', json({ password: NEW_PASSWORD })),
  ),
  'session.logout': flow('Bruno', 'Bruno', async (cast) =>
    done(await (await cast.portal.as('bruno')).post('/api/auth/logout/')),
  ),
  'session.ended': flow('Rosa', 'Rosa', async (cast) => {
    await cast.portal.as('rosa')
    const { body } = await cast.rosa.get('/api/client/sessions/')
    const other = body.results.find((session: { is_current: boolean }) => !session.is_current)
    done(await cast.rosa.call('DELETE', `/api/client/sessions/${other.id}/`))
  }),
  'session.ended_others': flow('Rosa', 'Rosa', async (cast) => {
    await cast.portal.as('rosa')
    done(await cast.rosa.post('/api/client/sessions/end-others/'))
  }),
  'account.activated': flow('Tomás', 'Tomás', async (cast) =>
    setPassword(cast, await lastLink(cast, { to: 'tomas' })),
  ),
  'account.registered': flow('Julia', 'Julia', async (cast) => {
    const julia = { name: 'Julia', last_name: 'Mora', email: 'julia@correo.example' }
    const visitor = await newcomer(cast)
    done(await visitor.post('/api/auth/register/', json({ ...julia, password: NEW_PASSWORD })))
  }),
  'restore.requested': flow(null, 'Elena', async (cast) => {
    const visitor = await newcomer(cast)
    const rut = { social_security: rutOf('elena') }
    done(await visitor.post('/api/send-restore-password-ss/', json(rut)))
    await cast.portal.sentEmails()
  }),
  'password.restored': flow('Elena', 'Elena', async (cast) =>
    setPassword(cast, await lastLink(cast, { to: 'elena' })),
  ),
  'password.changed': flow('Hernán', 'Hernán', async (cast) => {
    const passwords = { old_password: SAMPLE_PASSWORD, new_password: NEW_PASSWORD }
    done(await cast.hernan.post('/api/client/password/change/', json(passwords)))
  }),
  'password.set_temporary': flow('Carla', 'Elena', async (cast) => {
    const changes = { password: NEW_PASSWORD }
    done(await patch(cast.carla, `/api/users/${await idOf(cast, 'elena')}/`, changes))
  }),
  'email.change_requested': flow('Pía', 'Pía', requestPiasEmail),
  'email.change_cancelled': flow('Pía', 'Pía', async (cast) =>
    done(await cast.pia.call('DELETE', `/api/users/${await idOf(cast, 'pia')}/email-change/`)),
  ),
  'email.changed': flow('Pía', 'Pía', async (cast) => {
    await requestPiasEmail(cast)
    await useEmailLink(cast, 'confirm')
  }),
  'email.change_reverted': flow('Pía', 'Pía', (cast) => useEmailLink(cast, 'revert')),
  'user.created': flow('Carla', 'Marta', async (cast) => {
    const marta = {
      first_name: 'Marta',
      last_name: 'Ruiz',
      email: 'marta@correo.example',
      password: NEW_PASSWORD,
      profile: { social_security: '7654321-6' },
    }
    done(await cast.carla.post('/api/users/', json(marta)))
  }),
  'user.changed': flow('Carla', 'Rosa', async (cast) =>
    done(
      await patch(cast.carla, `/api/users/${await idOf(cast, 'rosa')}/`, {
        last_name: 'Muñoz Soto',
      }),
    ),
  ),
  'account.identity_checked': flow('Carla', 'Bruno', async (cast) => {
    const changes = { email: 'bruno@correo.example', identity_checked: true }
    done(await patch(cast.carla, `/api/users/${await idOf(cast, 'bruno')}/`, changes))
  }),
  'user.deleted': flow('Carla', 'Bruno', async (cast) =>
    done(await cast.carla.call('DELETE', `/api/users/${await idOf(cast, 'bruno')}/`)),
  ),
  'user.restored': flow('Carla', 'Bruno', async (cast) =>
    done(await patch(cast.carla, `/api/users/${await idOf(cast, 'bruno')}/restore/`, {})),
  ),
  'user.invited': flow('Carla', 'Nadia', async (cast) => {
    const nadia = { first_name: 'Nadia', last_name: 'Paz', email: 'nadia@correo.example' }
    const profile = { social_security: '6543217-K' }
    done(await cast.carla.post('/api/users/', json({ ...nadia, profile, invite: true })))
    await revoke(cast, 'Nadia')
    done(await cast.carla.post(`/api/users/${await idByName(cast, 'Nadia')}/invite/`))
  }),
  'user.invited_by_letter': flow('Carla', 'Nadia', async (cast) =>
    done(await cast.carla.post('/api/letters/', json({ ids: [await idByName(cast, 'Nadia')] }))),
  ),
  'user.unused_access_ended': flow('Carla', 'Nadia', async (cast) => {
    const profile = { social_security: '17654321-3' }
    done(await patch(cast.carla, `/api/users/${await idByName(cast, 'Nadia')}/`, { profile }))
  }),
  'user.invitation_revoked': flow('Carla', 'Nadia', (cast) => revoke(cast, 'Nadia')),
  'group.created': flow('Iván', null, async (cast) =>
    done(await cast.ivan.post('/api/groups/', json({ name: 'Directorio', permissions: [] }))),
  ),
  'group.changed': flow('Iván', null, async (cast) =>
    done(
      await patch(cast.ivan, `/api/groups/${await newest(cast, 'groups')}/`, {
        permissions: [VIEW_AUDIT],
      }),
    ),
  ),
  'group.deleted': flow('Iván', null, async (cast) =>
    done(await cast.ivan.call('DELETE', `/api/groups/${await newest(cast, 'groups')}/`)),
  ),
  'member.read': flow('Mario', 'Rosa', async (cast) => {
    const { id } = await storeRequest(cast.portal)
    done(await cast.mario.get(`/api/requests/${id}/`))
  }),
  'member.listed': flow('Carla', null, async (cast) => done(await cast.carla.get('/api/users/'))),
  'member.viewed_as': flow('Carla', 'Rosa', async (cast) => {
    const view = { user_id: await idOf(cast, 'rosa'), reason: 'Pregunta por su saldo' }
    done(await cast.carla.post('/api/view-as/', json(view)))
    done(await cast.carla.post('/api/view-as/end/'))
  }),
  'member.view_ended': flow('Carla', 'Rosa', async (cast) => {
    const view = { user_id: await idOf(cast, 'rosa'), reason: 'Pregunta por su saldo' }
    done(await cast.carla.post('/api/view-as/', json(view)))
    done(await cast.carla.post('/api/view-as/end/'))
  }),
  'audit.read': flow('Iván', 'Rosa', async (cast) =>
    done(await cast.ivan.get(`/api/audit/?subject=${rutOf('rosa')}`)),
  ),
  'audit.exported': flow('Iván', null, async (cast) =>
    done(await cast.ivan.get('/api/audit/export.csv')),
  ),
} satisfies Partial<Record<AuditAction, Flow>>

async function revoke(cast: Cast, firstName: string): Promise<void> {
  done(await cast.carla.post(`/api/users/${await idByName(cast, firstName)}/revoke/`))
}

async function requestPiasEmail(cast: Cast): Promise<void> {
  const changes = { email: 'pia.nueva@correo.example', old_password: SAMPLE_PASSWORD }
  done(await patch(cast.pia, `/api/users/${await idOf(cast, 'pia')}/`, changes))
}

async function useEmailLink(cast: Cast, action: 'confirm' | 'revert'): Promise<void> {
  const page = action === 'confirm' ? '/confirm-new-email' : '/revert-email'
  const token = await lastLink(cast, { page })
  const visitor = await newcomer(cast)
  done(await visitor.post(`/api/email-change/${action}/`, json({ token })))
}

async function lastLink(
  { portal, secrets }: Cast,
  { page = '', to: name }: { page?: string; to?: PersonaName },
): Promise<string> {
  const message = (await portal.sentEmails()).findLast(
    ({ text, to }) =>
      text.includes(`${page}?token=`) && (name === undefined || to === personas[name].email),
  )
  const [, link = ''] = /token=([\w-]+)/.exec(message?.text ?? '') ?? []
  secrets.push(link)
  return link
}

async function setPassword(cast: Cast, token: string): Promise<void> {
  const visitor = await newcomer(cast)
  done(await visitor.post('/api/client/password/', json({ token, password: NEW_PASSWORD })))
}
