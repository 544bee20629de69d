import { signedInUserSchema } from '@carpeta/contract/auth/auth-schemas'
import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type PersonaName, personas } from '../../seeds/personas.ts'
import { readStoredData } from '../../test/dump-database.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { type Answer, json, Visitor } from '../../test/visitor.ts'

const REASON = 'Rosa pregunta por su segunda cuota'

let portal: Portal
let carla: Visitor
beforeEach(async () => {
  portal = await openPortal()
  onTestFinished(() => portal.close())
  carla = await portal.as('carla')
})

async function idOf(name: PersonaName): Promise<number> {
  const { rut } = personas[name]
  const { rows } = await portal.pool.query('select id from users where rut = $1', [rut])
  return rows[0].id
}

async function viewAs(staff: Visitor, name: PersonaName, reason = REASON): Promise<Answer> {
  return staff.post('/api/view-as/', json({ user_id: await idOf(name), reason }))
}

/** The newest last; whoever has no account is null. */
async function auditLog(since = 0) {
  const { rows } = await portal.pool.query(
    `select action, actor.first_name as who, behalf.first_name as as_whom,
       subject.first_name as whose, object_type, reason
     from audit_entries entry
     left join users actor on actor.id = actor_id
     left join users behalf on behalf.id = on_behalf_of_id
     left join users subject on subject.id = subject_id
     where entry.id > $1 order by entry.id`,
    [since],
  )
  return rows
}

async function lastEntry(): Promise<number> {
  const { rows } = await portal.pool.query('select coalesce(max(id), 0) as id from audit_entries')
  return Number(rows[0].id)
}

describe('looking at a folder as its member', () => {
  test('Carla sees what Rosa sees, and is told as whom she is looking', async () => {
    const { status, body } = await viewAs(carla, 'rosa')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      first_name: 'Rosa',
      permissions: [],
      viewed_by: { id: await idOf('carla'), name: 'Carla Neira Bustos' },
    })
    expect(signedInUserSchema.parse(body)).toEqual(body)
    expect((await carla.get('/api/auth/user/')).body).toEqual(body)

    const rosa = await portal.as('rosa')
    expect((await carla.get('/api/sales-data/')).body).toEqual(
      (await rosa.get('/api/sales-data/')).body,
    )
    expect((await carla.get('/api/client/')).body).toEqual((await rosa.get('/api/client/')).body)
    // Nobody is looking over Rosa's own shoulder.
    expect((await rosa.get('/api/auth/user/')).body).not.toHaveProperty('viewed_by')
  })

  test('is over when she says so, and may be said twice', async () => {
    await viewAs(carla, 'rosa')
    const { status, body } = await carla.post('/api/view-as/end/')
    expect([status, body.first_name]).toEqual([200, 'Carla'])
    expect((await carla.get('/api/auth/user/')).body).toEqual(body)
    expect((await carla.get('/api/sales-data/')).status).toBe(403)
    expect((await carla.get('/api/users/')).status).toBe(200)
    expect((await carla.post('/api/view-as/end/')).body).toEqual(body)
  })

  test('can be left by logging out, which ends her session and not Rosa’s', async () => {
    const rosa = await portal.as('rosa')
    await viewAs(carla, 'rosa')
    const since = await lastEntry()
    expect((await carla.post('/api/auth/logout/')).status).toBe(200)
    expect((await carla.get('/api/auth/user/')).status).toBe(401)
    expect((await rosa.get('/api/auth/user/')).status).toBe(200)
    expect(await auditLog(since)).toMatchObject([
      { action: 'member.view_ended', who: 'Carla', as_whom: null, whose: 'Rosa' },
      { action: 'session.logout', whose: 'Carla' },
    ])
  })

  test('takes a member’s rights too: what only Carla may do waits until it is over', async () => {
    await viewAs(carla, 'rosa')
    for (const url of ['/api/users/', '/api/groups/', `/api/users/${await idOf('carla')}/`]) {
      expect((await carla.get(url)).status, url).toBe(403)
    }
    expect((await carla.get(`/api/users/${await idOf('rosa')}/`)).body.first_name).toBe('Rosa')
  })

  test('has a new session and a new token at each end, so that an old tab is nobody', async () => {
    const before = tabOf(carla)
    await viewAs(carla, 'rosa')
    const during = tabOf(carla)
    expect((await before.get('/api/auth/user/')).status).toBe(401)
    expect((await stale(carla, before)).body.detail).toMatch(/^CSRF Failed/)
    await carla.post('/api/view-as/end/')
    expect((await during.get('/api/auth/user/')).status).toBe(401)
    expect((await stale(carla, during)).body.detail).toMatch(/^CSRF Failed/)
  })

  test('ends with the limits of the session that it began in', async () => {
    await viewAs(carla, 'rosa')
    await portal.pool.query(`update sessions set created_at = now() - interval '13 hours'`)
    expect((await carla.get('/api/sales-data/')).status).toBe(401)
  })
})

