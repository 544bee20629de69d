import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  checkedExport,
  type ExportedSale,
  exportWith,
  uploadOf,
} from '../../test/imports/exports.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { confirmPassword } from '../../test/second-factor/factors.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'
import { exec, many, one, scalar, sql } from '../db/query.ts'
import { createServerToken } from './import-tokens.ts'

let portal: Portal
let ivan: Visitor
let token: string
beforeAll(async () => {
  portal = await openPortal()
  ivan = await portal.as('ivan')
  const created = await createServerToken(portal, { name: 'Nocturno', days: 30 })
  token = created.token
  return () => portal.close()
})

/** Gives Mario an account that may load, whatever became of it. */
async function letMarioLoad(): Promise<void> {
  await portal.pool.query(
    `insert into group_permissions (group_id, permission) select id, 'sales.import_sales'
     from groups where name = 'Atención de socios' on conflict do nothing`,
  )
  await portal.pool.query(
    `update users set is_active = true, deleted_at = null where first_name = 'Mario'`,
  )
}

async function tokenOfMario(): Promise<{ id: number; token: string }> {
  await letMarioLoad()
  const mario = await portal.as('mario')
  await confirmPassword(mario)
  return (await mario.post('/api/import-tokens/', json({ name: 'Mario', days: 30 }))).body
}

const bearer = (given: string) => ({ authorization: `Bearer ${given}` })

function push(given: string, bytes = exportWith(), { by = portal.visitor(), query = '' } = {}) {
  const { payload, headers } = upload({ name: 'noche.ndjson', bytes })
  return by.post(`/api/imports/${query}`, { payload, headers: { ...headers, ...bearer(given) } })
}

const outcome = async (location: string, given = token) =>
  portal.visitor().get(location, { headers: bearer(given) })

describe('a program with a token', () => {
  test('loads an export without cookie or CSRF token, and asks what came of it (§12.158)', async () => {
    const { status, headers, body, setCookies } = await push(token)
    expect([status, body.state, setCookies]).toEqual([202, 'waiting', []])
    const location = String(headers.location)
    expect(location).toBe(`/api/imports/${body.id}/`)
    await portal.sentEmails()
    const { body: told } = await outcome(location)
    expect(told).toMatchObject({
      state: 'applied',
      reason: null,
      load: { unchanged: 9, rejected: 0 },
    })
    expect(await uploadOf(ivan, body.id)).toMatchObject({
      state: 'applied',
      by: '',
      token: 'Nocturno',
      has_file: false,
    })
    const { after } = await one<{ after: unknown }>(
      portal.db,
      sql`select after from audit_entries where action = 'import.uploaded' order by id desc limit 1`,
    )
    expect(JSON.stringify(after)).toContain(token.slice(0, 10))
    expect(JSON.stringify(after)).not.toContain(token)
  })

  test('is told why an export was refused (§12.158)', async () => {
    const { headers } = await push(token, Buffer.from('{"corte":"ayer"}\n'))
    await portal.sentEmails()
    const { body } = await outcome(String(headers.location))
    expect(body).toMatchObject({ state: 'refused', reason: expect.stringMatching(/primera línea/) })
  })

  test('that sends an old export night after night keeps the file of the last one (security 7.280)', async () => {
    await push(token)
    await portal.sentEmails()
    const older = exportWith(undefined, '2020-01-01T06:00:00-03:00')
    for (const _night of [1, 2, 3]) {
      expect((await push(token, older)).status).toBe(202)
      await portal.sentEmails()
    }
    const kept = await many(
      portal.db,
      sql`select id from uploaded_exports where storage_key is not null`,
    )
    expect(kept).toHaveLength(1)
  })

  test('that sends the last export over again is listed, as one that changed nothing, until the next one comes (§12.2351, §12.2449)', async () => {
    const repeated = async () =>
      (await ivan.get('/api/import-uploads/')).body.results
        .filter((each: { state: string }) => each.state === 'applied')
        .map(({ id, load }: { id: number; load: unknown }) => [id, load])
    await push(token)
    for (const _night of [1, 2]) {
      await push(token)
      await portal.sentEmails()
      const newest = await scalar<number>(portal.db, sql`select max(id) from uploaded_exports`)
      expect(await repeated()).toEqual([[newest, null]])
    }
  })

  test('sees only what it sent itself (security 7.36)', async () => {
    const other = await createServerToken(portal, { name: 'Otro', days: 30 })
    const { headers } = await push(token)
    expect((await outcome(String(headers.location), other.token)).status).toBe(404)
    expect((await outcome('/api/imports/999999/')).status).toBe(404)
  })

  test('can do nothing else (security 7.36)', async () => {
    for (const path of ['/api/users/', '/api/sales-data/', '/api/import-uploads/', '/api/loads/']) {
      const { status } = await portal.visitor().get(path, { headers: bearer(token) })
      expect([path, status]).toEqual([path, 401])
    }
  })

  test('is not the user of a cookie that comes along, nor replaces the CSRF token (security 7.36)', async () => {
    const { status, body } = await push(token, exportWith(), { by: ivan })
    expect(status).toBe(202)
    expect(await uploadOf(ivan, body.id)).toMatchObject({ by: '', token: 'Nocturno' })
    const { payload, headers } = upload({ name: 'x.ndjson', bytes: exportWith() })
    const forged = await ivan.post('/api/import-uploads/', {
      payload,
      headers: { ...headers, ...bearer(token), 'x-csrftoken': '' },
    })
    expect(forged.status).toBe(403)
  })
})

