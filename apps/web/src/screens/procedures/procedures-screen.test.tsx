import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CatalogueProcedure } from '../../api/procedure-catalogue.ts'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildStaff } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Screen } from './procedures-screen.tsx'

const copy: CatalogueProcedure = {
  id: 1,
  title: 'Copia de contrato',
  description: 'Una copia de la promesa de compraventa',
  document_amount: 0,
  documents: [],
  answer_hours: 10,
  is_active: true,
  deleted_at: null,
}
const transfer: CatalogueProcedure = {
  ...copy,
  id: 2,
  title: 'Cesión de derechos',
  document_amount: 2,
  documents: ['Cédula de quien cede', 'Cédula de quien recibe'],
  is_active: false,
}

const pageOf = (...results: CatalogueProcedure[]) => json(200, { results, current: 1, lastPage: 1 })

beforeEach(() => {
  connectSession()
  storeUser(buildStaff({ permissions: ['procedures.change_procedures'] }))
})

function catalogue(answers: Parameters<typeof fakeServer>[0] = {}, at = '/procedures') {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/procedures/': pageOf(copy, transfer),
    ...answers,
  })
  const sent = (method: string) =>
    server.seen
      .filter((call) => call.method === method)
      .map(({ url, body }) => {
        const { csrfmiddlewaretoken: _token, ...fields } = JSON.parse(String(body))
        return [url.replace(/^https?:\/\/[^/]+/, ''), fields]
      })
  return { ...server, ...renderAt(at, <Screen />), sent }
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

async function rows() {
  const [, ...found] = within(await screen.findByRole('table', { name: 'Trámites' })).getAllByRole(
    'row',
  )
  return found
}

test('a row shows the documents, the deadline and whether the procedure is active', async () => {
  catalogue()
  const [first, second] = await rows()
  expect(first?.textContent).toContain('Copia de contrato')
  expect(first?.textContent).toContain('Ninguno, pide un comentario')
  expect(first?.textContent).toContain('10 horas hábiles')
  expect(
    within(second as HTMLElement)
      .getAllByRole('listitem')
      .map((it) => it.textContent),
  ).toEqual(['Cédula de quien cede', 'Cédula de quien recibe'])
  expect(screen.getByRole('switch', { name: 'Cesión de derechos: inactivo' })).toBeTruthy()
})

