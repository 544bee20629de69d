import { beforeEach, describe, expect, test } from 'vitest'
import {
  checkedExport,
  type ExportedSale,
  exportWith,
  uploadOf,
} from '../../../test/imports/exports.ts'
import { openPortalForTest, type Portal } from '../../../test/open-portal.ts'
import { ageAuthentication } from '../../../test/users/age-authentication.ts'
import { json, upload, type Visitor } from '../../../test/visitor.ts'
import { many, sql } from '../../db/query.ts'
import { operator } from '../../http/caller.ts'
import { createImportToken } from '../tokens/create-import-token.ts'

let portal: Portal
let ivan: Visitor
beforeEach(async () => {
  portal = await openPortalForTest({})
  ivan = await portal.as('ivan')
})

const spoilt = exportWith(([rosa]: ExportedSale[]) => {
  rosa.venta.cliente_rut = '12345678-4'
})

const accept = (id: number, refusal: string, by = ivan) =>
  by.post(`/api/import-uploads/${id}/accept/`, json({ refusal }))

async function apply(id: number): Promise<ExportedSale> {
  expect((await ivan.post(`/api/import-uploads/${id}/apply/`)).status).toBe(202)
  await portal.sentEmails()
  return uploadOf(ivan, id)
}

/** A load of today, so that the exports of these tests are older. */
const loadFirst = async () =>
  apply((await checkedExport(portal, ivan, exportWith(undefined, '2026-11-22T06:00:00-03:00'))).id)

describe('an export that is refused', () => {
  test('for an older cut-off is accepted, tried again and applied, by a person and on record (§12.229, security 3.20)', async () => {
    await loadFirst()
    const refused = await checkedExport(portal, ivan, exportWith())
    expect(refused).toMatchObject({
      state: 'refused',
      has_file: true,
      accepted: [],
      load: { refusal_code: 'older_cutoff' },
    })
    expect((await ivan.post(`/api/import-uploads/${refused.id}/apply/`)).status).toBe(409)
    expect((await ivan.post(`/api/import-uploads/${refused.id}/check/`)).status).toBe(409)

    expect((await accept(refused.id, 'older_cutoff')).status).toBe(202)
    await portal.sentEmails()
    expect(await uploadOf(ivan, refused.id)).toMatchObject({
      state: 'checked',
      accepted: ['older_cutoff'],
      load: { state: 'tried', refusal: null },
    })
    expect(await apply(refused.id)).toMatchObject({ state: 'applied', has_file: false })
    const entries = await many(
      portal.db,
      sql`select action, after -> 'accepted' as accepted from audit_entries
        where after -> 'accepted' is not null order by id`,
    )
    expect(entries).toEqual([
      { action: 'import.refusal_accepted', accepted: ['older_cutoff'] },
      { action: 'load.applied', accepted: ['older_cutoff'] },
    ])
  })

  test('for one reason and then for another has each accepted by itself (§12.229)', async () => {
    await loadFirst()
    const { id } = await checkedExport(portal, ivan, spoilt)
    await accept(id, 'older_cutoff')
    await portal.sentEmails()
    expect(await uploadOf(ivan, id)).toMatchObject({
      state: 'refused',
      load: { refusal_code: 'too_many_rejects' },
    })
    const other = await accept(id, 'too_many_withdrawn')
    expect([other.status, other.headers['x-error-code']]).toEqual([409, 'changed_meanwhile'])
    await accept(id, 'too_many_rejects')
    await portal.sentEmails()
    expect(await apply(id)).toMatchObject({
      state: 'applied',
      accepted: ['older_cutoff', 'too_many_rejects'],
      load: { rejected: 1 },
    })
  })

  test('after a program sent it is accepted and applied by Iván, whose load it is', async () => {
    const { token } = await createImportToken(portal, operator, { name: 'Nocturno', days: 30 })
    const { payload, headers } = upload({ name: 'noche.ndjson', bytes: spoilt })
    const authorization = `Bearer ${token}`
    const { body } = await portal
      .visitor()
      .post('/api/imports/', { payload, headers: { ...headers, authorization } })
    await portal.sentEmails()
    expect(await uploadOf(ivan, body.id)).toMatchObject({ state: 'refused', has_file: true })
    await accept(body.id, 'too_many_rejects')
    await portal.sentEmails()
    expect(await apply(body.id)).toMatchObject({
      token: 'Nocturno',
      load: { by: 'Iván Rojas Mella' },
    })
  })

  test('for what nobody may accept keeps no file (§12.229)', async () => {
    const future = exportWith(undefined, '2027-11-22T06:00:00-03:00')
    const { id, load } = await checkedExport(portal, ivan, future)
    expect([load.refusal_code, (await uploadOf(ivan, id)).has_file]).toEqual([
      'future_cutoff',
      false,
    ])
    expect((await accept(id, 'future_cutoff')).status).toBe(400)
    expect((await accept(id, 'older_cutoff')).status).toBe(409)
  })
})

test('accepting needs the password again, and the permission (security 3.20)', async () => {
  const { id } = await checkedExport(portal, ivan, spoilt)
  const anonymous = portal.visitor()
  await anonymous.fetchToken()
  for (const [person, status] of [
    [anonymous, 401],
    [await portal.as('rosa'), 403],
    [await portal.as('mario'), 403],
  ] as const) {
    expect((await accept(id, 'too_many_rejects', person)).status).toBe(status)
  }
  await ageAuthentication(portal.db, 'ivan')
  const late = await accept(id, 'too_many_rejects')
  expect([late.status, late.headers['x-error-code']]).toEqual([403, 'reauthentication_required'])
  expect(await uploadOf(ivan, id)).toMatchObject({ state: 'refused', accepted: [] })
})
