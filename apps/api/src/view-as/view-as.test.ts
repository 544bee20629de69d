import { signedInUserSchema } from '@carpeta/contract/auth'
import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { readStoredData } from '../../test/dump-database.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { readPdf } from '../../test/statements/read-statement.ts'
import { folioOf, pdfOf } from '../../test/statements/statements.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { FORBIDDEN } from '../../test/users/user-calls.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { REASON, ViewAsCalls } from '../../test/users/view-as-calls.ts'
import { type Answer, json, Visitor } from '../../test/visitor.ts'
import { exec, sql } from '../db/query.ts'

let portal: Portal
let carla: Visitor
let views: ViewAsCalls
beforeEach(async () => {
  portal = await openPortal()
  onTestFinished(() => portal.close())
  carla = await portal.as('carla')
  views = new ViewAsCalls(portal)
})

describe('viewing the portal as a member', () => {
  test('shows Carla what Rosa sees, and names both', async () => {
    const { status, body } = await views.viewAs(carla, 'rosa')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      first_name: 'Rosa',
      permissions: [],
      viewed_by: { id: await userIdOf(portal.db, 'carla'), name: 'Carla Neira Bustos' },
    })
    expect(signedInUserSchema.parse(body)).toEqual(body)
    expect((await carla.get('/api/auth/user/')).body).toEqual(body)

    const rosa = await portal.as('rosa')
    expect((await carla.get('/api/sales-data/')).body).toEqual(
      (await rosa.get('/api/sales-data/')).body,
    )
    expect((await carla.get('/api/client/')).body).toEqual((await rosa.get('/api/client/')).body)
    expect((await rosa.get('/api/auth/user/')).body).not.toHaveProperty('viewed_by')
  })

  test('ends on request, and a second request changes nothing', async () => {
    await views.viewAs(carla, 'rosa')
    const { status, body } = await carla.post('/api/view-as/end/')
    expect([status, body.first_name]).toEqual([200, 'Carla'])
    expect((await carla.get('/api/auth/user/')).body).toEqual(body)
    expect((await carla.get('/api/sales-data/')).status).toBe(403)
    expect((await carla.get('/api/users/')).status).toBe(200)
    expect((await carla.post('/api/view-as/end/')).body).toEqual(body)
  })

  test('ends by logging out, which ends Carla’s session and not Rosa’s', async () => {
    const rosa = await portal.as('rosa')
    await views.viewAs(carla, 'rosa')
    const since = await views.lastEntryId()
    expect((await carla.post('/api/auth/logout/')).status).toBe(200)
    expect((await carla.get('/api/auth/user/')).status).toBe(401)
    expect((await rosa.get('/api/auth/user/')).status).toBe(200)
    expect(await views.auditLog(since)).toMatchObject([
      { action: 'member.view_ended', who: 'Carla', asWhom: null, whose: 'Rosa' },
      { action: 'session.logout', whose: 'Carla' },
    ])
  })

  test.each([
    ['by logging out', async (browser: Visitor) => browser.post('/api/auth/logout/')],
    ['by a login', async (browser: Visitor) => browser.logIn(personas.mario.rut, SAMPLE_PASSWORD)],
  ])(
    'ends %s in the database too, when Rosa cannot be viewed any more (security 3.270)',
    async (_, leave) => {
      await views.viewAs(carla, 'rosa')
      const stolen = carla.cookies.get('sessionid') ?? ''
      await exec(
        portal.db,
        sql`update users set is_active = false where rut = ${personas.rosa.rut}`,
      )
      expect((await carla.get('/api/auth/user/')).status).toBe(401)
      const since = await views.lastEntryId()
      await carla.fetchToken()
      expect((await leave(carla)).status).toBe(200)
      expect(await views.auditLog(since)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ action: 'member.view_ended', who: 'Carla', whose: 'Rosa' }),
          expect.objectContaining({ action: 'session.logout', who: 'Carla', whose: 'Carla' }),
        ]),
      )
      await exec(portal.db, sql`update users set is_active = true where rut = ${personas.rosa.rut}`)
      const thief = portal.visitor()
      thief.cookies.set('sessionid', stolen)
      expect((await thief.get('/api/auth/user/')).status).toBe(401)
    },
  )

  test('has Rosa’s statement without a folio, while Rosa’s own paper keeps hers (security 13.140)', async () => {
    const folio = await folioOf(await portal.as('rosa'))
    await views.viewAs(carla, 'rosa')
    const { title, rows, links } = await pdfOf(carla, 'V-1001')
    expect(title).toBe('Estado de Cuenta')
    expect(rows.flat().join(' ')).toContain('Sin folio: vista de la cooperativa')
    expect([rows.flat().join(' '), ...links].join(' ')).not.toMatch(/EC-|folio=/)
    const { body } = await carla.get(`/api/statements/${folio}/`)
    expect(body).toMatchObject({ folio, is_current: true })
  })

  test('nor does that paper of Rosa’s among her documents have it in a view (security 13.940)', async () => {
    const folio = await folioOf(await portal.as('rosa'))
    const read = async (by: Visitor) => {
      const { bytes } = await by.get(`/api/member-documents/statement-${folio}/file/`)
      const { rows, links } = await readPdf(bytes)
      return [...rows.flat(), ...links].join(' ')
    }
    expect(await read(await portal.as('rosa'))).toContain(folio)
    await views.viewAs(carla, 'rosa')
    const shown = await read(carla)
    expect(shown).toContain('Sin folio: vista de la cooperativa')
    expect(shown).not.toMatch(/EC-|folio=/)
  })

  test('limits Carla to Rosa’s permissions (security 13.3)', async () => {
    await views.viewAs(carla, 'rosa')
    for (const url of [
      '/api/users/',
      '/api/groups/',
      `/api/users/${await userIdOf(portal.db, 'carla')}/`,
    ]) {
      expect((await carla.get(url)).status, url).toBe(403)
    }
    expect(
      (await carla.get(`/api/users/${await userIdOf(portal.db, 'rosa')}/`)).body.first_name,
    ).toBe('Rosa')
  })

  test('has a new session and a new token at each end, so that an old tab is signed out (security 13.6)', async () => {
    const before = tabOf(carla)
    await views.viewAs(carla, 'rosa')
    const during = tabOf(carla)
    expect((await before.get('/api/auth/user/')).status).toBe(401)
    expect((await callWithOldToken(carla, before)).body.detail).toMatch(/^CSRF Failed/)
    await carla.post('/api/view-as/end/')
    expect((await during.get('/api/auth/user/')).status).toBe(401)
    expect((await callWithOldToken(carla, during)).body.detail).toMatch(/^CSRF Failed/)
  })

  test('ends at the time limits of the original session (security 13.5)', async () => {
    await views.viewAs(carla, 'rosa')
    await portal.pool.query(`update sessions set created_at = now() - interval '13 hours'`)
    expect((await carla.get('/api/sales-data/')).status).toBe(401)
  })
})

