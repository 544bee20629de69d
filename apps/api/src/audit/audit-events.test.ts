import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AuditAction, auditActions } from '@carpeta/domain/audit/audit-actions'
import { auditObjects, factNames } from '@carpeta/domain/audit/audit-facts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PersonaName, personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { storeRequest, UPDATE } from '../../test/stored-requests.ts'
import { type Answer, json, upload, type Visitor } from '../../test/visitor.ts'
import { operator } from '../http/caller.ts'
import { importSales } from '../imports/import-sales.ts'
import { eraseMember } from '../personal-data/erase-member.ts'
import { verifyAuditChain } from './audit-check-store.ts'
import { recordAuditEvent } from './record-audit-event.ts'

// Every action of the audit log, with a call that records it.

const NEW = 'Canario#7731'

let portal: Portal
let rosa: Visitor
let hernan: Visitor
let pia: Visitor
let carla: Visitor
let mario: Visitor
let ivan: Visitor
beforeAll(async () => {
  portal = await openPortal('sample', { REGISTRATION_OPEN: 'true' })
  rosa = await portal.as('rosa')
  hernan = await portal.as('hernan')
  pia = await portal.as('pia')
  carla = await portal.as('carla')
  mario = await portal.as('mario')
  ivan = await portal.as('ivan')
})
afterAll(() => portal.close())

interface Flow {
  perform: () => Promise<unknown>
  /** First names; null for an unknown user. */
  who: string | null
  whose: string | null
}

const flow = (who: Flow['who'], whose: Flow['whose'], perform: Flow['perform']): Flow => ({
  who,
  whose,
  perform,
})

