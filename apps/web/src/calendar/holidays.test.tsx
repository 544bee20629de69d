import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { json } from '../testing/fake-server.ts'
import { catalogue, prepareProceduresScreen, press } from '../testing/procedures-screen.tsx'

beforeEach(() => {
  prepareProceduresScreen()
  vi.useFakeTimers({ now: new Date('2026-09-01T15:00:00Z'), toFake: ['Date'] })
})

describe('the holidays', () => {
  const independence = { date: '2026-09-18', name: 'Independencia', is_closed: true, is_own: false }
  const worked = { date: '2026-10-12', name: 'Encuentro', is_closed: false, is_own: true }
  const own = { date: '2026-12-24', name: 'Nochebuena', is_closed: true, is_own: true }
  const at = '/procedures/holidays?ano=2026'
  const listed = (...results: unknown[]) => json(200, { results })

  test('are linked from the catalogue and lead back to the same rows', async () => {
    const { where } = catalogue({ 'GET /api/holidays/': listed() }, '/procedures?title=copia')
    await userEvent.click(await screen.findByRole('link', { name: 'Feriados' }))
    expect(where()).toBe('/procedures/holidays?title=copia')
    await userEvent.click(screen.getAllByRole('button', { name: /^Ver \d{4}$/ })[1] as Element)
    await userEvent.click(screen.getByRole('link', { name: 'Volver a los trámites' }))
    expect(where()).toBe('/procedures?title=copia')
  })

  test('begin with the next one; those of before are folded (§12.1359, §12.1972)', async () => {
    const assumption = { ...independence, date: '2026-08-15', name: 'Asunción' }
    catalogue({ 'GET /api/holidays/': listed(assumption, independence, own) }, at)
    const table = await screen.findByRole('table', { name: 'Feriados de 2026' })
    const [, first, ...others] = within(table).getAllByRole('row')
    expect(first?.textContent).toMatch(/18-09-2026.*Próximo.*Independencia/)
    expect(others).toHaveLength(1)
    const past = screen.getByText('1 feriado ya pasó').closest('details')
    expect(past?.open).toBe(false)
    expect(past?.textContent).toContain('Asunción')
    await press('Ver 2027')
    await screen.findByRole('table', { name: 'Feriados de 2027' })
    expect(screen.queryByText(/ya pasó|ya pasaron/)).toBeNull()
  })

  test('after the last one say that none is left in the year of the address (§12.1972)', async () => {
    vi.setSystemTime(new Date('2026-12-28T15:00:00Z'))
    catalogue({ 'GET /api/holidays/': listed(independence, own) }, at)
    expect(await screen.findByText('No quedan feriados en 2026.')).toBeTruthy()
    expect(screen.getByText('2 feriados ya pasaron')).toBeTruthy()
  })

  test('after the last one of the year those of the next are shown (§12.1359)', async () => {
    vi.setSystemTime(new Date('2026-12-28T15:00:00Z'))
    const newYear = { ...independence, date: '2027-01-01', name: 'Año Nuevo' }
    const { calls } = catalogue(
      {
        'GET /api/holidays/': ({ url }: { url: string }) =>
          url.includes('2027') ? listed(newYear) : listed(independence, own),
      },
      '/procedures/holidays',
    )
    expect(await screen.findByRole('table', { name: 'Feriados de 2027' })).toBeTruthy()
    expect(calls('year=2027')).toHaveLength(1)
  })

  test('show the origin of each day', async () => {
    catalogue({ 'GET /api/holidays/': listed(independence, worked, own) }, at)
    const table = await screen.findByRole('table', { name: 'Feriados de 2026' })
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      )
    expect(cells).toEqual([
      ['18-09-2026 viernesPróximo', 'Independencia', 'Cerrado', 'Nacional', 'Atender este día'],
      ['12-10-2026 lunes', 'Encuentro', 'Se atiende', 'La cooperativa', 'Volver a cerrar'],
      ['24-12-2026 jueves', 'Nochebuena', 'Cerrado', 'La cooperativa', 'Quitar'],
    ])
  })

  test.each([
    [
      'a day of the country is worked',
      independence,
      'Atender este día: Independencia',
      [['/api/holidays/', { date: '2026-09-18', name: 'Independencia', is_closed: false }]],
      0,
    ],
    ['a worked day is kept again', worked, 'Volver a cerrar: Encuentro', [], 1],
    ['an own day is taken back', own, 'Quitar: Nochebuena', [], 1],
  ])('%s', async (_, holiday, button, posted, deleted) => {
    const { sent, seen } = catalogue(
      {
        'GET /api/holidays/': [listed(holiday), listed()],
        'POST /api/holidays/': json(200, holiday),
        [`DELETE /api/holidays/${holiday.date}/`]: json(200, {}),
      },
      at,
    )
    await press(button)
    expect(await screen.findByText('No hay resultados')).toBeTruthy()
    expect(sent('POST')).toEqual(posted)
    expect(seen.filter(({ method }) => method === 'DELETE')).toHaveLength(deleted)
  })

  test('after one is taken back the focus is on the action of the next day', async () => {
    catalogue(
      {
        'GET /api/holidays/': [listed(own, independence), listed(independence)],
        [`DELETE /api/holidays/${own.date}/`]: json(200, {}),
      },
      at,
    )
    await press('Quitar: Nochebuena')
    await waitFor(() =>
      expect(document.activeElement?.ariaLabel).toBe('Atender este día: Independencia'),
    )
  })

  test('a day can be added; a refused one shows why on its field', async () => {
    const { sent } = catalogue(
      {
        'GET /api/holidays/': listed(independence),
        'POST /api/holidays/': [json(400, { date: ['Fecha no válida'] }), json(200, own)],
      },
      at,
    )
    await userEvent.type(screen.getByLabelText('Fecha'), '24-12-2026')
    await userEvent.type(screen.getByLabelText('Motivo'), 'Nochebuena')
    await press('Cerrar este día')
    expect(await screen.findByText('Fecha no válida')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Fecha'))
    await press('Cerrar este día')
    await waitFor(() => expect(screen.queryByText('Fecha no válida')).toBeNull())
    expect(sent('POST')[1]).toEqual([
      '/api/holidays/',
      { date: '2026-12-24', name: 'Nochebuena', is_closed: true },
    ])
    expect((screen.getByLabelText('Motivo') as HTMLInputElement).value).toBe('')
  })

  test('without a date it says so and makes no call', async () => {
    const { sent } = catalogue({ 'GET /api/holidays/': listed() }, at)
    await press('Cerrar este día')
    expect(await screen.findByText('Fecha no válida')).toBeTruthy()
    expect(sent('POST')).toEqual([])
  })

  test('are not closed twice: Mario reads why the day is already closed', async () => {
    const { sent } = catalogue({ 'GET /api/holidays/': listed(independence, own) }, at)
    for (const { date, name } of [own, independence]) {
      await userEvent.clear(screen.getByLabelText('Fecha'))
      await userEvent.type(screen.getByLabelText('Fecha'), date.split('-').reverse().join('-'))
      await userEvent.type(screen.getByLabelText('Motivo'), 'Otro motivo')
      await press('Cerrar este día')
      expect(await screen.findByText(RegExp(`^Ese día ya está cerrado: ${name}`))).toBeTruthy()
      expect(document.activeElement).toBe(screen.getByLabelText('Fecha'))
    }
    expect(sent('POST')).toEqual([])
  })

  test('of other years are one click away, and in the address', async () => {
    const { where, calls } = catalogue({ 'GET /api/holidays/': listed(independence) }, at)
    await press('Ver 2027')
    expect(where()).toBe('/procedures/holidays?ano=2027')
    await screen.findByRole('table', { name: 'Feriados de 2027' })
    expect(calls('/api/holidays/?year=2027')).toHaveLength(1)
    cleanup()
    catalogue({ 'GET /api/holidays/': listed() }, '/procedures/holidays?ano=9999')
    expect(screen.queryByRole('heading', { name: '9999' })).toBeNull()
  })
})
