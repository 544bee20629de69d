import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { json } from '../../testing/fake-server.ts'
import {
  araucaria,
  boldo,
  canelo,
  headers,
  names,
  pageOf,
  press,
  table,
  trees,
} from '../../testing/tree-list.tsx'

beforeEach(connectSession)

describe('the actions', () => {
  const actions = () =>
    screen.getAllByRole('button', { name: /Araucaria/ }).map((each) => each.ariaLabel)

  test('are the permitted ones, each with its tooltip (§2.88)', async () => {
    trees()
    await table()
    expect(actions()).toEqual(['Editar Araucaria', 'Eliminar Araucaria'])
    await userEvent.hover(screen.getByRole('button', { name: 'Eliminar Araucaria' }))
    // Hidden, because jsdom has no layout to position it.
    expect((await screen.findByRole('tooltip', { hidden: true })).textContent).toBe('Eliminar')
  })

  test('without any permission there is no column and no deleted rows', async () => {
    trees({ at: '/trees?ver=eliminados', permissions: [] })
    expect(await names()).toEqual(['Araucaria', 'Boldo'])
    expect(headers()).toEqual(['Nombre', 'Altura'])
    expect(screen.queryByRole('tab')).toBeNull()
  })

  test('Editar passes on the row', async () => {
    const { edited } = trees({ permissions: ['auth.change_user'] })
    await press('Editar Boldo')
    expect(edited).toEqual(['Boldo'])
    expect(screen.queryByRole('button', { name: 'Eliminar Boldo' })).toBeNull()
  })
})

describe('the deleted rows', () => {
  test('have their own tab, with the date and only a restore action (§2.84, §2.89, §10.70)', async () => {
    const { where, queryAsked } = trees({ at: '/trees?pagina=2&orden=name' })
    await table()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Ver todos',
      'Ver eliminados',
    ])
    await press('Ver eliminados', 'tab')
    expect(await names()).toEqual(['Canelo'])
    expect(where()).toBe('/trees?ver=eliminados')
    expect(queryAsked()).toMatchObject({ page: '1', orderBy: '' })
    expect(headers()).toEqual(['Nombre', 'Altura', 'Fecha de eliminación', 'Acciones'])
    expect(screen.getByText('20-11-2026 12:30')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Restaurar Canelo' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^(Eliminar|Editar) / })).toBeNull()
    await press('Ver todos', 'tab')
    expect(await names()).toEqual(['Araucaria', 'Boldo'])
    expect(where()).toBe('/trees')
  })
})

describe('deleting', () => {
  test('asks first, says that it is done, and removes the row (§2.86, §8.16, §8.20)', async () => {
    const { calls } = trees({
      answers: {
        'GET /api/trees/': [pageOf([araucaria, boldo]), pageOf([boldo])],
        'DELETE /api/trees/1/': json(200, {}),
      },
    })
    await press('Eliminar Araucaria')
    const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar' }))
    expect(dialog.getByText('¿Seguro que quieres eliminar este elemento?')).toBeTruthy()
    expect(dialog.getByText('Araucaria')).toBeTruthy()
    expect(calls('/api/trees/1/')).toHaveLength(0)
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }))
    expect(await screen.findByText('Se ha eliminado correctamente!')).toBeTruthy()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await names()).toEqual(['Boldo'])
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Árboles' }))
  })

  test('is cancelled with Cancelar, and the focus returns (§8.19)', async () => {
    const { calls } = trees()
    await press('Eliminar Boldo')
    await press('Cancelar')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls('/api/trees/2/')).toHaveLength(0)
    expect(document.activeElement?.ariaLabel).toBe('Eliminar Boldo')
  })

  test('a row that a colleague deleted says so, and removes the row', async () => {
    trees({
      answers: {
        'GET /api/trees/': [pageOf([araucaria, boldo]), pageOf([boldo])],
        'DELETE /api/trees/1/': json(404, { detail: 'No encontrado.' }),
      },
    })
    await press('Eliminar Araucaria')
    await press('OK')
    expect(await screen.findByText('No encontrado')).toBeTruthy()
    await press('OK')
    expect(await names()).toEqual(['Boldo'])
  })

  test('uses the texts of its list', async () => {
    trees({ texts: { remove: 'IMPORTANTE: ¿Seguro?' } })
    await press('Eliminar Boldo')
    expect(await screen.findByText('IMPORTANTE: ¿Seguro?')).toBeTruthy()
  })

  test('the last row of the last page leads to the page before', async () => {
    const { where } = trees({
      at: '/trees?pagina=2',
      answers: {
        'GET /api/trees/': [pageOf([boldo], 2, 2), pageOf([araucaria], 1, 1)],
        'DELETE /api/trees/2/': json(200, {}),
      },
    })
    await press('Eliminar Boldo')
    await press('OK')
    await screen.findByText('Se ha eliminado correctamente!')
    await waitFor(() => expect(where()).toBe('/trees'))
  })
})

describe('restoring', () => {
  const deletedRows = '/trees?ver=eliminados'

  test('asks first and says that it is done (§8.18)', async () => {
    const { calls } = trees({
      at: deletedRows,
      answers: { 'PATCH /api/trees/3/restore/': json(200, canelo) },
    })
    await press('Restaurar Canelo')
    expect(await screen.findByText('¿Seguro que quieres restaurar este elemento?')).toBeTruthy()
    await press('OK')
    expect(await screen.findByText('Se ha restaurado correctamente!')).toBeTruthy()
    expect(calls('/api/trees/3/restore/')).toHaveLength(1)
  })

  test('that is refused with 400 shows a dialog with every sentence, however deep (§8.14)', async () => {
    trees({
      at: deletedRows,
      answers: {
        'PATCH /api/trees/3/restore/': json(400, {
          name: ['Ya existe un árbol con este nombre'],
          place: { street: ['Calle no válida'], number: 'Número no válido' },
        }),
      },
    })
    await press('Restaurar Canelo')
    await press('OK')
    const dialog = await screen.findByRole('dialog', { name: 'Ocurrió un error' })
    const lines = within(within(dialog).getByRole('alert')).getAllByText(/./)
    expect(lines.map((line) => line.textContent)).toEqual([
      'Ya existe un árbol con este nombre',
      'Calle no válida',
      'Número no válido',
    ])
    await press('OK')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await names()).toEqual(['Canelo'])
  })

  test('that fails for nobody knows what says what to do, not its title again (§12.1022)', async () => {
    const failed = json(500, { detail: 'Traceback' })
    trees({ at: deletedRows, answers: { 'PATCH /api/trees/3/restore/': failed } })
    await press('Restaurar Canelo')
    await press('OK')
    const dialog = await screen.findByRole('dialog', { name: 'Ocurrió un error' })
    expect(within(dialog).getByRole('alert').textContent).toBe(
      'Vuelve a intentarlo en unos minutos.',
    )
    expect(within(dialog).getAllByText(/Ocurrió un error/)).toHaveLength(1)
  })

  test('that fails otherwise shows why', async () => {
    trees({ at: deletedRows, answers: { 'PATCH /api/trees/3/restore/': json(503, 'Más tarde') } })
    await press('Restaurar Canelo')
    await press('OK')
    expect(await screen.findByText('Más tarde')).toBeTruthy()
  })
})