/** Another tab as it was: what the browser sends is of before. */
function tabOf({ cookies }: Visitor): Visitor {
  const tab = new Visitor(portal.app)
  for (const [name, value] of cookies) tab.cookies.set(name, value)
  return tab
}

/** The browser's cookies, and the token that the page of that tab still holds. */
function stale(browser: Visitor, { cookies }: Visitor): Promise<Answer> {
  const token = cookies.get('csrftoken') ?? ''
  return browser.post('/api/view-as/end/', { headers: { 'x-csrftoken': token } })
}

describe('a view is begun', () => {
  test('with a reason, which is asked for', async () => {
    for (const reason of ['', '   ']) {
      const { status, body } = await viewAs(carla, 'rosa', reason)
      expect({ status, body }).toEqual({ status: 400, body: { reason: ['Escribe el motivo'] } })
    }
    const answer = await carla.post('/api/view-as/', json({ user_id: await idOf('rosa') }))
    expect(answer.body).toEqual({ reason: ['Escribe el motivo'] })
    expect((await viewAs(carla, 'rosa', 'x'.repeat(501))).status).toBe(400)
    for (const user_id of [true, [await idOf('rosa')], '0x10']) {
      const { status } = await carla.post('/api/view-as/', json({ user_id, reason: REASON }))
      expect([user_id, status]).toEqual([user_id, 400])
    }
    expect((await carla.get('/api/auth/user/')).body.first_name).toBe('Carla')
  })

  test('by who has the permission, and by superusers', async () => {
    expect((await viewAs(portal.visitor(), 'rosa')).status).toBe(401)
    expect((await viewAs(await portal.as('hernan'), 'rosa')).status).toBe(403)
    expect((await viewAs(await portal.as('mario'), 'rosa')).status).toBe(403)
    expect((await viewAs(await portal.as('ivan'), 'rosa')).status).toBe(200)
  })

  test('of a member, also of one who has not activated the account', async () => {
    const { status, body } = await viewAs(carla, 'tomas')
    expect([status, body.first_name, body.is_active]).toEqual([200, 'Tomás', false])
    expect((await carla.get('/api/sales-data/')).status).toBe(200)
  })

  test('of nobody of the staff, nor of oneself', async () => {
    for (const name of ['mario', 'ivan', 'carla'] as const) {
      const { status, body } = await viewAs(carla, name)
      expect([name, status, body]).toEqual([name, 403, viewAsMessages.notViewable])
    }
    expect((await viewAs(await portal.as('ivan'), 'ivan')).status).toBe(403)
  })

  test('of nobody whose account is deactivated, deleted or none', async () => {
    await portal.pool.query('update users set is_active = false where rut = $1', [
      personas.rosa.rut,
    ])
    expect((await viewAs(carla, 'rosa')).body).toBe(viewAsMessages.notViewable)
    await portal.pool.query('update users set deleted_at = now() where rut = $1', [
      personas.pia.rut,
    ])
    expect((await viewAs(carla, 'pia')).status).toBe(404)
    const nobody = json({ user_id: 999_999, reason: REASON })
    expect((await carla.post('/api/view-as/', nobody)).status).toBe(404)
  })
})

describe('a view that is going on ends at the next call', () => {
  test.each([
    ['Rosa is deactivated', `update users set is_active = false where first_name = 'Rosa'`],
    ['Rosa is deleted', `update users set deleted_at = now() where first_name = 'Rosa'`],
    [
      'Rosa becomes staff',
      `insert into user_groups select users.id, groups.id from users, groups
       where first_name = 'Rosa' and groups.name = 'Contabilidad'`,
    ],
    [
      'Carla may no longer',
      `delete from group_permissions where permission = 'users.view_as_member'`,
    ],
    ['Carla is deactivated', `update users set is_active = false where first_name = 'Carla'`],
    [
      'Carla’s sessions are ended',
      `delete from sessions using users where users.id = user_id and first_name = 'Carla'`,
    ],
  ])('when %s', async (_name, statement) => {
    await viewAs(carla, 'rosa')
    expect((await carla.get('/api/sales-data/')).status).toBe(200)
    await portal.pool.query(statement)
    for (const url of ['/api/sales-data/', '/api/auth/user/', '/api/users/']) {
      expect((await carla.get(url)).status, url).toBe(401)
    }
    expect((await carla.post('/api/view-as/end/')).status).toBe(401)
  })
})

/** Every call that the API describes. */
async function everyCall(): Promise<{ method: 'GET' | 'POST'; path: string }[]> {
  const { body } = await portal.visitor().get('/api/openapi.json')
  return Object.entries<object>(body.paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase() as 'GET', path })),
    )
}

