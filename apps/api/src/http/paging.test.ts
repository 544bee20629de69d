import { DEFAULT_PAGE_SIZE } from '@carpeta/contract/endpoint'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidPage } from './errors.ts'
import { pageWithin, readPage } from './paging.ts'

const columns = ['id', 'title'] as const

describe('the query of a list (§7.25)', () => {
  test('without anything is the first page of ten, by the first column, ascending (§4.24, §9.6)', () => {
    expect(readPage({}, columns)).toEqual({
      page: 1,
      pageSize: DEFAULT_PAGE_SIZE,
      orderBy: 'id',
      descending: false,
    })
  })

  test.each(['0', '-1', 'abc', '1.5', '1e3', ' 1', '9'.repeat(16)])(
    'page %s is invalid (§11.22)',
    (page) => {
      expect(() => readPage({ page }, columns)).toThrow(InvalidPage)
    },
  )

  test.each([
    ['999', 999],
    ['1000', 1000],
    ['1001', 1000],
    ['0', 1],
    ['-5', 1],
    ['abc', 10],
    ['', 10],
  ])('size %s becomes %i (§11.23)', (pageSize, expected) => {
    expect(readPage({ pageSize }, columns).pageSize).toBe(expected)
  })

  test.each(['', 'password_hash', 'id; drop table users', 'ID', 'constructor'])(
    'order %o is the default (§11.23)',
    (orderBy) => {
      expect(readPage({ orderBy }, columns).orderBy).toBe('id')
    },
  )

  test.each([
    ['1', true],
    ['true', true],
    ['True', true],
    ['0', false],
    ['false', false],
    ['', false],
  ])('orderDesc %o is %s', (orderDesc, expected) => {
    expect(readPage({ orderBy: 'title', orderDesc }, columns)).toMatchObject({
      orderBy: 'title',
      descending: expected,
    })
  })
})

describe('a page within its rows', () => {
  test('an empty list has one page (§11.21)', () => {
    expect(pageWithin({ page: 1, pageSize: 10 }, 0)).toEqual({
      offset: 0,
      limit: 10,
      current: 1,
      lastPage: 1,
    })
  })

  test('beyond the end is the last page (§11.21)', () => {
    expect(pageWithin({ page: 9, pageSize: 10 }, 21)).toMatchObject({ current: 3, offset: 20 })
  })

  test('every row is on exactly one page', () => {
    const size = fc.integer({ min: 1, max: 1000 })
    fc.assert(
      fc.property(size, fc.nat(5000), (pageSize, total) => {
        const { lastPage } = pageWithin({ page: 1, pageSize }, total)
        const pages = Array.from({ length: lastPage }, (_, index) =>
          pageWithin({ page: index + 1, pageSize }, total),
        )
        const seen = pages.map(({ offset }) => Math.max(0, Math.min(pageSize, total - offset)))
        expect(seen.reduce((sum, rows) => sum + rows, 0)).toBe(total)
        expect(pages.map(({ offset }) => offset)).toEqual(pages.map((_, at) => at * pageSize))
      }),
    )
  })
})
