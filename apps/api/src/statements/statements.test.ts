import { createHash } from 'node:crypto'
import { readSale } from '@carpeta/contract/read-sale'
import { endpoints } from '@carpeta/contract/statements'
import { printedContent } from '@carpeta/domain/sales/printed-content'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import {
  addressOf,
  type Exported,
  folioOf,
  loadRosa,
  pdfOf,
} from '../../test/statements/statements.ts'
import type { Visitor } from '../../test/visitor.ts'
import { exec, many, sql } from '../db/query.ts'
import { parseExactly } from '../sales/exact-json.ts'
import { completePrintedHashes } from './statements.ts'

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
      after:
        format === 'pdf'
          ? { format, folio: expect.stringMatching(/^EC-[0-9A-Z]{4}-…$/) }
          : { format },
      byHerself: true,
    })
  })
})

describe('a folio', () => {
  const check = async (folio: string) => {
    const { status, body } = await portal.visitor().get(`/api/statements/${folio}/`)
    expect(status).toBe(200)
    return endpoints['GET /api/statements/:folio/'].answer.parse(body)
  }

  test('is one a day for the same figures, also for concurrent calls', async () => {
    const { db, as } = await openPortalForTest({})
    const [first, second] = [await as('rosa'), await as('rosa')]
    // As many as one member may have drawn at once.
    const folios = await Promise.all([folioOf(first), folioOf(second)])
    expect(new Set(folios).size).toBe(1)
    await exec(db, sql`update issued_statements set issued_on = issued_on - 1`)
    expect(await folioOf(first)).not.toBe(folios[0])
  })

  test('differs for another sale', async () => {
    const hernan = await portal.as('hernan')
    expect(await folioOf(hernan, 'V-2001')).not.toBe(await folioOf(hernan, 'V-2002'))
  })

  test('tells anyone when it was issued, that it is current and what it says, and no name or rut (§12.42, security 9.460)', async () => {
    const folio = await folioOf(rosa)
    const { body } = await portal.visitor().get(`/api/statements/${folio}/`)
    expect(body).toEqual({
      folio,
      issued_at: expect.any(String),
      is_current: true,
      printed: expect.any(Array),
    })
    expect(body.printed.slice(0, 5).map(({ value }: { value: string }) => value)).toEqual([
      'Estado de Cuenta',
      'V-1001',
      'R••• M••• S•••',
      expect.stringMatching(/^••?\.•••\.\d{3}-[\dK]$/),
      '20-11-2026 06:00',
    ])
    const { rows } = await portal.pool.query(
      `select date_trunc('second', issued_at) as at from issued_statements where folio = $1`,
      [folio],
    )
    expect(Date.parse(body.issued_at.replace(/\.\d+/, ''))).toBe(rows[0].at.getTime())
    expect((await rosa.get(`/api/statements/${folio}/`)).status).toBe(200)
  })

  test('shows what was printed to whoever has the paper, whose file may be altered (security 9.460)', async () => {
    const other = await openPortalForTest({})
    const person = await other.as('rosa')
    const { title, rows } = await pdfOf(person, 'V-1001')
    const folio = title.split(' ').at(-1) ?? ''
    const text = rows.map((row) => row.join(' ')).join('\n')
    const check = async () => (await other.visitor().get(`/api/statements/${folio}/`)).body.printed
    const totals = (await check()).slice(5)
    expect(totals.map(({ label }: { label: string }) => label)).toEqual([
      'Total Reserva Pactada',
      'Total Pagado en UF',
      'Saldo de la reserva',
    ])
    for (const { label, value } of totals) {
      expect(text).toContain(`${label} ${value.replace('\u00a0', ' ')}`)
    }
    await loadRosa(other, (sale) => {
      sale.venta.cliente_fono = '+56 9 8765 4321'
    })
    // The paper keeps its own date, and no sale is read for its totals.
    expect((await check())[4].value).toBe('20-11-2026 06:00')
    expect((await check()).slice(5)).toEqual(totals)
    await exec(other.db, sql`update sales set withdrawn_at = now()`)
    expect(await check()).toEqual([])
  })

  test('is not current once its holder is erased: the portal shows the sale to nobody (§12.42)', async () => {
    const other = await openPortalForTest({})
    const folio = await folioOf(await other.as('rosa'))
    await exec(other.db, sql`update sales set holder_erased_at = now() where code = 'V-1001'`)
    const { body } = await other.visitor().get(`/api/statements/${folio}/`)
    expect(body).toMatchObject({ folio, is_current: false })
  })

  test('may be typed in lower case, with or without dashes', async () => {
    const folio = await folioOf(rosa)
    const loose = encodeURIComponent(` ${folio.toLowerCase().replaceAll('-', ' ')} `)
    expect(await check(loose)).toMatchObject({ folio, is_current: true })
    expect(await check(folio.replaceAll('-', ''))).toMatchObject({ folio })
  })

  test.each(['EC-2222-2222-2222', 'EC', '%00', '%20', "'", 'x'.repeat(41), 'EC-0000-1111-OOOO'])(
    '%s was never issued',
    async (folio) => {
      const { visitor } = await openPortalForTest({})
      expect((await visitor().get(`/api/statements/${folio}/`)).status).toBe(404)
    },
  )

  test('cannot be guessed, and is checked whatever others at the address tried (security 2.15, security 2.110)', async () => {
    const { visitor, as } = await openPortalForTest({})
    const folio = await folioOf(await as('rosa'))
    const anonymous = visitor()
    const check = (tried: string) => anonymous.get(`/api/statements/${tried}/`)
    for (let i = 0; i < 30; i++) await check('EC-2222-2222-2222')
    for (const wrong of ['EC-2222-2222-2222', 'EC', `${folio}2`]) {
      expect(await check(wrong)).toMatchObject({
        status: 429,
        body: expect.stringContaining('Demasiados intentos'),
      })
    }
    expect((await check(folio)).status).toBe(200)
  })

  describe('after the next load', () => {
    const checkAfter = async (change: (sale: Exported) => void) => {
      const other = await openPortalForTest({})
      const folio = await folioOf(await other.as('rosa'))
      await loadRosa(other, change)
      const { body } = await other.visitor().get(`/api/statements/${folio}/`)
      return { ...body, anew: (await folioOf(await other.as('rosa'))) !== folio }
    }

    test('is current while the figures are the same; a new PDF has the new cut-off', async () => {
      expect(await checkAfter(() => {})).toMatchObject({ is_current: true, anew: true })
    })

    test('is current when only what is not printed changed: deed, telephone, income, a label (§12.42)', async () => {
      const elsewhere = (sale: Exported) => {
        sale.seguimiento.fecha_alzamiento_i = '2026-11-24'
        sale.venta.cliente_fono = '+56 9 8765 4321'
        sale.venta.cliente_renta = 1_500_000
        sale.pagos[3].ficha_pago = 'https://otra.example/recibo'
        sale.pagos[3].monto_uf_por_imputar = 0
        sale.estado_de_pago['Cuotas mensuales'].cuotas.at(-1).estado = 'Por vencer'
      }
      expect(await checkAfter(elsewhere)).toMatchObject({ is_current: true, anew: true })
    })

    test('is replaced when a figure changed', async () => {
      const paid = (sale: Exported) => {
        sale.compromiso['Cuotas mensuales'].compromiso_pagado += 7.35
      }
      expect(await checkAfter(paid)).toMatchObject({ is_current: false, anew: true })
    })
  })

  describe('that release 1.1.0 issued', () => {
    const issuedBefore = async (isValid: boolean) => {
      const other = await openPortalForTest({})
      const folio = await folioOf(await other.as('rosa'))
      await exec(other.db, sql`update issued_statements set printed_hash = null`)
      if (!isValid) await exec(other.db, sql`update sales set content_hash = repeat('0', 64)`)
      await completePrintedHashes(other.db)
      const isCurrent = async () =>
        (await other.visitor().get(`/api/statements/${folio}/`)).body.is_current
      return { other, isCurrent }
    }

    test('stays current after an upgrade until a printed figure changes (§12.42)', async () => {
      const { other, isCurrent } = await issuedBefore(true)
      await loadRosa(other, (sale) => {
        sale.venta.cliente_fono = '+56 9 8765 4321'
      })
      expect(await isCurrent()).toBe(true)
      await loadRosa(other, (sale) => {
        sale.venta.cliente_nombre_completo = 'Rosa Muñoz'
      })
      expect(await isCurrent()).toBe(false)
    })

    test('stays current by the hash of its release (§12.42)', async () => {
      const { other, isCurrent } = await issuedBefore(true)
      const [{ json }] = (
        await other.pool.query(
          `select json from sale_views join sales on id = sale_id where code = 'V-1001'`,
        )
      ).rows
      const content = printedContent(
        readSale(parseExactly(json) as Record<string, unknown>),
        '1.1.0',
      )
      const hash = createHash('sha256').update(content).digest('hex')
      await exec(
        other.db,
        sql`with other as (update sales set content_hash = repeat('0', 64))
          update issued_statements set printed_hash = ${hash}`,
      )
      expect(await isCurrent()).toBe(true)
    })

    test('stays replaced if it was: what it shows is not known', async () => {
      expect(await (await issuedBefore(false)).isCurrent()).toBe(false)
    })
  })

  test('is current whichever hosts of receipts are shown', async () => {
    const other = await openPortalForTest({ RECEIPT_HOSTS: 'otra.example' })
    const folio = await folioOf(await other.as('rosa'))
    await exec(other.db, sql`update sales set content_hash = repeat('0', 64)`)
    const { body } = await other.visitor().get(`/api/statements/${folio}/`)
    expect(body).toMatchObject({ is_current: true })
  })

  test.each([
    ['withdrawn', sql`update sales set withdrawn_at = now()`],
    ['deleted', sql`delete from sales`],
  ])('is not current once the sale is %s', async (_, change) => {
    const other = await openPortalForTest({})
    const folio = await folioOf(await other.as('rosa'))
    await exec(other.db, change)
    const { body } = await other.visitor().get(`/api/statements/${folio}/`)
    expect(body).toMatchObject({ folio, is_current: false })
  })
})