/** Another tab, with the cookies that the browser has now. */
function tabOf({ cookies }: Visitor): Visitor {
  const tab = new Visitor(portal.app)
  for (const [name, value] of cookies) tab.cookies.set(name, value)
  return tab
}

/** A call with the browser's cookies and the older token of a tab's page. */
function callWithOldToken(browser: Visitor, { cookies }: Visitor): Promise<Answer> {
  const token = cookies.get('csrftoken') ?? ''
  return browser.post('/api/view-as/end/', { headers: { 'x-csrftoken': token } })
}

describe('starting a view (security 13.4)', () => {
  test('needs a reason', async () => {
    for (const reason of ['', '   ']) {
      const { status, body } = await views.viewAs(carla, 'rosa', reason)
      expect({ status, body }).toEqual({ status: 400, body: { reason: ['Escribe el motivo'] } })
    }
    const answer = await carla.post(
      '/api/view-as/',
      json({ user_id: await userIdOf(portal.db, 'rosa') }),
    )
    expect(answer.body).toEqual({ reason: ['Escribe el motivo'] })
    expect((await views.viewAs(carla, 'rosa', 'x'.repeat(501))).status).toBe(400)
    for (const user_id of [true, [await userIdOf(portal.db, 'rosa')], '0x10']) {
      const { status } = await carla.post('/api/view-as/', json({ user_id, reason: REASON }))
      expect([user_id, status]).toEqual([user_id, 400])
    }
    expect((await carla.get('/api/auth/user/')).body.first_name).toBe('Carla')
  })

  test('needs the permission, which superusers have', async () => {
    expect((await views.viewAs(portal.visitor(), 'rosa')).status).toBe(401)
    expect((await views.viewAs(await portal.as('hernan'), 'rosa')).status).toBe(403)
    expect((await views.viewAs(await portal.as('mario'), 'rosa')).status).toBe(403)
    expect((await views.viewAs(await portal.as('ivan'), 'rosa')).status).toBe(200)
  })

  test('works for a member, also for one with an account that is not activated', async () => {
    const { status, body } = await views.viewAs(carla, 'tomas')
    expect([status, body.first_name, body.is_active]).toEqual([200, 'Tomás', false])
    expect((await carla.get('/api/sales-data/')).status).toBe(200)
  })

  test.each([
    [
      'reads with an access, also once it is taken back,',
      `insert into sale_accesses (sale_id, reader_rut, kind, holder_rut, given_by, revoked_at, revoked_by)
        select sales.id, $1, 'representative', holder_rut, users.id, now(), users.id
        from sales join users on users.rut = holder_rut where code = 'V-1001'`,
    ],
    [
      'bought with her, as accounting says or said,',
      `insert into sale_buyers (sale_id, rut)
        select id, replace($1, '-', '') from sales where code = 'V-1001'`,
    ],
  ])('is refused to Carla, who %s Rosa’s purchase (security 13.812)', async (_, tie) => {
    expect((await views.viewAs(carla, 'rosa')).status).toBe(200)
    await carla.post('/api/view-as/end/')
    await portal.pool.query(tie, [personas.carla.rut])
    const { status, body } = await views.viewAs(carla, 'rosa')
    expect([status, body]).toEqual([403, viewAsMessages.sharesPurchase.text])
    expect((await views.viewAs(carla, 'hernan')).status).toBe(200)
  })

  test('is refused for staff and for the caller’s own account (security 13.3)', async () => {
    for (const name of ['mario', 'ivan', 'carla'] as const) {
      const { status, body } = await views.viewAs(carla, name)
      expect([name, status, body]).toEqual([name, 403, viewAsMessages.notViewable.text])
    }
    expect((await views.viewAs(await portal.as('ivan'), 'ivan')).status).toBe(403)
  })

  test('is refused for a deactivated, deleted or unknown account', async () => {
    await portal.pool.query('update users set is_active = false where rut = $1', [
      personas.rosa.rut,
    ])
    expect((await views.viewAs(carla, 'rosa')).body).toBe(viewAsMessages.notViewable.text)
    await portal.pool.query('update users set deleted_at = now() where rut = $1', [
      personas.pia.rut,
    ])
    expect((await views.viewAs(carla, 'pia')).status).toBe(404)
    const unknownUser = json({ user_id: 999_999, reason: REASON })
    expect((await carla.post('/api/view-as/', unknownUser)).status).toBe(404)
  })
})

