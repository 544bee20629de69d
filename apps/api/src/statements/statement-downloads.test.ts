import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { addressOf, FOLIO, loadRosa } from '../../test/statements/statements.ts'
import type { Visitor } from '../../test/visitor.ts'
import { exec, many, sql } from '../db/query.ts'

let portal: Portal
let rosa: Visitor
beforeAll(async () => {
  portal = await openPortal()
  rosa = await portal.as('rosa')
})
afterAll(() => portal.close())

describe.each(['pdf', 'csv'])('GET /api/sales/{code}/statement.%s', (format) => {
  test('an anonymous visitor gets 401, staff who are no clients 403', async () => {
    expect((await portal.visitor().get(addressOf('V-1001', format))).status).toBe(401)
    expect((await (await portal.as('carla')).get(addressOf('V-1001', format))).status).toBe(403)
  })

  test('another’s sale is not found, like one that does not exist (security 5.20)', async () => {
    for (const code of ['V-2001', 'V-9999', '', ' V-1001', 'v-1001', '%', "' or 1=1", '\u0000']) {
      expect((await rosa.get(addressOf(code, format))).status, code).toBe(404)
    }
    const hernan = await portal.as('hernan')
    expect((await hernan.get(addressOf('V-1001', format))).status).toBe(404)
  })

  test('neither is an unapproved or withdrawn one (security 5.20)', async () => {
    const elena = await portal.as('elena')
    expect((await elena.get(addressOf('V-3001', format))).status).toBe(404)
    const { db, as } = await openPortalForTest({})
    await exec(db, sql`update sales set withdrawn_at = now() where code = 'V-1001'`)
    expect((await (await as('rosa')).get(addressOf('V-1001', format))).status).toBe(404)
  })

  test('it is saved under a telling name, neither shown nor cached by the browser', async () => {
    const { headers } = await rosa.get(addressOf('V-1001', format))
    const name = `estado-de-cuenta-V-1001-2026-11-20.${format}`
    expect(headers['content-disposition']).toBe(
      `attachment; filename="${name}"; filename*=UTF-8''${name}`,
    )
    expect(headers).toMatchObject({
      'content-type': format === 'pdf' ? 'application/pdf' : 'text/csv; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  test('any code is a safe file name and header (security 9.14)', async () => {
    const other = await openPortalForTest({})
    const code = `Ñ/1 "a"; filename=x.exe ${'ü'.repeat(70)}`
    await loadRosa(other, (sale) => {
      sale.code = code
    })
    const { status, headers } = await (await other.as('rosa')).get(addressOf(code, format))
    expect(status).toBe(200)
    expect(headers['content-disposition']).toMatch(
      new RegExp(
        `^attachment; filename="estado-de-cuenta-N-1-a-filename-x.exe-u+-2026-11-21.${format}"; filename\\*=UTF-8''[\\w.%-]+$`,
      ),
    )
  })

  test('sixty in a quarter of an hour are the limit (security 10.9)', async () => {
    const { as } = await openPortalForTest({})
    const hernan = await as('hernan')
    // An unknown sale counts too, and is faster.
    for (let i = 0; i < 60; i++) await hernan.get(addressOf('V-9999', format))
    expect(await hernan.get(addressOf('V-2001', format))).toMatchObject({
      status: 429,
      body: expect.stringContaining('Demasiados intentos'),
    })
    expect((await (await as('rosa')).get(addressOf('V-1001', format))).status).toBe(200)
  })

  test('the audit log has the download', async () => {
    await rosa.get(addressOf('V-1001', format))
    const rows = await many(
      portal.db,
      sql`select action, object_type, object_id, after, actor_id = subject_id as by_herself
      from audit_entries order by id desc limit 1`,
    )
    expect(rows[0]).toEqual({
      action: 'statement.issued',
      objectType: 'sale',
      objectId: 'V-1001',
      after: format === 'pdf' ? { format, folio: expect.stringMatching(FOLIO) } : { format },
      byHerself: true,
    })
  })
})
