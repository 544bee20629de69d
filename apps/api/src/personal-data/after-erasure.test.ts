import { memberDataSchema } from '@carpeta/contract/personal-data'
import { ERASED_FACT } from '@carpeta/domain/audit/sealed-facts'
import { importMessages } from '@carpeta/domain/imports/import-rules'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { exportWith, sendExport } from '../../test/imports/exports.ts'
import {
  loadAgain,
  openPortalWithDocuments,
  type PortalWithDocuments,
} from '../../test/personal-data/erasure.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { EmailChangeCalls } from '../../test/users/email-change-calls.ts'
import { UserCalls } from '../../test/users/user-calls.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json } from '../../test/visitor.ts'
import { IMPORT_LOCK } from '../db/advisory-locks.ts'
import { eraseFromHistories } from '../people/email-changes-store.ts'
import { eraseMember } from './erase-member.ts'

const { rut } = personas.rosa
const forced = { dryRun: false, force: true }

let portal: PortalWithDocuments
beforeEach(async () => {
  portal = await openPortalWithDocuments()
})

describe('nothing is written back', () => {
  test('into her account by a call in progress (security 15.7)', async () => {
    const id = await userIdOf(portal.db, 'rosa')
    await eraseMember(portal, { rut }, forced)
    for (const late of [`first_name = 'Rosa'`, `email = 'rosa@correo.example'`, `rut = '${rut}'`]) {
      const writing = portal.pool.query(`update users set ${late} where id = ${id}`)
      await expect(writing).rejects.toThrow('users_erased_hold_nobody')
    }
  })

  test('by a load that cannot read her values (security 15.7)', async () => {
    await eraseMember(portal, { rut }, forced)
    await loadAgain(
      portal,
      ({ code, venta }) => {
        if (code === 'V-1001') venta.cliente_direccion = 'Calle\u0007 Nueva 1'
        if (code === 'V-2001') venta.cliente_direccion = 'Calle\u0007 Vieja 1'
      },
      { maxRejectsPercent: 100 },
    )
    const { rows } = await portal.pool.query(
      `select sale_code, field, value from load_rejects order by sale_code`,
    )
    const field = 'venta.cliente_direccion'
    expect(rows).toEqual([
      { sale_code: 'V-1001', field, value: '' },
      { sale_code: 'V-2001', field, value: expect.stringContaining('Vieja 1') },
    ])
  })

  test('by her own request that is being sent: the erasure waits for it', async () => {
    const { id } = await storeRequest(portal, { state: 'draft' })
    const rosa = await userIdOf(portal.db, 'rosa')
    const sending = await portal.pool.connect()
    await sending.query('begin')
    await sending.query('select from requests where id = $1 for update', [id])
    const erasing = eraseMember(portal, { rut }, forced)
    await vi.waitFor(async () => {
      const { rows } = await portal.pool.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    }, 60_000)
    await sending.query(
      `insert into request_events (request_id, kind, actor_id) values ($1, 'sent', $2)`,
      [id, rosa],
    )
    await sending.query('commit')
    sending.release()
    expect(await erasing).toMatchObject({ result: 'erased', drafts: 1 })
  })
})

test('an export whose turn comes after the erasure is not loaded, and its file is gone (security 15.142)', async () => {
  const ivan = await portal.as('ivan')
  const { body } = await sendExport(ivan, exportWith())
  const other = await portal.pool.connect()
  await other.query('begin')
  await other.query('select pg_advisory_xact_lock($1)', [IMPORT_LOCK])
  const waiters = (count: number) =>
    vi.waitFor(async () => {
      const { rows } = await portal.pool.query(
        `select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`,
      )
      expect(rows).toHaveLength(count)
    }, 60_000)
  const erasing = eraseMember(portal, { rut }, forced)
  await waiters(1)
  const loading = portal.sentEmails()
  await waiters(2)
  await other.query('commit')
  other.release()
  expect(await erasing).toMatchObject({ result: 'erased', exports: 1 })
  await loading
  const { body: upload } = await ivan.get(`/api/import-uploads/${body.id}/`)
  expect(upload).toMatchObject({
    state: 'failed',
    failure: importMessages.erasedMeanwhile,
    has_file: false,
    load: null,
  })
})