describe('a running view ends at the next call (security 13.5)', () => {
  test.each([
    ['Rosa is deactivated', `update users set is_active = false where first_name = 'Rosa'`],
    ['Rosa is deleted', `update users set deleted_at = now() where first_name = 'Rosa'`],
    [
      'Rosa becomes staff',
      `insert into user_groups select users.id, groups.id from users, groups
       where first_name = 'Rosa' and groups.name = 'Contabilidad'`,
    ],
    [
      'Carla loses the permission',
      `delete from group_permissions where permission = 'users.view_as_member'`,
    ],
    ['Carla is deactivated', `update users set is_active = false where first_name = 'Carla'`],
    [
      'Carla’s sessions are ended',
      `delete from sessions using users where users.id = user_id and first_name = 'Carla'`,
    ],
    [
      'a load names Carla as a buyer of Rosa’s purchase (security 13.890)',
      `insert into sale_buyers (sale_id, rut) select sales.id, replace(users.rut, '-', '')
       from sales, users where code = 'V-1001' and first_name = 'Carla'`,
    ],
    [
      'Rosa gives Carla access to her purchase (security 13.890)',
      `insert into sale_accesses (sale_id, reader_rut, kind, holder_rut, given_by)
       select sales.id, users.rut, 'representative', holder_rut, users.id
       from sales, users where code = 'V-1001' and first_name = 'Carla'`,
    ],
  ])('when %s', async (_name, statement) => {
    await views.viewAs(carla, 'rosa')
    expect((await carla.get('/api/sales-data/')).status).toBe(200)
    await portal.pool.query(statement)
    for (const url of ['/api/sales-data/', '/api/auth/user/', '/api/users/']) {
      expect((await carla.get(url)).status, url).toBe(401)
    }
    expect((await carla.post('/api/view-as/end/')).status).toBe(401)
  })
})

