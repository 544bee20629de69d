import { definitions } from '@carpeta/contract/statements/statements-schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { type Exported, folioOf, loadRosa } from '../../test/statements/statements.ts'
import type { Visitor } from '../../test/visitor.ts'
import { exec, sql } from '../db/query.ts'
import { completePrintedHashes } from './printed-hash.ts'

let portal: Portal
let rosa: Visitor
beforeAll(async () => {
  portal = await openPortal()
  rosa = await portal.as('rosa')
})
afterAll(() => portal.close())

describe('a folio', () => {
  const check = async (folio: string) => {
    const { status, body } = await portal.visitor().get(`/api/statements/${folio}/`)
    expect(status).toBe(200)
    return definitions.checkStatement.answer.parse(body)
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

  test('tells anyone when it was issued and that it is current, and nothing else (§12.42)', async () => {
    const folio = await folioOf(rosa)
    const { body } = await portal.visitor().get(`/api/statements/${folio}/`)
    expect(body).toEqual({ folio, issued_at: expect.any(String), is_current: true })
    const { rows } = await portal.pool.query(
      `select date_trunc('second', issued_at) as at from issued_statements where folio = $1`,
      [folio],
    )
    expect(Date.parse(body.issued_at.replace(/\.\d+/, ''))).toBe(rows[0].at.getTime())
    expect((await rosa.get(`/api/statements/${folio}/`)).status).toBe(200)
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

  test('cannot be guessed (security 2.15)', async () => {
    const { visitor, as } = await openPortalForTest({})
    const folio = await folioOf(await as('rosa'))
    const anonymous = visitor()
    for (let i = 0; i < 30; i++) await anonymous.get('/api/statements/EC-2222-2222-2222/')
    for (const tried of ['EC-2222-2222-2222', folio]) {
      expect(await anonymous.get(`/api/statements/${tried}/`)).toMatchObject({
        status: 429,
        body: expect.stringContaining('Demasiados intentos'),
      })
    }
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

    test('is current when only what is not printed changed: deed, telephone, income (§12.42)', async () => {
      const elsewhere = (sale: Exported) => {
        sale.seguimiento.fecha_alzamiento_i = '2026-11-24'
        sale.venta.cliente_fono = '+56 9 8765 4321'
        sale.venta.cliente_renta = 1_500_000
        sale.pagos[3].ficha_pago = 'https://otra.example/recibo'
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
