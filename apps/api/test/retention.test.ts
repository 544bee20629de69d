import { describe, expect, test } from 'vitest'
import { type PersonaName, personas } from '../seeds/personas.ts'
import { queueJob } from '../src/jobs/jobs-store.ts'
import { applyRetention } from '../src/personal-data/apply-retention.ts'
import { openPortalForTest, type Portal } from './open-portal.ts'
import { storeRequest } from './stored-requests.ts'

// Documents are deleted with what they belong to: never those that the other tests share.

const nothing = { sessions: 0, devices: 0, requests: 0, accounts: 0 }

async function trash({ pool }: Portal, name: PersonaName, ago: string): Promise<void> {
  await pool.query(
    `update users set deleted_at = now() - $2::interval, email = 'borrar@correo.example'
     where rut = $1`,
    [personas[name].rut, ago],
  )
}

async function firstNames({ pool }: Portal): Promise<string[]> {
  const { rows } = await pool.query('select first_name from users where deleted_at is not null')
  return rows.map(({ first_name }) => first_name)
}

describe('what is kept no longer than the settings say', () => {
  test('nothing goes that is younger', async () => {
    const portal = await openPortalForTest({})
    await storeRequest(portal, { state: 'draft' })
    await storeRequest(portal, { state: 'resolved', closedAt: `now() - interval '5 years'` })
    await portal.as('pia')
    await trash(portal, 'elena', '1 year')
    expect(await applyRetention(portal)).toEqual(nothing)
  })

  test('a draft, a closed request, a session, a known browser', async () => {
    const portal = await openPortalForTest({ RETAIN_SESSIONS_DAYS: '2', RETAIN_DRAFT_DAYS: '10' })
    await storeRequest(portal, { state: 'draft' })
    await portal.pool.query(
      `update requests set updated_at = now() - interval '11 days' where state = 'draft'`,
    )
    const old = `now() - interval '6 years 1 day'`
    await storeRequest(portal, { state: 'rejected', sentAt: old, closedAt: old })
    // Not closed: however old, it waits for an answer.
    const waiting = await storeRequest(portal, { state: 'in_review', sentAt: old })
    await portal.as('pia')
    await portal.as('bruno')
    await portal.pool.query(
      `update sessions set created_at = now() - case when user_id =
         (select id from users where rut = $1) then interval '3 days' else interval '1 day' end`,
      [personas.pia.rut],
    )
    await portal.pool.query(
      `update known_devices set last_used_at = now() - interval '366 days'
       where user_id = (select id from users where rut = $1)`,
      [personas.pia.rut],
    )
    expect(await applyRetention(portal)).toEqual({
      ...nothing,
      sessions: 1,
      devices: 1,
      requests: 1,
    })
    await queueJob(portal.db, 'clear_documents', {})
    await portal.postedLetters()
    const { rows } = await portal.pool.query(
      `select id from requests where state = 'draft' or sent_at < now() - interval '6 years'`,
    )
    expect(rows).toEqual([{ id: waiting.id }])
    expect(await applyRetention(portal)).toEqual(nothing)
  })

  test('a deleted member’s account, once nothing of it is open; never one of staff', async () => {
    const portal = await openPortalForTest({})
    // Elena's sale is not done, Bruno's is; Carla is named by the trail.
    for (const name of ['elena', 'bruno', 'carla'] as const) await trash(portal, name, '3 years')
    await portal.pool.query(`update sales set completed_on = '2023-01-02' where holder_rut = $1`, [
      personas.bruno.rut,
    ])
    expect(await applyRetention(portal)).toEqual({ ...nothing, accounts: 1 })
    expect((await firstNames(portal)).toSorted()).toEqual(['Carla', 'Cuenta anonimizada', 'Elena'])
    const { rows } = await portal.pool.query(
      `select reason from audit_entries where action = 'member.erased'`,
    )
    expect(rows).toEqual([{ reason: 'Plazo de conservación de una cuenta eliminada' }])
    expect(await applyRetention(portal)).toEqual(nothing)
  })

  test('of a rut that lives again only the old account goes, and no sale', async () => {
    const portal = await openPortalForTest({})
    await trash(portal, 'hernan', '3 years')
    await portal.pool.query(`insert into users (rut, first_name) values ($1, 'Hernán')`, [
      personas.hernan.rut,
    ])
    expect(await applyRetention(portal)).toEqual({ ...nothing, accounts: 1 })
    const { rows } = await portal.pool.query(
      'select from sales where holder_rut = $1 and holder_erased_at is not null',
      [personas.hernan.rut],
    )
    expect(rows).toEqual([])
  })

  test('is done by a job every night, which may run twice', async () => {
    const portal = await openPortalForTest({})
    await trash(portal, 'losRobles', '3 years')
    await portal.pool.query('delete from sales where holder_rut = $1', [personas.losRobles.rut])
    await queueJob(portal.db, 'apply_retention', {})
    await queueJob(portal.db, 'apply_retention', {})
    await portal.postedLetters()
    expect(await firstNames(portal)).toEqual(['Cuenta anonimizada'])
  })
})
