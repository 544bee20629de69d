import { describe, expect, test } from 'vitest'
import { type PersonaName, personas } from '../../seeds/personas.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { json } from '../../test/visitor.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import { applyRetention } from './apply-retention.ts'

// These tests delete no document that other tests share.

const nothing = {
  sessions: 0,
  devices: 0,
  registrations: 0,
  requests: 0,
  idempotencyKeys: 0,
  saleAccesses: 0,
  dueCalendars: 0,
  paymentReports: 0,
  unpaidOrders: 0,
  rejects: 0,
  importTokens: 0,
  loadChanges: 0,
  mailHours: 0,
  findings: 0,
  news: 0,
  announcements: 0,
  memberDocuments: 0,
  jobs: 0,
  emails: 0,
  accounts: 0,
}

async function deleteAccount({ pool }: Portal, name: PersonaName, ago: string): Promise<void> {
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

/** Moves audit log and links into the past; triggers of the audit log would refuse it. */
async function moveBack({ pool }: Portal, time: string): Promise<void> {
  await pool.query(`
    begin;
    set local session_replication_role = replica;
    update audit_entries set at = at - interval '${time}';
    update account_links set expires_at = expires_at - interval '${time}';
    commit`)
}

describe('retention deletes what is older than the settings allow (security 11.7, security 15.11)', () => {
  test('nothing newer', async () => {
    const portal = await openPortalForTest({})
    await storeRequest(portal, { state: 'draft' })
    await storeRequest(portal, { state: 'resolved', closedAt: `now() - interval '5 years'` })
    await portal.as('pia')
    await deleteAccount(portal, 'elena', '1 year')
    expect(await applyRetention(portal)).toEqual(nothing)
  })

  test('a draft, a closed request, a session, a known browser', async () => {
    const portal = await openPortalForTest({ RETAIN_SESSIONS_DAYS: '2', RETAIN_DRAFT_DAYS: '10' })
    await storeRequest(portal, { state: 'draft' })
    await portal.pool.query(`update request_drafts set saved_at = now() - interval '11 days'`)
    const old = `now() - interval '6 years 1 day'`
    await storeRequest(portal, { state: 'rejected', sentAt: old, closedAt: old })
    // An open request stays at any age.
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
    await enqueueJob(portal.db, 'delete_old_drafts', {})
    await enqueueJob(portal.db, 'remove_orphaned_documents', {})
    await portal.sentEmails()
    const { rows } = await portal.pool.query(
      `select id from requests where state = 'draft' or sent_at < now() - interval '6 years'`,
    )
    expect(rows).toEqual([{ id: waiting.id }])
    expect(await applyRetention(portal)).toEqual(nothing)
  })

  test('a deleted member’s account without open sales or requests, but never one of staff', async () => {
    const portal = await openPortalForTest({})
    // Elena's sale is open, Bruno's is completed; the audit log names Carla.
    for (const name of ['elena', 'bruno', 'carla'] as const)
      await deleteAccount(portal, name, '3 years')
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

  test('only the old account of a rut that has an active one, and no sale', async () => {
    const portal = await openPortalForTest({})
    await deleteAccount(portal, 'hernan', '3 years')
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

  test('the sales of a rut with the later of its two deleted accounts', async () => {
    const portal = await openPortalForTest({})
    await deleteAccount(portal, 'hernan', '1 day')
    await portal.pool.query(
      `insert into users (rut, first_name, deleted_at) values ($1, 'Hernán', now() - interval '3 years')`,
      [personas.hernan.rut],
    )
    await portal.pool.query(`update sales set completed_on = '2023-01-02' where holder_rut = $1`, [
      personas.hernan.rut,
    ])
    const erasedFlags = async () => {
      const { rows } = await portal.pool.query(
        `select distinct holder_erased_at is not null as is_erased from sales
         where holder_rut = $1`,
        [personas.hernan.rut],
      )
      return rows.map(({ is_erased }) => is_erased)
    }
    expect(await applyRetention(portal)).toEqual({ ...nothing, accounts: 1 })
    expect(await erasedFlags()).toEqual([false])
    await deleteAccount(portal, 'hernan', '3 years')
    expect(await applyRetention(portal)).toEqual({ ...nothing, accounts: 1 })
    expect(await erasedFlags()).toEqual([true])
  })

  test('a deleted co-holder only after the holder’s sale is completed', async () => {
    const portal = await openPortalForTest({})
    await deleteAccount(portal, 'bruno', '3 years')
    await portal.pool.query(`update users set rut = '13456789-9' where rut = $1`, [
      personas.bruno.rut,
    ])
    expect(await applyRetention(portal)).toEqual(nothing)
    await portal.pool.query(`update sales set completed_on = '2023-01-02' where code = 'V-1001'`)
    expect(await applyRetention(portal)).toEqual({ ...nothing, accounts: 1 })
    const { rows } = await portal.pool.query(
      `select email from sale_holders where role = 'co_holder' and rut = '13456789-9'`,
    )
    expect(rows).toEqual([{ email: '' }])
  })

  test('every other account when one fails, which the error names', async () => {
    const portal = await openPortalForTest({})
    for (const name of ['rosa', 'pia', 'bruno'] as const) {
      await deleteAccount(portal, name, '3 years')
      await portal.pool.query('delete from sales where holder_rut = $1', [personas[name].rut])
    }
    const { rows } = await portal.pool.query('select id from users where rut = $1', [
      personas.pia.rut,
    ])
    await portal.pool.query(`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise 'the disk of Pía'; end $$;
      create trigger refuse before update on users for each row
        when (old.id = ${rows[0].id}) execute function refuse()`)
    await expect(applyRetention(portal)).rejects.toThrow(
      `these accounts could not be anonymised, 2 others were: ${rows[0].id} (the disk of Pía)`,
    )
    expect((await firstNames(portal)).toSorted()).toEqual([
      'Cuenta anonimizada',
      'Cuenta anonimizada',
      'Pía',
    ])
  })

  test('an unconfirmed registration, thirty days after its link expired', async () => {
    const portal = await openPortalForTest({ REGISTRATION_OPEN: 'true' })
    const ana = portal.visitor()
    await ana.fetchToken()
    const register = (email: string) =>
      ana.post(
        '/api/auth/register/',
        json({ name: 'Ana', last_name: 'Vera', email, password: 'Quillay#4471' }),
      )
    for (const email of ['nunca@correo.example', 'otra-vez@correo.example']) {
      expect((await register(email)).status).toBe(201)
    }
    await moveBack(portal, '36 days')
    // She registers again and gets a second link.
    expect((await register('otra-vez@correo.example')).status).toBe(201)
    expect(await applyRetention(portal)).toEqual(nothing)
    await moveBack(portal, '2 days')
    expect(await applyRetention(portal)).toEqual({ ...nothing, registrations: 1 })
    const { rows } = await portal.pool.query(
      `select email from users where first_name = 'Ana' order by email`,
    )
    expect(rows).toEqual([{ email: 'otra-vez@correo.example' }])
  })

  test('values that a load could not read, and emails that failed for good', async () => {
    const portal = await openPortalForTest({ RETAIN_LOAD_REJECT_DAYS: '90' })
    await portal.pool.query(`
      with load as (
        insert into loads (file_name, file_hash, cutoff, announced, added, changed, unchanged,
          rejected, withdrawn, applied_at)
        select 'x', age::text, now(), 0, 0, 0, 0, 0, 0, now() - age * interval '1 day'
        from unnest(array[91, 89]) as age returning id, file_hash)
      insert into load_rejects (load_id, line, field, value, reason)
      select id, 1, 'venta.cliente_fono', file_hash, '' from load`)
    await portal.pool.query(`
      insert into waiting_emails (sealed, created_at)
      select 'x', now() - age * interval '1 day' from unnest(array[34, 32]) as age`)
    await enqueueJob(portal.db, 'send_email', { sealed: 'failed long ago' })
    await enqueueJob(portal.db, 'send_email', { sealed: 'failed yesterday' })
    await enqueueJob(portal.db, 'send_email', { sealed: 'is still tried' })
    await portal.pool.query(`
      update graphile_worker._private_jobs set
        attempts = case payload ->> 'sealed' when 'is still tried' then 5 else max_attempts end,
        updated_at = now() - case payload ->> 'sealed' when 'failed yesterday' then 1 else 31 end
          * interval '1 day',
        run_at = now() + interval '1 hour'
      where payload::jsonb ? 'sealed'`)
    expect(await applyRetention(portal)).toEqual({ ...nothing, rejects: 1, jobs: 1, emails: 1 })
    const { rows } = await portal.pool.query(`
      select (select array_agg(value) from load_rejects) as values,
        (select array_agg(payload ->> 'sealed' order by payload ->> 'sealed')
          from graphile_worker._private_jobs where payload::jsonb ? 'sealed') as jobs`)
    expect(rows).toEqual([{ values: ['89'], jobs: ['failed yesterday', 'is still tried'] }])
  })

  test('which sales a load changed, once another one came after it (§12.225)', async () => {
    const portal = await openPortalForTest({ RETAIN_LOAD_CHANGE_DAYS: '20' })
    await portal.pool.query(`
      with load as (
        insert into loads (file_name, file_hash, applied_at)
        select 'x', age::text, now() - age * interval '1 day'
        from unnest(array[21, 19]) as age returning id)
      insert into load_changes (load_id, sale_code, kind) select id, 'V-1001', 'added' from load`)
    expect(await applyRetention(portal)).toEqual({ ...nothing, loadChanges: 1 })
  })

  test('what did not add up in former loads, refused loads, ended tokens, and keys of a day ago (security 15.150)', async () => {
    const portal = await openPortalForTest({ RETAIN_LOAD_REJECT_DAYS: '90' })
    const { pool } = portal
    await pool.query(`
      with load as (
        insert into loads (state, file_name, file_hash, applied_at, is_restorable)
        select state, 'x', '', now() - age * interval '1 day', is_present
        from (values ('applied', 31, false), ('applied', 29, false), ('applied', 91, true),
          ('refused', 91, false), ('refused', 89, false)) as old (state, age, is_present)
        returning id, state)
      insert into load_findings (load_id, sale_code, code, stated, computed)
      select id, 'V-1001', 'debt', '1', '2' from load where state = 'applied'`)
    const counts = (table: string) => pool.query(`select count(*)::int as count from ${table}`)
    await pool.query(`
      insert into import_tokens (name, prefix, token_hash, expires_at, revoked_at)
      select name, '', name, now() - expired * interval '1 day', now() - revoked * interval '1 day'
      from (values ('revoked', -300, 91), ('expired', 91, null), ('used', 91, null),
        ('lately', -300, 89)) as ended (name, expired, revoked)`)
    await pool.query(`
      insert into uploaded_exports (name, mode, state, token_id, created_at)
      select 'x', 'check', 'failed', id, now() - interval '80 days' from import_tokens
      where name = 'used'`)
    const { id } = await storeRequest(portal)
    await pool.query(
      `insert into idempotency_keys (user_id, key, request_id, created_at)
       select user_id, hours::text, id, now() - hours * interval '1 hour'
       from requests, unnest(array[23, 25]) as hours where id = $1`,
      [id],
    )
    const deleted = { findings: 1, importTokens: 2, idempotencyKeys: 1 }
    expect(await applyRetention(portal)).toEqual({ ...nothing, ...deleted })
    expect((await counts(`loads where state = 'refused'`)).rows).toEqual([{ count: 1 }])
    expect(await applyRetention(portal)).toEqual(nothing)
  })

  test('a payment that Rosa did not make, and none that she made or may still make (security 15.150)', async () => {
    const portal = await openPortalForTest({ RETAIN_UNPAID_ORDER_DAYS: '30' })
    await portal.pool.query(
      `insert into payment_orders (user_id, sale_id, choice, state, pesos, uf, uf_value, uf_date,
         folio, session_id, changed_at, authorized_at)
       select users.id, sales.id, 'other', state, 1000, 1, 1000, current_date, state || age, '',
         now() - age * interval '1 day', case state when 'authorized' then now() end
       from users, sales, (values ('aborted', 31), ('rejected', 31), ('expired', 31), ('expired', 29),
         ('unknown', 31), ('authorized', 31)) as old (state, age)
       where rut = $1 and code = 'V-1001'`,
      [personas.rosa.rut],
    )
    expect(await applyRetention(portal)).toEqual({ ...nothing, unpaidOrders: 3 })
  })

  test('all else when one kind of rows cannot be deleted, which the error names (security 12.152)', async () => {
    const portal = await openPortalForTest({})
    await portal.pool.query(`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise 'the disk of devices'; end $$;
      create trigger refuse before delete on known_devices for each row execute function refuse()`)
    await portal.as('pia')
    await portal.pool.query(`update known_devices set last_used_at = now() - interval '366 days'`)
    await deleteAccount(portal, 'losRobles', '3 years')
    await portal.pool.query('delete from sales where holder_rut = $1', [personas.losRobles.rut])
    await expect(applyRetention(portal)).rejects.toThrow('devices (the disk of devices)')
    expect(await firstNames(portal)).toEqual(['Cuenta anonimizada'])
  })

  test('by a job every night, which may run twice (§12.70)', async () => {
    const portal = await openPortalForTest({})
    await deleteAccount(portal, 'losRobles', '3 years')
    await portal.pool.query('delete from sales where holder_rut = $1', [personas.losRobles.rut])
    await enqueueJob(portal.db, 'apply_retention', {})
    await enqueueJob(portal.db, 'apply_retention', {})
    await portal.sentEmails()
    expect(await firstNames(portal)).toEqual(['Cuenta anonimizada'])
  })
})