describe('in a view', () => {
  test('no call that may change anything works, whichever it is, but the two ways out', async () => {
    await storeRequest(portal, { state: 'draft' })
    const ways = ['/api/view-as/end/', '/api/auth/logout/']
    const unsafe = (await everyCall()).filter(
      ({ method, path }) => method !== 'GET' && !ways.includes(path),
    )
    expect(unsafe.length).toBeGreaterThan(30)
    // Iván may do everything: what stops him is nothing but the view.
    const ivan = await portal.as('ivan')
    await viewAs(ivan, 'rosa')
    const before = await readStoredData(portal.pool)
    for (const { method, path } of unsafe) {
      const { status, body } = await ivan.call(method, path.replace(/\{\w+\}/g, '1'), json({}))
      expect([method, path, status, body]).toEqual([method, path, 403, viewAsMessages.readOnly])
    }
    expect(await readStoredData(portal.pool)).toEqual(before)
  })

  test('what is Rosa’s alone is not shown: her sessions, who looked at her data, what she is writing', async () => {
    const draft = await storeRequest(portal, { state: 'draft' })
    const [documentId] = draft.documentIds
    await viewAs(carla, 'rosa')
    for (const url of [
      '/api/client/sessions/',
      '/api/client/accesses/',
      '/api/request/draft/?sale_code=x&procedure_id=1',
    ]) {
      const { status, body } = await carla.get(url)
      expect([url, status, body]).toEqual([url, 403, viewAsMessages.notShown])
    }
    expect((await carla.get(`/api/requests/${draft.id}/`)).status).toBe(404)
    expect((await carla.get(`/api/documents/${documentId}/`)).status).toBe(404)
    const rosa = await portal.as('rosa')
    expect((await rosa.get(`/api/requests/${draft.id}/`)).status).toBe(200)
  })

  test('of a call that is not made for it nothing is shown', async () => {
    const rosa = await idOf('rosa')
    await viewAs(carla, 'rosa')
    const shown = []
    for (const { method, path } of await everyCall()) {
      if (method !== 'GET') continue
      const { status, body } = await carla.get(
        // Rosa's own account and sale, as far as the address can name them.
        path
          .replace('/users/{id}', `/users/${rosa}`)
          .replace('{code}', 'V-1001')
          .replace(/\{\w+\}/g, '999999'),
      )
      if (status !== 403) shown.push(path)
      else expect([viewAsMessages.notShown, FORBIDDEN], path).toContainEqual(body)
    }
    // A new line here is a new thing that staff see of every member.
    expect(shown.toSorted()).toEqual([
      '/api/auth/csrftoken/',
      '/api/auth/user/',
      '/api/client/',
      '/api/client/check/',
      '/api/client/preferences/',
      '/api/documents/{id}/',
      '/api/health/',
      '/api/health/ready/',
      '/api/openapi.json',
      '/api/procedures/',
      '/api/requests/{id}/',
      '/api/sales-data/',
      '/api/sales/{code}/statement.csv',
      '/api/sales/{code}/statement.pdf',
      '/api/statements/{folio}/',
      '/api/users/{id}/',
    ])
  })
})

const FORBIDDEN = { detail: 'Usted no tiene permiso para realizar esta acción.' }

describe('the trail', () => {
  test('tells why Carla began to look, and all that she saw then as Rosa', async () => {
    const { id } = await storeRequest(portal, {})
    const { rows } = await portal.pool.query(
      `select code from sales where holder_rut = '12345678-5' order by code`,
    )
    const since = await lastEntry()
    await viewAs(carla, 'rosa')
    await carla.get('/api/sales-data/')
    await carla.get(`/api/requests/${id}/`)
    await carla.get(`/api/sales/${encodeURIComponent(rows[0].code)}/statement.csv`)
    await carla.post('/api/view-as/end/')
    await carla.post('/api/view-as/end/')
    const asRosa = { who: 'Carla', as_whom: 'Rosa', whose: 'Rosa', reason: '' }
    expect(await auditLog(since)).toEqual([
      {
        action: 'member.viewed_as',
        who: 'Carla',
        as_whom: null,
        whose: 'Rosa',
        object_type: 'user',
        reason: REASON,
      },
      { ...asRosa, action: 'member.read', object_type: 'sales' },
      { ...asRosa, action: 'member.read', object_type: 'request' },
      { ...asRosa, action: 'statement.issued', object_type: 'sale' },
      { ...asRosa, action: 'member.view_ended', as_whom: null, object_type: 'user' },
    ])
  })

  test('Rosa reads it in her profile; her own looking leaves no entry', async () => {
    await viewAs(carla, 'rosa')
    await carla.get('/api/sales-data/')
    await carla.post('/api/view-as/end/')
    const rosa = await portal.as('rosa')
    const since = await lastEntry()
    await rosa.get('/api/sales-data/')
    expect(await auditLog(since)).toEqual([])
    const { body } = await rosa.get('/api/client/accesses/')
    const byCarla = { who: 'Carla Neira Bustos', reason: REASON }
    expect(body.results.slice(0, 3)).toMatchObject([
      { ...byCarla, action: 'Dejó de ver el portal como tú' },
      { ...byCarla, action: 'Vio tus datos (viendo el portal como tú)' },
      { ...byCarla, action: 'Vio el portal como tú' },
    ])
  })

  test('of a view that was refused there is none', async () => {
    const since = await lastEntry()
    await viewAs(carla, 'mario')
    await viewAs(carla, 'rosa', '')
    expect(await auditLog(since)).toEqual([])
  })
})
