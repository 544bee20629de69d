import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type PersonaName, personas } from '../../seeds/personas.ts'
import { chainNow, verifyChain } from '../../test/audit/verify-log.ts'
import { dumpDatabase } from '../../test/dump-database.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { exec, many, sql } from '../db/query.ts'
import { operator } from '../http/caller.ts'
import { eraseMember } from '../personal-data/erase-member.ts'
import { recordAuditEvent } from './record-audit-event.ts'

const REASON = 'Rosa Muñoz preguntó por su dirección, Los Aromos 12'
const LAST_NAME = 'Muñoz Vera'
const EMAIL = 'rosa.nueva@correo.example'
/** Everything that entries say about her. */
const words = [
  'Rosa',
  'Muñoz',
  personas.rosa.email,
  EMAIL,
  personas.rosa.rut,
  'Aromos',
  '127.0.0.1',
]

let portal: Portal
let ivan: Visitor
let rosa: number
beforeEach(async () => {
  portal = await openPortal()
  onTestFinished(() => portal.close())
  rosa = await userIdOf(portal.db, 'rosa')
  ivan = await portal.as('ivan')
  const carla = await portal.as('carla')
  await carla.call(
    'PATCH',
    `/api/users/${rosa}/`,
    json({ first_name: 'Rosa María', last_name: LAST_NAME }),
  )
  await carla.post('/api/view-as/', json({ user_id: rosa, reason: REASON }))
  await carla.post('/api/view-as/end/')
})

const eraseRosa = () =>
  eraseMember(portal, { rut: personas.rosa.rut }, { force: true, dryRun: false })

/** What the tables of the audit log contain, as somebody with the database reads it. */
async function storedLog(): Promise<string> {
  await chainNow(portal)
  const tables = await dumpDatabase(portal.pool)
  const rows = ['public.audit_entries', 'public.audit_chain'].flatMap((name) => tables[name] ?? [])
  expect(rows.length).toBeGreaterThan(5)
  return rows.join('\n')
}

async function found(query: string) {
  const { status, body } = await ivan.get(`/api/audit/?${query}`)
  expect(status).toBe(200)
  return body.results
}

describe('what identifies a person in the audit log', () => {
  test('is encrypted in the database, and readable for the auditor and in the CSV', async () => {
    const stored = await storedLog()
    expect(words.filter((word) => stored.includes(word))).toEqual([])
    const [changed] = await found('action=user.changed&subject=munoz')
    expect(changed).toMatchObject({
      before: { first_name: 'Rosa', last_name: 'Muñoz Sepúlveda' },
      after: { first_name: 'Rosa María', last_name: LAST_NAME },
      address: '127.0.0.1',
    })
    expect(await found('action=member.viewed_as')).toMatchObject([{ reason: REASON }])
    const { body } = await ivan.get('/api/audit/export.csv?action=user.changed')
    expect(body).toContain(`Apellido: ${LAST_NAME}`)
  })

  test('is readable for the person too, among the accesses and in the export', async () => {
    const her = await portal.as('rosa')
    const { body: accesses } = await her.get('/api/client/accesses/')
    expect(accesses.results).toContainEqual(
      expect.objectContaining({
        action: 'Miró tu carpeta tal como la ves, sin poder cambiar nada',
        reason: REASON,
      }),
    )
    const { body: data } = await her.get('/api/client/data.json')
    expect(data.changes).toContainEqual(
      expect.objectContaining({ after: { first_name: 'Rosa María', last_name: LAST_NAME } }),
    )
    expect(data.activity.at(-1)).toMatchObject({ action: 'Ingresaste', address: '127.0.0.1' })
  })

  test('is gone after an erasure, and the chain still holds (security 13.16)', async () => {
    await portal.as('rosa')
    await eraseRosa()
    const { rows } = await portal.pool.query('select from audit_person_keys where user_id = $1', [
      rosa,
    ])
    expect(rows).toEqual([])
    const erased = 'Datos borrados'
    const byRosa = (await found('action=session.login')).filter(
      ({ actor }: { actor: { id: number } }) => actor.id === rosa,
    )
    expect(byRosa[0]).toMatchObject({ address: erased, actor: { name: 'Cuenta anonimizada' } })
    expect(await found('action=user.changed')).toMatchObject([
      {
        subject: { id: rosa, name: 'Cuenta anonimizada' },
        before: { first_name: erased, last_name: erased },
        after: { first_name: erased, last_name: erased },
        // Carla's, who changed it.
        address: '127.0.0.1',
      },
    ])
    expect(await found('action=member.viewed_as')).toMatchObject([{ reason: erased }])
    const { body } = await ivan.get('/api/audit/export.csv?action=user.changed')
    expect(body).toContain('Apellido: Datos borrados; Nombre: Datos borrados')
    expect(await verifyChain(portal)).toMatchObject({ firstFault: null, anchorFaults: [] })
  })

  test('leaves numbers, codes and dates of an erased person', async () => {
    await eraseRosa()
    expect(await found('action=member.erased')).toMatchObject([
      { subject: { id: rosa }, object_id: String(rosa), after: { requests: expect.any(Number) } },
    ])
  })

  test('is not stored about an erased person any more', async () => {
    await eraseRosa()
    const actor = { ...operator, address: '203.0.113.9' }
    const event = { action: 'user.changed', subjectId: rosa, after: { email: EMAIL } } as const
    await recordAuditEvent(portal.db, actor, { ...event, reason: REASON })
    expect(words.filter((word) => word !== '127.0.0.1')).not.toHaveLength(0)
    const stored = await storedLog()
    expect([EMAIL, 'Aromos', '203.0.113.9'].filter((word) => stored.includes(word))).toEqual([])
    const [last] = await found('action=user.changed')
    expect(last).toMatchObject({ after: { email: 'Datos borrados' }, reason: 'Datos borrados' })
  })
})