describe('is answered 401, and stores nothing', () => {
  const wrong = { status: 401, detail: 'El token no es válido.', asks: 'Bearer' }
  const answerTo = async (given: string | null, by?: Visitor) => {
    const { status, body, headers } =
      given === null
        ? await (by ?? portal.visitor()).post(
            '/api/imports/',
            upload({ name: 'x', bytes: exportWith() }),
          )
        : await push(given)
    return { status, detail: body.detail, asks: headers['www-authenticate'] }
  }
  const stored = async () =>
    (await one<{ count: number }>(portal.db, sql`select count(*) from uploaded_exports`)).count

  test('a call without a token, with a session too', async () => {
    const before = await stored()
    expect(await answerTo(null)).toEqual(wrong)
    expect(await answerTo(null, ivan)).toEqual(wrong)
    expect(await stored()).toBe(before)
  })

  test('a wrong, a revoked and an expired token (security 7.35)', async () => {
    const before = await stored()
    const make = () => createServerToken(portal, { name: 'Breve', days: 30 })
    const [revoked, expired] = [await make(), await make()]
    expect((await ivan.call('DELETE', `/api/import-tokens/${revoked.id}/`)).status).toBe(200)
    await exec(portal.db, sql`update import_tokens set expires_at = now() where id = ${expired.id}`)
    const guesses = [`${token.slice(0, -1)}x`, 'cvi_', 'Rosa', revoked.token, expired.token]
    for (const given of guesses) expect(await answerTo(given)).toEqual(wrong)
    expect(await stored()).toBe(before)
  })

  test.each([
    [
      'is revoked (security 7.35)',
      `update import_tokens set revoked_at = now() where name = 'Mario'`,
    ],
    [
      'loses its creator (security 7.48)',
      `update users set is_active = false where first_name = 'Mario'`,
    ],
  ])('a token that %s while the export arrives', async (_, change) => {
    const brief = await tokenOfMario()
    const before = await stored()
    await portal.pool.query(
      `create function change_now() returns trigger language plpgsql as
         $$ begin ${change}; return new; end $$`,
    )
    await portal.pool.query(
      `create trigger change_now after insert on uploaded_exports
         for each row execute function change_now()`,
    )
    expect(await answerTo(brief.token)).toEqual(wrong)
    await portal.pool.query('drop function change_now cascade')
    await portal.sentEmails()
    expect(await stored()).toBe(before)
  })

  test.each([
    ['deactivated', `update users set is_active = false where first_name = 'Mario'`],
    ['deleted', `update users set deleted_at = now() where first_name = 'Mario'`],
    [
      'no longer allowed to load',
      `delete from group_permissions where permission = 'sales.import_sales'
        and group_id in (select id from groups where name = 'Atención de socios')`,
    ],
  ])(
    'a token of Mario once he is %s; it counts again when he may load (security 7.48)',
    async (_, change) => {
      const { id, token: his } = await tokenOfMario()
      const stateOfHis = async () => {
        const { body } = await ivan.get('/api/import-tokens/')
        return body.results.find((each: { id: number }) => each.id === id)
      }
      expect((await push(his)).status).toBe(202)
      const before = await stored()
      await portal.pool.query(change)
      expect(await answerTo(his)).toEqual(wrong)
      expect(await stored()).toBe(before)
      expect(await stateOfHis()).toMatchObject({
        state: 'suspended',
        created_by: 'Mario Fuentes Alarcón',
      })
      expect((await push(token)).status).toBe(202)
      await letMarioLoad()
      expect(await stateOfHis()).toMatchObject({ state: 'active' })
      expect((await push(his)).status).toBe(202)
    },
  )
})

