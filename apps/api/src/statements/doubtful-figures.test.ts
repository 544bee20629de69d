import { expect, test } from 'vitest'
import { openPortalForTest } from '../../test/open-portal.ts'
import { csvOf, pdfOf } from '../../test/statements/statements.ts'
import { exec, sql } from '../db/query.ts'
import { writeSaleViews } from '../sales/sale-view-store.ts'

const notice = '* En revisión con contabilidad: el saldo. Puede haber cambios.'

test('a figure that does not agree is marked in Rosa’s answer, PDF and CSV, and in no other (§12.151)', async () => {
  const portal = await openPortalForTest({})
  const whose = sql`sales.code = 'V-1001'`
  await portal.db.transaction(async (tx) => {
    await exec(
      tx,
      sql`insert into sale_findings (sale_id, code, stated, computed)
        select id, 'debt', '375.2', '187.6' from sales where ${whose}`,
    )
    await writeSaleViews(tx, whose)
  })
  const rosa = await portal.as('rosa')
  const { body } = await rosa.get('/api/sales-data/')
  expect(body.map((sale: { por_confirmar: string[] }) => sale.por_confirmar)).toEqual([['debt']])

  const { rows } = await pdfOf(rosa, 'V-1001')
  expect(rows).toContainEqual([notice])
  expect(rows.flat()).toContain('Saldo de reserva pendiente *')
  const csv = JSON.stringify(await csvOf(rosa, 'V-1001'))
  expect(csv).toContain(notice)
  expect(csv).toContain('Saldo de reserva pendiente *')

  const hernan = await portal.as('hernan')
  expect(JSON.stringify(await csvOf(hernan, 'V-2001'))).not.toMatch(/revisión|pendiente \*/)
})