/** They run in this order. */
const flows: Record<AuditAction, Flow> = {
  'session.login': flow('Bruno', 'Bruno', () => portal.as('bruno')),
  'session.login_failed': flow(null, 'Rosa', () => anonymous().logIn(rutOf('rosa'), NEW)),
  'session.logout': flow('Bruno', 'Bruno', async () =>
    done(await (await portal.as('bruno')).post('/api/auth/logout/')),
  ),
  'session.ended_others': flow('Rosa', 'Rosa', async () =>
    done(await rosa.post('/api/client/sessions/end-others/')),
  ),
  'account.activated': flow('Tomás', 'Tomás', async () => setPassword(await lastLink())),
  'account.registered': flow('Julia', 'Julia', async () => {
    const julia = { name: 'Julia', last_name: 'Mora', email: 'julia@correo.example' }
    const visitor = await newcomer()
    done(await visitor.post('/api/auth/register/', json({ ...julia, password: NEW })))
  }),
  'restore.requested': flow(null, 'Elena', async () => {
    const visitor = await newcomer()
    const rut = { social_security: rutOf('elena') }
    done(await visitor.post('/api/send-restore-password-ss/', json(rut)))
    await portal.sentEmails()
  }),
  'password.restored': flow('Elena', 'Elena', async () => setPassword(await lastLink())),
  'password.changed': flow('Hernán', 'Hernán', async () => {
    const passwords = { old_password: SAMPLE_PASSWORD, new_password: NEW }
    done(await hernan.post('/api/client/password/change/', json(passwords)))
  }),
  'email.changed': flow('Pía', 'Pía', async () => {
    const changes = { email: 'pia.nueva@correo.example', old_password: SAMPLE_PASSWORD }
    done(await patch(pia, `/api/users/${await idOf('pia')}/`, changes))
  }),
  'user.created': flow('Carla', 'Marta', async () => {
    const marta = {
      first_name: 'Marta',
      last_name: 'Ruiz',
      email: 'marta@correo.example',
      password: NEW,
      profile: { social_security: '7654321-6' },
    }
    done(await carla.post('/api/users/', json(marta)))
  }),
  'user.changed': flow('Carla', 'Rosa', async () =>
    done(await patch(carla, `/api/users/${await idOf('rosa')}/`, { last_name: 'Muñoz Soto' })),
  ),
  'user.deleted': flow('Carla', 'Bruno', async () =>
    done(await carla.call('DELETE', `/api/users/${await idOf('bruno')}/`)),
  ),
  'user.restored': flow('Carla', 'Bruno', async () =>
    done(await patch(carla, `/api/users/${await idOf('bruno')}/restore/`, {})),
  ),
  'user.invited': flow('Carla', 'Nadia', async () => {
    const nadia = { first_name: 'Nadia', last_name: 'Paz', email: 'nadia@correo.example' }
    const profile = { social_security: '6543217-K' }
    done(await carla.post('/api/users/', json({ ...nadia, profile, invite: true })))
    await revoke('Nadia')
    done(await carla.post(`/api/users/${await idByName('Nadia')}/invite/`))
  }),
  'user.invitation_revoked': flow('Carla', 'Nadia', () => revoke('Nadia')),
  'group.created': flow('Iván', null, async () =>
    done(await ivan.post('/api/groups/', json({ name: 'Directorio', permissions: [] }))),
  ),
  'group.changed': flow('Iván', null, async () =>
    done(await patch(ivan, `/api/groups/${await groupId()}/`, { permissions: [VIEW_AUDIT] })),
  ),
  'group.deleted': flow('Iván', null, async () =>
    done(await ivan.call('DELETE', `/api/groups/${await groupId()}/`)),
  ),
  'member.read': flow('Mario', 'Rosa', async () => {
    const { id } = await storeRequest(portal)
    done(await mario.get(`/api/requests/${id}/`))
  }),
  'member.listed': flow('Carla', null, async () => done(await carla.get('/api/users/'))),
  'member.viewed_as': flow('Carla', 'Rosa', async () => {
    const wanted = { user_id: await idOf('rosa'), reason: 'Pregunta por su saldo' }
    done(await carla.post('/api/view-as/', json(wanted)))
    done(await carla.post('/api/view-as/end/'))
  }),
  'member.view_ended': flow('Carla', 'Rosa', async () => {
    const wanted = { user_id: await idOf('rosa'), reason: 'Pregunta por su saldo' }
    done(await carla.post('/api/view-as/', json(wanted)))
    done(await carla.post('/api/view-as/end/'))
  }),
  'audit.read': flow('Iván', 'Rosa', async () =>
    done(await ivan.get(`/api/audit/?subject=${rutOf('rosa')}`)),
  ),
  'audit.exported': flow('Iván', null, async () => done(await ivan.get('/api/audit/export.csv'))),
  'member.exported': flow('Rosa', 'Rosa', async () =>
    done(await rosa.get('/api/client/data.json')),
  ),
  'request.sent': flow('Rosa', 'Rosa', async () => {
    const sent = await rosa.post(
      '/api/request/send/',
      json({ request_id: await completeRequest() }),
    )
    done(sent)
  }),
  'request.changed': flow('Mario', 'Rosa', async () => {
    const { id } = await storeRequest(portal)
    done(await mario.post(`/api/requests/${id}/review/`, json({ version: 0 })))
  }),
  'document.downloaded': flow('Mario', 'Rosa', async () =>
    done(await mario.get(`/api/documents/${await lastDocument()}/`)),
  ),
  'document.uploaded': flow('Rosa', 'Rosa', async () => {
    await completeRequest()
  }),
  'document.removed': flow('Rosa', 'Rosa', async () => {
    await completeRequest()
    done(await rosa.call('DELETE', `/api/documents/${await lastDocument()}/`))
  }),
  'template.created': flow('Mario', null, async () =>
    done(await mario.post('/api/answer-templates/', json({ title: 'Recibido', body: 'Gracias' }))),
  ),
  'template.changed': flow('Mario', null, async () =>
    done(
      await patch(mario, `/api/answer-templates/${await newest('answer_templates')}/`, {
        body: 'Ya',
      }),
    ),
  ),
  'template.deleted': flow('Mario', null, async () =>
    done(await mario.call('DELETE', `/api/answer-templates/${await newest('answer_templates')}/`)),
  ),
  'procedure.created': flow('Mario', null, async () => {
    const form = { title: 'Certificado', description: 'x', documents: [], answer_hours: 8 }
    done(await mario.post('/api/procedures/', json({ ...form, is_active: true })))
  }),
  'procedure.changed': flow('Mario', null, async () =>
    done(await patch(mario, `/api/procedures/${await newest('procedures')}/`, { title: 'Otro' })),
  ),
  'procedure.deleted': flow('Mario', null, async () =>
    done(await mario.call('DELETE', `/api/procedures/${await newest('procedures')}/`)),
  ),
  'procedure.restored': flow('Mario', null, async () =>
    done(await patch(mario, `/api/procedures/${await newest('procedures')}/restore/`, {})),
  ),
  'holiday.changed': flow('Mario', null, async () => {
    const day = { date: '2026-12-24', name: 'Cierre', is_closed: true }
    done(await mario.post('/api/holidays/', json(day)))
  }),
  'statement.issued': flow('Rosa', 'Rosa', async () =>
    done(await rosa.get(`/api/sales/${ROSAS}/statement.csv`)),
  ),
  'member.erased': flow(null, 'Cuenta anonimizada', async () => {
    const outcome = await eraseMember(
      portal.db,
      { rut: rutOf('losRobles') },
      { force: true, dryRun: false },
    )
    expect(outcome.result).toBe('erased')
  }),
  'load.refused': flow(null, null, async () => {
    const { refusal } = await importSales(portal.db, truncatedExport())
    expect(refusal).toMatch(/cortado/)
  }),
  'load.applied': flow(null, null, async () => {
    const { refusal } = await importSales(portal.db, 'apps/api/seeds/sample-export.ndjson', {
      isSample: true,
      force: true,
    })
    expect(refusal).toBeNull()
  }),
}