/** Every call of the OpenAPI description. */
async function everyCall(): Promise<{ method: 'GET' | 'POST'; path: string }[]> {
  const { body } = await portal.visitor().get('/api/openapi.json')
  return (
    Object.entries<object>(body.paths)
      // Programs have a token of their own and no view.
      .filter(([path]) => path.startsWith('/api/') && !path.startsWith('/api/imports/'))
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => ({ method: method.toUpperCase() as 'GET', path })),
      )
  )
}

describe('in a view', () => {
  test('every call that may change something is refused, except the two that end the view (§12.66, security 13.1)', async () => {
    await storeRequest(portal, { state: 'draft' })
    const exits = ['/api/view-as/end/', '/api/auth/logout/']
    const unsafe = (await everyCall()).filter(
      ({ method, path }) => method !== 'GET' && !exits.includes(path),
    )
    expect(unsafe.length).toBeGreaterThan(30)
    // Iván is a superuser: only the view restricts him.
    const ivan = await portal.as('ivan')
    await views.viewAs(ivan, 'rosa')
    const before = await readStoredData(portal.pool)
    for (const { method, path } of unsafe) {
      const { status, body } = await ivan.call(method, path.replace(/\{\w+\}/g, '1'), json({}))
      expect([method, path, status, body]).toEqual([
        method,
        path,
        403,
        viewAsMessages.readOnly.text,
      ])
    }
    expect(await readStoredData(portal.pool)).toEqual(before)
  })

  test('Rosa’s sessions, accesses and drafts are not shown (security 13.2)', async () => {
    const draft = await storeRequest(portal, { state: 'draft' })
    const [documentId] = draft.documentIds
    await views.viewAs(carla, 'rosa')
    for (const url of [
      '/api/client/sessions/',
      '/api/client/accesses/',
      '/api/request/draft/?sale_code=x&procedure_id=1',
      '/api/request/drafts/',
      `/api/requests/${draft.id}/draft/`,
    ]) {
      const { status, body } = await carla.get(url)
      expect([url, status, body]).toEqual([url, 403, viewAsMessages.notShown.text])
    }
    expect((await carla.get(`/api/requests/${draft.id}/`)).status).toBe(404)
    expect((await carla.get(`/api/documents/${documentId}/`)).status).toBe(404)
    const rosa = await portal.as('rosa')
    expect((await rosa.get(`/api/requests/${draft.id}/`)).status).toBe(200)
  })

  test('only the listed calls show anything (security 13.2)', async () => {
    const rosa = await userIdOf(portal.db, 'rosa')
    await views.viewAs(carla, 'rosa')
    const shown = []
    for (const { method, path } of await everyCall()) {
      if (method !== 'GET') continue
      const { status, body } = await carla.get(
        // Rosa's own account and sale where the path names them.
        path
          .replace('/users/{id}', `/users/${rosa}`)
          .replace('{code}', 'V-1001')
          .replace(/\{\w+\}/g, '999999'),
      )
      if (status !== 403) shown.push(path)
      else expect([viewAsMessages.notShown.text, FORBIDDEN.body], path).toContainEqual(body)
    }
    // A new line here lets staff see more of every member.
    expect(shown.toSorted()).toEqual([
      '/api/announcements/{id}/files/{document_id}/',
      '/api/auth/csrftoken/',
      '/api/auth/user/',
      '/api/client/',
      '/api/client/announcements/',
      '/api/client/announcements/{id}/',
      '/api/client/check/',
      '/api/client/news/',
      '/api/client/preferences/',
      '/api/deed-durations/',
      '/api/docs',
      '/api/documents/{id}/',
      '/api/documents/{id}/pages/{page}/',
      // To anybody who has a member's secret address.
      '/api/due-calendar.ics',
      '/api/health/',
      '/api/health/ready/',
      '/api/help-pages/',
      '/api/member-documents/',
      '/api/member-documents/archive/',
      '/api/member-documents/{id}/file/',
      '/api/member-documents/{id}/pages/{page}/',
      '/api/openapi.json',
      '/api/payment-account/',
      '/api/payment-reports/own/',
      '/api/payment-reports/{id}/receipt/',
      '/api/payments/own/',
      '/api/payments/{id}/',
      '/api/payments/{id}/receipt/',
      '/api/procedures/',
      '/api/requests/{id}/',
      '/api/sales-data/',
      '/api/sales/{code}/certificate.pdf',
      '/api/sales/{code}/statement.csv',
      '/api/sales/{code}/statement.pdf',
      '/api/statements/{folio}/',
      '/api/users/{id}/',
    ])
  })
})

