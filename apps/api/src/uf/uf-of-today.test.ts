import { readSale } from '@carpeta/contract/sales/read-sale'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleUfValue } from '../../seeds/sample-uf-values.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { exec, sql } from '../db/query.ts'

const today = todayInSantiago(new Date())

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

async function saleOfRosa() {
  const { body } = await (await portal.as('rosa')).get('/api/sales-data/')
  return body[0]
}

test('Rosa gets the value of today in Santiago, with its decimals (§12.140)', async () => {
  const { pesos } = sampleUfValue(today)
  const sale = await saleOfRosa()
  expect(sale.uf_del_dia).toEqual({ fecha: today, valor: Number(pesos) })
  expect(readSale(sale).ufOfToday).toEqual({ date: today, pesos })
})

test('without a published value of today she gets none, not that of yesterday (§12.140)', async () => {
  await exec(portal.db, sql`delete from uf_values where date >= ${today}`)
  const sale = await saleOfRosa()
  expect(sale.uf_del_dia).toBeNull()
  expect(readSale(sale).ufOfToday).toBeNull()
})
