import {
  type AuditAction,
  alwaysRecorded,
  auditActions,
  recordedByBatch,
} from '@carpeta/domain/audit/audit-actions'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { announcementForm } from '../../test/announcements.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { addPasskey } from '../../test/second-factor/factors.ts'
import { COPY, storeRequest } from '../../test/stored-requests.ts'
import { changePassword, NEW_PASSWORD } from '../../test/users/account-calls.ts'
import { EmailChangeCalls } from '../../test/users/email-change-calls.ts'
import { UserCalls } from '../../test/users/user-calls.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'
import { operator } from '../http/caller.ts'
import { Throttled } from '../http/errors.ts'
import { recordAuditEvent } from './record-audit-event.ts'

// The actions that add to the audit log, which is never shortened.

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(() => portal.close())

/** As if the person had done so much in the last hour, or before it. */
async function fillHour(userId: number, entries: number, ago = '59 minutes'): Promise<void> {
  await portal.pool.query(
    `insert into audit_entries (actor_id, action, at)
     select $1, 'member.read', now() - $3::interval from generate_series(1, $2)`,
    [userId, entries, ago],
  )
}

async function countEntries(): Promise<number> {
  const { rows } = await portal.pool.query('select count(*)::int as count from audit_entries')
  return rows[0].count
}

describe('an account with a thousand entries in an hour', () => {
  test('adds none of any action, but for what protects it or is limited by batches (security 13.150)', async () => {
    const id = await userIdOf(portal.db, 'carla')
    await fillHour(id, 1000)
    const carla = { ...operator, id, requestId: 'una llamada' }
    const recorded: AuditAction[] = []
    for (const action of Object.keys(auditActions) as AuditAction[]) {
      const record = portal.db.transaction((tx) => recordAuditEvent(tx, carla, { action }))
      const outcome = await record.catch((error: unknown) => error)
      if (outcome === undefined) recorded.push(action)
      else expect(outcome).toBeInstanceOf(Throttled)
    }
    expect(recorded.toSorted()).toEqual([...alwaysRecorded, ...recordedByBatch].toSorted())
  })

  test('changes and reads nothing that is recorded, and still logs out (security 13.150)', async () => {
    const carla = await portal.as('carla')
    const id = await userIdOf(portal.db, 'carla')
    const rosa = await userIdOf(portal.db, 'rosa')
    // With her login.
    await fillHour(id, 998)
    expect((await carla.get('/api/users/?pageSize=7')).status).toBe(200)
    const { status, body, headers } = await carla.get('/api/users/?pageSize=8')
    expect([status, headers['retry-after']]).toEqual([429, '600'])
    expect(body).toMatch(/demasiadas cosas en la última hora/)
    // Reads that this hour's log already has.
    expect((await carla.get('/api/users/?pageSize=7')).status).toBe(200)
    const view = { user_id: rosa, reason: 'Pregunta por su saldo' }
    expect((await carla.post('/api/view-as/', json(view))).status).toBe(429)
    const name = await carla.call('PATCH', `/api/users/${rosa}/`, json({ last_name: 'Otro' }))
    expect(name.status).toBe(429)
    const { rows } = await portal.pool.query(
      `select (select last_name from users where id = $1) as name,
        (select count(*)::int from sessions where viewing_as_id is not null) as views`,
      [rosa],
    )
    expect(rows).toEqual([{ name: expect.not.stringMatching('Otro'), views: 0 }])
    expect((await carla.post('/api/auth/logout/')).status).toBe(200)
  })

  test('goes on in the next hour, and stops nobody else (security 13.150)', async () => {
    const [carla, mario] = [await portal.as('carla'), await portal.as('mario')]
    await fillHour(await userIdOf(portal.db, 'carla'), 2000, '61 minutes')
    await fillHour(await userIdOf(portal.db, 'mario'), 1000)
    expect((await carla.get('/api/users/')).status).toBe(200)
    expect((await mario.get('/api/requests/')).status).toBe(429)
  })
})

