import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/open-portal.ts'
import type { Connection } from '../../db/client.ts'
import { many, sql } from '../../db/query.ts'

// The database functions that lists search and sort with; the locale of the database is C.

let database: Connection
beforeAll(async () => {
  database = await cloneDatabase('empty')
})
afterAll(() => database.close())

async function evaluate(expression: ReturnType<typeof sql>): Promise<unknown> {
  const rows = await many<{ value: unknown }>(database.db, sql`select ${expression} as value`)
  return rows[0]?.value
}

describe('folding a text', () => {
  test.each([
    ['MUÑOZ Sepúlveda', 'munoz sepulveda'],
    ['Güemes  O’Higgins', 'guemes o’higgins'],
    // Combining accents, as some keyboards and files write them.
    ['Herna\u0301n Mun\u0303oz', 'hernan munoz'],
    ['', ''],
  ])('%s becomes %s', async (text, folded) => {
    expect(await evaluate(sql`fold_text(${text})`)).toBe(folded)
  })

  test('is idempotent for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        const plain = text.toWellFormed().replaceAll('\0', '')
        expect(await evaluate(sql`fold_text(fold_text(${plain})) = fold_text(${plain})`)).toBe(true)
      }),
    )
  })
})

test('names are ordered as in a Spanish dictionary: ñ after n, ignoring accents and case', async () => {
  const names = ['Zúñiga', 'nuñez', 'Núñez', 'Nunzio', 'Ñancupil', 'Águila', 'aguilar', 'Oñate']
  const rows = await many<{ name: string }>(
    database.db,
    sql`select name from json_array_elements_text(${JSON.stringify(names)}::json) as name
    order by spanish_order(name) collate "C", name collate "C"`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'Águila',
    'aguilar',
    'Nunzio',
    'Núñez',
    'nuñez',
    'Ñancupil',
    'Oñate',
    'Zúñiga',
  ])
})

describe('a pattern', () => {
  test.each(['%', '_', '\\', '100%', 'a_b', 'c:\\x', '％'])(
    '%s matches only itself',
    async (part) => {
      const contains = (text: string) =>
        evaluate(sql`fold_text(${text}) like contains_pattern(${part})`)
      expect(await contains(`antes ${part} después`)).toBe(true)
      expect(await contains('antes axb c:yx 1000 después')).toBe(false)
    },
  )

  test('matches every part of a text and nothing else', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'aáBñ%_\\ '), maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(text, text, async (whole, part) => {
        const found = await evaluate(
          sql`fold_text(${whole}) like contains_pattern(${part})
            = (strpos(fold_text(${whole}), fold_text(${part})) > 0)`,
        )
        expect(found).toBe(true)
      }),
    )
  })
})