const ROSAS = 'V-1001'
const VIEW_AUDIT = 'audit.view_audit'
/** Passwords and links, which no entry may contain. */
const secrets: string[] = [SAMPLE_PASSWORD, NEW]

const rutOf = (name: PersonaName) => personas[name].rut
const anonymous = () => portal.visitor()
const patch = (person: Visitor, url: string, body: object) => person.call('PATCH', url, json(body))

async function newcomer(): Promise<Visitor> {
  const visitor = anonymous()
  await visitor.fetchToken()
  return visitor
}

function done({ status, body }: Answer): void {
  expect(status, JSON.stringify(body)).toBeLessThan(300)
}

async function idByName(firstName: string): Promise<number> {
  const { rows } = await portal.pool.query('select id from users where first_name = $1', [
    firstName,
  ])
  return rows[0].id
}

const idOf = (name: PersonaName) => idByName(personas[name].firstName)
const newest = async (table: 'answer_templates' | 'procedures' | 'groups') =>
  (await portal.pool.query(`select max(id) as id from ${table}`)).rows[0].id
const groupId = () => newest('groups')

async function revoke(firstName: string): Promise<void> {
  done(await carla.post(`/api/users/${await idByName(firstName)}/revoke/`))
}

async function lastLink(): Promise<string> {
  const message = (await portal.sentEmails()).findLast(({ text }) => text.includes('token='))
  const [, link = ''] = /token=([\w-]+)/.exec(message?.text ?? '') ?? []
  secrets.push(link)
  return link
}

async function setPassword(token: string): Promise<void> {
  done(await (await newcomer()).post('/api/client/password/', json({ token, password: NEW })))
}

/** A request with its required document. */
async function completeRequest(): Promise<number> {
  const { rows } = await portal.pool.query('select id from procedures where title = $1', [UPDATE])
  const wanted = { procedure_id: rows[0].id, sale_code: ROSAS, comment: 'Cambié de domicilio' }
  const { body } = await rosa.post('/api/request/create/', json(wanted))
  const document = upload(pdf('cedula.pdf'), { request_id: body.id })
  done(await rosa.post('/api/upload-document/', document))
  return body.id
}

