import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildDocument } from '../../testing/build-request.ts'
import { buildStaffRequest } from '../../testing/build-staff-request.ts'
import { json } from '../../testing/fake-server.ts'
import { detail, prepareRequestPage, press } from '../../testing/request-page.tsx'

beforeEach(prepareRequestPage)

const request = buildStaffRequest({
  documents: [
    buildDocument({ id: 71, title: 'Cédula' }),
    buildDocument({ id: 72, title: 'Contrato', position: 1 }),
    buildDocument({ id: 73, title: 'Liquidación', position: 2, review: 'rejected' }),
  ],
})

async function askToResolve() {
  await userEvent.click(await screen.findByRole('radio', { name: 'Resolver' }))
  await userEvent.type(screen.getByLabelText('Respuesta'), 'Listo.')
  await press('Resolver y cerrar')
  return screen.findByRole('dialog', { name: 'Quedan documentos por revisar' })
}

test('closing asks first what happens to the documents without a review (§12.350)', async () => {
  const { sent } = detail(request, {
    'POST /api/requests/12/resolve/': json(200, {
      ...request,
      state: 'resolved',
      answer: 'Listo.',
    }),
  })
  const dialog = await askToResolve()
  expect(sent('/resolve/')).toEqual([])
  expect(screen.getAllByRole('checkbox')).toHaveLength(2)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Contrato' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Resolver y cerrar' }))
  expect(await screen.findByRole('region', { name: 'Respuesta al socio' })).toBeTruthy()
  expect(sent('/resolve/')).toEqual([
    { version: 4, text: 'Listo.', accept_documents: [71], leave_documents: [72] },
  ])
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(screen.getAllByText('Sin revisar')).toHaveLength(2)
})

test('Mario goes on reviewing instead, and his text stays (§12.350)', async () => {
  const { sent } = detail(request)
  await askToResolve()
  await press('Seguir revisando')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((screen.getByLabelText('Respuesta') as HTMLTextAreaElement).value).toBe('Listo.')
  expect(sent('/resolve/')).toEqual([])
})

describe('a rejected document', () => {
  const checked = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked

  test('is asked for at first, and its count stands above the buttons, in amber beside a resolution (§12.1890, §12.2562)', async () => {
    detail(request)
    await screen.findByRole('button', { name: 'Pedir al socio' })
    expect(checked('Pedir lo que falta')).toBe(true)
    const count = screen.getByText('1 rechazado, 2 por revisar')
    expect(count.dataset.warns).toBe('false')
    await userEvent.click(screen.getByRole('radio', { name: 'Resolver' }))
    expect(count.dataset.warns).toBe('true')
  })

  test('changes nothing about an answer that was begun (§12.1890)', async () => {
    const before = buildStaffRequest({ documents: [buildDocument({ review: 'accepted' })] })
    const after = { ...request, version: 5 }
    detail(before, { 'POST /api/requests/12/note/': json(200, after) })
    await userEvent.type(await screen.findByLabelText('Respuesta'), 'Listo.')
    await userEvent.type(screen.getByLabelText('Nota interna'), 'Ojo')
    await press('Guardar nota')
    await screen.findByText('Rechazado')
    expect(checked('Resolver')).toBe(true)
  })

  test('cannot be asked for again while the member has not replied (§12.1890)', async () => {
    detail({ ...request, state: 'missing' })
    await screen.findByRole('radio', { name: 'Esperar' })
    expect(checked('Esperar')).toBe(true)
    expect(screen.queryByRole('radio', { name: 'Pedir lo que falta' })).toBeNull()
  })
})