test('after thirty wrong tokens of an address the next is a 429 there alone, and a right one is not (security 7.37, security 2.110)', async () => {
  const from = (remoteAddress: string, given: string) =>
    portal.visitor().get('/api/imports/1/', { remoteAddress, headers: bearer(given) })
  for (let guess = 0; guess < 30; guess++) await from('203.0.113.7', `cvi_${guess}`)
  expect((await from('203.0.113.7', 'cvi_30')).status).toBe(429)
  expect((await from('203.0.113.7', token)).status).toBe(200)
  expect((await from('203.0.113.8', 'cvi_30')).status).toBe(401)
})

describe('emails to members', () => {
  // Nothing is told of a first load.
  beforeAll(async () => {
    await apply(exportWith(), '')
  })

  const today = todayInSantiago(new Date())

  /** Rosa paid `times` times more. */
  const payments = (times: number) =>
    exportWith(([rosa]: ExportedSale[]) => {
      for (let i = 0; i < times; i++) {
        rosa.pagos.push({ ...rosa.pagos[0], key: 9000 + i, fecha_deposito: today })
      }
    })

  async function apply(bytes: Buffer, query: string): Promise<number> {
    const { id } = await checkedExport(portal, ivan, bytes)
    const { status } = await ivan.post(`/api/import-uploads/${id}/apply/${query}`)
    expect(status).toBe(202)
    return loadOf(id)
  }

  async function pushed(bytes: Buffer, query: string): Promise<number> {
    const { status, body } = await push(token, bytes, { query })
    expect(status).toBe(202)
    return loadOf(body.id)
  }

  async function loadOf(id: number): Promise<number> {
    await portal.sentEmails()
    return (await uploadOf(ivan, id)).load?.id
  }

  const summaryOf = async (loadId: number) =>
    (await ivan.get(`/api/loads/${loadId}/emails/`)).body.summary

  test('wait where Iván applies an export so (§12.217)', async () => {
    const paused = await apply(payments(1), '?pause_emails=true')
    expect(await summaryOf(paused)).toMatchObject({ is_paused: true, waiting: 1, sent: 0 })
  })

  test('wait where a program sends an export so (§12.217)', async () => {
    const paused = await pushed(payments(2), '?pause_emails=true')
    expect(await summaryOf(paused)).toMatchObject({ is_paused: true, waiting: 1, sent: 0 })
  })

  test('go out otherwise', async () => {
    const sent = await pushed(payments(3), '')
    expect(await summaryOf(sent)).toMatchObject({ is_paused: false, waiting: 0, sent: 1 })
  })
})
