import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { json } from '../testing/fake-server.ts'
import {
  catalogue,
  copy,
  pageOf,
  prepareProceduresScreen,
  press,
  rows,
  transfer,
} from '../testing/procedures-screen.tsx'

beforeEach(prepareProceduresScreen)

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
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Quitar documento 2' }))
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
      'Ingresa título',
      'Ingresa descripción',
      'Ingresa el nombre de cada documento',
      'Ingresa un plazo entre 1 y 500 horas hábiles',
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
    expect((await screen.findByRole('alert')).textContent).toMatch(/^No hay conexión\./)
    expect((screen.getByLabelText('Título') as HTMLInputElement).value).toBe('Copia')
  })
})

test('editing starts with the current values, and sends the changed ones and what was read (security 5.28)', async () => {
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
  const { id: _id, document_amount: _amount, deleted_at: _deleted, ...read } = transfer
  expect(sent('PATCH')).toEqual([
    ['/api/procedures/2/', { title: 'Cesión de derechos y acciones', as_read: read }],
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

  test('leaves the question last, without a place to move (§12.2410)', async () => {
    const question = { ...copy, id: 3, title: 'Otra consulta', is_question: true }
    const { sent } = catalogue({
      'GET /api/procedures/': pageOf(copy, transfer, question),
      'POST /api/procedures/order/': json(200, {}),
    })
    await openOrder()
    expect(titles()).toEqual(['1Copia de contrato', '2Cesión de derechosInactivo'])
    expect(screen.getByText(/, y después «Otra consulta»\.$/)).toBeTruthy()
    await press('Subir Cesión de derechos')
    await press('Guardar orden')
    await waitFor(() => expect(sent('POST')).toEqual([['/api/procedures/order/', { ids: [2, 1] }]]))
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
