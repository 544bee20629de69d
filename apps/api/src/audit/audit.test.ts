import type { WireAuditEntry } from '@carpeta/contract/audit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { chainNow, verifyChain } from '../../test/audit/verify-log.ts'
import { callerOf } from '../../test/caller-of.ts'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { folioOf } from '../../test/statements/statements.ts'
import { requireStillAllowed } from '../auth/caller-transaction.ts'
import { many, sql } from '../db/query.ts'
import { operator } from '../http/caller.ts'
import { NotSignedIn } from '../http/errors.ts'
import { auditLogCsv } from './present-entry.ts'
import { recordAuditEvent } from './record-audit-event.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const idOf = async (rut: string) => {
  const rows = await many<{ id: number }>(portal.db, sql`select id from users where rut = ${rut}`)
  return rows[0]?.id ?? 0
}

describe('the audit log', () => {
  test('refuses change, removal and emptying, to its owner too (§12.62, security 11.3)', async () => {
    await recordAuditEvent(portal.db, operator, { action: 'load.applied' })
    for (const statement of [
      'update audit_entries set reason = $$nada$$',
      'delete from audit_entries',
      'truncate audit_entries cascade',
      'update audit_chain set hash = hash',
      'delete from audit_chain',
    ]) {
      await expect(portal.pool.query(statement), statement).rejects.toThrow(/append-only/)
    }
  })

  test('has no entry of a transaction that was rolled back', async () => {
    await chainNow(portal)
    const before = (await verifyChain(portal)).entries
    await portal.db
      .transaction(async (tx) => {
        await recordAuditEvent(tx, operator, { action: 'load.applied' })
        throw new Error('no')
      })
      .catch(() => {})
    await chainNow(portal)
    expect(await verifyChain(portal)).toMatchObject({ entries: before, pending: 0 })
  })

  test('is one chain after concurrent writes', async () => {
    await chainNow(portal)
    const before = (await verifyChain(portal)).entries
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        portal.db.transaction(async (tx) => {
          await recordAuditEvent(tx, operator, { action: 'load.applied', reason: `carga ${at}` })
          await recordAuditEvent(tx, operator, { action: 'load.refused', reason: `carga ${at}` })
        }),
      ),
    )
    const written = await verifyChain(portal)
    expect(written).toMatchObject({ entries: before, pending: 40, firstFault: null })
    await chainNow(portal)
    const chained = await verifyChain(portal)
    expect(chained).toMatchObject({ entries: before + 40, pending: 0, firstFault: null })
  })
})