/** Rosa's last upload; the sample's documents have no file here. */
async function lastDocument(): Promise<number> {
  const { rows } = await portal.pool.query(
    `select max(id) as id from documents where name = 'cedula.pdf'`,
  )
  return rows[0].id
}

function truncatedExport(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'carpeta-audit-')), 'cortada.ndjson')
  writeFileSync(path, '{"corte":"2026-11-20T06:00:00-03:00","ventas":3}\n')
  return path
}

async function entriesSince(its: Portal, last: number) {
  const { rows } = await its.pool.query(
    `select action, actor.first_name as who, subject.first_name as whose, before, after, object_id
     from audit_entries entry
     left join users actor on actor.id = actor_id
     left join users subject on subject.id = subject_id
     where entry.id > $1 order by entry.id`,
    [last],
  )
  return rows
}

async function lastEntry(its: Portal): Promise<number> {
  const { rows } = await its.pool.query('select coalesce(max(id), 0) as id from audit_entries')
  return Number(rows[0].id)
}

/** The names of facts and of nested facts. */
function namesIn(facts: object): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isNested ? [name, ...namesIn(value)] : [name]
  })
}

describe('the audit log has', () => {
  test.each(Object.entries(flows))('%s', async (action, { perform, who, whose }) => {
    const last = await lastEntry(portal)
    await perform()
    expect(await entriesSince(portal, last)).toContainEqual(
      expect.objectContaining({ action, who, whose }),
    )
  })

  test('every action, and no other', () => {
    expect(Object.keys(flows).toSorted()).toEqual(Object.keys(auditActions).toSorted())
  })

  test('no object or fact without a Spanish label', async () => {
    const { rows } = await portal.pool.query('select object_type, before, after from audit_entries')
    const types = rows.map(({ object_type }) => object_type).filter(Boolean)
    const facts = rows.flatMap(({ before, after }) => [...namesIn(before), ...namesIn(after)])
    expect(types.filter((type) => !Object.hasOwn(auditObjects, type))).toEqual([])
    expect(facts).toContain('answerHours')
    expect(facts.filter((name) => !Object.hasOwn(factNames, name))).toEqual([])
  })

  test('all entries in one valid chain', async () => {
    const { entries, firstFault } = await verifyAuditChain(portal.db)
    expect(entries).toBeGreaterThan(Object.keys(flows).length)
    expect(firstFault).toBeNull()
  })

  test('no password, no link, no cookie and no hash', async () => {
    const { rows } = await portal.pool.query('select entry::text as line from audit_entries entry')
    const lines = rows.map(({ line }) => line).join('\n')
    const cookies = [rosa, hernan, pia, carla, mario, ivan].flatMap((person) => [
      ...person.cookies.values(),
    ])
    const { rows: hashes } = await portal.pool.query(`
      select password_hash as hash from users where password_hash is not null
      union all select id_hash from sessions union all select token_hash from account_links`)
    const forbidden = [...secrets, ...cookies, ...hashes.map(({ hash }) => hash)]
    expect(forbidden.length).toBeGreaterThan(30)
    expect(forbidden.filter((secret) => secret === '' || lines.includes(secret))).toEqual([])
    expect(lines).toContain('V-1001')
    expect(lines).not.toMatch(/argon2|pbkdf2/)
  })
})