describe('what secures an account is done and recorded, however many entries it has in the hour (security 13.930)', () => {
  const status = (call: Promise<{ status: number }>) => call.then((answer) => answer.status)

  test('Rosa confirms her new email, switches her emails on, and changes name and password', async () => {
    const rosa = await portal.as('rosa')
    const [users, links] = [new UserCalls(portal), new EmailChangeCalls(portal)]
    const email = 'rosa.nueva@correo.example'
    await fillHour(await userIdOf(portal.db, 'rosa'), 1000)
    const asks = users.change(rosa, 'rosa', { email, old_password: SAMPLE_PASSWORD })
    expect(await status(asks)).toBe(200)
    expect(await status(links.confirm(await links.confirmToken(email)))).toBe(200)
    const letters = json({ deed_emails: false })
    expect(await status(rosa.call('PATCH', '/api/client/preferences/', letters))).toBe(200)
    const mine = {
      first_name: 'Rosa Elena',
      password: NEW_PASSWORD,
      old_password: SAMPLE_PASSWORD,
    }
    expect(await status(users.change(rosa, 'rosa', mine))).toBe(200)
    const { rows } = await portal.pool.query(
      `select action from audit_entries where actor_id = $1 and action <> 'member.read' order by id`,
      [await userIdOf(portal.db, 'rosa')],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'session.login',
      'email.change_requested',
      'email.changed',
      'email_preferences.changed',
      'user.changed',
      'password.changed',
    ])
  })

  test('Rosa removes a passkey, ends sessions, changes the password and says that it was not her', async () => {
    const rosa = await portal.as('rosa')
    const [thief, other] = [await portal.logIn('rosa'), await portal.logIn('rosa')]
    await fillHour(await userIdOf(portal.db, 'rosa'), 1000)
    const { body: sessions } = await rosa.get('/api/client/sessions/')
    const another = sessions.results.find((session: { is_current: boolean }) => !session.is_current)
    expect(await status(rosa.call('DELETE', `/api/client/sessions/${another.id}/`))).toBe(200)
    expect(await status(rosa.post('/api/client/sessions/end-others/'))).toBe(200)
    expect([
      await status(thief.get('/api/auth/user/')),
      await status(other.get('/api/auth/user/')),
    ]).toEqual([401, 401])
    const { id: passkey } = await addPasskey(rosa)
    expect(await status(rosa.call('DELETE', `/api/auth/passkeys/${passkey}/`))).toBe(200)
    expect(await status(changePassword(rosa, SAMPLE_PASSWORD))).toBe(200)
    const links = new EmailChangeCalls(portal)
    expect(await status(links.notMe(await links.notMeToken(personas.rosa.email)))).toBe(200)
  })

  test('Carla, whose account a thief had, ends what opens others: closes, deletes, revokes, resets and checks', async () => {
    const users = new UserCalls(portal)
    const carla = await portal.as('carla')
    const rosa = await portal.as('rosa')
    await addPasskey(rosa)
    const [id, invited] = [await userIdOf(portal.db, 'rosa'), await userIdOf(portal.db, 'tomas')]
    await fillHour(await userIdOf(portal.db, 'carla'), 1000)
    expect(await status(carla.post(`/api/users/${id}/sessions/end/`))).toBe(200)
    expect(await status(carla.post(`/api/users/${id}/second-factor/reset/`))).toBe(200)
    expect(await status(users.change(carla, id, { identity_checked: true }))).toBe(200)
    expect(await status(carla.post(`/api/users/${invited}/revoke/`))).toBe(200)
    expect(await status(users.change(carla, id, { is_active: false }))).toBe(200)
    // Actions that open an account are counted.
    expect(await status(users.change(carla, id, { is_active: true }))).toBe(429)
    expect(await status(users.remove(carla, id))).toBe(200)
  })
})

test('Rosa rates an answer and renames a passkey thirty times an hour (security 13.150)', async () => {
  const rosa = await portal.as('rosa')
  const { id } = await storeRequest(portal, { title: COPY, state: 'resolved' })
  await portal.pool.query(
    `insert into request_events (request_id, kind, actor_id)
     select $1, 'resolved', id from users where first_name = 'Mario'`,
    [id],
  )
  const rate = (helped: boolean) =>
    rosa.call('PUT', `/api/requests/${id}/rating/`, json({ helped })).then(({ status }) => status)
  for (let i = 0; i < 30; i++) expect(await rate(i % 2 === 0)).toBe(200)
  expect(await rate(true)).toBe(429)
  const { id: passkey } = await addPasskey(rosa)
  const rename = (name: string) =>
    rosa
      .call('PATCH', `/api/auth/passkeys/${passkey}/`, json({ name }))
      .then(({ status }) => status)
  for (let i = 0; i < 30; i++) expect(await rename(`El ${i}`)).toBe(200)
  expect(await rename('Otro')).toBe(429)
})