describe('GET /api/audit/', () => {
  test('needs the permission', async () => {
    expect((await portal.visitor().get('/api/audit/')).status).toBe(401)
    for (const name of ['rosa', 'carla', 'mario'] as const) {
      expect((await (await portal.as(name)).get('/api/audit/')).status, name).toBe(403)
      expect((await (await portal.as(name)).get('/api/audit/export.csv')).status, name).toBe(403)
    }
    expect((await (await portal.as('ivan')).get('/api/audit/')).status).toBe(200)
  })

  test('leaves out what Iván looked at himself, and nothing that others looked at or he did (§12.1885)', async () => {
    const ivan = await portal.as('ivan')
    const actions = async (query = '') =>
      (await ivan.get(`/api/audit/${query}`)).body.results.map(
        ({ action, actor }: WireAuditEntry) => `${action} ${actor?.name ?? ''}`,
      )
    const [rosa, mario] = [await idOf('12345678-5'), await idOf('14567891-9')]
    await recordAuditEvent(
      portal.db,
      { ...operator, id: mario },
      { action: 'document.viewed', subjectId: rosa, object: { type: 'document', id: 8 } },
    )
    await actions()
    const own = /^audit\.read Iván/
    expect((await actions()).some((each: string) => own.test(each))).toBe(true)
    const left = await actions('?without_own_reads=1')
    expect(left.some((each: string) => own.test(each))).toBe(false)
    expect(left).toContain('document.viewed Mario Fuentes Alarcón')
    expect(left.some((each: string) => each.startsWith('session.login Iván'))).toBe(true)
  })

  test('filters by action, actor, affected user and day (security 11.5)', async () => {
    const [rosa, mario] = [await idOf('12345678-5'), await idOf('14567891-9')]
    await recordAuditEvent(
      portal.db,
      { ...operator, id: mario, address: '203.0.113.7', requestId: 'llamada-1' },
      { action: 'member.read', subjectId: rosa, object: { type: 'request', id: 7 } },
    )
    const ivan = await portal.as('ivan')
    const found = async (query: string) =>
      (await ivan.get(`/api/audit/?action=member.read${query}`)).body.results
    expect(await found('')).toHaveLength(1)
    expect(await found('&actor=Fuentes&subject=12.345.678-5')).toMatchObject([
      {
        actor: { id: mario, name: 'Mario Fuentes Alarcón' },
        subject: { id: rosa, name: 'Rosa Muñoz Sepúlveda' },
        object_type: 'request',
        object_id: '7',
        address: '203.0.113.7',
        request_id: 'llamada-1',
      },
    ])
    expect(await found('&actor=Rosa')).toEqual([])
    expect(await found('&actor=%25')).toEqual([])
    expect(await found('&to=2020-01-01')).toEqual([])
    expect(await found('&from=2020-01-01')).toHaveLength(1)
    expect(await found('&from=ayer')).toHaveLength(1)
  })

  test('finds what a person did and what was done to them, by name, rut or email (§12.1970)', async () => {
    const other = await openPortalForTest({})
    await other.pool.query(
      `insert into audit_entries (action, actor_id, subject_id, reason)
      select 'member.read', actor.id, subject.id, actor.first_name || ' a ' || subject.first_name
      from users actor cross join users subject
      where actor.first_name in ('Mario', 'Hernán') and subject.first_name in ('Rosa', 'Hernán')
      order by actor.first_name, subject.first_name`,
    )
    const ivan = await other.as('ivan')
    const found = async (query: string) =>
      (await ivan.get(`/api/audit/?action=member.read&${query}`)).body.results.map(
        ({ reason }: WireAuditEntry) => reason,
      )
    const ofHernan = ['Mario a Hernán', 'Hernán a Rosa', 'Hernán a Hernán']
    for (const person of ['hernan', '11.111.111-1', personas.hernan.email.toUpperCase()]) {
      expect(await found(`person=${person}`), person).toEqual(ofHernan)
    }
    expect(await found('person=hernan&pageSize=2&page=2')).toEqual(['Hernán a Hernán'])
    expect(await found('person=hernan&subject=rosa')).toEqual(['Hernán a Rosa'])
    expect(await found('person=nadie')).toEqual([])
    const { body } = await ivan.get('/api/audit/export.csv?action=member.read&person=11111111-1')
    expect(String(body).match(/(Mario|Hernán) a \w+/g)).toHaveLength(3)
    const [read] = (await ivan.get('/api/audit/?action=audit.read&person=hernan')).body.results
    expect(read).toMatchObject({ subject: { name: 'Hernán Soto Aguayo' } })
    expect(read.after.filters).toEqual(['person'])
  })

  test('finds nobody by a part of an email or rut, which the log does not show (security 5.801)', async () => {
    const other = await openPortalForTest({})
    await other.pool.query(
      `insert into audit_entries (action, actor_id, subject_id)
      select 'member.read', id, id from users where first_name = 'Rosa'`,
    )
    const ivan = await other.as('ivan')
    const found = async (query: string) =>
      (await ivan.get(`/api/audit/?action=member.read&${query}`)).body.results
    const { email } = personas.rosa
    for (const filter of ['person', 'actor', 'subject']) {
      for (const part of [email.slice(0, -1), email.slice(1), '12.345', '5678-5']) {
        expect(await found(`${filter}=${part}`), `${filter}=${part}`).toEqual([])
      }
      expect(await found(`${filter}=${email}`), filter).toHaveLength(1)
    }
  })

  test('finds a name without its accents and capitals', async () => {
    const [rosa, mario] = [await idOf('12345678-5'), await idOf('14567891-9')]
    const event = { action: 'member.read', subjectId: rosa, reason: 'sin tildes' } as const
    await recordAuditEvent(portal.db, { ...operator, id: mario }, event)
    const ivan = await portal.as('ivan')
    const found = async (query: string) =>
      (await ivan.get(`/api/audit/?action=member.read&${query}`)).body.results[0]?.reason
    expect(await found('subject=MUNOZ')).toBe('sin tildes')
    expect(await found('actor=mario+fuentes')).toBe('sin tildes')
    expect(await found('actor=munoz')).toBeUndefined()
  })

  test('as CSV it is complete and in order, across batches', async () => {
    const other = await openPortalForTest({})
    await other.pool.query(
      `insert into audit_entries (action, reason)
      select 'load.applied', 'carga ' || n from generate_series(1, 1001) n`,
    )
    const ivan = await other.as('ivan')
    const { body } = await ivan.get('/api/audit/export.csv?action=load.applied')
    const reasons = String(body).match(/carga \d+/g)
    expect(reasons).toEqual(Array.from({ length: 1001 }, (_, at) => `carga ${1001 - at}`))
  })

  test('as CSV it breaks off once Iván has logged out (security 3.200)', async () => {
    const other = await openPortalForTest({})
    await other.pool.query(
      `insert into audit_entries (action, reason)
      select 'load.applied', 'carga ' || n from generate_series(1, 1001) n`,
    )
    const ivan = await other.logIn('ivan')
    const caller = await callerOf(other, ivan, 'audit.view_audit')
    const csv = auditLogCsv(other.db, { action: 'load.applied' }, async (entries) => {
      await requireStillAllowed(other, caller)
      return entries
    })
    const chunks = csv[Symbol.asyncIterator]()
    expect(String((await chunks.next()).value)).toContain('Fecha y hora')
    await ivan.post('/api/auth/logout/')
    const readOn = async () => {
      while (!(await chunks.next()).done);
    }
    await expect(readOn()).rejects.toThrow(NotSignedIn)
  })

  test.each([
    ['was used for the last time', 'last_used_at'],
    ['began', 'created_at'],
  ])(
    'nothing more of it is read a day after the session %s (security 3.575)',
    async (_, column) => {
      const other = await openPortalForTest({ SESSION_IDLE_MINUTES: '60' })
      const ivan = await other.logIn('ivan')
      const caller = await callerOf(other, ivan, 'audit.view_audit')
      await requireStillAllowed(other, caller)
      await other.pool.query(`update sessions set ${column} = ${column} - interval '1 day'`)
      await expect(requireStillAllowed(other, caller)).rejects.toThrow(NotSignedIn)
    },
  )

  test('as CSV it is in Spanish, with the changed values (§12.64)', async () => {
    const other = await openPortalForTest({})
    await recordAuditEvent(other.db, operator, {
      action: 'procedure.changed',
      object: { type: 'procedure', id: 9 },
      before: { isActive: true, answerHours: 30 },
      after: { isActive: false, answerHours: 40 },
    })
    const ivan = await other.as('ivan')
    const { body } = await ivan.get('/api/audit/export.csv?action=procedure.changed')
    expect(body).toContain(
      'Trámite 9;;"Activo: Sí; Plazo en horas hábiles: 30";"Activo: No; Plazo en horas hábiles: 40"',
    )
  })

  test('tells no folio, by which anybody reads the figures of a paper (security 11.940)', async () => {
    const other = await openPortalForTest({})
    const folio = await folioOf(await other.as('rosa'))
    const before = 'EC-7F3K-Q2MX-9TRB'
    await recordAuditEvent(other.db, operator, {
      action: 'statement.issued',
      object: { type: 'sale', id: 'V-1001' },
      subjectId: await idOf(personas.rosa.rut),
      after: { format: 'pdf', folio: before },
    })
    const ivan = await other.as('ivan')
    const stored = await many(other.db, sql`select after::text from audit_entries`)
    const { results } = (await ivan.get('/api/audit/?action=statement.issued')).body
    const csv = (await ivan.get('/api/audit/export.csv?action=statement.issued')).body
    expect(JSON.stringify(stored)).not.toContain(folio)
    for (const shown of [JSON.stringify(results), csv]) {
      for (const each of [folio, before]) {
        expect(shown).toContain(`${each.slice(0, 7)}-…`)
        expect(shown).not.toContain(each)
      }
    }
  })

  test('as CSV it cannot start a formula (security 9.5)', async () => {
    await recordAuditEvent(portal.db, operator, { action: 'load.refused', reason: '=cmd|calc' })
    const ivan = await portal.as('ivan')
    const { status, headers, body } = await ivan.get('/api/audit/export.csv?action=load.refused')
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain('bitacora.csv')
    expect(body).toContain("'=cmd|calc")
    expect(body.split('\r\n')[0]).toMatch(/^\ufeffNº;Fecha y hora;/)
  })
})

describe('GET /api/client/accesses/', () => {
  test('lists who of the cooperative saw a member’s data, and nothing of other members', async () => {
    const [pia, bruno, mario] = [
      await idOf('10000004-0'),
      await idOf('15678234-3'),
      await idOf('14567891-9'),
    ]
    await recordAuditEvent(
      portal.db,
      { ...operator, id: mario },
      { action: 'member.read', subjectId: pia },
    )
    await recordAuditEvent(
      portal.db,
      { ...operator, id: pia },
      { action: 'statement.issued', subjectId: pia },
    )
    await recordAuditEvent(
      portal.db,
      { ...operator, id: mario },
      { action: 'member.read', subjectId: bruno },
    )
    expect((await portal.visitor().get('/api/client/accesses/')).status).toBe(401)
    const { body } = await (await portal.as('pia')).get('/api/client/accesses/')
    expect(body.results).toMatchObject([{ who: 'Mario Fuentes Alarcón', action: 'Vio tus datos' }])
  })
})
