import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { readStructure } from '../../test/statements/read-structure.ts'
import { addressOf, csvOf, folioOf } from '../../test/statements/statements.ts'
import type { Visitor } from '../../test/visitor.ts'
import { exec, sql } from '../db/query.ts'

const today = todayInSantiago(new Date())
const day = today.split('-').toReversed().join('-')

let portal: Portal
let rosa: Visitor
beforeAll(async () => {
  portal = await openPortal()
  rosa = await portal.as('rosa')
  await exec(portal.db, sql`update uf_values set value = 39123.45 where date = ${today}`)
})
afterAll(() => portal.close())

const pdf = async () => (await rosa.get(addressOf('V-1001', 'pdf'))).bytes

/** UTF-16, as a PDF has texts that are not ASCII. */
function inPdf(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('latin1')
}

test('Rosa’s balances are in UF and in pesos of the day, which the sentence names (§12.176)', async () => {
  const file = await pdf()
  const sentence = `≈\u00a0$\u00a07.339.559 (UF del ${day}: $\u00a039.123,45)`
  const spoken = file.toString('latin1').split(inPdf(sentence).replace(/[()]/g, '\\$&'))
  expect(spoken).toHaveLength(1 + 2)
  const { spoken: read } = await readStructure(file)
  expect(read.filter(({ role }) => role === 'Span')).toHaveLength(2)

  const rows = await csvOf(rosa, 'V-1001')
  const row = (label: string) => rows.find(([first]) => first === label)
  for (const label of ['Saldo de reserva pendiente', 'Saldo']) {
    expect(row(label)).toEqual([label, '187,60', 'UF', '', ''])
    expect(row(`${label}, aproximado`)).toEqual([
      `${label}, aproximado`,
      '7339559',
      'pesos',
      `UF del ${day}`,
      '39123,45',
    ])
  }
})

test('without a value of today nothing is in pesos of the day; the folio stays (§12.176)', async () => {
  const folio = await folioOf(rosa)
  await exec(portal.db, sql`delete from uf_values where date = ${today}`)
  const { spoken } = await readStructure(await pdf())
  expect(spoken.filter(({ role }) => role === 'Span')).toEqual([])
  expect((await csvOf(rosa, 'V-1001')).flat().join(' ')).not.toContain('aproximado')
  expect(await folioOf(rosa)).toBe(folio)
  expect((await portal.visitor().get(`/api/statements/${folio}/`)).body.is_current).toBe(true)
})
