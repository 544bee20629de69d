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
import type { FilterField } from './filters.tsx'

beforeEach(connectSession)

describe('the filters', () => {
  const filters: FilterField[] = [
    { name: 'name', label: 'Nombre' },
    { name: 'rut', label: 'Rut', isRut: true },
    { name: 'place', label: 'Lugar', choices: [{ value: 'sur', label: 'El sur' }] },
  ]

  const field = (name: string) => screen.queryByRole('textbox', { name })

  test('are behind a toggle and apply with Filtrar', async () => {
    const { where, queryAsked } = trees({ filters, at: '/trees?pagina=2&orden=name' })
    await table()
    expect(field('Nombre')).toBeNull()
    await press('Filtros')
    await userEvent.type(field('Nombre') as Element, ' bol ')
    await userEvent.type(screen.getByLabelText('Rut'), '123456785')
    await userEvent.selectOptions(screen.getByLabelText('Lugar'), 'El sur')
    await press('Filtrar')
    expect(where()).toBe('/trees?orden=name&name=bol&rut=12.345.678-5&place=sur')
    await waitFor(() =>
      expect(queryAsked()).toMatchObject({ name: 'bol', rut: '12.345.678-5', place: 'sur' }),
    )
    expect(screen.getByRole('button', { name: 'Filtros (3)' }).ariaExpanded).toBe('true')
  })

  test('of a day are typed as in Chile, and what is no date is refused (§12.1520)', async () => {
    const { where } = trees({ filters: [{ name: 'name', label: 'Desde', isDay: true }] })
    await table()
    await press('Filtros')
    const from = screen.getByRole('textbox', { name: 'Desde' })
    await userEvent.type(from, '31022026')
    await press('Filtrar')
    expect(from.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Escribe una fecha válida, como 26-11-2026')).toBeTruthy()
    expect(where()).toBe('/trees')
    await userEvent.clear(from)
    await userEvent.type(from, '5/2/2026')
    await press('Filtrar')
    expect(where()).toBe('/trees?name=2026-02-05')
    expect(screen.queryByText(/fecha válida/)).toBeNull()
    await press('Limpiar')
    expect(where()).toBe('/trees')
    expect((screen.getByRole('textbox', { name: 'Desde' }) as HTMLInputElement).value).toBe('')
  })

  test('that are in the address are open and filled', async () => {
    trees({ filters, at: '/trees?name=bol' })
    await table()
    expect((field('Nombre') as HTMLInputElement).value).toBe('bol')
  })

  test('that are in the address do not cover the rows on a phone, and are counted', async () => {
    window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('639.98px') })
    onTestFinished(() => {
      window.matchMedia = wide
    })
    trees({ filters, at: '/trees?name=bol' })
    await table()
    expect(screen.getByRole('button', { name: 'Filtros (1)' }).ariaExpanded).toBe('false')
    expect(screen.queryByRole('button', { name: 'Filtrar' })).toBeNull()
    await press('Filtros (1)')
    expect((field('Nombre') as HTMLInputElement).value).toBe('bol')
  })

  test('are all cleared with Limpiar', async () => {
    const { where } = trees({ filters, at: '/trees?name=bol&rut=12.345.678-5&otra=x' })
    await table()
    await press('Limpiar')
    expect(where()).toBe('/trees?otra=x')
    expect((field('Nombre') as HTMLInputElement).value).toBe('')
    expect((field('Rut') as HTMLInputElement).value).toBe('')
  })

  test('that were only typed are cleared with Limpiar too', async () => {
    const { where } = trees({ filters })
    await press('Filtros')
    await userEvent.type(field('Nombre') as Element, 'bol')
    await userEvent.type(screen.getByLabelText('Rut'), '123456785')
    await press('Limpiar')
    expect((field('Nombre') as HTMLInputElement).value).toBe('')
    expect((field('Rut') as HTMLInputElement).value).toBe('')
    expect(where()).toBe('/trees')
  })

  test('keep what is typed while the address changes elsewhere, or while they are closed (§12.59)', async () => {
    const { where } = trees({ filters, at: '/trees?rut=12.345.678-5' })
    await userEvent.type(field('Nombre') as Element, 'bol')
    await press('Nombre')
    expect(where()).toBe('/trees?rut=12.345.678-5&orden=name')
    await press('Filtros (1)')
    expect(field('Nombre')).toBeNull()
    await press('Filtros (1)')
    expect((field('Nombre') as HTMLInputElement).value).toBe('bol')
    expect((field('Rut') as HTMLInputElement).value).toBe('12.345.678-5')
  })

  test('that are applied again without change reload the rows', async () => {
    const { where, asked } = trees({
      filters,
      at: '/trees?name=bol',
      answers: { 'GET /api/trees/': [pageOf([araucaria]), pageOf([boldo])] },
    })
    expect(await names()).toEqual(['Araucaria'])
    await press('Filtrar')
    await waitFor(async () => expect(await names()).toEqual(['Boldo']))
    expect(asked()).toHaveLength(2)
    expect(where()).toBe('/trees?name=bol')
  })
})