describe('what is saved as it is', () => {
  interface Call {
    who: 'rosa' | 'carla' | 'mario' | 'ivan'
    /** Makes what is saved. @returns the call that changes it */
    prepare: (
      visitor: Visitor,
    ) => Promise<[method: 'POST' | 'PUT' | 'PATCH', url: string, body: object]>
  }

  const calls: Record<string, Call> = {
    'the name of a passkey': {
      who: 'rosa',
      prepare: async (rosa) => {
        await addPasskey(rosa)
        const { rows } = await portal.pool.query('select max(id) as id from passkeys')
        return ['PATCH', `/api/auth/passkeys/${rows[0].id}/`, { name: 'El de la casa' }]
      },
    },
    'an answer template': {
      who: 'mario',
      prepare: async (mario) => {
        const form = json({ title: 'Recibido', body: 'Gracias' })
        const { body } = await mario.post('/api/answer-templates/', form)
        return ['PATCH', `/api/answer-templates/${body.id}/`, { body: 'Muchas gracias' }]
      },
    },
    'a procedure': {
      who: 'mario',
      prepare: async () => {
        const { rows } = await portal.pool.query('select id from procedures where title = $1', [
          COPY,
        ])
        return ['PATCH', `/api/procedures/${rows[0].id}/`, { title: 'Otra copia' }]
      },
    },
    'the order of the procedures': {
      who: 'mario',
      prepare: async () => {
        const { rows } = await portal.pool.query(
          'select id from procedures where data_subject_right is null order by id desc',
        )
        return ['POST', '/api/procedures/order/', { ids: rows.map(({ id }) => id) }]
      },
    },
    'a holiday': {
      who: 'mario',
      prepare: async () => {
        return ['POST', '/api/holidays/', { date: '2026-12-24', name: 'Cierre', is_closed: true }]
      },
    },
    'the hidden first steps': {
      who: 'carla',
      prepare: async () => {
        await portal.pool.query('insert into setup_notes default values on conflict do nothing')
        await portal.pool.query('update setup_notes set hidden_at = now()')
        return ['POST', '/api/setup/hide/', { is_hidden: false }]
      },
    },
    'a revoked invitation': {
      who: 'carla',
      prepare: async () => ['POST', `/api/users/${await userIdOf(portal.db, 'tomas')}/revoke/`, {}],
    },
    'an announcement': {
      who: 'ivan',
      prepare: async (ivan) => {
        const { body } = await ivan.post('/api/announcements/', json(announcementForm()))
        return ['PATCH', `/api/announcements/${body.id}/`, { title: 'Corte de agua el lunes' }]
      },
    },
    'a published document': {
      who: 'ivan',
      prepare: async (ivan) => {
        const path = '/api/sales/V-1001/documents/'
        const { holder } = (await ivan.get(path)).body
        const fields = { category: 'deed', title: 'Escritura', holder_id: holder.id }
        const sent = upload(pdf('escritura.pdf'), fields)
        const { body } = await ivan.post(path, sent)
        return ['PATCH', `${path}${body.id}/`, { title: 'Copia legalizada' }]
      },
    },
    'a page of the help': {
      who: 'ivan',
      prepare: async (ivan) => {
        const page = { topic: 'payment', title: 'Horario de caja', body: 'De 9 a 14.' }
        const { body } = await ivan.post('/api/help-pages/', json(page))
        return ['PATCH', `/api/help-pages/${body.id}/`, { ...page, body: 'De 9 a 13.' }]
      },
    },
    'the assignee of a request': {
      who: 'mario',
      prepare: async () => {
        const { id } = await storeRequest(portal)
        const user_id = await userIdOf(portal.db, 'mario')
        return ['POST', `/api/requests/${id}/assign/`, { user_id }]
      },
    },
  }

  test.each(Object.entries(calls))(
    'adds no entry: %s (security 13.151)',
    async (_, { who, prepare }) => {
      const visitor = await portal.as(who)
      const [method, url, body] = await prepare(visitor)
      const before = await countEntries()
      let version = 0
      const save = async () => {
        const answer = await visitor.call(method, url, json({ ...body, version }))
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
        version = answer.body?.version ?? version
        return countEntries()
      }
      const once = await save()
      expect(once).toBe(before + 1)
      // The read of an hour is recorded once.
      const read = await save()
      expect(read).toBeLessThanOrEqual(once + 1)
      expect(await save()).toBe(read)
      const { rows } = await portal.pool.query(
        'select action from audit_entries order by id desc limit $1',
        [read - once],
      )
      expect(rows.filter(({ action }) => action !== 'member.read')).toEqual([])
    },
  )
})