test('an erasure waits for a load under way, which has copied what is erased (security 15.7)', async () => {
  const loading = await portal.pool.connect()
  await loading.query('begin')
  await loading.query('select pg_advisory_xact_lock($1)', [IMPORT_LOCK])
  const erasing = eraseMember(portal, { rut }, forced)
  await vi.waitFor(async () => {
    const { rows } = await portal.pool.query(
      `select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(rows).toHaveLength(1)
  }, 60_000)
  const waited = await loading.query('select clock_timestamp()::text as at')
  await loading.query('commit')
  loading.release()
  expect(await erasing).toMatchObject({ result: 'erased' })
  const { rows } = await portal.pool.query(
    `select erased_at > $1 as is_later from users where erased_at is not null
     union all select holder_erased_at > $1 from sales where holder_erased_at is not null`,
    [waited.rows[0].at],
  )
  expect(rows).toEqual([{ is_later: true }, { is_later: true }])
})

describe('a later load', () => {
  test('of her sale restores neither an account nor her address (§12.68, security 15.9)', async () => {
    await eraseMember(portal, { rut }, forced)
    await loadAgain(portal, ({ code, venta }) => {
      if (code === 'V-1001') venta.cliente_direccion = 'Calle Nueva 1'
    })
    const { rows } = await portal.pool.query('select from users where rut = $1', [rut])
    expect(rows).toEqual([])
    const { rows: holders } = await portal.pool.query(
      `select json like '%Calle Nueva%' as is_back, address from sale_holders
       join sale_views using (sale_id) join sales on sales.id = sale_id
       where code = 'V-1001' and role = 'holder'`,
    )
    expect(holders).toEqual([{ is_back: false, address: '' }])
  })

  test('of a new sale creates a new account without the earlier data (security 15.9)', async () => {
    const id = await userIdOf(portal.db, 'rosa')
    await eraseMember(portal, { rut }, forced)
    await loadAgain(portal, (loaded) => {
      if (loaded.code === 'V-2001') {
        loaded.code = 'V-7777'
        loaded.venta.cod_venta = 'V-7777'
        loaded.venta.cliente_rut = rut
        loaded.venta.cliente_nombres = 'Rosa'
      }
    })
    const { rows } = await portal.pool.query(
      `select id, password_hash, invited_at from users where rut = $1`,
      [rut],
    )
    expect(rows).toEqual([{ id: expect.any(Number), password_hash: null, invited_at: null }])
    expect(rows[0].id).not.toBe(id)
    const carla = await portal.as('carla')
    await carla.post('/api/view-as/', json({ user_id: rows[0].id, reason: 'Volvió a comprar' }))
    const shown = await carla.get('/api/sales-data/')
    expect(shown.body.map(({ code }: { code: string }) => code)).toEqual(['V-7777'])
    expect(shown.body[0].requerimientos).toEqual([])
  })

  describe('names Rosa in her sale again, though Elena had it meanwhile,', () => {
    const give = () =>
      loadAgain(portal, ({ code, venta }) => {
        if (code === 'V-1001') venta.cliente_rut = personas.elena.rut
      })
    const erase = () => eraseMember(portal, { rut }, forced)
    const nothingOfRosa = async () => {
      const { rows: accounts } = await portal.pool.query('select from users where rut = $1', [rut])
      const { rows: buyers } = await portal.pool.query(
        `select role from sale_holders join sales on sales.id = sale_id
         where code = 'V-1001' and replace(rut, '.', '') = $1
           and (address <> '' or phone <> '' or email <> '' or income is not null)`,
        [rut],
      )
      const { rows: views } = await portal.pool.query(
        `select from sale_views where json like '%rosa.munoz@%' or json like '%Calle Nueva%'`,
      )
      expect([accounts, buyers, views]).toEqual([[], [], []])
    }
    const again = (role = 'cliente_') =>
      loadAgain(portal, ({ code, venta }) => {
        if (code !== 'V-1001') return
        const { cliente_rut } = venta
        if (role === 'clienteco_') {
          Object.assign(venta, { cliente_rut: personas.elena.rut, cliente_email: '' })
        }
        venta[`${role}rut`] = cliente_rut
        venta[`${role}direccion`] = 'Calle Nueva 1'
      })

    test.each([
      ['and she was erased before', [erase, give]],
      ['and she was erased after', [give, erase]],
    ])('%s: nothing of her is back (security 15.141)', async (_, steps) => {
      for (const step of steps) await step()
      await again()
      await nothingOfRosa()
    })

    test('as co-holder by now: nothing of her is back (security 15.141)', async () => {
      for (const step of [erase, give]) await step()
      await again('clienteco_')
      await nothingOfRosa()
    })
  })

  test('may give her sale to another member, who sees it', async () => {
    await eraseMember(portal, { rut }, forced)
    await loadAgain(portal, ({ code, venta }) => {
      if (code === 'V-1001') venta.cliente_rut = personas.elena.rut
    })
    const elena = await portal.as('elena')
    const { body } = await elena.get('/api/client/data.json')
    expect(memberDataSchema.parse(body).sales.map(({ code }) => code)).toContain('V-1001')
    const { body: shown } = await elena.get('/api/sales-data/')
    expect(shown.map(({ code }: { code: string }) => code)).toContain('V-1001')
  })
})

describe('the email of Rosa in the history of Hernán’s account (security 15.931)', () => {
  const { email: hers } = personas.rosa
  const his = personas.hernan.email

  async function historyOf(name: 'hernan'): Promise<unknown[]> {
    const { rows } = await portal.pool.query(
      `select old_email, new_email, ended_at is not null as has_ended from email_changes
       where user_id = $1 order by id`,
      [await userIdOf(portal.db, name)],
    )
    return rows.map(({ old_email, new_email, has_ended }) => [old_email, new_email, has_ended])
  }

  test('which staff typed there, is erased with her; the change to it that waits ends', async () => {
    const [users, links] = [new UserCalls(portal), new EmailChangeCalls(portal)]
    const carla = await portal.as('carla')
    const typed = hers.toUpperCase().replace('@CORREO', '@correo')
    expect((await users.change(carla, 'hernan', { email: typed })).status).toBe(200)
    const token = await links.confirmToken(typed)
    await eraseMember(portal, { rut }, forced)
    expect(await historyOf('hernan')).toEqual([[his, ERASED_FACT, true]])
    expect((await links.confirm(token)).status).toBe(422)
    // Who reads it sees that there was one.
    const id = await users.idOf('hernan')
    const { emails } = (await carla.get(`/api/staff/members/${id}/`)).body
    expect(emails.map(({ detail }: { detail: string }) => detail)).toContain(ERASED_FACT)
  })

  test('which was his before and became hers, is erased with her, but not while he can take it back', async () => {
    const [users, links] = [new UserCalls(portal), new EmailChangeCalls(portal)]
    const rosa = await userIdOf(portal.db, 'rosa')
    const hernan = await portal.as('hernan')
    const later = 'hernan.otro@correo.example'
    const change = { email: later, old_password: SAMPLE_PASSWORD }
    expect((await users.change(hernan, 'hernan', change)).status).toBe(200)
    expect((await links.confirm(await links.confirmToken(later))).status).toBe(200)
    await portal.pool.query('update users set email = $1 where id = $2', [his, rosa])
    await portal.db.transaction((tx) => eraseFromHistories(tx, [his]))
    expect(await historyOf('hernan')).toEqual([[his, later, false]])
    await portal.pool.query(`update email_changes set confirmed_at = now() - interval '10 days'`)
    await eraseMember(portal, { rut }, forced)
    expect(await historyOf('hernan')).toEqual([[ERASED_FACT, later, false]])
  })
})