describe('the key of a person', () => {
  const keyOf = (userId: number) =>
    many<{ encryptionKey: string }>(
      portal.db,
      sql`select encryption_key from audit_person_keys where user_id = ${userId}`,
    )

  test.each<PersonaName>(['hernan', 'pia'])(
    'is one, also after concurrent entries about %s',
    async (name) => {
      const subjectId = await userIdOf(portal.db, name)
      const event = { action: 'user.changed', subjectId } as const
      await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          recordAuditEvent(portal.db, operator, { ...event, after: { email: `${at}@x.example` } }),
        ),
      )
      expect(await keyOf(subjectId)).toHaveLength(1)
      const entries = await found('action=user.changed&pageSize=100')
      const emails = entries
        .filter(({ subject }: { subject: { id: number } }) => subject.id === subjectId)
        .map(({ after }: { after: { email: string } }) => after.email)
      expect(emails.toSorted()).toEqual(Array.from({ length: 8 }, (_, at) => `${at}@x.example`))
    },
  )

  test('is deleted for an erased account only', async () => {
    const erase = () => exec(portal.db, sql`select erase_audit_person_key(${rosa})`)
    await expect(erase()).rejects.toThrow('the account is not erased')
    expect(await keyOf(rosa)).toHaveLength(1)
  })

  test('is not created again by an entry that arrives during the erasure (security 13.16)', async () => {
    const erased = Promise.withResolvers<void>()
    const erasure = portal.db.transaction(async (tx) => {
      await exec(tx, sql`select from users where id = ${rosa} for update`)
      await exec(
        tx,
        sql`update users set rut = null, first_name = 'Cuenta anonimizada', last_name = '',
          email = '', password_hash = null, is_active = false, deleted_at = now(),
          erased_at = now(), invited_at = null, invitation_delivery = null,
          invitation_failure = '' where id = ${rosa}`,
      )
      await exec(tx, sql`select erase_audit_person_key(${rosa})`)
      await erased.promise
    })
    const attempt = recordAuditEvent(
      portal.db,
      { ...operator, address: '203.0.113.9', requestId: 'llamada-1' },
      { action: 'session.login_failed', subjectId: rosa },
    )
    erased.resolve()
    await Promise.all([erasure, attempt])
    expect(await keyOf(rosa)).toEqual([])
  })
})

test('a fact that was changed says so, and leaves the rest of the log readable (security 13.10)', async () => {
  await portal.pool.query(`begin; set local session_replication_role = replica;
    update audit_entries set sealed = jsonb_set(sealed, '{reason}', '"AAAA"')
      where action = 'member.viewed_as';
    update audit_entries set sealed = jsonb_set(sealed, '{after,last_name}', '3')
      where action = 'user.changed'; commit`)
  const entries = await found('')
  expect(entries.length).toBeGreaterThan(3)
  expect(JSON.stringify(entries)).toContain('Dato ilegible')
})