describe('adding', () => {
  test('sends the typed values, with each document by its name and in its order', async () => {
    const { sent } = catalogue({
      'POST /api/procedures/': json(201, copy),
      'GET /api/procedures/': [pageOf(copy), pageOf(copy, transfer)],
    })
    await press('Añadir trámite')
    const dialog = within(await screen.findByRole('dialog', { name: 'Añadir trámite' }))
    await userEvent.type(dialog.getByLabelText('Título'), ' Cesión ')
    await userEvent.type(dialog.getByLabelText('Descripción'), 'Traspaso')
    for (const name of ['Dos', 'Uno', 'Más']) {
      await userEvent.click(dialog.getByRole('button', { name: 'Añadir documento' }))
      await userEvent.type(
        dialog.getAllByLabelText(/^Nombre del documento/).at(-1) as Element,
        name,
      )
    }
    await userEvent.click(dialog.getByRole('button', { name: 'Quitar documento 3' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Bajar documento 1' }))
    await userEvent.clear(dialog.getByLabelText('Plazo de respuesta'))
    await userEvent.type(dialog.getByLabelText('Plazo de respuesta'), '12')
    await userEvent.click(dialog.getByRole('switch', { name: /^Activo/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent('POST')).toEqual([
      [
        '/api/procedures/',
        {
          title: 'Cesión',
          description: 'Traspaso',
          documents: ['Uno', 'Dos'],
          answer_hours: 12,
          is_active: false,
        },
      ],
    ])
    expect(await rows()).toHaveLength(2)
  })

  test('shows each missing value on its field, and makes no call', async () => {
    const { sent } = catalogue()
    await press('Añadir trámite')
    await press('Añadir documento')
    await userEvent.clear(screen.getByLabelText('Plazo de respuesta'))
    await press('Guardar')
    for (const sentence of [
      'Ingrese título',
      'Ingrese descripción',
      'Ingrese el nombre de cada documento',
      'Ingrese un plazo entre 1 y 500 horas hábiles',
    ]) {
      expect(await screen.findByText(sentence)).toBeTruthy()
    }
    expect(sent('POST')).toEqual([])
  })

  test('shows the server’s errors on their fields, and the rest above the button', async () => {
    catalogue({
      'POST /api/procedures/': json(400, {
        title: ['Ya existe un trámite con este título'],
        __all__: ['El catálogo está cerrado'],
      }),
    })
    await press('Añadir trámite')
    await userEvent.type(screen.getByLabelText('Título'), 'Copia')
    await userEvent.type(screen.getByLabelText('Descripción'), 'Una copia')
    await press('Guardar')
    expect(await screen.findByText('Ya existe un trámite con este título')).toBeTruthy()
    expect(screen.getByText('El catálogo está cerrado')).toBeTruthy()
    expect((screen.getByLabelText('Descripción') as HTMLInputElement).value).toBe('Una copia')
  })

  test('keeps the typed values when the server cannot be reached', async () => {
    catalogue({ 'POST /api/procedures/': new Error('offline') })
    await press('Añadir trámite')
    await userEvent.type(screen.getByLabelText('Título'), 'Copia')
    await userEvent.type(screen.getByLabelText('Descripción'), 'Una copia')
    await press('Guardar')
    expect((await screen.findByRole('alert')).textContent).toBe('Ocurrió un error ...')
    expect((screen.getByLabelText('Título') as HTMLInputElement).value).toBe('Copia')
  })
})

test('editing starts with the current values, and sends the changed ones alone', async () => {
  const { sent } = catalogue({ 'PATCH /api/procedures/2/': json(200, transfer) })
  await press('Editar Cesión de derechos')
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar trámite' }))
  expect((dialog.getByLabelText('Nombre del documento 2') as HTMLInputElement).value).toBe(
    'Cédula de quien recibe',
  )
  expect(dialog.getByText(/^Las solicitudes que ya se enviaron conservan/)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Título'), ' y acciones')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('PATCH')).toEqual([
    ['/api/procedures/2/', { title: 'Cesión de derechos y acciones' }],
  ])
})

describe('the switch of a row', () => {
  test('activates or deactivates the procedure', async () => {
    const { sent } = catalogue({
      'PATCH /api/procedures/1/': json(200, copy),
      'GET /api/procedures/': [pageOf(copy), pageOf({ ...copy, is_active: false })],
    })
    await userEvent.click(await screen.findByRole('switch', { name: 'Copia de contrato: activo' }))
    expect(await screen.findByRole('switch', { name: 'Copia de contrato: inactivo' })).toBeTruthy()
    expect(sent('PATCH')).toEqual([['/api/procedures/1/', { is_active: false }]])
  })

  test('returns to its position and shows why when it fails', async () => {
    catalogue({ 'PATCH /api/procedures/1/': json(503, 'Servicio no disponible') })
    await userEvent.click(await screen.findByRole('switch', { name: 'Copia de contrato: activo' }))
    expect(await screen.findByText('Servicio no disponible')).toBeTruthy()
    expect(screen.getByRole('switch', { name: 'Copia de contrato: activo' })).toBeTruthy()
  })
})

test('an ended session under the switch says so, with a link to the login', async () => {
  catalogue({ 'PATCH /api/procedures/1/': json(401, { detail: 'Sin sesión' }) })
  await userEvent.click(await screen.findByRole('switch', { name: 'Copia de contrato: activo' }))
  expect(await screen.findByRole('link', { name: 'Ingresa nuevamente.' })).toBeTruthy()
})

describe('the order', () => {
  const titles = () =>
    within(screen.getByRole('dialog'))
      .getAllByRole('listitem')
      .map((it) => it.textContent)

  async function openOrder() {
    await rows()
    await press('Ordenar')
    await screen.findByRole('button', { name: 'Bajar Copia de contrato' })
  }

  test('is changed by keyboard, announced, and saved as a whole', async () => {
    const { sent } = catalogue({ 'POST /api/procedures/order/': json(200, {}) })
    await openOrder()
    expect(titles()).toEqual(['1Copia de contrato', '2Cesión de derechosInactivo'])
    screen.getByRole('button', { name: 'Bajar Copia de contrato' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(titles()).toEqual(['1Cesión de derechosInactivo', '2Copia de contrato'])
    expect(document.activeElement?.ariaLabel).toBe('Bajar Copia de contrato')
    expect(screen.getByText('Copia de contrato: lugar 2 de 2')).toBeTruthy()
    // The buttons at the ends do nothing.
    await userEvent.keyboard('{Enter}')
    expect(titles()).toEqual(['1Cesión de derechosInactivo', '2Copia de contrato'])
    await press('Guardar orden')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent('POST')).toEqual([['/api/procedures/order/', { ids: [2, 1] }]])
  })

  test('stays as arranged when it cannot be saved', async () => {
    catalogue({ 'POST /api/procedures/order/': json(503, 'Servicio no disponible') })
    await openOrder()
    await press('Subir Cesión de derechos')
    await press('Guardar orden')
    expect((await screen.findByRole('alert')).textContent).toBe('Servicio no disponible')
    expect(titles()[0]).toContain('Cesión de derechos')
  })
})

describe('the holidays', () => {
  const independence = { date: '2026-09-18', name: 'Independencia', is_closed: true, is_own: false }
  const worked = { date: '2026-10-12', name: 'Encuentro', is_closed: false, is_own: true }
  const own = { date: '2026-12-24', name: 'Nochebuena', is_closed: true, is_own: true }
  const at = '/procedures?vista=feriados&ano=2026'
  const listed = (...results: unknown[]) => json(200, { results })

  test('are linked from the catalogue and lead back to the same rows', async () => {
    const { where } = catalogue({ 'GET /api/holidays/': listed() }, '/procedures?title=copia')
    await userEvent.click(await screen.findByRole('link', { name: 'Feriados' }))
    expect(where()).toBe('/procedures?title=copia&vista=feriados')
    await userEvent.click(screen.getAllByRole('button', { name: /^Ver \d{4}$/ })[1] as Element)
    await userEvent.click(screen.getByRole('link', { name: 'Volver a los trámites' }))
    expect(where()).toBe('/procedures?title=copia')
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
      ['18-09-2026 viernes', 'Independencia', 'Cerrado', 'El país', 'Atender este día'],
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
  ])('%s', async (_, holiday, button, posted, forgotten) => {
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
    expect(seen.filter(({ method }) => method === 'DELETE')).toHaveLength(forgotten)
  })

  test('a day can be added; a refused one shows why on its field', async () => {
    const { sent } = catalogue(
      {
        'GET /api/holidays/': listed(independence),
        'POST /api/holidays/': [json(400, { date: ['Fecha no válida'] }), json(200, own)],
      },
      at,
    )
    await userEvent.type(screen.getByLabelText('Fecha'), '2026-12-24')
    await userEvent.type(screen.getByLabelText('Motivo'), 'Nochebuena')
    await press('Cerrar este día')
    expect(await screen.findByText('Fecha no válida')).toBeTruthy()
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
      await userEvent.type(screen.getByLabelText('Fecha'), date)
      await userEvent.type(screen.getByLabelText('Motivo'), 'Otro motivo')
      await press('Cerrar este día')
      expect(await screen.findByText(RegExp(`^Ese día ya está cerrado: ${name}`))).toBeTruthy()
    }
    expect(sent('POST')).toEqual([])
  })

  test('of other years are one click away, and in the address', async () => {
    const { where, calls } = catalogue({ 'GET /api/holidays/': listed(independence) }, at)
    await press('Ver 2027')
    expect(where()).toBe('/procedures?vista=feriados&ano=2027')
    await screen.findByRole('table', { name: 'Feriados de 2027' })
    expect(calls('/api/holidays/?year=2027')).toHaveLength(1)
    cleanup()
    catalogue({ 'GET /api/holidays/': listed() }, '/procedures?vista=feriados&ano=9999')
    expect(screen.queryByRole('heading', { name: '9999' })).toBeNull()
  })
})