describe('the audit log of a view', () => {
  test('holds Carla’s reason and every read as Rosa (security 13.7)', async () => {
    const { id } = await storeRequest(portal, {})
    const { rows } = await portal.pool.query(
      `select code from sales where holder_rut = '12345678-5' order by code`,
    )
    const since = await views.lastEntryId()
    await views.viewAs(carla, 'rosa')
    await carla.get('/api/sales-data/')
    await carla.get(`/api/requests/${id}/`)
    await carla.get(`/api/sales/${encodeURIComponent(rows[0].code)}/statement.csv`)
    await carla.post('/api/view-as/end/')
    await carla.post('/api/view-as/end/')
    const asRosa = { who: 'Carla', asWhom: 'Rosa', whose: 'Rosa', reason: '' }
    expect(await views.auditLog(since)).toEqual([
      {
        action: 'member.viewed_as',
        who: 'Carla',
        asWhom: null,
        whose: 'Rosa',
        objectType: 'user',
        reason: REASON,
      },
      { ...asRosa, action: 'member.read', objectType: 'sales' },
      { ...asRosa, action: 'member.read', objectType: 'request' },
      { ...asRosa, action: 'statement.issued', objectType: 'sale' },
      { ...asRosa, action: 'member.view_ended', asWhom: null, objectType: 'user' },
    ])
  })

  test('is shown to Rosa in her profile; her own reads leave no entry', async () => {
    await views.viewAs(carla, 'rosa')
    await carla.get('/api/sales-data/')
    await carla.post('/api/view-as/end/')
    const rosa = await portal.as('rosa')
    const since = await views.lastEntryId()
    await rosa.get('/api/sales-data/')
    expect(await views.auditLog(since)).toEqual([])
    const { body } = await rosa.get('/api/client/accesses/')
    const byCarla = { who: 'Carla Neira Bustos', reason: REASON }
    expect(body.results.slice(0, 3)).toMatchObject([
      { ...byCarla, action: 'Dejó de mirar tu carpeta' },
      { ...byCarla, action: 'Vio tus datos (mirando tu carpeta)' },
      { ...byCarla, action: 'Miró tu carpeta tal como la ves, sin poder cambiar nada' },
    ])
  })

  test('has no entry for a refused view', async () => {
    const since = await views.lastEntryId()
    await views.viewAs(carla, 'mario')
    await views.viewAs(carla, 'rosa', '')
    expect(await views.auditLog(since)).toEqual([])
  })
})
