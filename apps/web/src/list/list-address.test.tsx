import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import {
  araucaria,
  boldo,
  names,
  pageOf,
  press,
  table,
  trees,
  wide,
} from '../testing/tree-list.tsx'

beforeEach(connectSession)

describe('sorting', () => {
  const order = () => screen.getByRole('columnheader', { name: 'Nombre' }).getAttribute('aria-sort')

  test('starts ascending, reverses, and is in the address (§2.87, §4.23)', async () => {
    const { where, queryAsked } = trees()
    await table()
    expect(order()).toBe('none')
    await press('Nombre')
    expect(order()).toBe('ascending')
    expect(where()).toBe('/trees?orden=name')
    await press('Nombre')
    expect(order()).toBe('descending')
    expect(where()).toBe('/trees?orden=-name')
    await waitFor(() => expect(queryAsked()).toMatchObject({ orderBy: 'name', orderDesc: '1' }))
    await press('Nombre')
    expect(where()).toBe('/trees?orden=name')
  })

  test('has no button for columns that the server cannot sort', async () => {
    trees()
    await table()
    expect(screen.queryByRole('button', { name: 'Altura' })).toBeNull()
    expect(
      screen.getByRole('columnheader', { name: 'Altura' }).getAttribute('aria-sort'),
    ).toBeNull()
  })

  test('starts again at the first page', async () => {
    const { where } = trees({
      at: '/trees?pagina=2',
      answers: { 'GET /api/trees/': [pageOf([boldo], 2, 3), pageOf([araucaria], 1, 3)] },
    })
    await table()
    await press('Nombre')
    expect(where()).toBe('/trees?orden=name')
  })

  test('is a select where rows are cards', async () => {
    window.matchMedia = (query) => ({ ...wide(query), matches: true })
    onTestFinished(() => {
      window.matchMedia = wide
    })
    const { where } = trees()
    await userEvent.selectOptions(
      await screen.findByLabelText('Ordenar por'),
      'Nombre, descendente',
    )
    expect(where()).toBe('/trees?orden=-name')
  })
})

describe('pages', () => {
  test('are changed with Anterior, Siguiente and their numbers (§2.85, §2.91)', async () => {
    const { where, queryAsked } = trees({
      answers: {
        'GET /api/trees/': [
          pageOf([araucaria], 1, 3),
          pageOf([boldo], 2, 3),
          pageOf([araucaria], 1, 3),
          pageOf([boldo], 3, 3),
        ],
      },
    })
    await table()
    await press('Siguiente')
    await waitFor(async () => expect(await names()).toEqual(['Boldo']))
    expect(where()).toBe('/trees?pagina=2')
    expect(queryAsked()).toMatchObject({ page: '2' })
    await press('Anterior')
    await waitFor(async () => expect(await names()).toEqual(['Araucaria']))
    expect(where()).toBe('/trees')
    await press('Página 3')
    await waitFor(() => expect(screen.getByText('Página 3 de 3')).toBeTruthy())
    expect(screen.getByRole('button', { name: 'Página 3' }).getAttribute('aria-current')).toBe(
      'page',
    )
    expect(where()).toBe('/trees?pagina=3')
  })

  test('end at the first and the last one', async () => {
    const { where } = trees({ answers: { 'GET /api/trees/': pageOf([boldo], 1, 2) } })
    await table()
    const before = screen.getByRole('button', { name: 'Anterior' })
    expect(before.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(before)
    expect(where()).toBe('/trees')
  })

  test('are not shown when there is one', async () => {
    trees()
    await table()
    expect(screen.queryByRole('navigation', { name: 'Páginas de Árboles' })).toBeNull()
  })

  test('past the end become the last one, also in the address', async () => {
    const { where, queryAsked } = trees({
      at: '/trees?pagina=9',
      answers: { 'GET /api/trees/': pageOf([boldo], 2, 2) },
    })
    await table()
    await waitFor(() => expect(where()).toBe('/trees?pagina=2'))
    await waitFor(() => expect(queryAsked()).toMatchObject({ page: '2' }))
  })

  test.each(['0', 'abc', '1.5', '-3'])('%s means the first page', async (page) => {
    const { queryAsked } = trees({ at: `/trees?pagina=${page}` })
    await table()
    expect(queryAsked()).toMatchObject({ page: '1' })
  })
})

test('a shared link asks for the same page, order and filter', async () => {
  const { queryAsked } = trees({
    at: '/trees?pagina=2&orden=-name&name=bol&otra=x',
    answers: { 'GET /api/trees/': pageOf([boldo], 2, 2) },
  })
  await table()
  expect(queryAsked()).toEqual({
    page: '2',
    pageSize: '10',
    orderBy: 'name',
    orderDesc: '1',
    name: 'bol',
  })
})