describe('a failed login', () => {
  test('is one entry for each checked password, and none while the name is throttled', async () => {
    const its = await openPortalForTest({})
    const last = await lastEntry(its)
    for (let tries = 0; tries < 12; tries++) await its.visitor().logIn(rutOf('rosa'), NEW)
    const entries = await entriesSince(its, last)
    expect(entries).toHaveLength(10)
    expect(entries).toEqual(
      Array(10).fill({
        action: 'session.login_failed',
        who: null,
        whose: 'Rosa',
        before: {},
        after: {},
        object_id: '',
      }),
    )
  })

  test('with an unknown or ambiguous name records nothing of what was typed', async () => {
    const its = await openPortalForTest({})
    await its.pool.query(
      `update users set email = 'familia@correo.example' where rut in ($1, $2)`,
      [rutOf('rosa'), rutOf('hernan')],
    )
    const last = await lastEntry(its)
    await its.visitor().logIn('1-9', NEW)
    await its.visitor().logIn('familia@correo.example', NEW)
    await its.visitor().logIn('nada', NEW)
    await its.visitor().logIn('', '')
    const nobody = { action: 'session.login_failed', who: null, whose: null, before: {}, after: {} }
    expect(await entriesSince(its, last)).toEqual([
      { ...nobody, object_id: '' },
      { ...nobody, object_id: '' },
    ])
  })

  test('in a browser with a session is not recorded as its user’s', async () => {
    const its = await openPortalForTest({})
    const mario = await its.as('mario')
    const last = await lastEntry(its)
    await mario.logIn(rutOf('rosa'), NEW)
    expect(await entriesSince(its, last)).toMatchObject([{ who: null, whose: 'Rosa' }])
  })
})

test('a list is recorded with the ids on its page, and an empty one is not', async () => {
  const its = await openPortalForTest({})
  const someone = await its.as('carla')
  const last = await lastEntry(its)
  const { body } = await someone.get('/api/users/?pageSize=3&orderBy=last_name')
  const ids = body.results.map(({ id }: { id: number }) => id)
  await someone.get('/api/users/?fullname=nadie+se+llama+as%C3%AD')
  expect(await entriesSince(its, last)).toMatchObject([
    { action: 'member.listed', who: 'Carla', whose: null, after: { ids } },
  ])
})

test('a read of the audit log is recorded with its filters, without the typed names', async () => {
  const its = await openPortalForTest({})
  const someone = await its.as('ivan')
  const last = await lastEntry(its)
  await someone.get('/api/audit/?subject=munoz+sepulveda&action=member.read')
  await someone.get('/api/audit/export.csv?actor=carla&from=2026-11-01')
  await someone.get('/api/audit/?subject=nadie')
  expect(await entriesSince(its, last)).toMatchObject([
    {
      ...{ action: 'audit.read', who: 'Iván', whose: 'Rosa' },
      after: { action: 'member.read', filters: ['subject'] },
    },
    {
      ...{ action: 'audit.exported', who: 'Iván', whose: null },
      after: { from: '2026-11-01', filters: ['actor'] },
    },
    { action: 'audit.read', who: 'Iván', whose: null, after: { filters: ['subject'] } },
  ])
})

test('a lone surrogate in a name is replaced', async () => {
  const its = await openPortalForTest({})
  await recordAuditEvent(its.db, operator, {
    action: 'user.changed',
    before: { first_name: 'Ana' },
    after: { first_name: 'A\ud800', ids: [{ name: '\udc00' }] },
    reason: 'B\ud800',
  })
  const { rows } = await its.pool.query('select after, reason from audit_entries order by id desc')
  const broken = '\ufffd'
  expect(rows[0]).toEqual({
    after: { first_name: `A${broken}`, ids: [{ name: broken }] },
    reason: `B${broken}`,
  })
})

test('Rosa sees that Mario read her request and Carla changed her account, and not her own actions', async () => {
  const its = await openPortalForTest({})
  const { id } = await storeRequest(its)
  const her = await its.as('rosa')
  const { body: me } = await her.get('/api/auth/user/')
  await her.get('/api/sales-data/')
  await her.get(`/api/requests/${id}/`)
  await her.call('PATCH', `/api/users/${me.id}/`, json({ last_name: 'Muñoz Soto' }))
  await (await its.as('mario')).get(`/api/requests/${id}/`)
  const changed = { first_name: 'Rosa María' }
  await (await its.as('carla')).call('PATCH', `/api/users/${me.id}/`, json(changed))
  const { body } = await her.get('/api/client/accesses/')
  expect(body.results).toMatchObject([
    { who: 'Carla Neira Bustos', action: 'Cambió los datos de tu cuenta' },
    { who: 'Mario Fuentes Alarcón', action: `Vio tu solicitud ${id}` },
  ])
})
